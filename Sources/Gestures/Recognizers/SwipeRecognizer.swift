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
  /// Whether it acts only when the fingers lift: the rule says so, or what is drawn may still become a shape.
  var waitsForLift: Bool
  /// Whether the distance was reached once, in its time.
  private var hasArrived = false
  /// What it would act as if the fingers lifted now.
  private var arrival: Match?

  init(_ pattern: SwipePattern, at sample: Sample) {
    self.pattern = pattern
    waitsForLift = pattern.waitsForLift
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

    let along = EightWays.along(way)
    let across = EightWays.across(way)
    farthest = pointwiseMax(farthest, along)
    if hasLeft {
      let width = Self.tolerance.share * pointwiseMax(along, .zero) + Self.tolerance.millimetres
      open = open .& (across .<= width) .& (across .>= -width)
      open = open .& (along .>= (1 - Self.backtrack.share) * farthest - Self.backtrack.millimetres)
    }

    guard isOpen, hasArrived || sample.time - start <= pattern.within else { return .failed }

    isTogether = !hasLeft || sample.isTogether
    arrival = nil
    guard length >= pattern.distance, isTogether else { return .undecided }
    let straight = heading.dx * way.dx + heading.dy * way.dy
    guard straight >= Self.leastStraightness * heading.length.value * length.value else { return .undecided }
    guard let match = match(way, along: along, length: length.value) else { return .undecided }
    guard hasArrived || sample.time - start >= pattern.after else { return .failed }
    hasArrived = true
    arrival = match
    return waitsForLift ? .undecided : .met(match)
  }

  /// Whether a wanted way has not been ruled out.
  private var isOpen: Bool {
    for bit in 0..<8 where open[bit] && (pattern.directions.contains(bit: bit) || !pattern.angles.isEmpty) {
      return true
    }
    return false
  }

  /// The first of the fingers lifted. The others may be on their way still, because a flick's fingers leave one after
  /// another; but where they went different ways, the one that stays longest does not swipe for all.
  func lift() -> Verdict { isTogether ? .undecided : .failed }

  /// The fingers have lifted: one that waited for it and is still a swipe acts.
  func complete() -> Verdict { arrival.map { .met($0) } ?? .failed }

  /// Draws the rope after the fingers and returns the way it points.
  private mutating func drawTrail(to way: Vector) -> Vector {
    let heading = way - trail
    let length = heading.length
    guard length > Self.slop else { return heading }
    trail += heading * (1 - Self.slop.value / length.value)
    return way - trail
  }

  /// Which of the wanted ways the way so far points to, the nearest of the eight first.
  private func match(_ way: Vector, along: SIMD8<Double>, length: Double) -> Match? {
    let nearest = EightWays.nearest(along)
    if open[nearest], pattern.angles.contains(way, goesBack: false) { return Match(direction: EightWays.name(nearest)) }
    var best: Int?
    for bit in 0..<8 {
      guard open[bit], pattern.directions.contains(bit: bit), along[bit] >= Self.cone * length else { continue }
      if let other = best, along[other] >= along[bit] { continue }
      best = bit
    }
    return best.map { Match(fit: $0 == nearest ? 1 : 0.5, direction: EightWays.name($0)) }
  }
}
