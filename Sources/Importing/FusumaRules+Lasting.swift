internal import YAML

extension FusumaRules {
  /// Adds a rule for what begins, goes on and ends.
  mutating func addLasting(_ bindings: [FusumaBinding], direction: String?, isBesideOthers: Bool) {
    // Where there is one that acts once, its time is the hold's.
    let once = bindings.first { $0.status == nil }
    guard var first = once ?? bindings.first(where: { $0.direction == direction }) ?? bindings.first else { return }
    first.direction = direction
    let lines = first.lines.lowerBound...max(first.lines.upperBound, first.lines.lowerBound)
    guard var rule = newRule(first, lines) else { return }
    if rule.gesture == "swipe" { rule.gesture = "pan" }
    // It begins before any swipe can act, and must leave that the fingers.
    if isBesideOthers { rule["also"] = "true" }
    for binding in bindings {
      if place(binding, in: &rule) {
        rule.lines = min(rule.line, binding.lines.lowerBound)...max(rule.lines.upperBound, binding.lines.upperBound)
        continue
      }
      guard let actions = actions(of: binding) else { continue }
      rule.notes += actions.notes
      switch binding.status {
      case .begin: rule.begin += actions.actions
      case .update:
        rule.act += actions.actions
        let speed = Self.speeds[binding.occasion.gesture] ?? 100
        setEvery(&rule, (number("interval", of: binding) ?? 1) * Self.updateInterval * speed)
        if rule.gesture == "long-press" { rule["every"] = "100ms" }
      case .end: rule.end += actions.actions
      case .cancelled: rule.cancel += actions.actions
      case nil: rule.act += actions.actions
      }
    }
    guard !(rule.begin + rule.act + rule.end + rule.cancel).isEmpty || rule["drag"] != nil else { return }
    guard rule["every"] != nil else {
      harvest.rules.append(rule)
      return
    }
    harvest.explain("An 'update' is a step of what a hand does in its 'interval': with 120mm, 100% or 90° in a second.")
    harvest.rules.append(rule)
  }

  /// Places what is pressed at one moment and released at another, and what moves the pointer; false where a binding does
  /// neither.
  private func place(_ binding: FusumaBinding, in rule: inout ImportedRule) -> Bool {
    guard let command = binding.properties["command"]?.text, let script = translator.script(command),
      !script.isComplete
    else { return false }
    if script.movesPointer {
      guard binding.status == .update, script.actions.isEmpty else { return false }
      let pointer = ImportedAction.other("pointer", "fingers")
      // A drag moves it itself.
      if rule["drag"] == nil, !rule.begin.contains(pointer) { rule.begin.append(pointer) }
      return true
    }
    switch binding.status {
    case .begin:
      if let button = script.buttonsDown.first.flatMap({ InputScript.buttons[$0] }) {
        rule["drag"] = button
        rule.begin.removeAll { $0 == .other("pointer", "fingers") }
      }
      let held = script.modifiersDown.joined(separator: "+")
      if !held.isEmpty { rule.begin.append(.other("hold", held)) }
      rule.begin += script.actions.map { $0.without(held) }
    // What the gesture has pressed is released when it is over.
    case .end: rule.end += script.actions
    case .cancelled: rule.cancel += script.actions
    case .update, nil: return false
    }
    return true
  }
}

extension ImportedAction {
  /// The same keys where modifiers are held all the while.
  fileprivate func without(_ held: String) -> ImportedAction {
    guard case .keys(let chords) = self, !held.isEmpty else { return self }
    return .keys(chords.map { $0.hasPrefix(held + "+") ? String($0.dropFirst(held.count + 1)) : $0 })
  }
}
