public import Gestures
internal import RulesFile
public import Touch

/// A gesture to explain, as an ideal hand makes it: straight, at constant speed, without a tremor.
public struct ImaginedGesture: Hashable, Sendable {
  /// The movement of the fingers.
  public enum Movement: Hashable, Sendable {
    /// A number of taps of this duration.
    case taps(Int, each: Duration)
    /// A rest of this duration after a number of taps.
    case rest(Duration, taps: Int)
    /// A straight motion in mm, at a speed in mm/s.
    case line(Vector, speed: Double)
    /// A motion along several legs in mm, one after another, at a speed in mm/s, and a rest after them.
    case path([Vector], speed: Double, rest: Duration)
    /// A pinch to a final distance between the fingers, as a multiple of the initial one.
    case pinch(scale: Double, lasting: Duration)
    /// A rotation in degrees, clockwise positive.
    case turn(degrees: Double, lasting: Duration)
    /// A press of the button under the touchpad, or a firm one, for this duration.
    case press(Duration, PressPattern.Force)
    /// A tap beside resting fingers.
    case tipTap(Direction)
    /// A drawing of the shape of this name along these points, in mm.
    case drawing(String, [Vector], lasting: Duration)
  }

  public var kind: Gesture.Kind
  public var movement: Movement
  public var fingers: Int
  /// The number of fingers that rest beside those that move.
  public var anchor = 0
  /// The number of taps before a pan.
  public var tapsBefore = 0
  /// The device on which it is made.
  public var device: Device
  /// The name of the connected touchpad whose reports `device` has; nil if it is an ideal one.
  var model: String?
  /// The region in which the fingers land; nil for the middle of the device.
  public var start: StartRegion?
  /// The distance between the outermost fingers when they land; nil for the usual one.
  var apart: ClosedRange<Millimetres>?
  /// Where the fingers landed, if a hand made it; empty for an imagined one.
  var landings: [Point] = []
  /// True if the rules file sets `ignore` for the device.
  var isIgnored: Bool
  /// The amounts that are defaults because they were not stated: distance, speed and time.
  var assumed: Set<Reason.Kind>
  /// The gesture in words: `swipe left, 3 fingers, on a touchpad`.
  public var text: String

  /// True if libinput reports the gesture as scrolling, which most rules ignore.
  var isScrolling: Bool {
    guard device.kind == .touchpad, fingers == 2 || anchor > 0 && fingers == 1 else { return false }
    switch movement {
    case .line, .path, .drawing: return true
    default: return false
    }
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
    let pattern: Pattern
    switch movement {
    case .taps(let count, _): pattern = .tap(TapPattern(count))
    case .rest where kind == .touch: pattern = .touch
    case .rest(let duration, let taps): pattern = .longPress(LongPressPattern(duration, taps: taps))
    case .path where kind == .circle: pattern = .circle(CirclePattern(.any))
    case .path: pattern = .swipe(SwipePattern(.any))
    case .line where kind == .pan: pattern = .pan(PanPattern(.any, anchor: anchor))
    case .line: pattern = .swipe(SwipePattern(.any))
    case .pinch: pattern = .pinch(PinchPattern(.any))
    case .press(_, let force): pattern = .press(PressPattern(force))
    case .tipTap: pattern = .tipTap(TipTapPattern(.any))
    case .turn: pattern = .rotate(RotatePattern(.any))
    case .drawing(let name, _, _): pattern = .stroke(StrokePattern(name, templates: []))
    }
    return Trigger(pattern, fingers: fingers...fingers, devices: [.kind(device.kind)], start: start, apart: apart)
  }
}
