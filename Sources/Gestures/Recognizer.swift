internal import Touch

/// What a recogniser makes of a sample while it is still possible.
enum Verdict: Hashable, Sendable {
  /// It may still come.
  case undecided
  /// Its conditions are met.
  case met(Match)
  /// They can no longer be met in this touch sequence.
  case failed
}

/// How well a movement fits, and which way it went.
struct Match: Hashable, Sendable {
  /// False where the movement goes nearest to another direction and lies only within the tolerance of this one:
  /// a recogniser that it fits exactly then goes before this one, whichever rule is written first.
  var isExact = true
  var direction: Direction?
}

/// One recogniser at work on one touch sequence. Each kind is a struct that takes samples and time and answers with a
/// verdict; it knows nothing of the others, of rules, or of the clock.
enum Recognizer: Sendable {
  case swipe(SwipeRecognizer)
  case pinch(PinchRecognizer)
  case longPress(LongPressRecognizer)

  /// A recogniser for `pattern` at the first sample of a sequence.
  init(_ pattern: Pattern, at sample: Sample) {
    switch pattern {
    case .swipe(let pattern): self = .swipe(SwipeRecognizer(pattern, at: sample))
    case .pinch(let pattern): self = .pinch(PinchRecognizer(pattern, at: sample))
    case .longPress(let pattern): self = .longPress(LongPressRecognizer(pattern, at: sample))
    }
  }

  var kind: Gesture.Kind {
    switch self {
    case .swipe: .swipe
    case .pinch: .pinch
    case .longPress: .longPress
    }
  }

  /// The fingers moved, or changed what they do.
  mutating func observe(_ sample: Sample) -> Verdict {
    switch self {
    case .swipe(var recognizer):
      let verdict = recognizer.observe(sample)
      self = .swipe(recognizer)
      return verdict
    case .pinch(var recognizer):
      let verdict = recognizer.observe(sample)
      self = .pinch(recognizer)
      return verdict
    case .longPress(let recognizer): return recognizer.observe(sample)
    }
  }

  /// Nothing moved up to `time`, the recogniser's deadline or later.
  func expire(at time: Timestamp) -> Verdict {
    switch self {
    case .swipe, .pinch: .undecided
    case .longPress(let recognizer): recognizer.expire(at: time)
    }
  }

  /// The first of the fingers lifted.
  func lift() -> Verdict {
    switch self {
    case .swipe(let recognizer): recognizer.lift()
    case .pinch, .longPress: .failed
    }
  }

  /// When the passing of time alone decides something.
  var deadline: Timestamp? {
    switch self {
    case .swipe, .pinch: nil
    case .longPress(let recognizer): recognizer.deadline
    }
  }
}

extension Pattern {
  /// Whether the gesture has a length, or happens at one moment.
  var isContinuous: Bool {
    switch self {
    case .swipe: false
    case .pinch, .longPress: true
    }
  }
}
