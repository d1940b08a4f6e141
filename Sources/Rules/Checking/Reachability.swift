internal import Gestures
internal import Touch

/// Finds rules that nothing can trigger.
enum Reachability {
  /// Why `trigger` can never be fulfilled; nil where it can.
  static func obstacle(to trigger: Trigger) -> String? {
    if case .pinch = trigger.pattern, trigger.fingers.upperBound < 2 {
      return "a pinch takes two fingers or more: this rule can never act"
    }
    guard !trigger.devices.isEmpty, trigger.devices.allSatisfy({ $0 == .kind(.touchpad) }) else { return nil }
    let reported = trigger.pattern.fingersOnTouchpads
    guard !reported.range.overlaps(trigger.fingers) else { return nil }
    return "libinput reports \(reported.name) of \(reported.counts) fingers only on a touchpad: this rule can never act"
  }
}

extension Pattern {
  /// How many fingers libinput recognises the gesture with on a touchpad (libinput's documentation, "Gestures").
  fileprivate var fingersOnTouchpads: (name: String, range: ClosedRange<Int>, counts: String) {
    switch self {
    case .swipe: ("swipes", 3...4, "3 or 4")
    case .pinch: ("pinches", 2...4, "2 to 4")
    case .longPress: ("holds", 1...4, "1 to 4")
    case .tap: ("taps", 1...3, "1 to 3")
    case .pan, .stroke: ("movements", 2...4, "2 to 4")
    case .rotate: ("rotations", 2...4, "2 to 4")
    }
  }
}
