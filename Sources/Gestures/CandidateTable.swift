internal import Touch

/// A recogniser to be set to work when a touch sequence starts.
struct Candidate: Sendable {
  /// What must have happened before it may succeed.
  enum Requirement: Hashable, Sendable {
    case none
    /// Every recogniser of the same kind that a rule asked for has failed.
    case rulesOfItsKindFailed
  }

  /// The trigger's place in the list the recogniser layer was made with; nil for what no rule asked for.
  var trigger: Int?
  var pattern: Pattern
  /// Of two that succeed at once, the one of lower rank goes first.
  var rank: Int
  var requirement: Requirement
}

/// For one device, the recognisers that each number of fingers sets to work. What cannot match a sequence is not
/// looked at again during it, and what can never have a sequence not at all, so that the cost of an event does not grow
/// with the number of rules.
struct CandidateTable: Sendable {
  private static let unaskedPatterns: [Pattern] = [
    .swipe(SwipePattern(.any)), .pinch(PinchPattern(.any)), .longPress(LongPressPattern()),
  ]

  private var byFingers: [[Candidate]]
  private var mostFingers = 0

  /// The candidates among `triggers` on `device`; with `unasked`, also one for each gesture that no rule asks for.
  init(_ triggers: [Trigger], on device: Device, unasked: Bool) {
    byFingers = Array(repeating: [], count: Trigger.mostFingers + 1)
    for (index, trigger) in triggers.enumerated() where trigger.includes(device) {
      let fingers = trigger.fingers.clamped(to: 1...Trigger.mostFingers)
      for count in fingers {
        byFingers[count].append(
          Candidate(trigger: index, pattern: trigger.pattern, rank: index, requirement: .none))
      }
      mostFingers = max(mostFingers, fingers.upperBound)
    }
    for count in byFingers.indices { byFingers[count] = byFingers[count].reachable() }
    guard unasked else { return }
    for count in 1...Trigger.mostFingers {
      for (index, pattern) in Self.unaskedPatterns.enumerated() {
        if case .pinch = pattern, count < 2 { continue }
        // To point and to scroll, one and two fingers rest on a touchpad all the time.
        if case .longPress = pattern, device.kind == .touchpad, count <= 2 { continue }
        byFingers[count].append(
          Candidate(
            trigger: nil, pattern: pattern, rank: triggers.count + index, requirement: .rulesOfItsKindFailed))
      }
    }
  }

  /// The candidates for a sequence of `fingers`; none for a number that no gesture has.
  func `for`(fingers: Int) -> [Candidate] { byFingers.indices.contains(fingers) ? byFingers[fingers] : [] }

  /// The largest number of fingers that `candidate` has to leave time for: one that makes more than it has may still
  /// land.
  func mostFingers(for candidate: Candidate) -> Int {
    candidate.trigger == nil ? Trigger.mostFingers : mostFingers
  }
}
