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
///
///     libinput   SWIPE 3 begin ── update … ── end, cancelled │ SWIPE 4 begin ── update … ── end
///     touch      ◀─────────────────────────── one ───────────────────────────────────────────▶
///
/// When a finger joins or leaves, libinput ends the gesture as cancelled and begins another one without a lift. One
/// touch makes one gesture: what a rule has recognised owns it to the end, a gesture that permits both numbers goes on
/// with its distance, as does a swipe that a finger has joined, and fingers that have scrolled do not swipe.
///
/// A pinch of two fingers moves as its contacts do, if they are read: where one of them is lost for a frame, libinput
/// may measure the distance to a contact that is gone, or take two that move against each other for scrolling.
struct TouchpadSequencer: Sendable {
  /// The time libinput waits for the number of fingers to settle before it begins another gesture.
  private static let patience = Duration.milliseconds(100)

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

  /// The end of a gesture after which the same fingers may make another one.
  private struct Succession: Sendable {
    var since: Timestamp
    /// True if a rule has recognised the touch.
    var isClaimed: Bool
    /// True if the fingers have scrolled.
    var hasScrolled = false
    /// The swipe that no rule has recognised: if a finger has joined it, the next one goes on with its movement.
    var swipe: Sample?
  }

  /// The longest time between the end of a gesture and the beginning of the next one of the same touch, if contacts are
  /// not read: libinput waits for 2 to 2.5 mm of movement, or for 1 mm after 150 ms. A new touch has to land first.
  private static let longestSuccession = Duration.milliseconds(160)
  /// The longest scrolling that may be the beginning of a swipe, whose third finger lands late.
  private static let longestFalseScroll = Duration.milliseconds(160)

  /// The movement of the fingers until libinput's last gesture ended, if they may not have lifted.
  private var succession: Succession?
  /// The end of a gesture that goes on if the same fingers, with one more or less, begin another one.
  private var change: Timestamp?
  /// True if libinput reports a gesture of a touch that can make no further one.
  private var isSpent = false
  /// True if contacts tell when the fingers have lifted.
  private let hasContacts: Bool
  /// The landing site of the gesture that the next event begins; nil if contacts are not read.
  var landingSite: LandingSite?
  /// The positions of its fingers; empty if contacts are not read.
  var positions = FingerPositions()
  /// True if the contacts tell how the fingers of the pinch move.
  private var followsContacts = false
  /// True if the contacts pinch, or have pinched, while libinput reports something else, which is ignored until they
  /// lift.
  private(set) var hasOwnPinch = false
  /// True if the gesture that libinput reports is none: its fingers belong to another one, or are more than it says.
  var isOverruled = false

  init(device: Device, candidates: CandidateTable) {
    sequence = TouchSequence(device: device.id, candidates: candidates)
    hasContacts = device.reportsPositions
    // The gestures of the contacts may be reported later.
    sequence.hasOthers = device.contacts != nil
  }

  /// Takes in that no finger is down, as the contacts tell.
  mutating func noteLift(at time: Timestamp, into gestures: inout [Gesture]) {
    succession = nil
    isSpent = false
    endOwnPinch(at: time, into: &gestures)
    hasOwnPinch = false
    guard change != nil else { return }
    change = nil
    sample.time = max(sample.time, time)
    sequence.lift(sample, remaining: 0, into: &gestures)
    deadline = nextDeadline()
  }

  /// The next deadline. While it is unknown whether the fingers rest or move, resting decides nothing.
  private mutating func nextDeadline() -> Timestamp? {
    if let lifted { return lifted + .microseconds(1) }
    if let change { return hasContacts ? nil : change + Self.longestSuccession }
    return interruption ?? sequence.nextDeadline()
  }

  /// True if a gesture of fingers that are down goes on.
  var hasFingers: Bool { !sequence.isIdle && lifted == nil }

  /// True if a gesture of a rule owns fingers that are down.
  @inline(__always)
  var ownsFingers: Bool { sequence.isOwned }

  /// True if two fingers are scrolling.
  var isScrolling: Bool { sample.source == .scroll && !sequence.isIdle }

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
    if hasOwnPinch, contradicts(event) { return }
    if isSpent(by: event, at: time, into: &gestures) { return }
    if change != nil, !event.beginsGesture { completeChange(at: time, into: &gestures) }
    switch event {
    case .holdBegin(let fingers): begin(.hold, fingers: fingers, into: &gestures)
    case .swipeBegin(let fingers): begin(.swipe, fingers: fingers, into: &gestures)
    case .pinchBegin(let fingers): begin(.pinch, fingers: fingers, into: &gestures)
    case .swipeUpdate(_, let delta):
      sample.translation = (sample.translation + delta.clamped).clamped
      sample.reach = max(sample.reach, sample.translation.length)
      sequence.move(sample, into: &gestures)
    case .pinchUpdate where followsContacts: break
    case .pinchUpdate(_, let delta, let scale, let rotation):
      sample.translation = (sample.translation + delta.clamped).clamped
      sample.reach = max(sample.reach, sample.translation.length)
      if scale.isFinite, scale > 0 { sample.scale = min(max(baseScale * scale, 0.001), 1_000) }
      if rotation.isFinite { sample.rotation += min(max(rotation, -180), 180) }
      sequence.move(sample, into: &gestures)
    case .holdEnd(let fingers, cancelled: true):
      guard !sequence.isIdle else { break }
      // Only ongoing gestures wait that long.
      interruption = time + (fingers > 2 && sequence.isOwned ? Thresholds.longestInterruption : Self.patience)
    case .holdEnd(_, cancelled: false) where !sequence.isIdle && !sequence.isOwned: lifted = time
    case .holdEnd(_, cancelled: false):
      if sequence.isOwned { pressEnded = time }
      sequence.lift(sample, remaining: 0, into: &gestures)
    case .swipeEnd(_, cancelled: false), .pinchEnd(_, cancelled: false):
      sequence.lift(sample, remaining: 0, into: &gestures)
    case .swipeEnd(_, cancelled: true), .pinchEnd(_, cancelled: true):
      if sequence.mayChangeFingers {
        change = time
      } else {
        reject(at: time, into: &gestures)
      }
    case .scroll(let dx, let dy): scroll(dx, dy, into: &gestures)
    case .tap(let fingers, let lasted): tap(fingers, lasted: lasted, into: &gestures)
    case .deviceAdded, .deviceRemoved, .eventsLost, .fingersLeft, .touchDown, .touchMotion, .touchUp, .touchCancel,
      .touchPressure,
      .touchFrame, .fingerCount, .button:
      break
    }
  }

  /// Begins a pinch of two contacts that libinput takes for something else.
  mutating func beginOwnPinch(at time: Timestamp, into gestures: inout [Gesture]) {
    handle(.pinchBegin(fingers: 2), at: time, into: &gestures)
    hasOwnPinch = isPinchOfTwo
  }

  /// Ends such a pinch, because a contact has lifted.
  mutating func endOwnPinch(at time: Timestamp, into gestures: inout [Gesture]) {
    guard hasOwnPinch, isPinchOfTwo else { return }
    sample.time = time
    sequence.lift(sample, remaining: 0, into: &gestures)
    deadline = nextDeadline()
  }

  /// True if libinput reports something else of two fingers that pinch; it may still come to report the pinch.
  private mutating func contradicts(_ event: TouchEvent.Kind) -> Bool {
    switch event {
    case .pinchBegin(let fingers) where fingers <= 2:
      if isPinchOfTwo { hasOwnPinch = false }
      return true
    case .scroll, .holdBegin, .holdEnd, .tap: return true
    default: return false
    }
  }

  /// True if two fingers pinch or turn.
  @inline(__always)
  var isPinchOfTwo: Bool { sample.source == .pinch && sequence.fingers == 2 && !sequence.isIdle }

  /// Takes in the movement of the two contacts of a pinch since they landed.
  mutating func follow(_ contacts: Sample, into gestures: inout [Gesture]) {
    followsContacts = true
    sample.time = contacts.time
    sample.translation = contacts.translation.clamped
    sample.scale = contacts.scale
    sample.rotation = contacts.rotation
    sample.spread = contacts.spread
    sample.reach = max(sample.reach, contacts.reach)
    sequence.move(sample, into: &gestures)
    deadline = nextDeadline()
  }

  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    defer { deadline = nextDeadline() }
    if lifted != nil {
      completeLift(into: &gestures)
    } else if change != nil {
      completeChange(at: now, into: &gestures)
    } else if let due = interruption, due <= now {
      breakOff(at: now, into: &gestures)
    } else {
      sequence.expire(at: now, into: &gestures)
    }
  }

  mutating func setActiveRules(_ rules: ActiveRules) {
    sequence.setActiveRules(rules)
    deadline = nextDeadline()
  }

  /// Cancels what is going on. Fingers that are down do nothing more until they have lifted.
  mutating func cancel(at time: Timestamp, into gestures: inout [Gesture]) {
    defer { deadline = nextDeadline() }
    cancelledGestures.breakOff()
    change = nil
    succession = nil
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

  // MARK: One touch

  /// True if `event` belongs to a touch that can make no further gesture.
  private mutating func isSpent(
    by event: TouchEvent.Kind, at time: Timestamp, into gestures: inout [Gesture]
  ) -> Bool {
    guard event.beginsGesture else {
      let wasSpent = isSpent
      if event.endsGesture { endSpent(event, at: time) }
      return wasSpent
    }
    isSpent = false
    // Fingers that rest are reported late.
    var begin = time
    if case .holdBegin(let fingers) = event { begin = time - Thresholds.holdDelay(fingers: fingers) }
    if !sequence.isIdle, sample.source == .scroll, event.beginsSwipe, time - sample.landed > Self.longestFalseScroll {
      isSpent = true
    } else if let succession, hasContacts || begin - succession.since <= Self.longestSuccession {
      isSpent = succession.isClaimed || succession.hasScrolled && event.beginsSwipe
    }
    if isSpent, sample.source == .scroll { sequence.note(.scrolled, at: time) }
    if isSpent, !sequence.isIdle { breakOff(at: time, into: &gestures) }
    return isSpent
  }

  private mutating func endSpent(_ event: TouchEvent.Kind, at time: Timestamp) {
    guard isSpent else { return }
    isSpent = false
    succession = event.cancelsGesture ? Succession(since: time, isClaimed: true) : nil
  }

  /// Ends a gesture that libinput has cancelled.
  private mutating func reject(at time: Timestamp, into gestures: inout [Gesture]) {
    sequence.rejectByLibinput(sample, into: &gestures)
    succession = Succession(
      since: time, isClaimed: sequence.isClaimed,
      swipe: sample.source == .swipe && !sequence.isClaimed ? sample : nil)
  }

  /// Ends a gesture that could have gone on with another number of fingers.
  private mutating func completeChange(at time: Timestamp, into gestures: inout [Gesture]) {
    guard let time = change else { return }
    change = nil
    sample.time = max(sample.time, time)
    reject(at: time, into: &gestures)
  }

  private mutating func begin(_ source: Sample.Source, fingers: Int, into gestures: inout [Gesture]) {
    followsContacts = false
    hasOwnPinch = false
    if change != nil {
      if source != .hold,
        sequence.permits(fingers, down: fingers) || !sequence.isOwned && sequence.sharesCandidate(with: fingers)
      {
        change = nil
        sample.source = source
        sample.fingers = fingers
        baseScale = sample.scale
        return sequence.changeFingers(sample, landingSite: landingSite, into: &gestures)
      }
      completeChange(at: sample.time, into: &gestures)
      if succession?.isClaimed ?? false {
        isSpent = true
        return
      }
    }
    if interruption != nil, !sequence.isIdle, sequence.fingers == fingers, source != .hold {
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
    if source == .swipe, let succession, let swipe = succession.swipe, swipe.fingers < fingers,
      hasContacts || sample.time - succession.since <= Self.longestSuccession
    {
      (sample.translation, sample.reach) = (swipe.translation, swipe.reach)
    }
    baseScale = 1
    scrolling = (false, false)
    sequence.land(sample, down: fingers, landingSite: landingSite, positions: positions, settled: true, into: &gestures)
  }

  /// Takes in scrolling of two fingers; an axis with 0 has ended.
  private mutating func scroll(_ dx: Double?, _ dy: Double?, into gestures: inout [Gesture]) {
    let delta = Vector(dx: dx ?? 0, dy: dy ?? 0).clamped
    if sample.source != .scroll || sequence.isIdle {
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
      succession = Succession(
        since: sample.time, isClaimed: sequence.isClaimed,
        hasScrolled: sample.time - sample.landed > Self.longestFalseScroll)
    }
  }

  /// Takes in a tap, which libinput reports after the lift; it may have reported a hold before.
  private mutating func tap(_ fingers: Int, lasted: Duration, into gestures: inout [Gesture]) {
    if sequence.isOwned || sequence.isClaimed && pressEnded == sample.time { return }
    if sample.source == .hold, !sequence.isIdle, sequence.fingers == fingers {
      lifted = nil
      interruption = nil
      sample.source = .tap
    } else {
      start(.tap, fingers: fingers, landed: sample.time - max(lasted, .zero), into: &gestures)
    }
    sequence.lift(sample, remaining: 0, into: &gestures)
  }
}
