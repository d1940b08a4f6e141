internal import Gestures
internal import Time
internal import Touch

/// Divides what libinput reports of one touchpad into episodes.
struct TouchpadReader: Sendable {
  private let device: Device
  /// The index of the current episode.
  private var open: Int?
  /// The time at which a hold was cancelled for another gesture.
  private var interrupted: Timestamp?
  private var translation = Vector.zero
  private var pinchState = TouchEpisode.PinchState(scale: 1, degrees: 0)
  /// The value of `scale` when the current pinch began.
  private var baseScale = 1.0
  /// The axes that are being scrolled.
  private var scrolling = (x: false, y: false)

  init(_ device: Device) { self.device = device }

  /// True if the latest episode is the current one, so that it may still grow.
  var isOpen: Bool { open != nil }

  /// The time until which the cancelled hold of the latest episode may turn into another gesture; nil if it cannot.
  var continuesUntil: Timestamp? { open == nil ? nil : interrupted.map { $0 + Thresholds.longestInterruption } }

  mutating func read(_ event: TouchEvent.Kind, at time: Timestamp, into episodes: inout [TouchEpisode]) {
    switch event {
    case .holdBegin(let fingers): begin(.rest, fingers, time, into: &episodes)
    case .swipeBegin(let fingers): begin(.swipe, fingers, time, into: &episodes)
    case .pinchBegin(let fingers): begin(.pinch, fingers, time, into: &episodes)
    case .swipeUpdate(_, let delta): move(delta, time, in: &episodes)
    case .pinchUpdate(_, let delta, let scale, let rotation):
      if scale.isFinite, scale > 0 { pinchState.scale = min(max(baseScale * scale, 0.001), 1_000) }
      if rotation.isFinite { pinchState.degrees += min(max(rotation, -180), 180) }
      move(delta, time, in: &episodes)
      if let open { episodes[open].pinchStates.append(Timed(time: time, value: pinchState)) }
    case .holdEnd(_, cancelled: true):
      close(time, isCancelled: true, in: &episodes)
      interrupted = time
    case .holdEnd(_, let cancelled), .swipeEnd(_, let cancelled), .pinchEnd(_, let cancelled):
      close(time, isCancelled: cancelled, in: &episodes)
      open = nil
    case .scroll(let dx, let dy): scroll(dx, dy, time, into: &episodes)
    case .tap(let fingers, let lasted): tap(fingers, lasted, time, into: &episodes)
    case .deviceRemoved, .eventsLost: open = nil
    default: break
    }
  }

  private mutating func begin(
    _ kind: TouchEpisode.Phase.Kind, _ fingers: Int, _ time: Timestamp, into episodes: inout [TouchEpisode]
  ) {
    defer { interrupted = nil }
    if let open, let end = continuesUntil, time <= end, episodes[open].fingers == fingers, kind != .rest {
      baseScale = pinchState.scale
      episodes[open].phases.append(TouchEpisode.Phase(kind: kind, fingers: fingers, start: time, end: time))
      return
    }
    translation = .zero
    pinchState = TouchEpisode.PinchState(scale: 1, degrees: 0)
    baseScale = 1
    scrolling = (false, false)
    open = episodes.count
    var episode = TouchEpisode(on: device, at: time, origin: device.centre)
    episode.fingers = min(max(fingers, 0), 99)
    episode.phases = [TouchEpisode.Phase(kind: kind, fingers: episode.fingers, start: time, end: time)]
    episodes.append(episode)
  }

  private mutating func move(_ delta: Vector, _ time: Timestamp, in episodes: inout [TouchEpisode]) {
    guard let open else { return }
    translation = Vector(
      dx: (translation.dx + delta.dx.drawable).drawable, dy: (translation.dy + delta.dy.drawable).drawable)
    episodes[open].translations.append(Timed(time: time, value: translation))
    close(time, isCancelled: false, in: &episodes)
  }

  /// Extends the latest phase to `time`.
  private func close(_ time: Timestamp, isCancelled: Bool, in episodes: inout [TouchEpisode]) {
    guard let open, let last = episodes[open].phases.indices.last else { return }
    episodes[open].end = time
    episodes[open].phases[last].end = time
    episodes[open].phases[last].isCancelled = isCancelled
  }

  /// Handles a step of scrolling; 0 on an axis ends it there.
  private mutating func scroll(_ dx: Double?, _ dy: Double?, _ time: Timestamp, into episodes: inout [TouchEpisode]) {
    if open.map({ episodes[$0].phases.last?.kind != .scroll }) ?? true {
      guard (dx ?? 0) != 0 || (dy ?? 0) != 0 else { return }
      begin(.scroll, 2, time, into: &episodes)
    }
    if let dx { scrolling.x = dx != 0 }
    if let dy { scrolling.y = dy != 0 }
    if scrolling.x || scrolling.y {
      move(Vector(dx: dx ?? 0, dy: dy ?? 0), time, in: &episodes)
    } else {
      close(time, isCancelled: false, in: &episodes)
      open = nil
    }
  }

  /// Handles a tap, reported after the fingers lifted; libinput may have reported a hold before.
  private mutating func tap(_ fingers: Int, _ lasted: Duration, _ time: Timestamp, into episodes: inout [TouchEpisode])
  {
    let landed = time - max(lasted, .zero)
    if let open, episodes[open].fingers == fingers, episodes[open].phases.last?.kind == .rest {
      episodes[open].phases.append(
        TouchEpisode.Phase(kind: .tap, fingers: fingers, start: episodes[open].start, end: time))
    } else {
      begin(.tap, fingers, landed, into: &episodes)
    }
    close(time, isCancelled: false, in: &episodes)
    open = nil
  }
}
