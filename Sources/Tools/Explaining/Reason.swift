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
  /// The key of the rules file that states the limit; nil if it is a constant, or if there is none.
  public var key: String?
  /// The location in the rules file that states it; nil if it does not: then the limit is the default of the key.
  public var place: StatedKey?

  init(_ kind: Kind, _ message: String, key: String? = nil) {
    self.kind = kind
    self.message = message
    self.key = key
  }

  /// The message for users, with the key that states the limit and its line: `10 mm of 12 mm ('distance', line 4)`.
  public var text: String {
    guard let key else { return message }
    guard let place else { return "\(message) (default of '\(key)')" }
    return "\(message) ('\(key)', \(place.file.map { "\($0):\(place.line)" } ?? "line \(place.line)"))"
  }

  /// The keys that limit a rule which does not state them.
  fileprivate static let keysWithDefaults: Set = [
    "fingers", "distance", "within", "after", "movement", "gap", "margin", "apart", "settle", "swipe: distance",
    "swipe: within", "swipe: after",
  ]

  /// The reason of a rule with `enabled: false`.
  public static let disabled = Reason(.disabled, "the rule is disabled")
}

extension [Reason] {
  /// The messages without the keys of the limits, for drawings.
  public var briefText: String { map(\.message).joined(separator: "; ") }

  /// The messages on one line, for users.
  public var text: String { map(\.text).joined(separator: "; ") }

  /// The same with the places where `rule` states the keys. Keys without a default that it does not state are left out,
  /// and all of a rule that is in no file.
  func located(in rule: Rule) -> [Reason] {
    map { reason in
      var reason = reason
      reason.place = reason.key.flatMap { key in rule.keys.first { $0.name == key } }
      if reason.place == nil, rule.keys.isEmpty || !Reason.keysWithDefaults.contains(reason.key ?? "") {
        reason.key = nil
      }
      return reason
    }
  }
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
    return [Reason(obstacle.isKnown ? .condition : .unknown, obstacle.message, key: "when")].located(in: self)[0]
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
      Numbered(rules.map(\.trigger)), Numbered(rules.map { _ in Condition() }), in: RuleSet.precedence(of: rules),
      where: { able[$0] }
    ) { rules[$0].isTied(to: rules[$1], by: .with) }
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
  public var heading: String { Self.heading(location, name) }

  /// The same of a rule of which these are known.
  package static func heading(_ location: String, _ name: String?) -> String {
    location + (name.map { " '\($0)'" } ?? "")
  }

  /// The trigger in words: `swipe left, 3 fingers, on a touchpad`.
  public var gestureText: String { trigger.text }
}
