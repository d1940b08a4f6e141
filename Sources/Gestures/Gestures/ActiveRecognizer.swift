internal import Time
internal import Touch

/// The part of a recogniser that arbitration compares. It is small: to look at it copies nothing of the recogniser
/// itself.
struct Standing: Sendable {
  /// The index of its candidate in the table.
  let candidate: Int
  let kind: Gesture.Kind
  let trigger: Int?
  /// Its precedence in the current situation; nil if no rule requests it now.
  var precedence: Precedence?
  var isSimultaneous: Bool
  /// True if the fingers have made a step of a sequence before, which it shares them with.
  var isBeside = false
  /// `GesturePattern.parts`
  let parts: Int
  /// The taps of its series: made before this touch sequence, and needed before it.
  let taps: (made: Int, needed: Int)

  /// True if this touch decides it: all taps before it were made.
  @inline(__always)
  var isAtLastTouch: Bool { taps.made == taps.needed }

  /// True if a rule requests it now, or if it reports unasked gestures.
  @inline(__always)
  var isEnabled: Bool { precedence != nil }

  /// True if no rule requested it.
  @inline(__always)
  var isUnasked: Bool { trigger == nil }

  /// True if it continues the movement of `other` in the same touch, so that fingers that make it have made that one
  /// before.
  func continues(_ other: Standing) -> Bool { parts > other.parts && other.parts > 0 && isEnabled }

  /// True if its rule precedes that of `other`, or if it continues that gesture.
  func hasPrecedence(over other: Standing) -> Bool {
    if parts != other.parts {
      if continues(other) { return true }
      if other.continues(self) { return false }
    }
    guard let precedence else { return false }
    return other.precedence.map { precedence < $0 } ?? true
  }
}

/// A recogniser working on a touch sequence, with its candidate and its progress.
struct ActiveRecognizer: Sendable {
  var standing: Standing
  /// The numbers of fingers that can make it, or continue it after a lift.
  let fingers: ClosedRange<Int>
  /// `Candidate.staying`
  let staying: ClosedRange<Int>
  /// `Gesture.taps`
  let tapCount: Int?
  let resume: Duration?
  /// `Gesture.glide`
  let glide: Double
  /// True if its candidate requires the touch to start in a region.
  let startsInRegion: Bool
  var recognizer: Recognizer
  private(set) var lifecycle: Lifecycle
  private(set) var conditions = Conditions.open

  /// The progress of the gesture so far, over all its touch sequences.
  private(set) var progress: Progress
  /// The difference between the whole gesture's progress and this touch sequence's own numbers: the gesture may have
  /// begun in an earlier sequence.
  private var lead = (translation: Vector.zero, scale: 1.0, rotation: 0.0)
  private var stepper: Stepper?
  private var steps = Stepper.Steps()
  /// The direction of the last step.
  private var direction: Direction?
  /// The time of a long press's next step.
  private(set) var stepAt: Timestamp?
  private let stepTime: Duration?
  /// `Gesture.stroke`; nil until it succeeds.
  private var stroke: String?

  /// A recogniser for `candidate`, at the first sample of a touch sequence. `tapsMade` taps of its series came before.
  init(_ index: Int, _ candidate: borrowing Candidate, precedence: Precedence?, at sample: Sample, tapsMade: Int) {
    standing = Standing(
      candidate: index, kind: candidate.pattern.kind, trigger: candidate.trigger, precedence: precedence,
      isSimultaneous: candidate.isSimultaneous, parts: candidate.parts, taps: (tapsMade, candidate.tapsBefore))
    fingers = candidate.fingers
    staying = candidate.staying
    tapCount = candidate.tapCount
    resume = candidate.resume
    glide = candidate.glide
    startsInRegion = candidate.start != nil
    // A touch that precedes the last one is a tap, whatever gesture follows.
    recognizer =
      tapsMade < candidate.tapsBefore
      ? .tap(TapRecognizer(candidate.pattern.tapLimits, at: sample))
      : candidate.isContinuation
        ? candidate.pattern.recognizer(after: sample)
        : candidate.pattern.recognizer(at: sample, sharesFingers: candidate.isSimultaneous)
    if candidate.isPaired, !candidate.isSimultaneous { recognizer.share(hasBegun: false) }
    lifecycle = Lifecycle(isContinuous: standing.kind.isContinuous)
    progress = Progress(sample)
    stepTime = candidate.stepTime
  }

  @inline(__always)
  var candidate: Int { standing.candidate }
  @inline(__always)
  var kind: Gesture.Kind { standing.kind }
  @inline(__always)
  var trigger: Int? { standing.trigger }
  @inline(__always)
  var precedence: Precedence? { standing.precedence }
  @inline(__always)
  var isSimultaneous: Bool { standing.isSimultaneous }
  @inline(__always)
  var isBeside: Bool { standing.isBeside }
  @inline(__always)
  var parts: Int { standing.parts }
  @inline(__always)
  var taps: (made: Int, needed: Int) { standing.taps }
  @inline(__always)
  var isAtLastTouch: Bool { standing.isAtLastTouch }
  @inline(__always)
  var isEnabled: Bool { standing.isEnabled }
  @inline(__always)
  var isUnasked: Bool { standing.isUnasked }

  var state: RecognizerState { lifecycle.state }

  /// True if its conditions are met.
  @inline(__always)
  var isMatched: Bool { if case .met = conditions { true } else { false } }

  /// How its conditions are met; nil until they are.
  @inline(__always)
  var match: Match? { if case .met(let match, _) = conditions { match } else { nil } }

  /// Marks its conditions as met; it may still have to wait for other recognisers.
  mutating func markMatched(_ match: Match, at sample: Sample) { conditions = .met(match, at: progress(of: sample)) }

  /// Marks them as met but for the speed.
  mutating func markTooSlow() { conditions = .tooSlow }

  /// The progress in this touch sequence. Fingers that move together turn by the angles of their path.
  private func progress(of sample: Sample) -> Progress {
    var progress = Progress(sample)
    if kind.motion == .move { progress.rotation = sample.turned }
    return progress
  }

  /// Recognises the gesture, or begins it.
  mutating func succeed(_ pattern: Pattern, at sample: Sample) -> RecognizerState? {
    guard let state = lifecycle.receive(.succeed) else { return nil }
    progress = progress(of: sample)
    var start = progress
    if case .met(let match, let met) = conditions { (direction, start) = (match.direction, met) }
    // A discrete gesture has no steps, and the pattern is put into a box to be asked.
    stepper = state == .began ? pattern.value.stepper(begunIn: direction) : nil
    steps = stepper?.begin(at: start, now: progress) ?? Stepper.Steps()
    stepAt = stepTime.map { sample.time + $0 }
    stroke = pattern.stroke
    return state
  }

  /// Takes in a movement of the fingers.
  mutating func proceed(_ sample: Sample) -> RecognizerState? {
    guard let state = lifecycle.receive(.proceed) else { return nil }
    progress = progress(of: sample)
    progress.translation += lead.translation
    progress.scale *= lead.scale
    progress.rotation += lead.rotation
    steps = stepper?.advance(to: progress) ?? Stepper.Steps()
    return state
  }

  /// True if a rule's gesture, once it has begun, goes on with so many fingers.
  @inline(__always)
  func goesOn(with fingers: Int) -> Bool { !isUnasked && staying.contains(fingers) }

  /// Goes on by `way` while its fingers rest.
  mutating func proceed(by way: Vector) -> RecognizerState? {
    guard let state = lifecycle.receive(.proceed) else { return nil }
    lead.translation += way
    progress.translation += way
    steps = stepper?.advance(to: progress) ?? Stepper.Steps()
    return state
  }

  /// Makes the step that is due by time.
  mutating func step() -> RecognizerState? {
    guard let due = stepAt, let stepTime, let state = lifecycle.receive(.proceed) else { return nil }
    stepAt = due + stepTime
    steps = Stepper.Steps(count: 1)
    return state
  }

  /// Applies a signal that ends it.
  mutating func receive(_ signal: RecognizerSignal) -> RecognizerState? {
    steps = Stepper.Steps()
    stepAt = nil
    return lifecycle.receive(signal)
  }

  /// Continues from its present progress although the new touches start at zero: its fingers have returned.
  mutating func resumeProgress(from sample: Sample) {
    lead.translation = progress.translation - sample.translation
    lead.scale = progress.scale / sample.scale
    lead.rotation = progress.rotation - progress(of: sample).rotation
    stepAt = stepTime.map { sample.time + $0 }
  }

  /// The gesture to report for `phase`.
  /// - Parameters:
  ///   - landingSite: the site from which the translation of `sample` counts; nil on touchpads.
  ///   - positions: those of the fingers; empty on touchpads.
  mutating func gesture(
    _ phase: Gesture.Phase, at sample: Sample, from landingSite: LandingSite?, _ positions: FingerPositions,
    device: DeviceID, velocity: VelocityEstimator.Velocity
  ) -> Gesture {
    let hasScale = kind.motion == .turn
    var gesture = Gesture(
      time: sample.time, device: device, kind: kind, phase: phase, fingers: progress.fingers, direction: direction,
      translation: progress.translation,
      position: landingSite.map { positions.centroid ?? $0.centroid + sample.translation },
      positions: positions, extent: landingSite?.extent, velocity: velocity.translation,
      scale: hasScale ? progress.scale : nil, rotation: hasScale || kind.measure == .rotation ? progress.rotation : nil,
      scaleSpeed: hasScale ? velocity.scale : nil, rotationSpeed: hasScale ? velocity.rotation : nil,
      trigger: trigger)
    if let stepDirection = steps.direction {
      direction = stepDirection
      gesture.direction = stepDirection
    }
    gesture.rule = precedence?.rule
    gesture.glide = glide
    gesture.steps = steps.count
    gesture.taps = tapCount
    gesture.stroke = stroke
    return gesture
  }
}

extension ActiveRecognizer {
  /// The conditions of a recogniser that is possible.
  enum Conditions: Sendable {
    /// Conditions that are not met.
    case open
    /// Conditions that are met, but for a speed that the fingers may still reach.
    case tooSlow
    /// They are met, while it waits for other recognisers to be decided. What comes after this progress counts towards
    /// its steps.
    case met(Match, at: Progress)

    var isTooSlow: Bool { if case .tooSlow = self { true } else { false } }
  }
}

extension Gesture.Phase {
  /// The phase that reports `state`; nil for states that are not reported.
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
