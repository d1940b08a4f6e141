internal import Touch

/// The way that the fingers of one touch sequence have gone, judged on every sample. It is the same for every swipe and
/// pan that looks at it, so it is worked out once.
///
/// For each of the eight directions it must lie beside its axis and must not turn back. Only what fingers do while they
/// find their place decides nothing: many a swipe begins with a small hook.
struct MotionPath: Sendable {
  /// The way that fingers go while they rest or find their place. Time counts from where they leave it.
  static let slop: Millimetres = 3
  /// How far beside the axis a sample may lie: half of the way along it and this much, in mm.
  private static let tolerance = (share: 0.5, millimetres: 3.0)
  /// How far a sample may lie behind the farthest one: this share of it and this much, in mm, for jitter.
  private static let backtrack = (share: 0.15, millimetres: 1.0)
  /// How far the fingers may be heading from the way they have come: 22.5°, as a cosine. Beyond it they are on their way
  /// to another of the eight directions.
  private static let leastStraightness = 0.923_879_532_511_286_7

  /// How far it has come from where it began, as the crow flies.
  private(set) var vector = Vector.zero
  /// Its length, in mm.
  private(set) var length = 0.0
  /// How far it has come along each of the eight directions, in mm.
  private(set) var along = SIMD8<Double>.zero
  /// The nearest of them.
  private(set) var nearest = 0
  /// Those that no sample has ruled out, a bit each.
  private(set) var possibleDirections = Directions.any
  /// The last moment before the fingers left their place.
  private(set) var start: Timestamp
  /// Whether the fingers, once they had left, still go one way.
  private(set) var isTogether = true
  /// Whether they head straight on from where they have come: a way that bends is the beginning of a circle or a turn.
  private(set) var isStraight = false
  /// The farthest along each direction, in mm.
  private var farthest = SIMD8<Double>.zero
  private var hasLeft = false
  /// The end of a rope of 3 mm that the fingers draw behind them. It points where they go, whatever the frame rate, and
  /// does not tremble as they do.
  private var ropeEnd: Vector

  init(at sample: Sample) {
    start = sample.landed
    ropeEnd = sample.translation
  }

  mutating func add(_ sample: Sample) {
    vector = sample.translation
    length = vector.length.value
    if length <= Self.slop.value { start = sample.time } else { hasLeft = true }
    isTogether = !hasLeft || sample.isTogether
    let heading = advanceRope()
    let straight = heading.dx * vector.dx + heading.dy * vector.dy
    isStraight = straight >= Self.leastStraightness * heading.length.value * length

    along = EightDirections.along(vector)
    nearest = EightDirections.nearest(along)
    farthest = pointwiseMax(farthest, along)
    guard hasLeft else { return }
    let across = EightDirections.across(vector)
    let width = Self.tolerance.share * pointwiseMax(along, .zero) + Self.tolerance.millimetres
    let least = (1 - Self.backtrack.share) * farthest - Self.backtrack.millimetres
    let isPossible = (across .<= width) .& (across .>= -width) .& (along .>= least)
    for bit in 0..<8 where !isPossible[bit] { possibleDirections.remove(Directions(bit: bit)) }
  }

  /// Draws the rope after the fingers and returns the way it points.
  private mutating func advanceRope() -> Vector {
    let heading = vector - ropeEnd
    let length = heading.length
    guard length > Self.slop else { return heading }
    ropeEnd += heading * (1 - Self.slop.value / length.value)
    return vector - ropeEnd
  }
}
