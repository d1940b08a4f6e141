public import Gestures
public import Rules
public import Touch

/// The context of an action: the rule, the gesture and the situation at that moment. A reference, because it is handed
/// on often and has a dozen strings.
public final class ActionContext: Sendable {
  /// The source location of the rule: `rules.yml:12`.
  public let location: String
  /// The rule's name.
  public let name: String?
  /// The name of the definition that the rule uses; nil if it states its gesture itself.
  public let definition: String?
  /// The gesture at this moment.
  public let gesture: Gesture
  /// The name of the gesture's device; empty for a rule that was triggered by name.
  public let device: String
  /// The state of the desktop.
  public let situation: Situation
  /// The mapping of the gesture's touchscreen to the desktop; nil for touchpads, and while its output is unknown.
  public let mapping: DesktopMapping?
  /// True if the gesture is on a touchpad, which covers no output, even where the positions of its contacts are known.
  let isOnTouchpad: Bool
  /// True if content moves against the fingers that scroll on the gesture's device.
  public let scrollsReversed: Bool
  /// The acceleration of a pointer that follows the fingers.
  public let acceleration: TouchpadAcceleration

  /// Creates a context for the rule at `location`, a source location.
  public init(
    location: String, name: String? = nil, definition: String? = nil, gesture: Gesture, device: String,
    situation: Situation = Situation(),
    mapping: DesktopMapping? = nil, isOnTouchpad: Bool = false, scrollsReversed: Bool = false,
    acceleration: TouchpadAcceleration = TouchpadAcceleration()
  ) {
    self.location = location
    self.name = name
    self.definition = definition
    self.gesture = gesture
    self.device = device
    self.situation = situation
    self.mapping = mapping
    self.isOnTouchpad = isOnTouchpad
    self.scrollsReversed = scrollsReversed
    self.acceleration = acceleration
  }
}
