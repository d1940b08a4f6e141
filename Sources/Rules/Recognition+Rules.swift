public import Gestures

extension Recognition {
  /// A recogniser layer for what `rules` ask for in `situation`.
  /// - Parameter unasked: Whether gestures that no rule asks for are reported too.
  public init(_ rules: RuleSet, in situation: Situation, unasked: Bool = false) {
    self.init(rules.triggers, unasked: unasked, settling: rules.settling, priorities: rules.priorities)
    rank(rules.ranks(in: situation))
  }

  /// Asks for what `rules` ask for in `situation` from now on. What is going on is broken off first.
  public mutating func replaceRules(
    with rules: RuleSet, in situation: Situation, into gestures: inout [Gesture]
  ) {
    replaceTriggers(
      with: rules.triggers, settling: rules.settling, priorities: rules.priorities, into: &gestures)
    rank(rules.ranks(in: situation))
  }
}
