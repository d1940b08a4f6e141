public import Gestures
internal import RulesFile
public import Touch

/// A gesture to explain, as an ideal hand makes it: straight, at constant speed, without a tremor.
public struct ImaginedGesture: Hashable, Sendable {
  /// The gesture, with the limits of the words that describe it.
  let pattern: Pattern
  /// The movement of the hand.
  public var movement: HandMovement
  /// The number of fingers that make it, without those that rest beside them.
  public var fingers: Int
  /// The number of fingers that rest beside those that move.
  public var anchor = 0
  /// The device on which it is made.
  public var device: Device
  /// The name of the connected touchpad whose reports `device` has; nil if it is an ideal one.
  var model: String?
  /// The region in which the fingers land; nil for the middle of the device.
  public var start: StartRegion?
  /// The distance between the outermost fingers when they land; nil for the usual one.
  var apart: ClosedRange<Millimetres>?
  /// The places at which the fingers landed, if a hand made it; empty for an imagined one.
  var landings: [Point] = []
  /// True if the rules file sets `ignore` for the device.
  var isIgnored: Bool
  /// The amounts that are defaults because they were not stated: distance, speed and time.
  var assumed: Set<Reason.Kind>
  /// The gesture in words: `swipe left, 3 fingers, on a touchpad`.
  public var text: String
  /// The steps that it makes before, in order.
  var before: [ImaginedGesture] = []
  /// True if its fingers are those of the step before, still down.
  var isContinued = false

  public var kind: Gesture.Kind { pattern.kind }

  /// The events of its device while an ideal hand makes it, beginning with the addition of the device.
  public var events: [TouchEvent] { IdealHand(gesture: self).events }

  /// True if libinput reports the gesture as scrolling, which most rules ignore.
  var isScrolling: Bool {
    device.kind == .touchpad && (fingers == 2 || anchor > 0 && fingers == 1) && !movement.legs.isEmpty
  }

  /// The reason why the device does not report the gesture, for users; nil if it does.
  var obstacle: String? {
    if isIgnored { return "the rules file has 'ignore: true' for this device" }
    if let obstacle = Reachability.obstacle(to: trigger) { return obstacle.shortMessage }
    if device.kind == .touchpad, let obstacle = Reachability.obstacle(to: trigger, on: device) {
      return "\(model.map { "the touchpad '\($0)'" } ?? "this touchpad") \(obstacle)"
    }
    let lacksContacts = device.kind == .touchpad && device.contacts == nil && trigger.requiresContacts(of: device)
    return lacksContacts ? "the contacts of this touchpad are not read" : nil
  }

  /// The source that reports the gesture; nil if the device does not report it.
  var source: GestureSource? { trigger.source(with: fingers, on: device) }

  /// A trigger that the gesture fulfils, as far as its source depends on it.
  private var trigger: Trigger {
    Trigger(
      pattern.beside(anchor), fingers: fingers...fingers, devices: [.kind(device.kind)], start: start, apart: apart)
  }
}
