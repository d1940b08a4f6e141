internal import Time
internal import Touch

/// Turns libinput's swipes, pinches, holds, scrolling and taps on one touchpad into touch sequences.
///
///     libinput   HOLD begin ── HOLD end, cancelled │ SWIPE begin ── update … ── SWIPE end
///     sequence   ◀──────────────── one, if the number of fingers is the same ───────────▶
///
/// A hold that turns into a movement ends as cancelled, and the movement begins with the next event. Movement of one
/// finger or of the pointer is not reported at all: after a while without events the sequence is cancelled.
///
/// Scrolling of two fingers is reported per axis, until an axis ends with a 0. A tap is reported after the lift.
struct TouchpadSequencer: Sendable {
  /// The time libinput waits for the number of fingers to settle before it begins another gesture.
  private static let patience = Duration.milliseconds(100)
  /// The longest time from a hold to the swipe or pinch that three or more creeping fingers make of it: they have to
  /// move 1 mm first. Only ongoing gestures wait this long.
  private static let longestPatience = Duration.milliseconds(400)

  var sequence: TouchSequence
  private var sample = Sample(time: .zero, source: .hold, fingers: 0, landed: .zero)
  private var baseScale = 1.0
  /// The time to stop waiting for what follows a cancelled hold; nil if none was cancelled.
  private var interruption: Timestamp?
  /// The time at which resting fingers lifted, until it is known whether that was a tap: libinput reports one next,
  /// with the same time.
  private var lifted: Timestamp?
  /// The time at which resting fingers lifted that made a gesture: libinput may report them as a tap as well.
  private var pressEnded: Timestamp?
  private var cancelledGestures = CancelledGestureFilter()
  /// The axes that are being scrolled.
  private var scrolling = (x: false, y: false)
  private(set) var deadline: Timestamp?
  /// The landing site of the gesture that the next event begins; nil if contacts are not read.
  var landingSite: LandingSite?
  /// The positions of its fingers; empty if contacts are not read.
  var positions = FingerPositions()
  /// True if the gesture that libinput reports is none: its fingers belong to another one, or are more than it says.
  var isOverruled = false

  init(device: Device, candidates: CandidateTable) {
    sequence = TouchSequence(device: device.id, candidates: candidates)
  }

  /// The next deadline. While it is unknown whether the fingers rest or move, resting decides nothing.
  private mutating func nextDeadline() -> Timestamp? {
    if let lifted { return lifted + .microseconds(1) }
    return interruption ?? sequence.nextDeadline()
  }

  /// True if a gesture of fingers that are down goes on.
  var hasFingers: Bool { sequence.stage != .idle && lifted == nil }

  /// True if two fingers are scrolling.
  var isScrolling: Bool { sample.source == .scroll && sequence.stage != .idle }

  /// Cancels the present gesture. What libinput still reports of it is ignored.
  mutating func overrule(at time: Timestamp, into gestures: inout [Gesture]) {
    isOverruled = true
    lifted = nil
    interruption = nil
    sequence.cancel(at: time, remaining: 0, into: &gestures)
    deadline = nextDeadline()
  }

  mutating func handle(_ event: TouchEvent.Kind, at time: Timestamp, into gestures: inout [Gesture]) {
    defer { deadline = nextDeadline() }
    if case .tap = event {} else { completeLift(into: &gestures) }
    sample.time = time
    if cancelledGestures.discards(event, at: time) || isOverruled { return }
    switch event {
    case .holdBegin(let fingers): begin(.hold, fingers: fingers, into: &gestures)
    case .swipeBegin(let fingers): begin(.swipe, fingers: fingers, into: &gestures)
    case .pinchBegin(let fingers): begin(.pinch, fingers: fingers, into: &gestures)
    case .swipeUpdate(_, let delta):
      sample.translation = (sample.translation + delta.clamped).clamped
      sample.reach = max(sample.reach, sample.translation.length)
      sequence.move(sample, into: &gestures)
    case .pinchUpdate(_, let delta, let scale, let rotation):
      sample.translation = (sample.translation + delta.clamped).clamped
      sample.reach = max(sample.reach, sample.translation.length)
      if scale.isFinite, scale > 0 { sample.scale = min(max(baseScale * scale, 0.001), 1_000) }
      if rotation.isFinite { sample.rotation += min(max(rotation, -180), 180) }
      sequence.move(sample, into: &gestures)
    case .holdEnd(let fingers, cancelled: true):
      guard sequence.stage != .idle else { break }
      interruption = time + (fingers > 2 && sequence.isClaimed ? Self.longestPatience : Self.patience)
    case .holdEnd(_, cancelled: false) where sequence.stage != .idle && !sequence.isClaimed: lifted = time
    case .holdEnd(_, cancelled: false):
      if sequence.stage != .idle { pressEnded = time }
      sequence.lift(sample, remaining: 0, into: &gestures)
    case .swipeEnd(_, cancelled: false), .pinchEnd(_, cancelled: false):
      sequence.lift(sample, remaining: 0, into: &gestures)
    case .swipeEnd(_, cancelled: true), .pinchEnd(_, cancelled: true):
      sequence.rejectByLibinput(sample, into: &gestures)
    case .scroll(let dx, let dy): scroll(dx, dy, into: &gestures)
    case .tap(let fingers, let lasted): tap(fingers, lasted: lasted, into: &gestures)
    case .deviceAdded, .deviceRemoved, .eventsLost, .touchDown, .touchMotion, .touchUp, .touchCancel, .touchPressure,
      .touchFrame, .fingerCount, .button:
      break
    }
  }

  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    defer { deadline = nextDeadline() }
    if lifted != nil {
      completeLift(into: &gestures)
    } else if let due = interruption, due <= now {
      breakOff(at: now, into: &gestures)
    } else {
      sequence.expire(at: now, into: &gestures)
    }
  }

  mutating func setActiveRules(_ rules: [RuleIndex?]) {
    sequence.setActiveRules(rules)
    deadline = nextDeadline()
  }

  /// Cancels what is going on. Fingers that are down do nothing more until they have lifted.
  mutating func cancel(at time: Timestamp, into gestures: inout [Gesture]) {
    defer { deadline = nextDeadline() }
    cancelledGestures.breakOff()
    lifted = nil
    interruption = nil
    sequence.cancel(at: time, remaining: 0, into: &gestures)
  }

  /// Completes the lift of fingers that rested; it was no tap.
  private mutating func completeLift(into gestures: inout [Gesture]) {
    guard let time = lifted else { return }
    lifted = nil
    sample.time = time
    sequence.lift(sample, remaining: 0, into: &gestures)
  }

  /// Cancels the present gestures, because the fingers do something else.
  private mutating func breakOff(at time: Timestamp, into gestures: inout [Gesture]) {
    lifted = nil
    interruption = nil
    sequence.breakOff(at: time, remaining: 0, into: &gestures)
  }

  private mutating func begin(_ source: Sample.Source, fingers: Int, into gestures: inout [Gesture]) {
    if interruption != nil, sequence.stage != .idle, sequence.fingers == fingers, source != .hold {
      interruption = nil
      sample.source = source
      baseScale = sample.scale
      sequence.positions = positions
      sequence.move(sample, into: &gestures)
      return
    }
    start(
      source, fingers: fingers,
      landed: source == .hold ? sample.time - Thresholds.holdDelay(fingers: fingers) : sample.time, into: &gestures)
  }

  private mutating func start(
    _ source: Sample.Source, fingers: Int, landed: Timestamp, into gestures: inout [Gesture]
  ) {
    breakOff(at: sample.time, into: &gestures)
    sample = Sample(time: sample.time, source: source, fingers: fingers, landed: landed)
    baseScale = 1
    scrolling = (false, false)
    sequence.land(sample, down: fingers, landingSite: landingSite, positions: positions, settled: true, into: &gestures)
  }

  /// Takes in scrolling of two fingers; an axis with 0 has ended.
  private mutating func scroll(_ dx: Double?, _ dy: Double?, into gestures: inout [Gesture]) {
    let delta = Vector(dx: dx ?? 0, dy: dy ?? 0).clamped
    if sample.source != .scroll || sequence.stage == .idle {
      guard delta != .zero else { return }
      begin(.scroll, fingers: 2, into: &gestures)
    }
    if let dx { scrolling.x = dx != 0 }
    if let dy { scrolling.y = dy != 0 }
    if scrolling.x || scrolling.y {
      sample.translation = (sample.translation + delta).clamped
      sample.reach = max(sample.reach, sample.translation.length)
      sequence.move(sample, into: &gestures)
    } else {
      sequence.lift(sample, remaining: 0, into: &gestures)
    }
  }

  /// Takes in a tap, which libinput reports after the lift; it may have reported a hold before.
  private mutating func tap(_ fingers: Int, lasted: Duration, into gestures: inout [Gesture]) {
    if sequence.isClaimed, sequence.stage != .idle || pressEnded == sample.time { return }
    if sample.source == .hold, sequence.stage != .idle, sequence.fingers == fingers {
      lifted = nil
      interruption = nil
      sample.source = .tap
    } else {
      start(.tap, fingers: fingers, landed: sample.time - max(lasted, .zero), into: &gestures)
    }
    sequence.lift(sample, remaining: 0, into: &gestures)
  }
}
