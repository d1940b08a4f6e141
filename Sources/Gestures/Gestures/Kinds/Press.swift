internal import Time

/// The limits of a press.
public struct PressPattern: Hashable, Sendable {
  /// The force that makes a touch a press.
  public enum Force: String, Hashable, Sendable {
    /// The button under the touchpad is pressed.
    case click
    /// The fingers press harder than they rest; on touchpads with a button under the surface, than when they clicked.
    case firm
  }

  public var force: Force
  /// The time from one step to the next while the fingers press; nil for no steps.
  public var step: Duration?
  /// The longest time from the landing of the last finger to the press; nil, the default, for no limit.
  public var within: Duration?

  public init(_ force: Force = .click, step: Duration? = nil, within: Duration? = nil) {
    self.force = force
    self.step = step
    self.within = within
  }
}

extension PressPattern: GesturePattern {
  static var facts: KindFacts { KindFacts(.rest, nil, usualFingers: 3, usualValue: "click", .continuous) }

  var traits: PatternTraits { .still(taps: nil, tapsBefore: 0, stepTime: step, needsOnlyCount: true) }

  var parts: Int { 0 }

  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer { .press(self) }

  func stepper(begunIn direction: Direction?) -> Stepper? { nil }

  func source(ofFingers fingers: Int, inRegion: Bool) -> GestureSource { .contacts }

  func isImplied(by other: Pattern) -> Bool {
    if case .press(let other) = other { force == other.force && within.isLongEnough(for: other.within) } else { false }
  }

  func longestWait(of other: Pattern) -> LongestWait? { nil }

  func requiresMore(than other: Pattern) -> Bool { true }

  var words: String { force.rawValue }

  var limits: String {
    (force == .click ? "the button under the touchpad" : "harder than the fingers rest")
      + (within.map { " within \($0.milliseconds)" } ?? "")
  }

  var outline: LimitOutline { .none }

  func movement(_ stated: StatedAmounts) -> HandMovement? {
    var hand = HandMovement(resting: HandMovement.usualTime)
    hand.press = force
    return hand
  }
}

extension PressPattern {
  /// The verdict on a press of fingers that may have rested before.
  func judge(_ sample: Sample) -> Verdict {
    guard sample.source == .press, sample.force == force else { return .failed(.unpressed) }
    guard let within, sample.time - sample.landed > within else { return .matched(Match()) }
    return .failed(.tooLate(share: 1, limit: within))
  }
}

extension Pattern {
  /// The force of a press; nil for other gestures.
  public var pressForce: PressPattern.Force? { if case .press(let pattern) = self { pattern.force } else { nil } }
}
