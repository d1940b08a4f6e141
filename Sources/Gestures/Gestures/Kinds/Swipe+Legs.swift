internal import Time
internal import Touch

/// A recogniser of fingers that move in several directions, one after another.
///
///     path     0 mm ──leg──╮ corner ──leg──╮ corner ── distance
///              │◀─ within ─▶│◀── within ──▶│
///     state    possible                               recognized
///
/// The gesture is recognised on the sample with which the last leg reaches its distance; or, if it waits for the lift,
/// when the fingers lift and the path has no further leg. Each leg has its nearest permitted direction, up to 45°.
struct TurnRecognizer: TimedRecognizer, Hashable, Sendable {
  private let pattern: SwipePattern
  /// True if it is recognised only when the fingers lift.
  var waitsForLift: Bool
  private var matchAtLift: Match?
  /// The last moment at which the present leg is in time; nil while the fingers rest, and once all legs are there.
  private(set) var lastChance: Timestamp?
  /// The failure at that moment.
  private var late: Failure

  init(_ pattern: SwipePattern) {
    self.pattern = pattern
    late = .tooLate(share: 0, limit: pattern.within)
    waitsForLift = pattern.waitsForLift
  }

  private var matcher: LegMatcher { LegMatcher(pattern) }

  mutating func observe(_ sample: Sample, _ legs: LegPath, takesPinches: Bool) -> Verdict {
    if let failure = sample.source.failureOfPath(takesPinches: takesPinches) { return .failed(failure) }
    guard !isTooLate(at: sample.time) else { return .failed(late) }
    matchAtLift = nil
    let chance = legs.lastChance(pattern.within)
    lastChance = legs.farthest > Thresholds.slop.value ? chance.until : nil
    // Fingers that rest for too long have not come far enough.
    late =
      chance.isRest
      ? unfinished(sample, legs, rest: LegPath.longestRest(pattern.within)) : .tooLate(share: 0, limit: pattern.within)
    switch matcher.compare(legs) {
    case .other: return .failed(matcher.failure(of: legs))
    case .unfinished: return expire(at: sample.time)
    case .complete(let match):
      guard legs.isTogether(sample) else { return .undecided }
      guard sample.time - legs.start >= pattern.after else {
        return .failed(.tooEarly(sample.time - legs.start, least: pattern.after))
      }
      lastChance = nil
      matchAtLift = match
      return waitsForLift ? .undecided : .matched(match)
    }
  }

  var limit: Duration? { pattern.within }

  func expire(at time: Timestamp) -> Verdict { isTooLate(at: time) ? .failed(late) : .undecided }

  /// True if the path so far is the beginning of this one.
  func mayFollow(_ legs: LegPath) -> Bool { matcher.compare(legs) != .other }

  /// Recognises one that waited for the lift and still matches.
  func complete() -> Verdict { matchAtLift.map { .matched($0) } ?? .failed(.liftedEarly) }

  /// The reason why it was undecided until the fingers lifted, or had rested for longer than `rest`.
  func unfinished(_ sample: Sample, _ legs: LegPath, rest: Duration? = nil) -> Failure {
    let count = legs.count(atLeast: LegPath.leastLeg)
    if count < pattern.legs, pattern.legs > 1 {
      return .legs(count, least: pattern.legs, turned: abs(legs.turned), corner: LegPath.cornerAngle, rest: rest)
    }
    if amount(legs).share < 1 { return .tooShort(legs.leg.length, least: pattern.distance) }
    return sample.disagreementFailure(over: legs.farthest)
  }

  /// That of the present leg.
  func amount(_ legs: LegPath) -> Amount { Amount(legs.leg.length.value, of: pattern.distance.value, .millimetres) }
}

extension LegPath {
  /// The number of legs, with the present one if it is so long, in mm.
  func count(atLeast least: Double) -> Int { finishedCount + (leg.length.value >= least ? 1 : 0) }
}

extension Sample.Source {
  /// The failure of a recogniser of a path, on a touchpad on which libinput reports that the fingers do something else;
  /// nil if there is none.
  func failureOfPath(takesPinches: Bool) -> Failure? {
    switch self {
    case .contacts, .hold, .swipe, .scroll: nil
    case .pinch: takesPinches ? nil : failure
    default: failure
    }
  }
}

extension Pattern {
  /// The gesture of fingers that make this one and then `next` in the same touch; nil if no recogniser follows both.
  func joined(with next: Pattern) -> Pattern? {
    guard case .swipe(var swipe) = self else { return nil }
    switch next {
    case .swipe(let other) where other.angles.isEmpty && swipe.legs + other.legs <= SwipePattern.mostLegs:
      swipe.then += [other.directions] + other.then
      swipe.distance = max(swipe.distance, other.distance)
      swipe.within = max(swipe.within, other.within)
      swipe.waitsForLift = other.waitsForLift
      return .swipe(swipe)
    case .longPress(var press) where press.moved == nil && press.taps == 0:
      press.moved = swipe
      return .longPress(press)
    case .tap, .longPress, .swipe, .pan, .pinch, .rotate, .circle, .stroke, .press, .tipTap, .touch: return nil
    }
  }
}
