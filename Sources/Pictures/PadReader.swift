internal import Touch

/// Divides what libinput reports of one touchpad into episodes.
struct PadReader: Sendable {
  /// The time within which a hold may turn into another gesture: a slow three-finger swipe is reported that late.
  private static let patience = Duration.milliseconds(400)

  private let device: Device
  /// The index of the current episode.
  private var open: Int?
  /// The time at which a hold was cancelled for another gesture.
  private var interrupted: Timestamp?
  private var way = Vector.zero
  private var turn = Stay.Turn(scale: 1, degrees: 0)
  /// The value of `scale` when the current pinch began.
  private var baseScale = 1.0
  /// The axes that are being scrolled.
  private var scrolling = (x: false, y: false)

  init(_ device: Device) { self.device = device }

  /// True if the latest episode is the current one, so that it may still grow.
  var isOpen: Bool { open != nil }

  mutating func take(_ event: TouchEvent.Kind, at time: Timestamp, into stays: inout [Stay]) {
    switch event {
    case .holdBegin(let fingers): begin(.rest, fingers, time, into: &stays)
    case .swipeBegin(let fingers): begin(.swipe, fingers, time, into: &stays)
    case .pinchBegin(let fingers): begin(.pinch, fingers, time, into: &stays)
    case .swipeUpdate(_, let delta): move(delta, time, in: &stays)
    case .pinchUpdate(_, let delta, let scale, let rotation):
      if scale.isFinite, scale > 0 { turn.scale = min(max(baseScale * scale, 0.001), 1_000) }
      if rotation.isFinite { turn.degrees += min(max(rotation, -180), 180) }
      move(delta, time, in: &stays)
      if let open { stays[open].turns.append(Timed(time: time, value: turn)) }
    case .holdEnd(_, cancelled: true):
      close(time, isCancelled: true, in: &stays)
      interrupted = time
    case .holdEnd(_, let cancelled), .swipeEnd(_, let cancelled), .pinchEnd(_, let cancelled):
      close(time, isCancelled: cancelled, in: &stays)
      open = nil
    case .scroll(let dx, let dy): scroll(dx, dy, time, into: &stays)
    case .tap(let fingers, let lasted): tap(fingers, lasted, time, into: &stays)
    case .deviceRemoved, .eventsLost: open = nil
    case .deviceAdded, .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame: break
    }
  }

  private mutating func begin(_ kind: Stay.Span.Kind, _ fingers: Int, _ time: Timestamp, into stays: inout [Stay]) {
    defer { interrupted = nil }
    if let open, let interrupted, time - interrupted <= Self.patience, stays[open].fingers == fingers, kind != .rest {
      baseScale = turn.scale
      stays[open].spans.append(Stay.Span(kind: kind, fingers: fingers, start: time, end: time))
      return
    }
    way = .zero
    turn = Stay.Turn(scale: 1, degrees: 0)
    baseScale = 1
    scrolling = (false, false)
    open = stays.count
    var stay = Stay(on: device, at: time, origin: device.centre)
    stay.fingers = min(max(fingers, 0), 99)
    stay.spans = [Stay.Span(kind: kind, fingers: stay.fingers, start: time, end: time)]
    stays.append(stay)
  }

  private mutating func move(_ delta: Vector, _ time: Timestamp, in stays: inout [Stay]) {
    guard let open else { return }
    way = Vector(dx: (way.dx + delta.dx.drawable).drawable, dy: (way.dy + delta.dy.drawable).drawable)
    stays[open].ways.append(Timed(time: time, value: way))
    close(time, isCancelled: false, in: &stays)
  }

  /// Extends the latest phase to `time`.
  private func close(_ time: Timestamp, isCancelled: Bool, in stays: inout [Stay]) {
    guard let open, let last = stays[open].spans.indices.last else { return }
    stays[open].end = time
    stays[open].spans[last].end = time
    stays[open].spans[last].isCancelled = isCancelled
  }

  /// Handles a step of scrolling; 0 on an axis ends it there.
  private mutating func scroll(_ dx: Double?, _ dy: Double?, _ time: Timestamp, into stays: inout [Stay]) {
    if open.map({ stays[$0].spans.last?.kind != .scroll }) ?? true {
      guard (dx ?? 0) != 0 || (dy ?? 0) != 0 else { return }
      begin(.scroll, 2, time, into: &stays)
    }
    if let dx { scrolling.x = dx != 0 }
    if let dy { scrolling.y = dy != 0 }
    if scrolling.x || scrolling.y {
      move(Vector(dx: dx ?? 0, dy: dy ?? 0), time, in: &stays)
    } else {
      close(time, isCancelled: false, in: &stays)
      open = nil
    }
  }

  /// Handles a tap, reported after the fingers lifted; libinput may have reported a hold before.
  private mutating func tap(_ fingers: Int, _ lasted: Duration, _ time: Timestamp, into stays: inout [Stay]) {
    let landed = time - max(lasted, .zero)
    if let open, stays[open].fingers == fingers, stays[open].spans.last?.kind == .rest {
      stays[open].spans.append(Stay.Span(kind: .tap, fingers: fingers, start: stays[open].start, end: time))
    } else {
      begin(.tap, fingers, landed, into: &stays)
    }
    close(time, isCancelled: false, in: &stays)
    open = nil
  }
}
