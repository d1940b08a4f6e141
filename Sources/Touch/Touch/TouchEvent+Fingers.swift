extension TouchEvent.Kind {
  /// The number of fingers of a gesture that libinput begins or, for a tap, reports; nil for any other event. Two
  /// fingers scroll, at each step.
  public var reportedFingers: Int? {
    switch self {
    case .swipeBegin(let fingers), .pinchBegin(let fingers), .holdBegin(let fingers), .tap(let fingers, _): fingers
    case .scroll: 2
    default: nil
    }
  }

  /// True for a part of a frame of contacts: it counts with the end of the frame.
  public var awaitsFrame: Bool {
    switch self {
    case .touchDown, .touchMotion, .touchUp, .touchCancel, .touchPressure, .fingerCount, .button: true
    default: false
    }
  }
}
