public import Touch

/// What a hand did, at one moment of it.
public struct Gesture: Hashable, Sendable {
  /// The kinds of gesture.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Fingers touched for a moment. Discrete.
    case tap
    /// Fingers rested. Continuous.
    case longPress = "long-press"
    /// Fingers moved one way. Discrete.
    case swipe
    /// Fingers move. Continuous.
    case pan
    /// Fingers came together or parted. Continuous.
    case pinch
    /// Fingers turned. Continuous.
    case rotate
    /// Fingers drew a shape. Discrete.
    case stroke

    /// Whether it has a beginning and an end, or happens at one moment.
    public var isContinuous: Bool {
      switch self {
      case .tap, .swipe, .stroke: false
      case .longPress, .pan, .pinch, .rotate: true
      }
    }
  }

  /// How far it has come. A discrete gesture is recognized and nothing else; a continuous one has begun, changes any
  /// number of times, and has ended or been cancelled, exactly once.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// A discrete gesture happened.
    case recognized
    /// A continuous gesture is certain and goes on.
    case began
    /// It went on.
    case changed
    /// The fingers lifted.
    case ended
    /// It was broken off: another finger, a palm, a device gone.
    case cancelled
  }

  /// When.
  public var time: Timestamp
  /// On which device.
  public var device: DeviceID
  /// What.
  public var kind: Kind
  /// Which moment of it.
  public var phase: Phase
  /// With how many fingers.
  public var fingers: Int
  /// Which way: that of the steps where it has made some, or else the way it began; nil for what goes no way.
  public var direction: Direction?
  /// How far since the fingers landed.
  public var translation: Vector
  /// How fast, in mm/s.
  public var speed: Double
  /// The fingers' distance as a multiple of what it was; nil where the gesture has none.
  public var scale: Double?
  /// How far they turned, in degrees, clockwise positive; nil where the gesture has none.
  public var rotation: Double?
  /// How fast that multiple changes, in 1/s; nil where the gesture has none.
  public var scaleSpeed: Double?
  /// How fast they turn, in degrees per second, clockwise positive; nil where the gesture has none.
  public var rotationSpeed: Double?
  /// How many taps it was, or how many came before a long press; nil for other gestures.
  public var taps: Int?
  /// The name of the shape that was drawn; nil for other gestures.
  public var stroke: String?
  /// How many steps it has made since it was last told of; below 0 for steps the other way.
  public var steps = 0
  /// The trigger it fulfils: its place in the list the recogniser was made with; nil for a gesture that nobody asked
  /// for.
  public var trigger: Int?
  /// The rank that its trigger had when it was decided: with the ranks that `Recognition` starts with, the same number.
  public var rank: Int?
}
