internal import Touch

extension TouchEvent.Kind {
  /// True for a contact that moves or presses: the commonest events, several in a frame, before its end.
  var isMovement: Bool {
    switch self {
    case .touchMotion, .touchPressure: true
    default: false
    }
  }

  /// True if a touch sequence can begin with it.
  var canBeginTouch: Bool {
    switch self {
    case .touchDown, .swipeBegin, .pinchBegin, .holdBegin, .tap: true
    // The end of scrolling follows the lift.
    case .scroll(let dx, let dy): (dx ?? 0) != 0 || (dy ?? 0) != 0
    case .fingerCount(let count): count > 0
    default: false
    }
  }

  /// True if fingers land or lift with it, or are counted.
  var mayChangeFingers: Bool {
    switch self {
    case .touchDown, .touchUp, .touchCancel, .eventsLost, .deviceRemoved, .deviceAdded, .swipeBegin, .pinchBegin,
      .holdBegin, .tap, .scroll, .fingerCount:
      true
    case .touchMotion, .touchPressure, .touchFrame, .button, .swipeUpdate, .swipeEnd, .pinchUpdate, .pinchEnd, .holdEnd,
      .fingersLeft:
      false
    }
  }

  /// True if a device comes or goes, or is another one.
  var changesDevices: Bool {
    switch self {
    case .deviceAdded, .deviceRemoved: true
    default: false
    }
  }
}
