internal import Touch

/// What libinput goes on to tell of fingers on a touchpad whose gesture was broken off, by a lock or for want of events:
/// it comes to nothing until they have lifted, also where libinput takes it for something else meanwhile.
struct CancelledGestureFilter: Sendable {
  private enum State: Sendable {
    case lifted
    case down
    /// Broken off while fingers were down.
    case brokenOff
    /// So, and what libinput took it for has ended then, without a lift; what begins next may be the same fingers'.
    case changing(since: Timestamp)
  }

  /// libinput tells at once what fingers that rested have begun, and within 100 ms what those do that are fewer now.
  private static let successionLimit = Duration.milliseconds(100)

  private var state = State.lifted

  /// What is going on is broken off.
  mutating func breakOff() {
    switch state {
    case .down: state = .brokenOff
    case .lifted, .brokenOff, .changing: break
    }
  }

  /// Takes in one event after the other.
  /// - Returns: whether it is of what was broken off.
  mutating func discards(_ event: TouchEvent.Kind, at time: Timestamp) -> Bool {
    switch event {
    case .scroll(let dx, let dy) where (dx ?? 0) == 0 && (dy ?? 0) == 0: lift()
    case .holdBegin, .swipeBegin, .pinchBegin, .scroll: begin(at: time)
    case .holdEnd(_, cancelled: false), .swipeEnd(_, cancelled: false), .pinchEnd(_, cancelled: false), .tap: lift()
    case .holdEnd(_, cancelled: true), .swipeEnd(_, cancelled: true), .pinchEnd(_, cancelled: true): change(at: time)
    case .swipeUpdate, .pinchUpdate: isBrokenOff
    case .deviceAdded, .deviceRemoved, .eventsLost, .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame: false
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
