internal import Time
internal import Touch

/// The path of the fingers' centroid in one touch sequence, judged on every sample. All swipes and pans share it, so it
/// is computed once.
///
/// For each of the eight directions, the path must stay near the axis and must not turn back. Only the first few
/// millimetres decide nothing, because many swipes begin with a small hook.
struct MotionPath: Sendable {
  /// The largest deviation of a sample from the axis: half of the distance along it plus this many mm.
  private static let tolerance = (share: 0.5, millimetres: 3.0)
  /// The largest distance of a sample behind the farthest one, for jitter: this share of the farthest plus this many
  /// mm.
  private static let backtrack = (share: 0.15, millimetres: 1.0)
  /// The cosine of the largest angle between the heading and the path so far: 22.5°. Beyond it the fingers are turning
  /// towards another of the eight directions.
  private static let leastStraightness = 0.923_879_532_511_286_7

  /// The vector from the start to the present position.
  private(set) var vector = Vector.zero
  /// The length of `vector`, in mm.
  private(set) var length = 0.0
  /// The distance along each of the eight directions, in mm.
  private(set) var along = SIMD8<Double>.zero
  /// The nearest direction, as a bit of `Directions`.
  private(set) var nearest = 0
  /// The directions that no sample has ruled out.
  private(set) var possibleDirections = Directions.any
  /// The last moment before the fingers left their starting position.
  private(set) var start: Timestamp
  /// True if the fingers, once they have left it, still move together.
  private(set) var isTogether = true
  /// True if the heading continues the path so far: a path that bends is the beginning of a circle or a turn.
  private(set) var isStraight = false
  /// The farthest distance along each direction, in mm.
  private var farthest = SIMD8<Double>.zero
  /// True once the fingers have left their starting position.
  private(set) var hasLeft = false
  /// The end of a rope of 3 mm that the fingers pull. It points where they head, whatever the frame rate, without their
  /// tremor.
  private var ropeEnd: Vector

  init(at sample: Sample) {
    start = sample.landed
    ropeEnd = sample.translation
  }

  mutating func add(_ sample: Sample) {
    vector = sample.translation
    length = vector.length.value
    if length <= Thresholds.slop.value { start = sample.time } else { hasLeft = true }
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

  /// Pulls the rope behind the fingers and returns its direction.
  private mutating func advanceRope() -> Vector {
    let heading = vector - ropeEnd
    let length = heading.length
    guard length > Thresholds.slop else { return heading }
    ropeEnd += heading * (1 - Thresholds.slop.value / length.value)
    return vector - ropeEnd
  }
}
