public import Time
public import Touch

/// A moment of a recognised gesture.
public struct Gesture: Hashable, Sendable {
  /// The phases of a gesture. A discrete gesture is only ever `recognized`; a continuous one has begun, changes any
  /// number of times, and has ended or been cancelled, exactly once.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// A discrete gesture happened.
    case recognized
    /// A continuous gesture has been recognised and goes on.
    case began
    /// A continuous gesture went on: the fingers moved, or a step is due.
    case changed
    /// The fingers lifted.
    case ended
    /// A continuous gesture was cancelled: another finger, a palm, a device that is gone.
    case cancelled
  }

  /// The time of this moment; of a gesture that has waited, `wait` after it was made.
  public var time: Timestamp
  /// The device it was made on.
  public var device: DeviceID
  public var kind: Kind
  /// The phase at this moment.
  public var phase: Phase
  /// The number of its fingers; they may change while a continuous gesture goes on.
  public var fingers: Int
  /// The direction of its last steps, or else the one in which it began; nil for gestures without a direction.
  public var direction: Direction?
  /// The movement of the centroid since the fingers landed.
  public var translation: Vector
  /// The position of the centroid, in the user's view; nil on touchpads whose contacts are not read. Where fingers lift
  /// one after another it is that of all of them.
  public var position: Point?
  /// The positions of its fingers, in the user's view and in the order in which they landed; empty on touchpads whose
  /// contacts are not read. They are at most as many as its fingers: a touchpad may count more than it locates.
  public var positions = FingerPositions()
  /// The size of the device in the user's view, to which positions refer; nil without a position.
  public var extent: Size?
  /// The velocity of the centroid, in mm/s.
  public var velocity: Vector
  /// The distance between the fingers as a multiple of the initial one; nil except for pinches and rotations.
  public var scale: Double?
  /// The rotation of the fingers, or the angle by which the path of a circle has turned, in degrees, clockwise
  /// positive; nil except for pinches, rotations and circles.
  public var rotation: Double?
  /// The rate of change of `scale`, in 1/s; nil except for pinches and rotations.
  public var scaleSpeed: Double?
  /// The rate of change of `rotation`, in degrees per second; nil except for pinches and rotations.
  public var rotationSpeed: Double?
  /// The number of taps, or of those before another gesture; nil if there are none.
  public var taps: Int?
  /// The time for which it waited for what might follow: a tap since its lift, a step of a chain since it was
  /// recognised.
  public var wait = Duration.zero
  /// The number of touches of the steps before it; 0 for a gesture that is made at once.
  public var touchesBefore = 0
  /// The name of the shape that was drawn; nil for other gestures.
  public var stroke: String?
  /// The time for which the fingers would go on at their velocity if they lifted now, in seconds; 0 for gestures that
  /// no rule requests.
  public var glide = 0.0
  /// The reason why it ended or was cancelled with the lift; nil if its rule does not ask where fingers come to rest.
  public var commitment: Commitment?
  /// The number of steps since the previous report; negative for steps back.
  public var steps = 0
  /// The first landing of its fingers, if they have made a step of a sequence before: it acts if that fails.
  var landingOfStep: Timestamp?
  /// The index of its trigger in the list given to `Recognition`; nil for unasked gestures.
  public var trigger: Int?
  /// The active rule of its trigger when it was decided; nil for unasked gestures. Where `Recognition` is given no
  /// priorities, each trigger's index counts as its rule.
  public var rule: RuleIndex?

  /// The speed of the centroid, in mm/s.
  public var speed: Double { velocity.length.value }

  /// True for the last report of a continuous gesture.
  public var isOver: Bool { phase == .ended || phase == .cancelled }
}
