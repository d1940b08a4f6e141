package import Gestures
internal import Touch

/// Finds rules that nothing can trigger.
package enum Reachability {
  /// A reason why a rule can never act.
  package enum Obstacle: Hashable {
    /// The gesture requires two fingers.
    case needsTwoFingers
    /// The rule has a region and is for touchpads alone, which report no positions.
    case touchpadHasNoPlaces
    /// libinput reports the gesture on touchpads with other numbers of fingers only.
    case touchpadHasNo(String, counts: String)
    /// Two fingers scroll on a touchpad, and the rule does not name it.
    case touchpadScrolls
  }

  /// The reason why `trigger` can never match; nil if it can.
  package static func obstacle(to trigger: Trigger) -> Obstacle? {
    switch trigger.pattern {
    case .pinch where trigger.fingers.upperBound < 2, .rotate where trigger.fingers.upperBound < 2:
      return .needsTwoFingers
    case .tap, .longPress, .swipe, .pan, .pinch, .rotate, .stroke: break
    }
    guard trigger.devices.areTouchpads else { return nil }
    guard trigger.start == nil else { return .touchpadHasNoPlaces }
    let reported = trigger.pattern.fingersOnTouchpads
    guard !reported.range.overlaps(trigger.fingers) else { return nil }
    return .touchpadHasNo(
      reported.name, counts: "\(reported.range.lowerBound) to \(reported.range.upperBound)")
  }

  /// The reason why no touchpad can match `trigger`, which is for all devices; nil if one can, and for triggers with a
  /// region, which nobody expects on a touchpad.
  static func obstacleOnTouchpads(to trigger: Trigger) -> Obstacle? {
    guard trigger.devices.isEmpty, trigger.start == nil, obstacle(to: trigger) == nil else { return nil }
    var onTouchpads = trigger
    onTouchpads.devices = [.kind(.touchpad)]
    if let obstacle = obstacle(to: onTouchpads) { return obstacle }
    return trigger.fingers.upperBound == 2 && onTouchpads.isMadeByScrolling ? .touchpadScrolls : nil
  }
}

extension Trigger {
  /// True if scrolling on a touchpad may match it. Only rules that name the touchpad are told of scrolling.
  var isMadeByScrolling: Bool {
    guard fingers.contains(2), namesTouchpads else { return false }
    switch pattern {
    case .swipe, .pan, .stroke: return true
    case .tap, .longPress, .pinch, .rotate: return false
    }
  }
}

extension Reachability.Obstacle {
  /// The reason, said of a rule.
  package var message: String { "\(shortMessage): this rule can never act" }

  /// The reason, said of a gesture.
  package var shortMessage: String {
    switch self {
    case .needsTwoFingers: "this gesture requires two or more fingers"
    case .touchpadHasNoPlaces: "touchpads do not report where the fingers are"
    case .touchpadScrolls:
      "two fingers scroll on a touchpad, and only rules with 'device: touchpad' receive scrolling"
    case .touchpadHasNo(let name, let counts): "on touchpads, libinput reports only \(name) of \(counts) fingers"
    }
  }
}

extension Pattern {
  /// The numbers of fingers with which libinput reports the gesture on a touchpad (libinput's documentation, "Gestures"
  /// and "Tap-to-click behaviour"). Two fingers that swipe, pan or draw are scrolling.
  fileprivate var fingersOnTouchpads: (name: String, range: ClosedRange<Int>) {
    switch self {
    case .tap: ("taps", 1...3)
    case .longPress(let pattern): pattern.taps > 0 ? ("taps", 1...3) : ("holds", 1...4)
    case .swipe: ("swipes", 2...4)
    case .pan, .stroke: ("movements", 2...4)
    case .pinch: ("pinches", 2...4)
    case .rotate: ("rotations", 2...4)
    }
  }
}
