internal import Foreign
internal import Gestures
internal import RulesFile
internal import YAML

extension FusumaRules {
  /// Adds a rule for the bindings of a continuous gesture.
  /// - Parameters:
  ///   - runsAlongside: true if there are discrete rules for the same fingers, which must be recognised, too.
  ///   - isRemainder: true for directions without bindings of their own, in which held modifiers have no effect.
  mutating func addContinuous(
    _ bindings: [FusumaBinding], direction: String?, runsAlongside: Bool, isRemainder: Bool = false
  ) {
    // The threshold of a binding that acts once is the duration of the hold.
    let discrete = bindings.first { $0.phase == nil }
    guard var first = discrete ?? bindings.first(where: { $0.direction == direction }) ?? bindings.first else { return }
    first.direction = direction
    guard var rule = newRule(first, first.lines) else { return }
    if rule.gesture == .swipe { rule.gesture = .pan }
    // A continuous gesture begins before any swipe is recognised, and must not claim the touch sequence.
    if runsAlongside { rule.set(.also, .word("true")) }
    for binding in bindings {
      if addInput(of: binding, to: &rule) {
        rule.add(lines: binding.lines)
        continue
      }
      guard let actions = actions(of: binding) else { continue }
      rule.notes += actions.notes
      rule.add(lines: binding.lines)
      switch binding.phase {
      case .begin: rule.begin += actions.actions
      case .update:
        rule.act += actions.actions
        let speed = Gesture.Kind(rawValue: binding.scope.gesture).flatMap { Self.speeds[$0] } ?? 100
        // There is one event in 7 ms at most.
        setEvery(&rule, max((number("interval", of: binding) ?? 1) * Self.updateInterval, 0.007) * speed)
        if rule.gesture == .longPress { rule[.every] = "100ms" }
      case .end: rule.end += actions.actions
      case .cancelled: rule.cancel += actions.actions
      case nil: rule.act += actions.actions
      }
    }
    let actions = rule.allActions.filter { !isRemainder || !$0.isHold }
    guard !actions.isEmpty || rule[.dragging] != nil else { return }
    guard rule[.every] != nil else {
      draft.rules.append(rule)
      return
    }
    draft.explain("'update' becomes 'every', from its 'interval' and a speed of 120mm, 100% or 90° per second.")
    draft.rules.append(rule)
  }

  /// Adds a binding that moves the pointer, or that presses keys or buttons in one phase which another phase releases.
  /// Returns false for any other binding.
  private func addInput(of binding: FusumaBinding, to rule: inout ImportedRule) -> Bool {
    guard let command = binding.properties["command"]?.text, let script = draft.translator.script(command),
      !script.isSelfContained
    else { return false }
    if script.movesPointer {
      guard binding.phase == .update, script.actions.isEmpty else { return false }
      rule.movePointer()
      return true
    }
    switch binding.phase {
    case .begin: rule.hold(script)
    // The rule itself releases held keys and buttons at the end of the gesture.
    case .end: rule.end += script.actions
    case .cancelled: rule.cancel += script.actions
    case .update, nil: return false
    }
    return true
  }
}
