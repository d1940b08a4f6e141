internal import Diagnostics
internal import Gestures
internal import Rules

/// What rules state about each other's gestures.
extension RulesChecker {
  /// Reports rules that name themselves, rules that wait for each other in a circle, and gestures that no rule uses.
  mutating func reportTies(among rules: [CheckedRule], _ content: FileContent) {
    // A rule with an error has a name, too.
    guard messages.errorCount == 0 else { return }
    reportUnused(content)
    guard rules.contains(where: { !$0.ties.isEmpty }) else { return }
    var named: [String: [Int]] = [:]
    for (index, rule) in rules.enumerated() {
      for name in Set(rule.rule.names) { named[name, default: []].append(index) }
    }
    var hasCircle = false
    for (index, rule) in rules.enumerated() {
      for (tie, span) in rule.ties {
        // A disabled rule is never made.
        guard let others = named[tie.name] else { continue }
        if others == [index] {
          report(.conflictingKeys, "the rule names itself", at: span, help: "write the name of another rule")
        } else if !hasCircle, tie.kind != .with, let circle = self.circle(of: tie.kind, from: index, rules, named) {
          hasCircle = true
          report(
            .conflictingKeys,
            tie.kind == .unless
              ? "these rules wait for each other: none of them can act" : "these rules precede each other", at: span,
            notes: [.init("the circle closes here", at: circle)])
        } else if !hasCircle, tie.kind == .unless, let other = others.first(where: { $0 != index }) {
          report(
            .waits,
            "this \(rule.rule.trigger.pattern.kind.rawValue) waits until \(Phrase.quote(tie.name)) cannot be made any more",
            at: span, notes: [.init("because of this rule", at: rules[other].gesture)])
        }
      }
    }
  }

  /// The place of the name that leads back to the rule at `start`; nil if none does.
  private func circle(of kind: Tie.Kind, from start: Int, _ rules: [CheckedRule], _ named: [String: [Int]]) -> Span? {
    var seen: Set<Int> = [start]
    var next = [start]
    while let index = next.popLast() {
      for (tie, span) in rules[index].ties where tie.kind == kind {
        for other in named[tie.name] ?? [] {
          if other == start, index != start { return span }
          if seen.insert(other).inserted { next.append(other) }
        }
      }
    }
    return nil
  }

  /// Notes the gestures under `gestures` that neither a rule nor another gesture uses.
  private mutating func reportUnused(_ content: FileContent) {
    guard !content.gestures.isEmpty else { return }
    for (name, use) in content.gestureUses where !use.isUsed {
      report(
        .unusedGesture, "no rule uses this gesture", at: use.key, help: "use it with '- {gesture: \(name), do: …}'")
    }
  }
}
