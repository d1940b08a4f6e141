internal import Time

/// A rule that a gesture belongs to.
struct GestureOwner: Sendable {
  var trigger: Int?
  var rule: RuleIndex?
  /// `Gesture.touchesBefore`
  var touches = 0

  init(trigger: Int?, rule: RuleIndex?, touches: Int = 0) {
    self.trigger = trigger
    self.rule = rule
    self.touches = touches
  }

  init(_ gesture: Gesture) {
    self.init(trigger: gesture.trigger, rule: gesture.rule, touches: gesture.touchesBefore)
  }
}

extension Gesture {
  /// The same as that of a rule.
  func owned(by owner: GestureOwner) -> Gesture {
    var gesture = self
    gesture.trigger = owner.trigger
    gesture.rule = owner.rule
    gesture.touchesBefore = owner.touches
    return gesture
  }
}

/// The rules of triggers in the present situation.
struct ActiveRules: Sendable {
  /// The active rule of each trigger, with those of the steps that may be made now; nil if it is disabled.
  var ofTriggers: [RuleIndex?]
  /// The active rule of each trigger of rules by itself; empty if there are no chains.
  var own: [RuleIndex?] = []
  /// The triggers of steps that go on with fingers which have made the step before.
  var continued: Set<Int> = []
}

/// The gestures of one device that are reported as those of their rules.
///
/// Each moment of a gesture that goes on is reported for the rules that its beginning was reported for, and for no
/// others.
struct ChainReports: Sendable {
  /// True if gestures without a rule are reported as well.
  let isExplained: Bool
  /// The rules of gestures that go on, by the trigger of their recogniser.
  private var owners: [Int: [GestureOwner]] = [:]

  init(isExplained: Bool) { self.isExplained = isExplained }

  /// Reports a gesture that begins, or happens.
  mutating func report(
    _ gesture: Gesture, as owner: GestureOwner, of trigger: Int, into gestures: inout [Gesture]
  ) {
    if gesture.phase == .began { owners[trigger, default: []].append(owner) }
    append(gesture, as: owner, to: &gestures)
  }

  /// Reports a gesture that was held back, as if it happened now.
  mutating func report(_ held: HeldGesture, at now: Timestamp, into gestures: inout [Gesture]) {
    guard let owner = held.moments.first.map({ GestureOwner($0) }) else { return }
    if held.isOpen { owners[held.trigger, default: []].append(owner) }
    for var moment in held.moments {
      moment.wait += max(.zero, now - moment.time)
      moment.time = max(now, moment.time)
      append(moment, as: owner, to: &gestures)
    }
  }

  /// Reports a moment of a gesture whose beginning was reported.
  mutating func proceed(_ gesture: Gesture, of trigger: Int, into gestures: inout [Gesture]) {
    for owner in owners[trigger] ?? [] { append(gesture, as: owner, to: &gestures) }
    if gesture.phase != .changed { owners[trigger] = nil }
  }

  /// Forgets gestures that go on.
  mutating func removeAll() { owners.removeAll() }

  private func append(_ gesture: Gesture, as owner: GestureOwner, to gestures: inout [Gesture]) {
    if owner.rule != nil || isExplained { gestures.append(gesture.owned(by: owner)) }
  }
}
