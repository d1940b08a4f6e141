public import Gestures

/// A rule as pictures describe it.
public struct PicturedRule: Sendable {
  /// Its source location and name.
  public var heading: String
  /// Its gesture, in words.
  public var gesture: String
  /// Its reaction, in words.
  public var reaction: String
  /// Its trigger, whose thresholds are drawn.
  public var trigger: Trigger

  /// A rule with its texts.
  public init(heading: String, gesture: String, reaction: String, trigger: Trigger) {
    self.heading = heading
    self.gesture = gesture
    self.reaction = reaction
    self.trigger = trigger
  }
}
