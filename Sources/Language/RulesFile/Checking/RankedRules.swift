internal import Gestures
internal import Rules

/// The rules of a file as they stand to one another.
struct RankedRules {
  /// The rules in the order of the file.
  let all: [CheckedRule]
  /// Their triggers. Most rules of a large file have one that others have.
  let triggers: Numbered<Trigger>
  /// Their conditions.
  let conditions: Numbered<Condition>
  /// The first step of each trigger, by its number.
  let firstSteps: [Trigger]
  /// The indices of the rules in the order in which they precede one another.
  let order: [Int]
  /// True if some rule states how its gesture goes with those of others.
  let hasTies: Bool
  /// For each trigger, by its number, the reason why nothing makes it, or nil.
  private let obstacles: [Reachability.Obstacle?]
  /// For each rule the index of the one that hides it, or nil.
  let hiding: [Int?]

  init(_ rules: [CheckedRule]) {
    all = rules
    // By index, here and below: a loop over the elements would copy each of them.
    let triggers = Numbered(rules.indices.lazy.map { rules[$0].rule.trigger })
    let obstacles = triggers.all.map { Reachability.obstacle(to: $0) }
    let hasTies = rules.indices.contains { !rules[$0].rule.ties.isEmpty }
    conditions = Numbered(rules.indices.lazy.map { rules[$0].rule.condition })
    firstSteps = triggers.all.map { $0.step(1) }
    order = RuleSet.precedence(of: rules.lazy.map(\.rule))
    // Rules that can never act hide nothing.
    hiding = Coverage.hiding(triggers, conditions, in: order, where: { obstacles[triggers.numbers[$0]] == nil }) {
      hasTies && rules[$0].rule.isTied(to: rules[$1].rule, by: .with)
    }
    (self.triggers, self.obstacles, self.hasTies) = (triggers, obstacles, hasTies)
  }

  /// True if one of two rules states how its gesture goes with that of the other one.
  /// - Parameter kind: the kind of statement; nil for any.
  func areTied(_ one: Int, _ other: Int, by kind: Tie.Kind? = nil) -> Bool {
    // Most files have none, and to look into two rules takes longer.
    hasTies && all[one].rule.isTied(to: all[other].rule, by: kind)
  }

  /// The reason why nothing can trigger a rule, or nil.
  func obstacle(to index: Int) -> Reachability.Obstacle? { obstacles[triggers.numbers[index]] }

  /// False for a rule that nothing can trigger.
  func isAble(_ index: Int) -> Bool { obstacle(to: index) == nil }

  /// False for a rule that never acts, because nothing can trigger it or another one hides it.
  func mayAct(_ index: Int) -> Bool { isAble(index) && hiding[index] == nil }
}
