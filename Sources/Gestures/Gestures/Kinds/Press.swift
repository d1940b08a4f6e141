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

  public init(_ force: Force = .click, step: Duration? = nil) {
    self.force = force
    self.step = step
  }
}

extension PressPattern: GesturePattern {
  var traits: PatternTraits { .still(taps: nil, tapsBefore: 0, stepTime: step, needsOnlyCount: true) }

  var parts: Int { 0 }

  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer { .press(force) }

  func stepper(begunIn direction: Direction?) -> Stepper? { nil }

  func source(ofFingers fingers: Int, inRegion: Bool) -> GestureSource { .contacts }

  func isImplied(by other: Pattern) -> Bool {
    if case .press(let other) = other { force == other.force } else { false }
  }

  func longestWait(of other: Pattern) -> LongestWait? { nil }

  func requiresMore(than other: Pattern) -> Bool { true }

  var words: String { force.rawValue }

  var limits: String { force == .click ? "the button under the touchpad" : "harder than the fingers rest" }

  var outline: LimitOutline { .none }

  func movement(_ stated: StatedAmounts) -> HandMovement? {
    var hand = HandMovement(resting: HandMovement.usualTime)
    hand.press = force
    return hand
  }
}

extension Pattern {
  /// The force of a press; nil for other gestures.
  public var pressForce: PressPattern.Force? { if case .press(let pattern) = self { pattern.force } else { nil } }
}
