internal import Time
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
/// the lift, when the fingers lift and it still matches. Of the directions that rules ask for, the nearest one is meant,
/// up to 45°. It fails as soon as the fingers can no longer come that far in time.
struct SwipeRecognizer: TimedRecognizer, Hashable, Sendable {
  /// The share of the way along its direction, beyond a hook, of fingers that may still swipe: 49° off it.
  private static let leastFollowing = 0.66

  private let pattern: SwipePattern
  /// True if it is recognised only when the fingers lift: the rule says so, or the drawing may still become a shape.
  var waitsForLift: Bool
  /// True once the distance was reached in time.
  private var hasReachedDistance = false
  /// The match if the fingers lifted now.
  private var matchAtLift: Match?
  private var isTogether = true
  /// The last moment at which fingers as far as these can still come its distance in time; nil while they rest and once
  /// they have come that far.
  private(set) var lastChance: Timestamp?

  init(_ pattern: SwipePattern) {
    self.pattern = pattern
    waitsForLift = pattern.waitsForLift
  }

  mutating func observe(_ sample: Sample, _ motion: MotionPath) -> Verdict {
    switch sample.source {
    case .contacts, .hold, .swipe, .scroll: break
    case .pinch: guard motion.takesPinches else { return .failed(.reported(.pinch)) }
    default: return .failed(sample.source.failure)
    }
    guard !isTooLate(at: sample.time) else { return tooLate }
    let isOpen =
      !motion.possibleDirections.isDisjoint(with: pattern.directions)
      || (!pattern.angles.isEmpty && !motion.possibleDirections.isEmpty)
    guard isOpen else { return .failed(motion.departure(from: pattern.directions)) }
    guard hasReachedDistance || sample.time - motion.start <= pattern.within else { return tooLate }
    isTogether = motion.isTogether
    matchAtLift = nil
    lastChance = hasReachedDistance || !motion.hasLeft ? nil : lastChance(motion)
    guard motion.isTogether, let match = motion.match(pattern.distance, { match($0, asked: motion.asked) }) else {
      return .undecided
    }
    guard hasReachedDistance || sample.time - motion.start >= pattern.after else {
      return .failed(.tooEarly(sample.time - motion.start, least: pattern.after))
    }
    hasReachedDistance = true
    lastChance = nil
    matchAtLift = match
    return waitsForLift ? .undecided : .matched(match)
  }

  var limit: Duration? { pattern.within }

  private func lastChance(_ motion: MotionPath) -> Timestamp {
    let rest = max(0, pattern.distance.value - motion.length)
    return motion.start + pattern.within - .microseconds(Int64(rest / Thresholds.greatestSpeed * 1e6))
  }

  /// True if it may still be recognised for fingers that go on this way: in a permitted direction that no sample has
  /// ruled out, and that is as near as `rival`.
  func mayFollow(_ rival: Direction?, _ motion: MotionPath) -> Bool {
    if !pattern.angles.isEmpty, rival == nil || pattern.angles.contains(motion.vector, goesBack: false) { return true }
    return motion.goes(
      motion.hasExit ? Self.leastFollowing : 0, along: motion.possibleDirections.intersection(pattern.directions),
      rival: rival)
  }

  /// Takes in the lift of the first finger. The others may still be moving, because a flick's fingers leave one after
  /// another; but if they moved differently, the finger that stays longest does not swipe for all.
  func lift() -> Verdict { isTogether ? .undecided : .failed(.notTogether(share: 1, limit: 1)) }

  /// Recognises a swipe that waited for the lift and still matches.
  func complete() -> Verdict { matchAtLift.map { .matched($0) } ?? .failed(.liftedEarly) }

  /// The reason why it was undecided until the fingers lifted.
  func unfinished(_ sample: Sample, _ motion: MotionPath) -> Failure {
    if share(motion) < 1 { return .tooShort(Millimetres(motion.length), least: pattern.distance) }
    guard motion.isTogether else { return sample.disagreementFailure(over: motion.length) }
    if pattern.directions.isEmpty, let failure = pattern.angles.failure(of: motion.vector) { return failure }
    let isLone = motion.asked.union(pattern.directions).isSingle
    return motion.deviation(
      from: pattern.directions, limit: isLone ? Thresholds.loneDeviation : Thresholds.looseDeviation)
  }

  /// The share of its distance that the fingers came.
  func share(_ motion: MotionPath) -> Double { motion.length / pattern.distance.value }

  /// The match of a path: with the nearest of the directions that rules ask for, if this one does.
  private func match(_ course: MotionPath.Course, asked: Directions) -> Match? {
    let nearest = EightDirections.nearest(course.along)
    if course.possible.contains(bit: nearest), pattern.angles.contains(course.vector, goesBack: false) {
      return Match(direction: EightDirections.name(nearest))
    }
    let asked = asked.union(pattern.directions)
    let least = asked.isSingle ? Thresholds.loneCosine : Thresholds.looseCosine
    guard let best = course.nearest(of: course.possible.intersection(asked)), pattern.directions.contains(bit: best),
      course.along[best] >= least * course.length
    else { return nil }
    return Match(fit: best == nearest ? 1 : 0.5, direction: EightDirections.name(best))
  }
}

extension MotionPath.Course {
  /// The one of `directions` along which the path is longest; nil if there are none.
  func nearest(of directions: Directions) -> Int? { EightDirections.nearest(along, of: directions) }
}

extension MotionPath {
  /// The one of `directions` along which the path is longest; nil if there are none.
  func nearest(of directions: Directions) -> Int? {
    directions.contains(bit: nearest) ? nearest : EightDirections.nearest(along, of: directions)
  }
}
