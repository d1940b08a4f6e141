internal import Gestures
internal import Rules
public import Time
public import Touch

/// Touches that begin while somebody types.
extension Engine {
  /// True if rules keep from acting while somebody types: the desktop is to report input.
  public var watchesTyping: Bool { typing.isOn }

  /// Notes that there was input at a time that is none of others: that of a device that is read here, also of fingers
  /// that only point, or that of a rule.
  public mutating func noteOwnInput(at time: Timestamp) { typing.note(ownInput: time) }

  /// True if the time of the last key is to be told before an event: a touch on a touchpad may begin with it. It
  /// changes nothing; not `mutating`, it would be called on a copy of the engine, with each event.
  public mutating func awaitsTyping(before event: borrowing TouchEvent) -> Bool {
    typing.isOn && event.kind.canBeginTouch && typing.mayJudge(at: event.time)
      && device(event.device)?.kind == .touchpad
  }

  mutating func watchTyping(_ event: borrowing TouchEvent) {
    typing.note(ownInput: event.time)
    guard awaitsTyping(before: event) else { return }
    // A modifier that is known to be held belongs to the gesture.
    typing.judge(at: event.time, isExpected: current.situation.modifiers?.isEmpty == false)
  }

  /// True if the touch on a device began while somebody typed.
  func isHeldBack(_ device: DeviceID) -> Bool { typing.isHeld && self.device(device)?.kind == .touchpad }

  /// True if a gesture was made, or began, while somebody typed. Its device may be gone when it is cancelled.
  func isHeldBack(_ gesture: Gesture) -> Bool {
    switch gesture.phase {
    case .recognized, .began: isHeldBack(gesture.device)
    case .changed, .ended, .cancelled: typing.holdsBack(gesture)
    }
  }
}
