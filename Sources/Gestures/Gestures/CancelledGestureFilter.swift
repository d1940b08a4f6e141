internal import Time
internal import Touch

/// Discards what libinput still reports of touchpad fingers whose gesture was cancelled, by a lock or because events
/// were lost, until they have lifted, also where libinput reclassifies their movement meanwhile.
struct CancelledGestureFilter: Sendable {
  private enum State: Sendable {
    case lifted
    case down
    /// Cancelled while fingers were down.
    case brokenOff
    /// Cancelled, and the gesture that libinput reported has ended since, without a lift. The next one may be of the
    /// same fingers.
    case changing(since: Timestamp)
  }

  /// libinput reports at once what resting fingers begin, and within 100 ms what fewer fingers go on to do.
  private static let successionLimit = Duration.milliseconds(100)

  private var state = State.lifted

  /// Discards what the fingers that are down still do.
  mutating func breakOff() {
    switch state {
    case .down: state = .brokenOff
    case .lifted, .brokenOff, .changing: break
    }
  }

  /// Takes in one event after another.
  /// - Returns: true if it belongs to a cancelled gesture.
  mutating func discards(_ event: TouchEvent.Kind, at time: Timestamp) -> Bool {
    switch event {
    case .scroll(let dx, let dy) where (dx ?? 0) == 0 && (dy ?? 0) == 0: lift()
    case .holdBegin, .swipeBegin, .pinchBegin, .scroll: begin(at: time)
    case .holdEnd(_, cancelled: false), .swipeEnd(_, cancelled: false), .pinchEnd(_, cancelled: false), .tap: lift()
    case .holdEnd(_, cancelled: true), .swipeEnd(_, cancelled: true), .pinchEnd(_, cancelled: true): change(at: time)
    case .swipeUpdate, .pinchUpdate: isBrokenOff
    case .deviceAdded, .deviceRemoved, .eventsLost, .fingersLeft, .touchDown, .touchMotion, .touchUp, .touchCancel,
      .touchPressure,
      .touchFrame, .fingerCount, .button:
      false
    }
  }

  private var isBrokenOff: Bool {
    switch state {
    case .lifted, .down: false
    case .brokenOff, .changing: true
    }
  }

  private mutating func begin(at time: Timestamp) -> Bool {
    switch state {
    case .changing(let since) where time - since <= Self.successionLimit: state = .brokenOff
    case .lifted, .down, .changing: state = .down
    case .brokenOff: break
    }
    return isBrokenOff
  }

  private mutating func lift() -> Bool {
    defer { state = .lifted }
    return isBrokenOff
  }

  private mutating func change(at time: Timestamp) -> Bool {
    let result = isBrokenOff
    state = result ? .changing(since: time) : .lifted
    return result
  }
}
