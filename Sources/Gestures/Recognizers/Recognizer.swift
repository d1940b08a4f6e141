internal import Touch

/// What a recogniser makes of a sample while it is still possible.
enum Verdict: Hashable, Sendable {
  /// It may still come.
  case undecided
  /// Its conditions are met.
  case matched(Match)
  /// They can no longer be met in this touch sequence.
  case failed
}

/// How well a movement fits, and which way it went.
struct Match: Hashable, Sendable {
  /// Of recognisers whose conditions are met at once, the one that fits best goes first, whichever rule is written
  /// first. 1 is a movement that goes nowhere nearer than where it is wanted; less is one that lies only within the
  /// tolerance; shapes are above 1 by how like their template they are, because a shape is more than the movements it
  /// is made of.
  var fit = 1.0
  var direction: Direction?
}

/// One recogniser at work on one touch sequence. Each kind is a struct that takes samples and time and answers with a
/// verdict; it knows nothing of the others, of rules, or of the clock.
enum Recognizer: Sendable {
  case tap(TapRecognizer)
  case longPress(LongPressRecognizer)
  case swipe(SwipeRecognizer)
  case pan(PanRecognizer)
  case pinch(PinchRecognizer)
  case rotate(RotateRecognizer)
  case stroke(StrokeRecognizer)

  /// A recogniser for `candidate` at the first sample of a sequence.
  init(_ candidate: Candidate, at sample: Sample) {
    let sharesFingers = candidate.isSimultaneous
    switch candidate.pattern {
    case .tap(let pattern): self = .tap(TapRecognizer(pattern, at: sample))
    case .longPress(let pattern): self = .longPress(LongPressRecognizer(pattern, at: sample))
    case .swipe(let pattern): self = .swipe(SwipeRecognizer(pattern))
    case .pan(let pattern): self = .pan(PanRecognizer(pattern, sharesFingers: sharesFingers))
    case .pinch(let pattern): self = .pinch(PinchRecognizer(pattern, at: sample, sharesFingers: sharesFingers))
    case .rotate(let pattern): self = .rotate(RotateRecognizer(pattern, sharesFingers: sharesFingers))
    case .stroke(let pattern): self = .stroke(StrokeRecognizer(pattern))
    }
  }

  /// The fingers moved, or changed what they do; `way` is how they came where they are.
  mutating func observe(_ sample: Sample, _ motion: MotionPath) -> Verdict {
    switch self {
    case .tap(let recognizer): return recognizer.observe(sample)
    case .longPress(let recognizer): return recognizer.observe(sample)
    case .swipe(var recognizer):
      let verdict = recognizer.observe(sample, motion)
      self = .swipe(recognizer)
      return verdict
    case .pan(let recognizer): return recognizer.observe(sample, motion)
    case .pinch(var recognizer):
      let verdict = recognizer.observe(sample)
      self = .pinch(recognizer)
      return verdict
    case .rotate(let recognizer): return recognizer.observe(sample)
    case .stroke(let recognizer): return recognizer.observe(sample)
    }
  }

  /// Nothing moved up to `time`, the recogniser's deadline or later.
  func expire(at time: Timestamp) -> Verdict {
    switch self {
    case .tap(let recognizer): recognizer.expire(at: time)
    case .longPress(let recognizer): recognizer.expire(at: time)
    case .swipe, .pan, .pinch, .rotate, .stroke: .undecided
    }
  }

  /// The first of the fingers lifted.
  mutating func lift() -> Verdict {
    switch self {
    case .tap(var recognizer):
      recognizer.lift()
      self = .tap(recognizer)
      return .undecided
    case .swipe(let recognizer): return recognizer.lift()
    case .stroke: return .undecided
    case .longPress, .pan, .pinch, .rotate: return .failed
    }
  }

  /// All fingers have lifted; or, where not `allLifted`, some stayed for longer than fingers do that lift together.
  /// - Parameter shape: what they drew; nil where that is no shape.
  func complete(_ sample: Sample, shape: StrokeShape?, allLifted: Bool) -> Verdict {
    switch self {
    case .tap(let recognizer): allLifted ? recognizer.complete(sample) : .failed
    case .swipe(let recognizer): recognizer.complete()
    case .stroke(let recognizer): allLifted ? recognizer.complete(shape) : .failed
    case .longPress, .pan, .pinch, .rotate: .failed
    }
  }

  /// What the fingers draw may become a shape: a movement that is only a part of it has to wait for its end.
  mutating func waitForLift() {
    guard case .swipe(var recognizer) = self else { return }
    recognizer.waitsForLift = true
    self = .swipe(recognizer)
  }

  /// When the passing of time alone decides something.
  var deadline: Timestamp? {
    switch self {
    case .tap(let recognizer): recognizer.deadline
    case .longPress(let recognizer): recognizer.deadline
    case .swipe, .pan, .pinch, .rotate, .stroke: nil
    }
  }
}

extension Pattern {
  /// How fast the fingers must be where it acts or begins, in mm/s; nil is any speed.
  var speed: ClosedRange<Double>? {
    switch self {
    case .swipe(let pattern): pattern.speed
    case .pan(let pattern): pattern.speed
    case .tap, .longPress, .pinch, .rotate, .stroke: nil
    }
  }
}
