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
      if let command = binding.properties["command"]?.text, let phase = binding.phase,
        let script = draft.translator.script(command), rule.add(script, at: phase)
      {
        rule.add(lines: binding.lines)
        continue
      }
      guard let actions = actions(of: binding) else { continue }
      rule.notes += actions.notes
      rule.add(lines: binding.lines)
      rule.add(actions.actions, at: binding.phase ?? .update)
      if binding.phase == .update {
        let speed = Gesture.Kind(rawValue: binding.scope.gesture).flatMap { Self.speeds[$0] } ?? 100
        // There is one event in 7 ms at most.
        setEvery(&rule, max((number("interval", of: binding) ?? 1) * Self.updateInterval, 0.007) * speed)
        if rule.gesture == .longPress { rule[.every] = "100ms" }
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
}
