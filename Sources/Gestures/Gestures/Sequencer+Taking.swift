internal import Touch

/// The claim of the rules on the fingers of a touchpad that are taken without a grab. Only contacts count: libinput,
/// here as in the desktop, sees none of the fingers that are taken.
extension Sequencer {
  /// The present claim. It changes nothing and is mutating all the same, because a non-mutating method of a stored
  /// struct is given a copy of it.
  mutating func takingClaim() -> TakingClaim {
    guard contacts.fingers.arePresent, contacts.left == nil else { return TakingClaim(.none) }
    if contacts.isTaken { return TakingClaim(.taken) }
    var claim = TakingClaim(.none, thumb: contacts.restingThumb)
    for hand in contacts.hands.indices where contacts.hands[hand].down > 0 || contacts.hands[hand].isLanding {
      contacts.hands[hand].sequence.addWishes(to: &claim)
      if claim.stage == .none, let thumb = contacts.possibleThumb(of: hand) {
        contacts.hands[hand].sequence.addWishesBesideThumb(
          to: &claim, moving: contacts.fingers.movement(of: hand, without: thumb),
          from: contacts.fingers.landingSite(of: hand, without: thumb, on: contacts.device.extent))
      }
    }
    return claim
  }
}

extension ContactSequencer {
  /// The slot of the thumb that rests beside enough fingers, as far as they have moved; nil if there is none.
  fileprivate var restingThumb: Int? {
    foundThumb ?? (fingers.down == TakingClaim.fewest + 1 ? fingers.possibleThumb(of: nil) : nil)
  }

  /// The slot of a finger beside enough others that may turn out to be a thumb which rests; nil if there is none.
  fileprivate func possibleThumb(of hand: Int) -> Int? {
    guard hands[hand].down > TakingClaim.fewest, mayHaveThumb(hand) else { return nil }
    return fingers.possibleThumb(of: hand)
  }

  /// Leaves the fingers that are down, and those that join them, to the desktop: rules that take them do not act.
  mutating func leave(because fingers: LeftFingers) {
    guard self.fingers.down > 0, left == nil else { return }
    left = fingers
    leaveJoined()
  }

  /// Leaves the fingers that have joined those that were left.
  mutating func leaveJoined() {
    guard let left else { return }
    for index in hands.indices { hands[index].sequence.leave(because: left) }
  }
}

extension TouchSequence {
  /// The distance within which fingers show their direction, in mm: hooks are up to 5 mm long.
  private static let showing = 5.0
  /// The change of their distance, in mm and as a fraction, and of their angle, in degrees, that show that they turn.
  private static let turning = (spread: 3.0, scale: 0.08, rotation: 8.0)

  /// Adds the wishes of the recognisers that may still take the fingers from the desktop. Presses do not: libinput
  /// reports the click of a button also while all fingers are palms.
  fileprivate mutating func addWishes(to claim: inout TakingClaim) {
    guard fingers >= TakingClaim.fewest else { return }
    // By index: a loop over the elements would copy each of them.
    for index in possible.indices where !possible[index].isSimultaneous && possible[index].precedence?.rule != nil {
      let candidate = candidates[possible[index].candidate]
      guard candidate.view == .nothing, setback(of: candidate) == nil else { continue }
      claim.stage = .possible
      if possible[index].kind.isMadeOfTaps { claim.includesTaps = true }
      if possible[index].kind.rests, possible[index].parts == 0 { claim.includesRests = true }
    }
  }

  /// Adds those of the recognisers that start if one of the fingers turns out to be a thumb, by when the desktop would
  /// have begun a gesture. They are those of movements.
  /// - Parameters:
  ///   - movement: that of the other fingers, in mm.
  ///   - site: their landing site.
  fileprivate mutating func addWishesBesideThumb(
    to claim: inout TakingClaim, moving movement: Vector, from site: LandingSite?
  ) {
    guard !isOver, !isClaimed else { return }
    let isShown = movement.length.value >= Self.showing
    for index in candidates.for(fingers: fingers - 1) {
      let candidate = candidates[index]
      guard candidate.trigger != nil, candidate.view == .nothing, !candidate.isSimultaneous,
        !candidate.pattern.isAnchored, candidates.precedence(of: index)?.rule != nil, candidate.permits(site)
      else { continue }
      switch candidate.pattern.kind.motion {
      case .rest: continue
      case .turn: if isShown { continue }
      case .move: if isShown, candidate.isElsewhere(movement) { continue }
      }
      claim.stage = .possible
      return
    }
  }

  /// Drops the recognisers that would take the fingers from the desktop, which has them.
  fileprivate mutating func leave(because fingers: LeftFingers) {
    func takes(_ candidate: Candidate) -> Bool {
      candidate.trigger != nil && candidate.view == .nothing && !candidate.isSimultaneous
    }
    guard fingers.reason == .movement, candidates.isExplained else {
      return exclude(because: .leftToDesktop(fingers), takes)
    }
    for active in possible where takes(candidates[active.candidate]) {
      note(setback(of: candidates[active.candidate]) ?? .leftToDesktop(fingers), of: active)
    }
    possible.removeAll { takes(candidates[$0.candidate]) }
  }

  /// The reason why fingers that go on as they have begun cannot make the gesture of `candidate`; nil while they can. A
  /// recogniser waits longer: many hands begin with a hook, or start one finger after another. The desktop cannot.
  private func setback(of candidate: Candidate) -> Failure? {
    let isShown = motion.length >= Self.showing
    switch candidate.pattern.kind.motion {
    case .rest: return nil
    case .turn: return isShown && last.isTogether && !hasTurned ? last.turnFailure : nil
    case .move:
      if hasTurned { return last.disagreementFailure(over: motion.length) }
      return isShown && candidate.isElsewhere(motion.vector) ? motion.departure(from: candidate.line) : nil
    }
  }

  /// True if the fingers have evidently parted, come together or turned.
  private var hasTurned: Bool {
    guard let spread = last.spread, last.moveMost else { return false }
    return last.pinches && abs(spread.value) >= Self.turning.spread && abs(last.scale - 1) >= Self.turning.scale
      || last.turns && abs(last.rotation) >= Self.turning.rotation
  }
}

extension Candidate {
  /// True if fingers that have moved by `vector` do not go in one of its directions.
  fileprivate func isElsewhere(_ vector: Vector) -> Bool {
    !line.isEmpty && pattern.traits.angles.isEmpty && MotionPath.leads(vector, beside: line)
  }
}
