internal import Touch

/// The gestures that libinput reports of three and more fingers, and of two that pinch.
extension TouchEvent.Kind {
  var beginsGesture: Bool {
    switch self {
    case .swipeBegin, .pinchBegin, .holdBegin: true
    default: false
    }
  }

  var beginsSwipe: Bool { if case .swipeBegin = self { true } else { false } }

  var endsGesture: Bool {
    switch self {
    case .swipeEnd, .pinchEnd, .holdEnd: true
    default: false
    }
  }

  var cancelsGesture: Bool {
    switch self {
    case .swipeEnd(_, let cancelled), .pinchEnd(_, let cancelled), .holdEnd(_, let cancelled): cancelled
    default: false
    }
  }
}
