public import Gestures
internal import Glibc
internal import RulesFile
public import Touch

/// A gesture that somebody asks about, made by a hand that does it and nothing else: straight, even, without a tremor.
public struct ImaginedGesture: Hashable, Sendable {
  /// What the fingers do.
  public enum Movement: Hashable, Sendable {
    /// They tap so many times.
    case taps(Int, each: Duration)
    /// They rest so long, after so many taps.
    case rest(Duration, taps: Int)
    /// They go this way, in millimetres, at so many mm/s.
    case way(Vector, speed: Double)
    /// Their distance becomes so many times what it was.
    case pinch(scale: Double, lasting: Duration)
    /// They turn by so many degrees, clockwise positive.
    case turn(degrees: Double, lasting: Duration)
    /// They draw a shape of this name along these places, in millimetres.
    case drawing(String, [Vector], lasting: Duration)
  }

  /// Which gesture it is.
  public var kind: Gesture.Kind
  /// What the fingers do.
  public var movement: Movement
  /// How many there are.
  public var fingers: Int
  /// What they do it on.
  public var device: Device
  /// Where they land; nil is the middle of the device.
  public var start: StartRegion?
  /// Whether the rules file says that the device counts for nothing.
  var isIgnored: Bool
  /// Of how far, how fast and how long it is, what nobody said, so that it is what is usual.
  var assumed: Set<Reason.Kind>
  /// The gesture in words: `swipe left, 3 fingers, on a touchpad`.
  public var text: String

  /// Whether it is scrolling to libinput, which most rules are not told of.
  var isScrolling: Bool {
    guard device.kind == .touchpad, fingers == 2 else { return false }
    switch movement {
    case .way, .drawing: return true
    case .taps, .rest, .pinch, .turn: return false
    }
  }

  /// Why nothing is heard of it, for people; nil where the device reports it.
  var obstacle: String? {
    isIgnored ? "the rules file has 'ignore: true' for this device" : libinputObstacle?.shortMessage
  }

  /// Why no device of this kind ever reports it; nil where one does.
  private var libinputObstacle: Reachability.Obstacle? {
    let pattern: Pattern
    switch movement {
    case .taps(let count, _): pattern = .tap(TapPattern(count))
    case .rest(let duration, let taps): pattern = .longPress(LongPressPattern(duration, taps: taps))
    case .way where kind == .pan: pattern = .pan(PanPattern(.any))
    case .way: pattern = .swipe(SwipePattern(.any))
    case .pinch: pattern = .pinch(PinchPattern(.any))
    case .turn: pattern = .rotate(RotatePattern(.any))
    case .drawing(let name, _, _): pattern = .stroke(StrokePattern(name, templates: []))
    }
    return Reachability.obstacle(
      to: Trigger(pattern, fingers: fingers...fingers, devices: [.kind(device.kind)], start: start))
  }
}

extension Vector {
  /// 1 mm at an angle that goes counterclockwise: 0° is right, 90° up.
  init(degrees: Double) {
    let angle = degrees * .pi / 180
    self.init(dx: cos(angle), dy: -sin(angle))
  }

  /// The angle at which it goes, from 0° up to 360°.
  var degrees: Double {
    let angle = atan2(-dy, dx) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }
}
