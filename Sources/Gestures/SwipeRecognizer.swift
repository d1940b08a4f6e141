internal import Touch

/// Fingers that move one way.
///
///     fingers  ──▼──────────────────────────▲──
///     way      0 mm   3 mm            distance
///                      │◀── after…within ──▶│
///     state    possible                recognized
///
/// Every sample is judged, not the ends: for each of the eight directions the way so far must lie beside its axis and
/// must not turn back. Only what fingers do while they find their place decides nothing: many a swipe begins with a
/// small hook. It acts on the sample that has come the distance, where it goes straight on there: a way that bends by
/// then is the beginning of a circle or of a turn.
struct SwipeRecognizer: Hashable, Sendable {
  /// The way that fingers go while they rest or find their place. Time counts from where they leave it.
  static let slop: Millimetres = 3
  /// How far beside the axis a sample may lie: half of the way along it and this much, in mm.
  private static let tolerance = (share: 0.5, millimetres: 3.0)
  /// How far a sample may lie behind the farthest one: this share of it and this much, in mm, for jitter.
  private static let backtrack = (share: 0.15, millimetres: 1.0)
  /// How far from its axis the whole way may point: 30°, as a cosine. Directions are 45° apart, so neighbours overlap.
  private static let cone = 0.866_025_403_784_438_6
  /// How far the fingers may be heading from the way they have come where it acts: 22.5°, as a cosine. Beyond it they
  /// are on their way to another of the eight directions.
  private static let leastStraightness = 0.923_879_532_511_286_7

  /// The eight directions clockwise from right, as the bits of `Directions` count them; y points down.
  private static let axes = (
    x: SIMD8(1, half, 0, -half, -1, -half, 0, half),
    y: SIMD8(0, half, 1, half, 0, -half, -1, -half)
  )
  private static let half = 0.5.squareRoot()
  private static let names: [Direction] = [.right, .downRight, .down, .downLeft, .left, .upLeft, .up, .upRight]

  private let pattern: SwipePattern
  /// False for the directions that some sample has ruled out.
  private var open: SIMDMask<SIMD8<Int64>>
  /// The farthest along each direction, in mm.
  private var farthest = SIMD8<Double>.zero
  /// The last moment before the fingers left their place.
  private var start: Timestamp
  /// Whether they have.
  private var hasLeft = false
  /// The end of a rope of 3 mm that the fingers draw behind them. It points where they go, whatever the frame rate, and
  /// does not tremble as they do.
  private var trail: Vector
  /// Whether the fingers, once they had left, still went one way.
  private var isTogether = true

  init(_ pattern: SwipePattern, at sample: Sample) {
    self.pattern = pattern
    open = .init(repeating: true)
    start = sample.landed
    trail = sample.translation
  }

  mutating func observe(_ sample: Sample) -> Verdict {
    guard sample.source != .pinch else { return .failed }
    let way = sample.translation
    let length = way.length
    if length <= Self.slop { start = sample.time } else { hasLeft = true }
    let heading = drawTrail(to: way)

    let along = way.dx * Self.axes.x + way.dy * Self.axes.y
    let across = way.dy * Self.axes.x - way.dx * Self.axes.y
    farthest = pointwiseMax(farthest, along)
    if hasLeft {
      let width = Self.tolerance.share * pointwiseMax(along, .zero) + Self.tolerance.millimetres
      open = open .& (across .<= width) .& (across .>= -width)
      open = open .& (along .>= (1 - Self.backtrack.share) * farthest - Self.backtrack.millimetres)
    }

    var wanted = false
    for bit in 0..<8 where open[bit] && pattern.directions.contains(bit: bit) { wanted = true }
    guard wanted, sample.time - start <= pattern.within else { return .failed }

    isTogether = !hasLeft || sample.isTogether
    guard length >= pattern.distance, isTogether else { return .undecided }
    let straight = heading.dx * way.dx + heading.dy * way.dy
    guard straight >= Self.leastStraightness * heading.length.value * length.value else { return .undecided }
    guard let match = match(along: along, length: length.value) else { return .undecided }
    return sample.time - start >= pattern.after ? .met(match) : .failed
  }

  /// The first of the fingers lifted. The others may be on their way still, because a flick's fingers leave one after
  /// another; but where they went different ways, the one that stays longest does not swipe for all.
  func lift() -> Verdict { isTogether ? .undecided : .failed }

  /// Draws the rope after the fingers and returns the way it points.
  private mutating func drawTrail(to way: Vector) -> Vector {
    let heading = way - trail
    let length = heading.length
    guard length > Self.slop else { return heading }
    trail += heading * (1 - Self.slop.value / length.value)
    return way - trail
  }

  /// Which of the wanted directions the way so far points to, the nearest of all eight first.
  private func match(along: SIMD8<Double>, length: Double) -> Match? {
    var nearest = 0
    var best: Int?
    for bit in 0..<8 {
      if along[bit] > along[nearest] { nearest = bit }
      guard open[bit], pattern.directions.contains(bit: bit), along[bit] >= Self.cone * length else { continue }
      if let other = best, along[other] >= along[bit] { continue }
      best = bit
    }
    return best.map { Match(isExact: $0 == nearest, direction: Self.names[$0]) }
  }
}

extension Directions {
  fileprivate func contains(bit: Int) -> Bool { rawValue & (1 << bit) != 0 }
}
