internal import Gestures
public import Rules
internal import RulesFile

/// One thing that keeps a rule from acting on a gesture.
public struct Reason: Hashable, Sendable {
  /// What it has to do with. The raw value is what programs see.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Its condition does not hold.
    case condition
    /// Whether its condition holds cannot be told.
    case unknown
    /// It says nothing of the session's lock, and the session is locked.
    case locked
    /// Another rule takes the gesture.
    case hidden
    /// How far the fingers go.
    case distance
    /// How fast they are.
    case speed
    /// How long they take, or rest.
    case time
    /// How many taps there are.
    case taps
    /// Where the touch starts.
    case place
    /// With how many fingers.
    case fingers
    /// Which way.
    case direction
    /// Which shape.
    case stroke
    /// On which device.
    case device
    /// It can never act, whatever the hand does.
    case never
    /// No device reports such a gesture.
    case unreported
    /// The gesture is what it waits for and is not recognised all the same.
    case unrecognized
  }

  /// What it has to do with.
  public var kind: Kind
  /// For people, in lower case and without a full stop.
  public var message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension [Reason] {
  /// All of them on one line, for people.
  public var text: String { map(\.message).joined(separator: "; ") }
}

extension Rule {
  /// Why it may not act in `situation`, whatever the gesture is; nil where it may.
  public func reason(against situation: Situation) -> Reason? {
    if acts(in: situation) { return nil }
    if condition.contradictsItself { return Reason(.never, "its conditions exclude each other: it can never act") }
    if situation.isLocked, !condition.namesLock {
      return Reason(.locked, "the session is locked, and the rule says nothing of that")
    }
    guard let obstacle = condition.obstacle(in: situation) else { return nil }
    return Reason(obstacle.isKnown ? .condition : .unknown, obstacle.message)
  }
}

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
