internal import Touch

/// Fingers that move one way.
///
///     fingers  ──▼──────────────────────────▲──
///     way      0 mm   3 mm            distance
///                      │◀── after…within ──▶│
///     state    possible                recognized
///
/// Every sample is judged, not the ends: for each of the eight directions the way so far must lie beside its axis and
/// must not turn back. It acts on the sample that has come the distance.
struct SwipeRecognizer: Hashable, Sendable {
  /// The way that fingers go while they rest or find their place. Time counts from where they leave it.
  static let slop: Millimetres = 3
  /// How far beside the axis a sample may lie: half of the way along it and this much, in mm.
  private static let tolerance = (share: 0.5, millimetres: 3.0)
  /// How far a sample may lie behind the farthest one: this share of it and this much, in mm, for jitter.
  private static let backtrack = (share: 0.15, millimetres: 1.0)
  /// How far from its axis the whole way may point: 30°, as a cosine. Directions are 45° apart, so neighbours overlap.
  private static let cone = 0.866_025_403_784_438_6
  /// Where fingers differ in their ways by more than this share of the common way, they pinch, turn, or one of them
  /// stays. A finger that stays beside one that moves has a share of 1.
  private static let largestDisagreement = 0.6

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

  init(_ pattern: SwipePattern, at sample: Sample) {
    self.pattern = pattern
    open = .init(repeating: true)
    start = sample.landed
  }

  mutating func observe(_ sample: Sample) -> Verdict {
    guard sample.source != .pinch else { return .failed }
    let way = sample.translation
    let length = way.length
    if length <= Self.slop { start = sample.time }

    let along = way.dx * Self.axes.x + way.dy * Self.axes.y
    let across = way.dy * Self.axes.x - way.dx * Self.axes.y
    farthest = pointwiseMax(farthest, along)
    let width = Self.tolerance.share * pointwiseMax(along, .zero) + Self.tolerance.millimetres
    open = open .& (across .<= width) .& (across .>= -width)
    open = open .& (along .>= (1 - Self.backtrack.share) * farthest - Self.backtrack.millimetres)

    var wanted = false
    for bit in 0..<8 where open[bit] && pattern.directions.contains(bit: bit) { wanted = true }
    guard wanted, sample.time - start <= pattern.within else { return .failed }

    guard length >= pattern.distance else { return .undecided }
    if let disagreement = sample.disagreement, disagreement.value > Self.largestDisagreement * length.value {
      return .undecided
    }
    guard let match = match(along: along, length: length.value) else { return .undecided }
    return sample.time - start >= pattern.after ? .met(match) : .failed
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
