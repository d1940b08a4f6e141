internal import Gestures
internal import Rules

/// The rules of a file as they stand to one another.
struct RankedRules {
  /// The rules in the order of the file.
  let all: [CheckedRule]
  /// The indices of the rules in the order in which they precede one another.
  let order: [Int]
  /// For each rule the reason why nothing can trigger it, or nil.
  let obstacles: [Reachability.Obstacle?]
  /// For each rule the index of the one that hides it, or nil.
  let hiding: [Int?]

  init(_ rules: [CheckedRule]) {
    all = rules
    // By index: a loop over the elements would copy each of them.
    obstacles = rules.indices.map { Reachability.obstacle(to: rules[$0].rule.trigger) }
    order = RuleSet.precedence(of: rules.lazy.map(\.rule))
    // Rules that can never act hide nothing.
    hiding = Coverage.hiding(
      zip(rules.indices, obstacles).map { index, obstacle in
        obstacle == nil ? (rules[index].rule.trigger, rules[index].rule.condition) : nil
      }, in: order
    ) { rules[$0].rule.isTied(to: rules[$1].rule, by: .with) }
  }

  /// False for a rule that nothing can trigger.
  func isAble(_ index: Int) -> Bool { obstacles[index] == nil }

  /// False for a rule that never acts, because nothing can trigger it or another one hides it.
  func mayAct(_ index: Int) -> Bool { isAble(index) && hiding[index] == nil }
}
