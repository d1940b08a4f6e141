internal import Touch

/// A recogniser of fingers that move in one direction.
///
///     fingers  ──▼──────────────────────────▲──
///     path     0 mm   3 mm            distance
///                      │◀── after…within ──▶│
///     state    possible                recognized
///
/// Every sample is judged, not only the ends: `MotionPath` rules out the directions that a sample contradicts. The
/// swipe is recognised on the sample that reaches its distance, if the path goes straight on there; or, if it waits for
/// the lift, when the fingers lift and it still matches.
struct SwipeRecognizer: Hashable, Sendable {
  private let pattern: SwipePattern
  /// True if it is recognised only when the fingers lift: the rule says so, or the drawing may still become a shape.
  var waitsForLift: Bool
  /// True once the distance was reached in time.
  private var hasReachedDistance = false
  /// The match if the fingers lifted now.
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

  /// Takes in the lift of the first finger. The others may still be moving, because a flick's fingers leave one after
  /// another; but if they moved differently, the finger that stays longest does not swipe for all.
  func lift() -> Verdict { isTogether ? .undecided : .failed }

  /// Recognises a swipe that waited for the lift and still matches.
  func complete() -> Verdict { matchAtLift.map { .matched($0) } ?? .failed }

  /// The match of the path so far; the nearest of the eight directions is preferred.
  private func match(_ motion: MotionPath) -> Match? {
    if motion.possibleDirections.contains(bit: motion.nearest), pattern.angles.contains(motion.vector, goesBack: false)
    {
      return Match(direction: EightDirections.name(motion.nearest))
    }
    let wanted = motion.possibleDirections.intersection(pattern.directions)
    guard let best = motion.nearest(of: wanted), motion.along[best] >= Thresholds.cosine * motion.length else {
      return nil
    }
    return Match(fit: best == motion.nearest ? 1 : 0.5, direction: EightDirections.name(best))
  }
}

extension MotionPath {
  /// The one of `directions` along which the path is longest; nil if there are none.
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
