internal import Gestures
internal import Rules
internal import Touch

extension RuleSet {
  /// True if `event` on `device` is the first event of fingers that a rule may be for.
  ///
  /// Only the number of fingers and the device are compared: scrolling, with two fingers, cannot match rules for three.
  /// On a touchscreen, any number of fingers may follow the first.
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
