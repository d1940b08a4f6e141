internal import Gestures
public import Rules
internal import RulesFile

/// A reason why a rule does not act on a gesture.
public struct Reason: Hashable, Sendable {
  /// The subject of a reason. Raw values appear in JSON output.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The condition of the rule does not hold.
    case condition
    /// The condition of the rule depends on an unknown value.
    case unknown
    /// The session is locked, and the rule does not name `locked`.
    case locked
    /// Another rule takes the gesture.
    case hidden
    /// The gesture matches the rule but is not recognised.
    case unrecognized
    /// The distance of the movement differs.
    case distance
    case speed
    /// The number of taps differs.
    case taps
    /// The force of a press differs.
    case force
    /// The duration differs.
    case time
    /// The region in which the touch starts differs.
    case start = "place"
    /// The fingers land farther from each other, or nearer.
    case apart
    /// The shape differs.
    case stroke
    /// The number of fingers differs.
    case fingers
    case direction
    case device
    /// The rule can never act.
    case never
    case disabled
    /// No device reports such a gesture.
    case unreported
  }

  /// The subject of the reason.
  public var kind: Kind
  /// The message for users, in lower case and without a full stop.
  public var message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The reason of a rule with `enabled: false`.
  public static let disabled = Reason(.disabled, "the rule is disabled")
}

extension [Reason] {
  /// The messages on one line, for users.
  public var text: String { map(\.message).joined(separator: "; ") }
}

extension Rule {
  /// The reason why the rule may not act on any gesture in `situation`; nil if it may.
  public func reason(against situation: Situation) -> Reason? {
    if acts(in: situation) { return nil }
    if condition.contradictsItself { return Reason(.never, "its conditions contradict each other; it can never act") }
    if situation.isLocked, !condition.namesLock {
      return Reason(.locked, "the session is locked, and the rule has no 'locked' condition")
    }
    guard let obstacle = condition.obstacle(in: situation) else { return nil }
    return Reason(obstacle.isKnown ? .condition : .unknown, obstacle.message)
  }
}

extension RuleSet {
  /// For each rule, in order, the reason why it cannot act on any gesture in `situation`; nil if it can.
  public func reasonsAgainstRules(in situation: Situation) -> [Reason?] {
    let able = rules.map { rule in
      Reachability.obstacle(to: rule.trigger) == nil && rule.acts(in: situation)
    }
    // Among rules that may act now, precedence does not depend on conditions.
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
        ?? hiding[index].map { .hidden(RuleIndex(index), by: RuleIndex($0), of: self) }
    }
  }
}

extension Rule {
  /// The source location and the name of the rule: `rules.yml:12 'next workspace'`.
  public var heading: String { location + (name.map { " '\($0)'" } ?? "") }

  /// The trigger in words: `swipe left, 3 fingers, on a touchpad`.
  public var gestureText: String { trigger.text }
}
