internal import Touch

/// A recogniser at work, with what it works for and how far it has come.
struct ActiveRecognizer: Sendable {
  /// Its candidate's place in the table.
  let candidate: Int
  /// Which gesture it is.
  let kind: Gesture.Kind
  /// With how many fingers it goes on.
  let fingers: ClosedRange<Int>
  let trigger: Int?
  /// Of two that succeed at once, the one of lower rank goes first; nil where nobody asks for it now.
  var rank: Int?
  let isSimultaneous: Bool
  let resume: Duration?
  /// Whether it asks for touches that start in a region.
  let startsInRegion: Bool
  /// How many taps of its series were made before this touch sequence, and how many must be.
  let taps: (made: Int, needed: Int)
  var recognizer: Recognizer
  private(set) var lifecycle: Lifecycle
  /// Set once its conditions are met and it only waits for its turn.
  private(set) var match: Match?
  /// What it had made of the touches by then: what comes while it waits is not lost.
  private var start: Progress?

  /// What it has made of the touches so far.
  private(set) var progress: Progress
  /// What a touch sequence's own numbers lack to be those of the whole gesture, which may have begun in another one.
  private var lead = (translation: Vector.zero, scale: 1.0, rotation: 0.0)
  private var stepper: Stepper?
  private var steps = Stepper.Steps()
  /// The way of the last step.
  private var direction: Direction?
  /// When the next step of a long press is due.
  private(set) var stepAt: Timestamp?
  private let stepTime: Duration?
  /// Until when its fingers may come back.
  var resumeUntil: Timestamp?

  /// A recogniser for `candidate`, at the first sample of a touch sequence before which `tapsMade` taps of its series
  /// were made.
  init(_ index: Int, _ candidate: Candidate, rank: Int?, at sample: Sample, tapsMade: Int) {
    self.candidate = index
    kind = candidate.pattern.kind
    fingers = candidate.fingers
    trigger = candidate.trigger
    self.rank = rank
    isSimultaneous = candidate.isSimultaneous
    resume = candidate.resume
    startsInRegion = candidate.start != nil
    taps = (tapsMade, candidate.tapsBefore)
    // A tap that comes before is a tap, whatever it is that follows.
    recognizer =
      tapsMade < candidate.tapsBefore
      ? .tap(TapRecognizer(candidate.tapPattern, at: sample)) : Recognizer(candidate, at: sample)
    lifecycle = Lifecycle(isContinuous: candidate.pattern.kind.isContinuous)
    progress = Progress(sample)
    if case .longPress(let pattern) = candidate.pattern { stepTime = pattern.step } else { stepTime = nil }
  }

  /// Whether this touch is the one that decides it: the taps before it were made.
  var isAtLastTouch: Bool { taps.made == taps.needed }

  /// Whether it may have the sequence: a rule asks for it now, or it is watched.
  var isEnabled: Bool { rank != nil }

  /// Whether its rule stands before that of `other`.
  func hasPrecedence(over other: ActiveRecognizer) -> Bool { (rank ?? .max) < (other.rank ?? .max) }

  var state: RecognizerState { lifecycle.state }

  /// Its conditions are met.
  mutating func markMatched(_ match: Match, at sample: Sample) {
    self.match = match
    start = Progress(sample)
  }

  /// Its turn has come as well.
  mutating func succeed(_ pattern: Pattern, at sample: Sample) -> RecognizerState? {
    guard let state = lifecycle.receive(.succeed) else { return nil }
    progress = Progress(sample)
    direction = match?.direction
    stepper = Stepper(pattern, begunIn: direction)
    steps = stepper?.begin(at: start ?? progress, now: progress) ?? Stepper.Steps()
    stepAt = stepTime.map { sample.time + $0 }
    return state
  }

  /// The fingers moved on.
  mutating func proceed(_ sample: Sample) -> RecognizerState? {
    guard let state = lifecycle.receive(.proceed) else { return nil }
    progress = Progress(sample)
    progress.translation += lead.translation
    progress.scale *= lead.scale
    progress.rotation += lead.rotation
    steps = stepper?.advance(to: progress) ?? Stepper.Steps()
    return state
  }

  /// The time of a step has come, which the fingers stayed for.
  mutating func step() -> RecognizerState? {
    guard let due = stepAt, let stepTime, let state = lifecycle.receive(.proceed) else { return nil }
    stepAt = due + stepTime
    steps = Stepper.Steps(count: 1)
    return state
  }

  /// Ends it one way or another.
  mutating func receive(_ signal: RecognizerSignal) -> RecognizerState? {
    steps = Stepper.Steps()
    stepAt = nil
    return lifecycle.receive(signal)
  }

  /// Its fingers are back: it goes on from where it was, whatever the numbers of the new touches start at.
  mutating func resumeProgress(from sample: Sample) {
    resumeUntil = nil
    lead.translation = progress.translation - sample.translation
    lead.scale = progress.scale / sample.scale
    lead.rotation = progress.rotation - sample.rotation
    stepAt = stepTime.map { sample.time + $0 }
  }

  /// What it has to tell, now that it is in `phase`.
  mutating func gesture(
    _ phase: Gesture.Phase, at sample: Sample, device: DeviceID, velocity: VelocityEstimator.Velocity,
    pattern: Pattern
  ) -> Gesture {
    let hasScale = kind == .pinch || kind == .rotate
    var gesture = Gesture(
      time: sample.time, device: device, kind: kind, phase: phase, fingers: progress.fingers, direction: direction,
      translation: progress.translation, speed: velocity.translation.length.value,
      scale: hasScale ? progress.scale : nil, rotation: hasScale ? progress.rotation : nil,
      scaleSpeed: hasScale ? velocity.scale : nil, rotationSpeed: hasScale ? velocity.rotation : nil,
      trigger: trigger)
    if let stepDirection = steps.direction {
      direction = stepDirection
      gesture.direction = stepDirection
    }
    gesture.rank = trigger == nil ? nil : rank
    gesture.steps = steps.count
    switch pattern {
    case .tap(let pattern): gesture.taps = pattern.taps
    case .longPress(let pattern): gesture.taps = pattern.taps == 0 ? nil : pattern.taps
    case .stroke(let pattern): gesture.stroke = pattern.name
    case .swipe, .pan, .pinch, .rotate: break
    }
    return gesture
  }
}

extension Gesture.Phase {
  /// The phase that a recogniser's state is told as; nil for what nobody is told of.
  init?(_ state: RecognizerState) {
    switch state {
    case .possible, .failed: return nil
    case .recognized: self = .recognized
    case .began: self = .began
    case .changed: self = .changed
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    }
  }
}
