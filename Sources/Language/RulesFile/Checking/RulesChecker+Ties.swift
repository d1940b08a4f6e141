internal import Diagnostics
internal import Gestures
internal import Rules

/// The statements of rules about each other's gestures.
extension RulesChecker {
  /// Reports rules that name themselves, rules that wait for each other in a circle, and gestures that no rule uses.
  mutating func reportTies(in content: FileContent, _ ranked: RankedRules) {
    // A rule with an error has a name, too.
    guard messages.errorCount == 0 else { return }
    reportUnused(content)
    let rules = content.rules
    guard ranked.hasTies else { return }
    var named: [String: [Int]] = [:]
    for (index, rule) in rules.enumerated() {
      for name in Set(rule.rule.names) { named[name, default: []].append(index) }
    }
    let followers = Self.followers(among: rules, named)
    var hasCircle = false
    for (index, rule) in rules.enumerated() {
      for (tie, span) in rule.ties {
        // A disabled rule is never made.
        guard let others = named[tie.name] else { continue }
        if others == [index] {
          report(.conflictingKeys, "the rule names itself", at: span, help: "write the name of another rule")
        } else if !hasCircle, tie.kind != .with,
          let circle = Self.circle(of: tie.kind, from: index, to: others, followers)
        {
          hasCircle = true
          let isUnless = tie.kind == .unless
          report(
            .conflictingKeys,
            isUnless && circle.areAllWaiting
              ? "these rules wait for each other: none of them can act" : "these rules precede each other", at: span,
            help: isUnless == circle.areAllWaiting ? nil : "'unless' lets the other rule precede this one",
            notes: [.init("the circle closes here", at: circle.span)])
        } else if !hasCircle, tie.kind == .unless, let other = others.first(where: { $0 != index }) {
          report(
            .waits,
            "this \(rule.rule.trigger.pattern.kind.rawValue) waits until \(Phrase.quote(tie.name)) cannot be made any more",
            at: span, notes: [.init("because of this rule", at: rules[other].gesture)])
        }
      }
    }
  }

  /// A rule that comes after another one, by a statement.
  private struct Follower {
    var rule: Int
    var kind: Tie.Kind
    var span: Span
  }

  /// The rules that come after each.
  private static func followers(among rules: [CheckedRule], _ named: [String: [Int]]) -> [Int: [Follower]] {
    var followers: [Int: [Follower]] = [:]
    for (index, rule) in rules.enumerated() {
      for (tie, span) in rule.ties {
        for other in named[tie.name] ?? [] where other != index {
          let (first, last) = tie.kind == .unless ? (other, index) : (index, other)
          guard tie.kind != .with else { continue }
          followers[first, default: []].append(Follower(rule: last, kind: tie.kind, span: span))
        }
      }
    }
    return followers
  }

  /// The last of the statements that contradict that of the rule at `index`, which states `kind` about `others`; nil if
  /// none does.
  private static func circle(
    of kind: Tie.Kind, from index: Int, to others: [Int], _ followers: [Int: [Follower]]
  ) -> (span: Span, areAllWaiting: Bool)? {
    let others = Set(others).subtracting([index])
    let (starts, ends) = kind == .unless ? ([index], others) : (others, [index])
    var seen = starts
    var next = seen.map { (rule: $0, areAllWaiting: true) }
    while let (rule, areAllWaiting) = next.popLast() {
      for follower in followers[rule] ?? [] {
        let areAllWaiting = areAllWaiting && follower.kind == .unless
        if ends.contains(follower.rule) { return (follower.span, areAllWaiting) }
        if seen.insert(follower.rule).inserted { next.append((follower.rule, areAllWaiting)) }
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
