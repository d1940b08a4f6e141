internal import Touch

/// The claim of the rules on the fingers that are down.
extension Sequencer {
  /// Fewer fingers are never reserved: they point, scroll and tap.
  private static let fewestReserved = 3

  /// The present claim. It changes nothing and is mutating all the same, because a non-mutating method of a stored struct
  /// is given a copy of it.
  mutating func claim() -> TouchClaim {
    if contacts.sequence.isTaken || touchpad.sequence.isTaken { return TouchClaim(.taken) }
    let fingers = contacts.contacts.down
    guard fingers > 0 else { return .none }
    var claim = TouchClaim.none
    var directions: Directions = []
    let site = contacts.landingSite
    func consider(_ candidate: Candidate) {
      if let region = candidate.start {
        guard site?.isIn(region) == true else { return }
        claim.stage = .awaited
      } else if claim.stage == .none {
        // The desktop's own gestures on touchscreens begin with the fingers, too.
        claim.stage = isOnTouchscreen && fingers >= Self.fewestReserved ? .awaited : .possible
      }
      switch candidate.pattern {
      case .tap: if fingers >= Self.fewestReserved || candidate.start != nil { claim.includesTaps = true }
      case .swipe(let pattern): if candidate.start == nil { directions.formUnion(pattern.directions) }
      case .pan(let pattern): if candidate.start == nil { directions.formUnion(pattern.allDirections) }
      case .longPress, .pinch, .rotate, .stroke, .press, .tipTap: break
      }
    }
    // The finger that rests is none of those that move beside it.
    let isAnchored = contacts.contacts.hasAnchor
    let moving = fingers - (isAnchored ? 1 : 0)
    for index in contacts.sequence.candidates.for(fingers: moving) {
      guard contacts.sequence.stage != .idle, contacts.sequence.mayTake(index, fingers: moving),
        contacts.sequence.candidates[index].pattern.isAnchored == isAnchored
      else { continue }
      consider(contacts.sequence.candidates[index])
    }
    guard !isOnTouchscreen else { return claim }
    for index in touchpad.sequence.candidates.for(fingers: fingers)
    where touchpad.sequence.mayTake(index, fingers: fingers) {
      consider(touchpad.sequence.candidates[index])
    }
    guard claim.stage != .none, fingers >= Self.fewestReserved else { return claim }
    // libinput reports nothing that five fingers do, so no desktop misses them.
    if fingers >= Trigger.mostFingers || directions.isSuperset(of: [.left, .right, .up, .down]) {
      claim.stage = .reserved
    }
    return claim
  }
}

extension TouchSequence {
  /// True if a candidate may still take the fingers from the desktop.
  fileprivate func mayTake(_ index: Int, fingers: Int) -> Bool {
    let candidate = candidates[index]
    guard candidate.trigger != nil, !candidate.isKept, candidates.precedence(of: index) != nil else { return false }
    switch stage {
    case .idle: return true
    case .landing, .steady:
      // libinput has not reported the new number of fingers yet.
      guard self.fingers == fingers else { return true }
      return possible.contains { $0.candidate == index && $0.isEnabled }
    case .lifting, .spent: return false
    }
  }
}
