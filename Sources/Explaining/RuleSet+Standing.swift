internal import Gestures
public import Rules
internal import RulesFile

extension RuleSet {
  /// For each rule, in order, why it cannot act in `situation`, whatever the hand does; nil where it may.
  public func reasonsAgainstRules(in situation: Situation) -> [Reason?] {
    let able = rules.map { rule in
      Reachability.obstacle(to: rule.trigger) == nil && rule.acts(in: situation)
    }
    // Of those that may act now, one hides another whatever their conditions say.
    let hiding = Coverage.hiding(
      zip(rules, able).map { rule, isAble in
        guard isAble else { return nil }
        var unconditional = rule
        unconditional.condition = Condition()
        return unconditional
      })
    return rules.indices.map { index in
      let rule = rules[index]
      if let obstacle = Reachability.obstacle(to: rule.trigger) { return Reason(.never, obstacle.message) }
      return rule.reason(against: situation)
        ?? hiding[index].map { .hidden(rule, at: index, by: $0, of: self) }
    }
  }
}

extension Rule {
  /// Where it stands, and what its author calls it: `rules.yml:12 'next workspace'`.
  public var heading: String { place + (name.map { " '\($0)'" } ?? "") }

  /// What it waits for, in words: `swipe left, 3 fingers, on a touchpad`.
  public var gestureText: String { trigger.text }
}
