internal import YAML
internal import Diagnostics
internal import Gestures
internal import Rules
internal import Touch

/// Rules that are valid and whose gesture or action probably has another effect than their author intends.
extension RulesAdviser {
  /// Reports rules whose steps do not depend on the direction, and clicks that the desktop makes as well.
  mutating func warn(ofGesturesIn content: FileContent) {
    for rule in content.rules {
      warn(ofBothWays: rule)
      if !content.withholdsTap(of: rule.rule.trigger) { warn(ofTap: rule) }
      note(oneOfSeveral: rule)
    }
  }

  /// Reports a continuous gesture in opposite directions that has steps: they go by the direction in which it began.
  private mutating func warn(ofBothWays rule: CheckedRule) {
    let pattern = rule.rule.trigger.pattern
    let reaction = rule.rule.reaction
    guard let opposite = pattern.opposite, !reaction.all.contains(where: { $0.readsVariable("SLEIGHT_") }) else {
      return
    }
    let name = pattern.kind.rawValue
    let meant = "\(name): \(opposite.rawValue)"
    guard pattern.goesBack else {
      // 'any' says that the direction does not matter.
      guard pattern.words != "any" else { return }
      report(
        .bothWays, "this \(name) runs the same action in opposite directions", at: rule.gesture, suggestion: meant,
        help: "with one direction, 'back' has the action for the opposite one")
      return
    }
    report(
      .bothWays,
      reaction.act == reaction.back
        ? "this \(name) runs the same action in opposite directions"
        : "'do' runs in the direction in which this \(name) begins, 'back' in the opposite direction",
      at: rule.gesture, suggestion: meant, help: "with one direction, 'back' is always the opposite one")
  }

  /// Reports as many fingers that rest as there are corners or edges in the list: one finger in one of them is enough.
  private mutating func note(oneOfSeveral rule: CheckedRule) {
    let trigger = rule.rule.trigger
    guard trigger.pattern.kind.motion != .move, let start = trigger.start else { return }
    let (key, names, isAny): (Word, [String], Bool)
    switch start {
    case .edge(let edges, _): (key, names, isAny) = (.edge, edges.names, edges == .any)
    case .corner(let corners, _): (key, names, isAny) = (.corner, corners.names, corners == .any)
    case .allEdges, .allCorners, .zone: return
    }
    guard names.count > 1, !isAny, trigger.fingers.lowerBound >= names.count else { return }
    report(
      .oneOfSeveral, "one finger \(key == .edge ? "at" : "in") one of these \(key.name)s is enough",
      at: rule.startValue ?? rule.gesture, suggestion: "{all: [\(names.joined(separator: ", "))]}",
      help: "'all' requires a finger \(key == .edge ? "at" : "in") each")
  }

  /// Reports a tap on a touchpad that clicks a button: where tapping is enabled, the desktop clicks as well.
  private mutating func warn(ofTap rule: CheckedRule) {
    let trigger = rule.rule.trigger
    guard case .tap(let pattern) = trigger.pattern, pattern.taps == 1,
      trigger.start == nil || trigger.namesTouchpads, trigger.devices.isEmpty || trigger.namesTouchpads,
      trigger.fingers.count == 1, !trigger.namesTouchscreens
    else { return }
    // libinput's buttons of taps (libinput's documentation, "Tap-to-click behaviour").
    let buttons: [Int: Click.Button] = [1: .left, 2: .right, 3: .middle]
    guard let button = buttons[trigger.fingers.lowerBound] else { return }
    let clicks = rule.rule.reaction.all.contains { action in
      if case .click = action { true } else { false }
    }
    guard clicks else { return }
    report(
      .desktopGesture,
      "with tap-to-click enabled, the desktop clicks '\(button.rawValue)' on this tap of a touchpad: both happen",
      at: rule.gesture,
      help: trigger.devices.isEmpty
        ? "add 'device: touchscreen', or choose another gesture for touchpads" : "choose another gesture")
  }

  /// Reports modes that are required and never set, or set and never required. Two similar names of the two kinds are a
  /// typing error.
  mutating func warnOfModes(hasUnreadFile: Bool) {
    // The rules for these modes may be in a file that could not be read.
    guard !hasUnreadFile else { return }
    let modes = content.modes
    // A name in another tool's syntax was reported, so it is not reported as unknown, too.
    let names = modes.keys.filter {
      $0 != Situation.defaultMode && PatternDoubt.find($0, for: Word.mode.name, isElement: false) == nil
    }.sorted()
    let set = names.filter { modes[$0]?.set != nil }
    var meantModes: Set<String> = []
    for name in names {
      guard let use = modes[name], use.set == nil, let required = use.required else { continue }
      let meant = nearest(to: name, among: set)
      if let meant { meantModes.insert(meant) }
      report(
        .modeNeverSet, "no rule sets the mode \(Phrase.quote(name))", at: required, suggestion: meant,
        help: meant != nil
          ? nil
          : name.contains("*")
            ? "modes have no wildcards: list the modes that are meant, or write 'not: {mode: default}'"
            : "to set it, write 'do: {mode: \(YAMLText.element(name))}'")
    }
    for name in set where modes[name]?.required == nil && !meantModes.contains(name) {
      report(
        .modeNeverAsked, "no rule requires the mode \(Phrase.quote(name)): setting it has no effect",
        at: modes[name]?.set, help: "to require it, write 'when: {mode: \(YAMLText.element(name))}'")
    }
  }
}
