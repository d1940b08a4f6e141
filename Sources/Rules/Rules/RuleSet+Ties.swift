package import Gestures

extension Rule {
  /// True if one of both rules states how its gesture goes with that of the other one.
  /// - Parameter kind: the kind of statement; nil for any.
  package func isTied(to other: Rule, by kind: Tie.Kind? = nil) -> Bool {
    guard !(ties.isEmpty && other.ties.isEmpty) else { return false }
    func states(_ one: Rule, about another: Rule) -> Bool {
      one.ties.contains { tie in another.names.contains(tie.name) && (kind ?? tie.kind) == tie.kind }
    }
    return states(self, about: other) || states(other, about: self)
  }
}

extension RuleSet {
  /// The indices of rules in the order in which they precede one another: that of the file, but for what they state.
  package static func precedence(of rules: some RandomAccessCollection<Rule>) -> [Int] {
    guard rules.contains(where: { !$0.ties.isEmpty }) else { return Array(0..<rules.count) }
    return TriggerTie.order(of: rules.count, TriggerTie.between(rules.map { (Set($0.names), Set($0.ties)) }))
  }

  /// The ties between rules, by their indices.
  package static func ties(between rules: some RandomAccessCollection<Rule>) -> [TriggerTie] {
    guard rules.contains(where: { !$0.ties.isEmpty }) else { return [] }
    return ties(between: rules.map(\.trigger), rules.map { (Set($0.names), Set($0.ties)) })
  }

  /// The ties between triggers, by their indices.
  /// - Parameter groups: the names of the rules of each trigger, and what they state about others.
  static func ties(between triggers: [Trigger], _ groups: [(names: Set<String>, ties: Set<Tie>)]) -> [TriggerTie] {
    let stated = TriggerTie.between(groups)
    return stated + distant(stated, between: triggers)
  }

  /// The precedence that follows from several statements, where the order of rules alone does not decide: a swipe waits
  /// for those that go on from it.
  private static func distant(_ ties: [TriggerTie], between triggers: [Trigger]) -> [TriggerTie] {
    var followers: [Int: [Int]] = [:]
    for tie in ties where tie.kind != .with {
      let (first, last) = tie.kind == .before ? (tie.from, tie.to) : (tie.to, tie.from)
      followers[first, default: []].append(last)
    }
    var found: [TriggerTie] = []
    for first in Set(ties.lazy.filter { $0.kind == .before }.map(\.from)).sorted() {
      var seen = Set(followers[first] ?? [])
      var next = Array(seen)
      while let follower = next.popLast() {
        for last in followers[follower] ?? [] where seen.insert(last).inserted {
          next.append(last)
          if triggers[last].goesOn(from: triggers[first]) { found.append(TriggerTie(.before, from: first, to: last)) }
        }
      }
    }
    return found
  }
}

extension Trigger {
  /// True if one of its steps continues the movement of one of those of `other`.
  fileprivate func goesOn(from other: Trigger) -> Bool {
    gestures.contains { step in other.gestures.contains { step.pattern.continues($0.pattern) } }
  }
}
