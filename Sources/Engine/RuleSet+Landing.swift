internal import Gestures
internal import Rules
internal import Touch

extension RuleSet {
  /// Whether `event` on `device` is the first that is told of fingers that a rule may be for.
  ///
  /// Nothing but the number of fingers and the device is looked at: a hand that scrolls has nothing to do with rules for
  /// three fingers, and one finger on a touchscreen may be followed by any number.
  func mayBegin(with event: TouchEvent.Kind, on device: Device?) -> Bool {
    guard let device else { return false }
    let fingers: Int?
    switch event {
    case .touchDown: fingers = nil
    case .swipeBegin(let count), .pinchBegin(let count), .holdBegin(let count), .tap(let count, _): fingers = count
    case .scroll: fingers = 2
    case .deviceAdded, .deviceRemoved, .eventsLost, .touchMotion, .touchUp, .touchCancel, .touchFrame, .swipeUpdate,
      .swipeEnd, .pinchUpdate, .pinchEnd, .holdEnd:
      return false
    }
    return triggers.contains { trigger in
      (fingers.map { trigger.fingers.contains($0) } ?? true) && trigger.includes(device)
    }
  }
}
