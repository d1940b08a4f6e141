internal import Touch

/// Fingers that move one way.
///
///     fingers  ──▼──────────────────────────▲──
///     path     0 mm   3 mm            distance
///                      │◀── after…within ──▶│
///     state    possible                recognized
///
/// Every sample is judged, not the ends: `Way` rules out the directions that one of them contradicts. It acts on the
/// sample that has come the distance, where it goes straight on there; or, if it waits for the lift, when the fingers
/// lift and it still is what it was then.
struct SwipeRecognizer: Hashable, Sendable {
  /// How far from its axis the whole way may point: 30°, as a cosine with room for rounding. Directions are 45° apart,
  /// so neighbours overlap.
  private static let cone = 0.866_025_4

  private let pattern: SwipePattern
  /// Whether it acts only when the fingers lift: the rule says so, or what is drawn may still become a shape.
  var waitsForLift: Bool
  /// Whether the distance was reached once, in its time.
  private var hasReachedDistance = false
  /// What it would act as if the fingers lifted now.
  private var matchAtLift: Match?
  private var isTogether = true

  init(_ pattern: SwipePattern) {
    self.pattern = pattern
    waitsForLift = pattern.waitsForLift
  }

  mutating func observe(_ sample: Sample, _ motion: MotionPath) -> Verdict {
    guard sample.source != .pinch, sample.source != .tap else { return .failed }
    let isOpen =
      !motion.possibleDirections.isDisjoint(with: pattern.directions)
      || (!pattern.angles.isEmpty && !motion.possibleDirections.isEmpty)
    guard isOpen, hasReachedDistance || sample.time - motion.start <= pattern.within else { return .failed }
    isTogether = motion.isTogether
    matchAtLift = nil
    guard motion.length >= pattern.distance.value, motion.isTogether, motion.isStraight, let match = match(motion)
    else {
      return .undecided
    }
    guard hasReachedDistance || sample.time - motion.start >= pattern.after else { return .failed }
    hasReachedDistance = true
    matchAtLift = match
    return waitsForLift ? .undecided : .matched(match)
  }

  /// The first of the fingers lifted. The others may be on their way still, because a flick's fingers leave one after
  /// another; but where they went different ways, the one that stays longest does not swipe for all.
  func lift() -> Verdict { isTogether ? .undecided : .failed }

  /// The fingers have lifted: one that waited for it and is still a swipe acts.
  func complete() -> Verdict { matchAtLift.map { .matched($0) } ?? .failed }

  /// Which of the wanted ways the way so far points to, the nearest of the eight first.
  private func match(_ motion: MotionPath) -> Match? {
    if motion.possibleDirections.contains(bit: motion.nearest), pattern.angles.contains(motion.vector, goesBack: false)
    {
      return Match(direction: EightDirections.name(motion.nearest))
    }
    let wanted = motion.possibleDirections.intersection(pattern.directions)
    guard let best = motion.nearest(of: wanted), motion.along[best] >= Self.cone * motion.length else { return nil }
    return Match(fit: best == motion.nearest ? 1 : 0.5, direction: EightDirections.name(best))
  }
}

extension MotionPath {
  /// The one of `directions` that it goes farthest along; nil where there are none.
  func nearest(of directions: Directions) -> Int? {
    if directions.contains(bit: nearest) { return nearest }
    var best: Int?
    for bit in 0..<8 where directions.contains(bit: bit) {
      if let other = best, along[other] >= along[bit] { continue }
      best = bit
    }
    return best
  }
}
