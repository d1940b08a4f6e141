package import Gestures
internal import Touch

/// Finds rules that nothing can trigger.
package enum Reachability {
  /// Why a rule can never act.
  package enum Obstacle: Hashable {
    /// Its gesture takes two fingers.
    case needsTwoFingers
    /// Only touchpads are meant, which do not tell where fingers are.
    case touchpadHasNoPlaces
    /// libinput reports the gesture on touchpads with other numbers of fingers.
    case touchpadHasNo(String, counts: String)
    /// Two fingers scroll on a touchpad, and the rule does not name it.
    case touchpadScrolls
  }

  /// Why `trigger` can never be fulfilled; nil where it can.
  package static func obstacle(to trigger: Trigger) -> Obstacle? {
    switch trigger.pattern {
    case .pinch where trigger.fingers.upperBound < 2, .rotate where trigger.fingers.upperBound < 2:
      return .needsTwoFingers
    case .tap, .longPress, .swipe, .pan, .pinch, .rotate, .stroke: break
    }
    guard !trigger.devices.isEmpty, trigger.devices.allSatisfy({ $0 == .kind(.touchpad) }) else { return nil }
    guard trigger.start == nil else { return .touchpadHasNoPlaces }
    let reported = trigger.pattern.fingersOnTouchpads
    guard !reported.range.overlaps(trigger.fingers) else { return nil }
    return .touchpadHasNo(
      reported.name, counts: "\(reported.range.lowerBound) to \(reported.range.upperBound)")
  }

  /// Why no touchpad sets off `trigger`, which is for every device; nil where one does, and where it says where the
  /// touch starts: nobody expects that of a touchpad.
  static func obstacleOnTouchpads(to trigger: Trigger) -> Obstacle? {
    guard trigger.devices.isEmpty, trigger.start == nil, obstacle(to: trigger) == nil else { return nil }
    var onTouchpads = trigger
    onTouchpads.devices = [.kind(.touchpad)]
    if let obstacle = obstacle(to: onTouchpads) { return obstacle }
    return trigger.fingers.upperBound == 2 && onTouchpads.isMadeByScrolling ? .touchpadScrolls : nil
  }
}

extension Trigger {
  /// Whether it may be made by scrolling on a touchpad, which only rules are told of that name the touchpad.
  var isMadeByScrolling: Bool {
    guard fingers.contains(2), namesTouchpads else { return false }
    switch pattern {
    case .swipe, .pan, .stroke: return true
    case .tap, .longPress, .pinch, .rotate: return false
    }
  }
}

extension Reachability.Obstacle {
  /// As people say it of a rule.
  package var message: String { "\(shortMessage): this rule can never act" }

  /// As people say it of a gesture.
  package var shortMessage: String {
    switch self {
    case .needsTwoFingers: "this gesture takes two fingers or more"
    case .touchpadHasNoPlaces: "a touchpad does not tell where its fingers are"
    case .touchpadScrolls:
      "two fingers scroll on a touchpad, which a rule is told of only where its 'device' names it"
    case .touchpadHasNo(let name, let counts): "libinput reports \(name) of \(counts) fingers only on a touchpad"
    }
  }
}

extension Pattern {
  /// How many fingers libinput recognises the gesture with on a touchpad (libinput's documentation, "Gestures" and
  /// "Tap-to-click behaviour"). Two that swipe, pan or draw are fingers that scroll.
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
