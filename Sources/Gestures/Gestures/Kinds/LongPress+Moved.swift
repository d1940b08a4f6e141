internal import Time
internal import Touch

/// A recogniser of fingers that rest after they have moved.
///
///     path     0 mm ──── distance of the swipe ──┐ rest
///                                                │◀── duration ──▶│
///     state    possible                                           began
///
/// The legs of its swipe come first. Then the fingers must stay within the movement of a long press; from its time on
/// they may move freely.
struct RestAfterSwipeRecognizer: Hashable, Sendable {
  private let duration: Duration
  private let movement: Millimetres
  private var swipe: TurnRecognizer
  private var match: Match?
  /// The place and the moment at which the fingers came to rest.
  private var restPosition = Vector.zero
  private var restStart = Timestamp.zero

  init(_ pattern: LongPressPattern, after swipe: SwipePattern) {
    (duration, movement) = (pattern.duration, pattern.movement)
    self.swipe = TurnRecognizer(swipe)
  }

  /// The moment at which it begins if the fingers rest on; while they are on their way, the first at which they are too
  /// late.
  var deadline: Timestamp? { match == nil ? swipe.deadline : restStart + duration }

  mutating func observe(_ sample: Sample, _ legs: LegPath, takesPinches: Bool) -> Verdict {
    let verdict = swipe.observe(sample, legs, takesPinches: takesPinches)
    switch verdict {
    case .failed: return verdict
    case .matched(let match): self.match = match
    case .undecided: break
    }
    if (sample.translation - restPosition).length > movement {
      restPosition = sample.translation
      restStart = sample.time
    }
    return expire(at: sample.time)
  }

  func expire(at time: Timestamp) -> Verdict {
    guard let match else { return swipe.expire(at: time) }
    return time >= restStart + duration ? .matched(match) : .undecided
  }

  /// True if the path so far is the beginning of the one before the rest.
  func mayFollow(_ legs: LegPath) -> Bool { swipe.mayFollow(legs) }

  /// The reason why it was undecided until the fingers lifted.
  func unfinished(_ sample: Sample, _ legs: LegPath) -> Failure {
    match == nil
      ? swipe.unfinished(sample, legs) : .restedTooBriefly(sample.time - restStart, least: duration)
  }

  /// That of its movement, and then that of its rest.
  func amount(_ sample: Sample, _ legs: LegPath) -> Amount {
    match == nil ? swipe.amount(legs) : Amount(sample.time - restStart, of: duration)
  }
}
