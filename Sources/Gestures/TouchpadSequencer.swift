internal import Touch

/// Turns libinput's swipes, pinches and holds on one touchpad into a touch sequence.
///
///     libinput   HOLD begin ── HOLD end, cancelled │ SWIPE begin ── update … ── SWIPE end
///     sequence   ◀──────────────── one, if the number of fingers is the same ───────────▶
///
/// A hold that turns into a movement ends as cancelled and the movement begins with the next event. One finger's
/// movement, and the pointer's, is not reported at all: after 100 ms without a word the sequence is broken off.
struct TouchpadSequencer: Sendable {
  /// How long fingers have rested when libinput says so: 40 ms for one or two, 180 ms for more (1.19 and later).
  private static func holdDelay(fingers: Int) -> Duration { .milliseconds(fingers <= 2 ? 40 : 180) }
  /// libinput waits 100 ms for a finger count to settle before it goes on with another gesture.
  private static let patience = Duration.milliseconds(100)

  var sequence: TouchSequence
  private var sample = Sample(time: .zero, source: .hold, fingers: 0, landed: .zero)
  private var baseScale = 1.0
  /// Set between a hold that was cancelled and what comes of it: when to stop waiting.
  private var interruption: Timestamp?

  init(device: Device, candidates: CandidateTable) {
    sequence = TouchSequence(device: device.id, candidates: candidates)
  }

  /// While nobody knows whether the fingers rest or move, resting decides nothing.
  var deadline: Timestamp? { interruption ?? sequence.deadline }

  mutating func handle(_ event: TouchEvent.Kind, at time: Timestamp, into gestures: inout [Gesture]) {
    sample.time = time
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
      if scale.isFinite, scale > 0 { sample.scale = min(baseScale * scale, 1_000) }
      if rotation.isFinite { sample.rotation += min(max(rotation, -180), 180) }
      sequence.move(sample, into: &gestures)
    case .holdEnd(_, cancelled: true):
      if sequence.stage != .idle { interruption = time + Self.patience }
    case .holdEnd(_, cancelled: false), .swipeEnd(_, cancelled: false), .pinchEnd(_, cancelled: false):
      sequence.lift(sample, remaining: 0, into: &gestures)
    case .swipeEnd(_, cancelled: true), .pinchEnd(_, cancelled: true):
      sequence.cancel(at: time, remaining: 0, into: &gestures)
    case .scroll:
      if interruption != nil { cancel(at: time, into: &gestures) }
    case .deviceAdded, .deviceRemoved, .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame, .tap: break
    }
  }

  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    if let interruption, interruption <= now {
      cancel(at: now, into: &gestures)
    } else {
      sequence.expire(at: now, into: &gestures)
    }
  }

  /// Breaks off what is going on.
  mutating func cancel(at time: Timestamp, into gestures: inout [Gesture]) {
    interruption = nil
    sequence.cancel(at: time, remaining: 0, into: &gestures)
  }

  private mutating func begin(_ source: Sample.Source, fingers: Int, into gestures: inout [Gesture]) {
    sample.source = source
    if interruption != nil, sequence.stage != .idle, sequence.fingers == fingers, source != .hold {
      interruption = nil
      baseScale = sample.scale
      sequence.move(sample, into: &gestures)
      return
    }
    cancel(at: sample.time, into: &gestures)
    let landed = source == .hold ? sample.time - Self.holdDelay(fingers: fingers) : sample.time
    sample = Sample(time: sample.time, source: source, fingers: fingers, landed: landed)
    baseScale = 1
    sequence.land(sample, settled: true, into: &gestures)
  }
}
