internal import Diagnostics
internal import Time
public import Touch

/// The limits of a swipe.
public struct SwipePattern: Hashable, Sendable {
  /// The directions of its first leg.
  public var directions: Directions
  /// Further permitted directions, as angles.
  public var angles: [AngleRange]
  /// The permitted directions of the legs that follow the first one in the same touch; each leg turns by at least 90°.
  /// Default none.
  public var then: [Directions]
  /// The distance at which it is recognised; that of the last leg. Default 12 mm.
  public var distance: Millimetres
  /// The least time from the first movement to the distance. Default 0.
  public var after: Duration
  /// The longest time from the first movement to the distance, or for each leg. Default 800 ms.
  public var within: Duration
  /// The permitted speed at the distance, in mm/s; nil for any.
  public var speed: ClosedRange<Double>?
  /// True if it is recognised only when the fingers lift, and must still be a swipe then.
  public var waitsForLift: Bool
  /// The number of taps right before it, with a tap's default limits; 0 to 10. Default 0.
  public var taps: Int

  /// The number of legs.
  public var legs: Int { then.count + 1 }

  /// The permitted directions of the last leg.
  var lastDirections: Directions { then.last ?? directions }

  /// The largest number of legs: paths with more are learnt as strokes.
  public static let mostLegs = 4

  /// A swipe; omitted limits have their defaults.
  public init(
    _ directions: Directions, angles: [AngleRange] = [], then: [Directions] = [], distance: Millimetres = 12,
    after: Duration = .zero, within: Duration = .milliseconds(800), speed: ClosedRange<Double>? = nil,
    waitsForLift: Bool = false, taps: Int = 0
  ) {
    self.directions = directions
    self.angles = angles
    self.then = then
    self.distance = distance
    self.after = after
    self.within = within
    self.speed = speed
    self.waitsForLift = waitsForLift
    self.taps = taps
  }
}

extension SwipePattern: TappedPattern {
  static var facts: KindFacts { KindFacts(.move, .speed, .straight) }

  var traits: PatternTraits {
    PatternTraits(
      taps: taps == 0 ? nil : taps, tapsBefore: taps, directionBits: directions.rawValue,
      forthBits: directions.rawValue, isDirected: true, angles: angles, goesBack: false,
      onlyDirection: angles.isEmpty ? lastDirections.only : nil, opposite: nil,
      path: directions,
      line: directions, leastMovement: distance, speed: speed, stepTime: nil,
      needsOnlyCount: false, projected: nil)
  }

  /// The permitted directions of each leg; angles count as any direction.
  var allLegs: [Directions] { [angles.isEmpty ? directions : .any] + then }

  var parts: Int { legs }

  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer {
    then.isEmpty ? .swipe(SwipeRecognizer(self)) : .turn(TurnRecognizer(self))
  }

  func stepper(begunIn direction: Direction?) -> Stepper? { nil }

  func source(ofFingers fingers: Int, inRegion: Bool) -> GestureSource {
    hidesTaps(of: fingers) || fingers == 1 ? .contacts : .libinput
  }

  func isImplied(by other: Pattern) -> Bool {
    guard case .swipe(let other) = other else { return false }
    let areAtOnce = distance == other.distance
    return taps == other.taps && then == other.then && (!waitsForLift || other.waitsForLift)
      && distance <= other.distance
      && within >= other.within && after.isInTime(where: other.after, areAtOnce: areAtOnce)
      && speed.includes(other.speed, areAtOnce: areAtOnce)
  }

  func longestWait(of other: Pattern) -> LongestWait? {
    other.kind.movesAtOnce ? waitsForLift ? .lift : .time(within * legs) : nil
  }

  func requiresMore(than other: Pattern) -> Bool {
    if case .swipe(let other) = other { return distance > other.distance || waitsForLift && !other.waitsForLift }
    if case .pan(let other) = other { return distance > other.distance || waitsForLift }
    return true
  }

  var words: String {
    ([Phrase.directions(directions, angles)] + then.map { Phrase.directions($0) }).joined(separator: " then ")
  }

  var limits: String {
    precededBy(taps: taps) + "\(distance.text) within \(within.milliseconds)"
      + (legs > 1 ? " in each of \(legs) directions" : "")
  }

  // The outline is around the beginning of the first leg.
  var outline: LimitOutline { .reach(directions, angles, distance) }

  func movement(_ stated: StatedAmounts) -> HandMovement? {
    guard legs == 1 else {
      return usualLegs.map { HandMovement($0, speed: speed?.typical ?? HandMovement.usualSpeed.swipe, taps: taps) }
    }
    guard let direction = Vector(directions, angles) else { return nil }
    let way = stated.contains(.distance) ? distance.value : HandMovement.usualDistance
    let typical = stated.contains(.time) ? way / max(within.inSeconds, 0.001) : speed?.typical
    return HandMovement([direction * way], speed: typical ?? HandMovement.usualSpeed.swipe, taps: taps)
  }

  /// Its legs, each of the usual distance; nil if one may have several directions.
  var usualLegs: [Vector]? {
    let legs = [Vector(directions, angles)] + then.map { Vector($0, []) }
    let known = legs.compactMap { $0 }
    return known.count == legs.count ? known.map { $0 * HandMovement.usualDistance } : nil
  }
}

extension Pattern {
  /// The directions of a swipe with one leg; none for other gestures.
  var swipeDirections: Directions {
    if case .swipe(let pattern) = self, pattern.then.isEmpty { pattern.directions } else { [] }
  }
}

/// A recogniser of fingers that move in one direction.
///
///     fingers  ──▼──────────────────────────▲──
///     path     0 mm   3 mm            distance
///                      │◀── after…within ──▶│
///     state    possible                recognized
///
/// Every sample is judged, not only the ends: `MotionPath` rules out the directions that a sample contradicts. The
/// swipe is recognised on the sample that reaches its distance, if the path goes straight on there; or, if it waits for
/// the lift, when the fingers lift and it still matches. Of the directions that rules ask for, the nearest one is
/// meant, up to 45°. It fails as soon as the fingers can no longer come that far in time.
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
  /// The failure of a path that only fingers which tremble may still follow; nil for others.
  private var departure: Failure?

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
      !motion.openDirections.isDisjoint(with: pattern.directions)
      || (!pattern.angles.isEmpty && !motion.openDirections.isEmpty)
    followDeparture(motion)
    guard isOpen else { return .failed(departure ?? motion.departure(from: pattern.directions)) }
    guard hasReachedDistance || sample.time - motion.start <= pattern.within else {
      return departure.map { .failed($0) } ?? tooLate
    }
    isTogether = motion.isTogether
    matchAtLift = nil
    lastChance = hasReachedDistance || !motion.hasLeft || departure != nil ? nil : lastChance(motion)
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

  private mutating func followDeparture(_ motion: MotionPath) {
    let possible = motion.possibleDirections
    let isLeft = possible.isDisjoint(with: pattern.directions) && (pattern.angles.isEmpty || possible.isEmpty)
    // Written only where it changes: most paths have none, and a failure is not copied for nothing.
    if isLeft == (departure == nil) { departure = isLeft ? motion.departure(from: pattern.directions) : nil }
  }

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
    if let departure { return departure }
    if amount(motion).share < 1 { return .tooShort(Millimetres(motion.length), least: pattern.distance) }
    guard motion.isTogether else { return sample.disagreementFailure(over: motion.length) }
    if pattern.directions.isEmpty, let failure = pattern.angles.failure(of: motion.vector) { return failure }
    let isLone = motion.asked.union(pattern.directions).isSingle
    return motion.deviation(
      from: pattern.directions, limit: isLone ? Thresholds.loneDeviation : Thresholds.looseDeviation)
  }

  func amount(_ motion: MotionPath) -> Amount { Amount(motion.length, of: pattern.distance.value, .millimetres) }

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
