internal import Engine
public import Gestures
public import Rules
internal import Time
internal import Touch

/// An explanation of a gesture: the rules that act on it, and the reasons why similar rules do not.
///
/// The acting rules are found by running the engine on the events of an ideal hand; the recognisers of the others, each
/// alone with such a hand, say why not.
public struct Explanation: Sendable {
  /// A rule that does not act.
  public struct Miss: Hashable, Sendable {
    /// The rule that nearly matches.
    public var rule: RuleIndex
    /// At least one reason, the most important first.
    public var reasons: [Reason]
  }

  /// The indices of the rules that act, in the order they do.
  public let acting: [RuleIndex]
  /// The rules that almost match, the nearest first.
  public let nearMisses: [Miss]
  /// The number of rules for the same kind of gesture that are not in `nearMisses`.
  public let farther: Int
  /// The number of rules for other gestures.
  public let others: Int
  /// The reason why no device reports this gesture; nil if one does.
  public let obstacle: String?

  /// The maximum number of near misses: more would not help.
  public static let maxNearMisses = 10
  /// The maximum number of reasons of a near miss.
  static let maxReasons = 2

  /// Explains `gesture` with `rules` in `situation`.
  public init(of gesture: ImaginedGesture, by rules: RuleSet, in situation: Situation) {
    var attempt = Attempt(by: gesture)
    let (acting, failures) = Self.outcome(of: rules, in: situation, on: attempt.events, isExplained: true)
    attempt.failures = failures
    var judge = Judge(of: gesture, settling: rules.settling)
    let indices = rules.indicesOfTriggers
    var near: [Miss] = []
    var others = 0
    for (position, rule) in rules.rules.enumerated() where !acting.contains(RuleIndex(position)) {
      let index = RuleIndex(position)
      guard var reasons = judge.reasons(against: rule.trigger) else {
        others += 1
        continue
      }
      if let reason = rule.reason(against: situation) {
        reasons.insert(reason, at: 0)
      } else if reasons.isEmpty {
        // Beside other rules, the recogniser had to wait, or knew other directions.
        let winner = acting.first { !rules[$0].trigger.isSimultaneous }
        if winner == nil {
          reasons =
            attempt.failure(of: rule.trigger, at: indices[rule.trigger])?
            .reasons(of: rule.trigger) ?? []
        }
        if reasons.isEmpty { reasons = [winner.map { .hidden(index, by: $0, of: rules) } ?? .prevented] }
      }
      near.append(Miss(rule: index, reasons: reasons.located(in: rule)))
    }
    near.sort { $0.isNearer(than: $1) }
    self.acting = acting
    self.others = others
    let prevention = Prevention(of: attempt.events, by: rules, in: situation)
    nearMisses = near.prefix { $0.reasons.count <= Self.maxReasons }.prefix(Self.maxNearMisses)
      .map { prevention.complete($0, on: gesture.device) }
    farther = near.count - nearMisses.count
    obstacle = gesture.obstacle
  }

  /// The indices of the rules that act on `events`, in the order they do.
  static func acting(_ rules: RuleSet, in situation: Situation, on events: [TouchEvent]) -> [RuleIndex] {
    outcome(of: rules, in: situation, on: events, isExplained: false).acting
  }

  /// The indices of the rules that act on `events`, which are those of one device, in the order they do, and if
  /// `isExplained` the failures of all recognisers.
  static func outcome(
    of rules: RuleSet, in situation: Situation, on events: [TouchEvent], isExplained: Bool
  ) -> (acting: [RuleIndex], failures: [TouchFailure]) {
    // The hand's events are those of the device as the rules file describes it.
    var rules = rules
    rules.devices = []
    var run = DryRun(rules, in: situation, isObserved: isExplained)
    var acting: [RuleIndex] = []
    func note(_ effect: Effect) {
      guard case .gesture(let gesture, let rule?, _) = effect, !acting.contains(rule) else { return }
      if gesture.phase == .recognized || gesture.phase == .began { acting.append(rule) }
    }
    for event in events { run.play(event, note) }
    run.handle(.finish, at: .zero, note)
    return (acting, events.first.map { run.engine.failures(on: $0.device) } ?? [])
  }
}

extension Explanation.Miss {
  /// True if this miss is nearer than `other`: by fewer reasons, then by kind (reasons of the situation precede those
  /// of the movement), then by the order of rules.
  func isNearer(than other: Explanation.Miss) -> Bool {
    (reasons.count, reasons[0].kind.order, rule) < (other.reasons.count, other.reasons[0].kind.order, other.rule)
  }
}

extension Reason.Kind {
  fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Reason {
  /// The reason for a rule that loses the gesture to the rule at `winner`.
  static func hidden(_ index: RuleIndex, by winner: RuleIndex, of rules: RuleSet) -> Reason {
    let other = rules[winner]
    let order = winner < index ? "an earlier rule acts first" : "a later rule takes precedence"
    return Reason(.hidden, "\(order): \(other.location)")
  }
}
