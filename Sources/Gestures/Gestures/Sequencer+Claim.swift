internal import Touch

/// The claim of the rules on the fingers that are down.
extension Sequencer {
  /// Fewer fingers are never reserved: they point, scroll and tap.
  private static let fewestReserved = 3

  /// The present claim. It changes nothing and is mutating all the same, because a non-mutating method of a stored
  /// struct is given a copy of it.
  mutating func claim() -> TouchClaim {
    if hasTakenTouches || touchpad.sequence.view?.isTaken ?? false { return TouchClaim(.taken) }
    if let shown = contacts.sequence.view?.shownFingers ?? touchpad.sequence.view?.shownFingers {
      return TouchClaim(.none, fingers: shown)
    }
    let fingers = contacts.fingers.down
    guard fingers > 0, contacts.fingers.arePresent else { return .none }
    // Only the finger that taps is withheld: the others have rested before the desktop's eyes.
    if let tap = contacts.tipTaps.watched, takesTipTap(tap) { return TouchClaim(.awaited) }
    var wishes = Wishes()
    // The finger that rests is none of those that move beside it.
    let isAnchored = contacts.isAnchored
    let moving = isOnTouchscreen || isAnchored ? contacts.mainDown : fingers
    let needsSite =
      contacts.sequence.candidates.needSite(fingers: moving)
      || !isOnTouchscreen && touchpad.sequence.candidates.needSite(fingers: fingers)
    let site = needsSite ? contacts.landingSite : nil
    if !contacts.hands[contacts.main].sequence.isIdle {
      contacts.hands[contacts.main].sequence.addWishes(to: &wishes, fingers: moving, isAnchored: isAnchored, from: site)
    }
    guard !isOnTouchscreen else { return claim(wishes, fingers: fingers) }
    touchpad.sequence.addWishes(to: &wishes, fingers: fingers, isAnchored: nil, from: site)
    return claim(wishes, fingers: fingers)
  }

  /// True if a rule has taken contacts that are down.
  var hasTakenTouches: Bool { contacts.isTaken && contacts.fingers.arePresent }

  /// True if a rule would take a tap beside fingers that rest.
  private mutating func takesTipTap(_ tap: TipTapTracker.Found) -> Bool {
    let candidates = contacts.sequence.candidates
    return candidates.for(fingers: tap.resting).contains { index in
      let candidate = candidates[index]
      guard case .tipTap(let pattern) = candidate.pattern, pattern.sides.contains(tap.side), candidate.trigger != nil,
        candidate.view != .fingers, candidates.precedence(of: index) != nil
      else { return false }
      return candidate.permits(contacts.landingSite)
    }
  }

  private mutating func claim(_ wishes: Wishes, fingers: Int) -> TouchClaim {
    var claim = TouchClaim.none
    guard wishes.isAny else { return claim }
    claim.includesTaps =
      wishes.isTapFromRegion || wishes.isTap && fingers >= Self.fewestReserved
    claim.fingers = wishes.shownFingers
    if wishes.isInRegion || wishes.isShownInRegion && claim.fingers == nil {
      claim.stage = .awaited
    } else {
      // The desktop's own gestures on touchscreens begin with the fingers, too.
      claim.stage = isOnTouchscreen && fingers >= Self.fewestReserved ? .awaited : .possible
    }
    guard !isOnTouchscreen, fingers >= Self.fewestReserved, claim.fingers == nil else { return claim }
    // libinput reports nothing that five fingers do, so no desktop misses them.
    if fingers >= Trigger.handFingers || wishes.directions.union(wishes.shownDirections).isSuperset(of: .main) {
      claim.stage = .reserved
    }
    return claim
  }
}

/// The wishes of the candidates that may still take the fingers.
private struct Wishes {
  var isAny = false
  /// True if one that takes the fingers starts in a region, which they are in.
  var isInRegion = false
  var isTap = false
  var isTapFromRegion = false
  /// The directions that are taken, from anywhere.
  var directions: Directions = []

  /// The same for candidates that show the hand with another number of fingers.
  var isShownInRegion = false
  var shownDirections: Directions = []
  private var shown: Int?
  private var isAmbiguous = false
  private var lastShown: Precedence?
  /// The best precedence of those that move and take the fingers.
  private var bestMoving: Precedence?

  mutating func add(_ candidate: Candidate, _ precedence: Precedence) {
    isAny = true
    let moves = candidate.line
    let isTap = candidate.pattern.kind.isMadeOfTaps
    if let fingers = candidate.view.shownFingers {
      if candidate.start != nil { isShownInRegion = true }
      shownDirections.formUnion(moves)
      isAmbiguous = isAmbiguous || shown.map { $0 != fingers } ?? false
      shown = fingers
      lastShown = lastShown.map { max($0, precedence) } ?? precedence
      return
    }
    if candidate.start != nil {
      isInRegion = true
      isTapFromRegion = isTapFromRegion || isTap
    } else {
      self.isTap = self.isTap || isTap
      directions.formUnion(moves)
    }
    if !moves.isEmpty { bestMoving = bestMoving.map { min($0, precedence) } ?? precedence }
  }

  /// The number of fingers with which the desktop sees every movement: no rule that precedes can take one.
  var shownFingers: Int? {
    guard let shown, !isAmbiguous, shownDirections.isSuperset(of: .main), !isInRegion else { return nil }
    guard let lastShown, let bestMoving else { return shown }
    return lastShown < bestMoving ? shown : nil
  }
}

extension TouchSequence {
  /// Adds the wishes of the candidates that may still take the fingers from the desktop. It changes nothing and is
  /// mutating all the same, because a non-mutating method is called with a copy of the sequence.
  /// - Parameter isAnchored: true for the candidates that move beside a finger that rests, false for the others; nil
  ///   for both.
  fileprivate mutating func addWishes(
    to wishes: inout Wishes, fingers: Int, isAnchored: Bool?, from site: LandingSite?
  ) {
    func add(_ index: Int) {
      let candidate = candidates[index]
      guard candidate.trigger != nil, candidate.view != .fingers,
        isAnchored.map({ $0 == candidate.pattern.isAnchored }) ?? true,
        let precedence = candidates.precedence(of: index), candidate.permits(site)
      else { return }
      wishes.add(candidate, precedence)
    }
    switch stage {
    // libinput may not have reported the new number of fingers yet.
    case .landing where self.fingers == fingers, .steady where self.fingers == fingers:
      for index in possible.indices where possible[index].isEnabled { add(possible[index].candidate) }
    case .idle, .landing, .steady: for index in candidates.for(fingers: fingers) { add(index) }
    case .lifting, .spent: break
    }
  }
}
