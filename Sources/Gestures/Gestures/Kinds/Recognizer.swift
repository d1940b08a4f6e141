internal import Time
internal import Touch

/// The verdict of a recogniser on a sample while it is still possible.
enum Verdict: Hashable, Sendable {
  /// The gesture may still come.
  case undecided
  /// Its conditions are met.
  case matched(Match)
  /// They can no longer be met in this touch sequence.
  case failed(Failure)
}

/// The fit and the direction of a movement that meets the conditions.
struct Match: Hashable, Sendable {
  /// The quality of the match. Of recognisers of one kind whose conditions are met at once, the best fit wins, whatever
  /// the order of the rules. 1 is a movement whose nearest direction is permitted; less is one that is only within the
  /// tolerance. That of a shape is its similarity to the template.
  var fit = 1.0
  var direction: Direction?
}

/// A recogniser of a movement that must come to its end in time.
protocol TimedRecognizer {
  /// The longest time of the movement; nil for any.
  var limit: Duration? { get }
  /// The last moment at which it is in time; nil while it has no limit.
  var lastChance: Timestamp? { get }
}

extension TimedRecognizer {
  /// The first moment at which it is too late.
  var deadline: Timestamp? { lastChance.map { $0 + .microseconds(1) } }

  var tooLate: Verdict { .failed(.tooLate(share: 0, limit: limit ?? .zero)) }

  func isTooLate(at time: Timestamp) -> Bool { lastChance.map { time > $0 } ?? false }

  func expire(at time: Timestamp) -> Verdict { isTooLate(at: time) ? tooLate : .undecided }
}

/// A recogniser for one touch sequence. Each kind is a struct that takes samples and time and returns a verdict; it
/// knows nothing of other recognisers, of rules, or of the clock.
enum Recognizer: Sendable {
  case tap(TapRecognizer)
  case longPress(LongPressRecognizer)
  case swipe(SwipeRecognizer)
  case pan(PanRecognizer)
  case pinch(PinchRecognizer)
  case rotate(RotateRecognizer)
  case turn(TurnRecognizer)
  // Elsewhere: in place, the largest and rarest would decide what each recogniser takes to move.
  indirect case rest(RestAfterSwipeRecognizer)
  case circle(CircleRecognizer)
  case stroke(StrokeRecognizer)
  case press(PressPattern)
  case tipTap(TipTapSides)

  /// True for fingers that part, come together or turn.
  var isTurn: Bool {
    switch self {
    case .pinch, .rotate: true
    case .tap, .longPress, .swipe, .pan, .turn, .rest, .circle, .stroke, .press, .tipTap: false
    }
  }

  /// Takes in a movement of the fingers, or a new classification of it; `motion` is their path so far, and `legs` its
  /// legs if `followsLegs`.
  mutating func observe(_ sample: Sample, _ motion: MotionPath, _ legs: LegPath) -> Verdict {
    // Taken out and put back: a copy of a recogniser would cost more than most verdicts.
    switch consume self {
    case .tap(let recognizer):
      self = .tap(recognizer)
      return recognizer.observe(sample)
    case .longPress(var recognizer):
      let verdict = recognizer.observe(sample)
      self = .longPress(recognizer)
      return verdict
    case .swipe(var recognizer):
      let verdict = recognizer.observe(sample, motion)
      self = .swipe(recognizer)
      return verdict
    case .pan(var recognizer):
      let verdict = recognizer.observe(sample, motion)
      self = .pan(recognizer)
      return verdict
    case .pinch(var recognizer):
      let verdict = recognizer.observe(sample)
      self = .pinch(recognizer)
      return verdict
    case .rotate(var recognizer):
      let verdict = recognizer.observe(sample)
      self = .rotate(recognizer)
      return verdict
    case .turn(var recognizer):
      let verdict = recognizer.observe(sample, legs, takesPinches: motion.takesPinches)
      self = .turn(recognizer)
      return verdict
    case .rest(var recognizer):
      let verdict = recognizer.observe(sample, legs, takesPinches: motion.takesPinches)
      self = .rest(recognizer)
      return verdict
    case .circle(var recognizer):
      let verdict = recognizer.observe(sample, legs, takesPinches: motion.takesPinches)
      self = .circle(recognizer)
      return verdict
    case .stroke(var recognizer):
      let verdict = recognizer.observe(sample, motion)
      self = .stroke(recognizer)
      return verdict
    // The sequencer recognises these two, and starts a sequence of its own for each.
    case .press(let pattern):
      self = .press(pattern)
      return pattern.judge(sample)
    case .tipTap(let sides):
      self = .tipTap(sides)
      return sample.source == .tipTap && sides.contains(sample.side)
        ? .matched(Match(direction: sample.side))
        : .failed(sample.side.map { .otherDirection($0) } ?? .noTipTap)
    }
  }

  /// Advances time to `time`, the recogniser's deadline or later, without movement.
  func expire(at time: Timestamp) -> Verdict {
    switch self {
    case .tap(let recognizer): recognizer.expire(at: time)
    case .longPress(let recognizer): recognizer.expire(at: time)
    case .swipe(let recognizer): recognizer.expire(at: time)
    case .turn(let recognizer): recognizer.expire(at: time)
    case .rest(let recognizer): recognizer.expire(at: time)
    case .pinch(let recognizer): recognizer.expire(at: time)
    case .pan(let recognizer): recognizer.expire(at: time)
    case .rotate(let recognizer): recognizer.expire(at: time)
    case .circle(let recognizer): recognizer.expire(at: time)
    case .stroke(let recognizer): recognizer.expire(at: time)
    case .press, .tipTap: .undecided
    }
  }

  /// Takes in the lift of the first finger.
  mutating func lift() -> Verdict {
    switch self {
    case .tap(var recognizer):
      recognizer.lift()
      self = .tap(recognizer)
      return .undecided
    case .swipe(let recognizer): return recognizer.lift()
    case .stroke, .turn: return .undecided
    case .longPress, .rest, .pan, .pinch, .rotate, .circle, .press, .tipTap: return .failed(.liftedEarly)
    }
  }

  /// Takes in that a finger is missing: it has lifted, unless it returns.
  mutating func miss() { if case .tap = self { _ = lift() } }

  /// Takes in that the missing finger has returned, which was gone for so long.
  mutating func restore(after gone: Duration) {
    guard case .tap(var recognizer) = self else { return }
    recognizer.restore(after: gone)
    self = .tap(recognizer)
  }

  /// True if the lift of the last finger decides it.
  var isDecidedByLift: Bool {
    switch self {
    case .tap, .stroke: true
    case .swipe(let recognizer): recognizer.waitsForLift
    case .turn(let recognizer): recognizer.waitsForLift
    case .longPress, .rest, .pan, .pinch, .rotate, .circle, .press, .tipTap: false
    }
  }

  /// True if the fingers must rest for its time.
  var isRest: Bool {
    switch self {
    case .longPress, .rest: true
    case .tap, .swipe, .turn, .pan, .pinch, .rotate, .circle, .stroke, .press, .tipTap: false
    }
  }

  /// True if it looks at the legs of the path.
  var followsLegs: Bool {
    switch self {
    case .turn, .rest, .circle: true
    case .tap, .longPress, .swipe, .pan, .pinch, .rotate, .stroke, .press, .tipTap: false
    }
  }

  /// Completes the touch: all fingers have lifted or, if not `allLifted`, some stayed longer than fingers that lift
  /// together.
  /// - Parameter shape: the drawn shape; nil if the drawing is none.
  func complete(_ sample: Sample, shape: StrokeShape?, allLifted: Bool) -> Verdict {
    switch self {
    case .tap(let recognizer): allLifted ? recognizer.complete(sample) : .failed(.lateLift(after: .zero, limit: .zero))
    case .swipe(let recognizer): recognizer.complete()
    case .turn(let recognizer): recognizer.complete()
    case .stroke(let recognizer):
      allLifted ? recognizer.complete(shape, at: sample.time) : .failed(.lateLift(after: .zero, limit: .zero))
    case .longPress, .rest, .pan, .pinch, .rotate, .circle, .press, .tipTap: .failed(.liftedEarly)
    }
  }

  /// Makes a swipe wait for the lift, because it may be only a part of an earlier rule's shape.
  mutating func waitForLift() {
    switch self {
    case .swipe(var recognizer):
      recognizer.waitsForLift = true
      self = .swipe(recognizer)
    case .turn(var recognizer):
      recognizer.waitsForLift = true
      self = .turn(recognizer)
    case .tap, .longPress, .rest, .pan, .pinch, .rotate, .circle, .stroke, .press, .tipTap: break
    }
  }

  /// Takes in that a rule permits it beside another gesture, which has begun or may begin.
  mutating func share(hasBegun: Bool) {
    switch self {
    case .pan(var recognizer):
      recognizer.awaitsPartner = !hasBegun
      recognizer.sharesFingers = hasBegun
      self = .pan(recognizer)
    case .pinch(var recognizer):
      recognizer.sharesFingers = hasBegun
      self = .pinch(recognizer)
    case .rotate(var recognizer):
      recognizer.sharesFingers = hasBegun
      self = .rotate(recognizer)
    case .tap, .longPress, .swipe, .turn, .rest, .circle, .stroke, .press, .tipTap: break
    }
  }

  /// The time at which the passing of time alone decides something; nil if none. That a movement fails matters only to
  /// a recogniser that is waiting for it.
  ///
  /// The recogniser is not changed. Not `mutating`, this would be called on a copy, with each frame and for each one.
  mutating func deadline(whileWaiting isWaiting: Bool) -> Timestamp? {
    switch self {
    case .tap, .longPress, .rest: break
    // Asked before the recogniser is taken out, which copies it.
    case .swipe, .turn, .pinch, .pan, .rotate, .circle, .stroke, .press, .tipTap: guard isWaiting else { return nil }
    }
    return switch self {
    case .tap(let recognizer): recognizer.deadline
    case .longPress(let recognizer): recognizer.deadline
    case .rest(let recognizer): recognizer.deadline
    case .swipe(let recognizer): recognizer.deadline
    case .turn(let recognizer): recognizer.deadline
    case .pinch(let recognizer): recognizer.deadline
    case .pan(let recognizer): recognizer.deadline
    case .rotate(let recognizer): recognizer.deadline
    case .circle(let recognizer): recognizer.deadline
    case .stroke(let recognizer): recognizer.deadline
    case .press, .tipTap: nil
    }
  }

  /// True if it is still undecided for fingers that go the way of `match`, which a recogniser of `kind` has reported.
  func mayFollow(_ match: Match, of kind: Gesture.Kind, _ motion: MotionPath, _ legs: LegPath)
    -> Bool
  {
    switch self {
    case .swipe(let recognizer): recognizer.mayFollow(kind == .swipe ? match.direction : nil, motion)
    case .pan(let recognizer): recognizer.mayFollow(kind == .pan ? match.direction : nil, motion)
    case .turn(let recognizer): recognizer.mayFollow(legs)
    case .rest(let recognizer): recognizer.mayFollow(legs)
    case .circle(let recognizer): recognizer.mayFollow(legs)
    case .pinch(let recognizer): recognizer.permits(match.direction)
    case .rotate(let recognizer): recognizer.permits(match.direction)
    case .tap, .longPress, .stroke, .press, .tipTap: true
    }
  }

  /// The reason why it was undecided until the fingers lifted.
  func unfinished(_ sample: Sample, _ motion: MotionPath, _ legs: LegPath) -> Failure {
    switch self {
    case .turn(let recognizer): recognizer.unfinished(sample, legs)
    case .rest(let recognizer): recognizer.unfinished(sample, legs)
    case .circle(let recognizer): recognizer.unfinished(sample, legs)
    case .swipe(let recognizer): recognizer.unfinished(sample, motion)
    case .pan(let recognizer): recognizer.unfinished(sample, motion)
    case .pinch(let recognizer): recognizer.unfinished(sample)
    case .rotate(let recognizer): recognizer.unfinished(sample)
    case .longPress(let recognizer): recognizer.unfinished(sample)
    case .tap, .stroke, .press, .tipTap: .liftedEarly
    }
  }

  /// How far the fingers have come; nil for those that no amount decides.
  func amount(_ sample: Sample, _ motion: MotionPath, _ legs: LegPath) -> Amount? {
    switch self {
    case .turn(let recognizer): recognizer.amount(legs)
    case .rest(let recognizer): recognizer.amount(sample, legs)
    case .longPress(let recognizer): recognizer.amount(sample)
    case .swipe(let recognizer): recognizer.amount(motion)
    case .pinch(let recognizer): recognizer.amount(sample)
    case .pan(let recognizer): recognizer.amount(motion)
    case .rotate(let recognizer): recognizer.amount(sample)
    case .circle(let recognizer): recognizer.amount(legs)
    // The distance of a drawing, and of a press, is no limit: only its time.
    case .stroke, .press, .tap, .tipTap: nil
    }
  }
}
