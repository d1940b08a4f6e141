public import Gestures
public import Rules

/// What an action is done for: the rule, the gesture and the situation at that moment.
public struct Occasion: Hashable, Sendable {
  /// Where the rule stands: `rules.yml:12`.
  public var place: String
  /// What its author calls it.
  public var name: String?
  /// What the hand did.
  public var gesture: Gesture
  /// The name of the device it did it on; empty where no hand did anything.
  public var device: String
  /// What was so on the desktop.
  public var situation: Situation

  /// An occasion for the rule at `place`.
  public init(
    place: String, name: String? = nil, gesture: Gesture, device: String, situation: Situation = Situation()
  ) {
    self.place = place
    self.name = name
    self.gesture = gesture
    self.device = device
    self.situation = situation
  }
}
