public import Gestures

/// A rule as a picture tells of it.
public struct PicturedRule: Sendable {
  /// Where it stands, and what its author calls it.
  public var heading: String
  /// The gesture that it waits for, in words.
  public var gesture: String
  /// What it would do.
  public var deed: String
  /// What it waits for: the limits that are drawn.
  public var trigger: Trigger

  /// A rule.
  public init(heading: String, gesture: String, deed: String, trigger: Trigger) {
    self.heading = heading
    self.gesture = gesture
    self.deed = deed
    self.trigger = trigger
  }
}
