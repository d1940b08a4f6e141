internal import Gestures
internal import Rules
internal import Touch

/// A gesture with which people use programs or move the pointer, so that a rule for it acts all the time.
struct CommonGesture {
  /// The gesture, for people.
  let text: String
  let help: String

  /// The gesture that triggers `rule`; nil if it is hardly made for another purpose, or withheld from the pointer.
  init?(_ rule: Rule, in content: FileContent) {
    let trigger = rule.trigger
    // Its steps before are hardly made for another purpose.
    guard trigger.before.isEmpty else { return nil }
    // What a name stands for is not known.
    let kinds = Device.Kind.allCases.filter { trigger.devices.isEmpty || trigger.devices.contains(.kind($0)) }
    guard trigger.devices.allSatisfy({ $0 == .kind(.touchpad) || $0 == .kind(.touchscreen) }) else { return nil }
    if kinds.contains(.touchpad), trigger.namesTouchpads, trigger.fingers.contains(2), trigger.scrolls {
      guard !content.owns(trigger), rule.reaction.all.contains(where: { $0 != .none }) else { return nil }
      text = "scrolling with two fingers on a touchpad"
      help =
        "programs scroll as well; 'devices: {touchpad: {own: true}}' withholds the gesture from them once the rule acts"
      return
    }
    // A tap on an owned touchscreen is over when it is recognised: programs have it already.
    let seen = kinds.filter { $0 != .touchpad || !content.owns(trigger) }
    guard !seen.isEmpty, trigger.start == nil, trigger.fingers == 1...1,
      rule.condition.clauses.isEmpty
    else { return nil }
    var isTaken = false
    let places = seen.map(\.rawValue).joined(separator: " or ")
    let pattern = trigger.pattern
    if pattern.kind.isMadeOfTaps, pattern.tapsBefore < 3 {
      let tap = ["every tap", "every double tap", "every triple tap"][pattern.tapsBefore]
      text = "\(tap) with one finger on a \(places)"
    } else if pattern.restingTime != nil, pattern.tapsBefore == 0, kinds.contains(.touchpad) {
      text = "one finger that rests on a touchpad"
      help =
        kinds == [.touchpad]
        ? "a finger often rests there before it points; add 'fingers', 'edge' or 'zone' to choose another gesture"
        : "a finger often rests there before it points; add 'device: touchscreen', or 'fingers', 'edge' or 'zone'"
      return
    } else if !pattern.line.isEmpty || !pattern.angles.isEmpty, !pattern.continuesOthers, pattern.tapsBefore == 0,
      !pattern.isAnchored, kinds.contains(.touchscreen)
    {
      (text, isTaken) = (Self.sliding, content.owns(trigger, on: .touchscreen))
    } else {
      return nil
    }
    help =
      "programs \(isTaken ? "lose the finger when the rule acts" : "receive the finger as well"); add 'fingers', 'edge' or 'zone' to choose another gesture"
  }

  private static let sliding = "scrolling and dragging with one finger on a touchscreen"
}

extension Trigger {
  /// True if fingers that move on a touchpad make the gesture, none of which rests.
  fileprivate var scrolls: Bool { pattern.kind.motion == .move && !pattern.isAnchored }
}
