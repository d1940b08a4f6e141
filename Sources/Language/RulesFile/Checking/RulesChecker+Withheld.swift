internal import Diagnostics
internal import Gestures
internal import Rules
internal import Touch
internal import YAML

/// Rules that withhold touches from the desktop.
extension RulesChecker {
  /// Reports such rules where the desktop sees the touches, or their beginning: each rule once.
  /// - Parameter devices: those of the machine, as far as they are known.
  mutating func warn(ofWithheldTouchesIn content: FileContent, known devices: [Device]) {
    // By index: a loop over the elements would copy each of them.
    for index in content.rules.indices where content.rules[index].rule.trigger.withholds {
      let rule = content.rules[index]
      guard let (kind, reason) = obstacle(to: rule.rule.trigger, in: content, devices) else { continue }
      report(
        .notWithheld, reason, at: rule.keep ?? rule.gesture,
        help: "'devices: {\(kind.rawValue): {own: true}}' withholds them")
    }
  }

  /// The reason why the desktop sees something of these touches, and the kind of device; nil if it sees nothing.
  private func obstacle(
    to trigger: Trigger, in content: FileContent, _ devices: [Device]
  ) -> (kind: Device.Kind, reason: String)? {
    for kind in [Device.Kind.touchscreen, .touchpad] {
      let own = devices.filter { $0.kind == kind && trigger.includes($0) }
      let isMeant =
        kind == .touchpad ? trigger.namesTouchpads && !trigger.namesTouchscreens : !trigger.devices.areTouchpads
      // The devices of the machine, or some device that is not connected now.
      guard isMeant, own.count > 0 || devices.isEmpty, !content.owns(trigger, on: kind, known: devices) else {
        continue
      }
      guard kind == .touchscreen, !isKept(own, in: content) else { return (kind, "the desktop sees these touches") }
      return (kind, "on a touchscreen, the desktop sees these touches begin, and then that they are cancelled")
    }
    return nil
  }

  /// True if rules take nothing of one of these touchscreens; without any, of some touchscreen.
  private func isKept(_ devices: [Device], in content: FileContent) -> Bool {
    let usual = content.keepsFingers ?? RuleSet.keepsFingers
    return devices.isEmpty ? usual : devices.contains { content.devices.properties(of: $0).isKept ?? usual }
  }
}
