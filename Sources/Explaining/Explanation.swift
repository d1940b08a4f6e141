internal import Engine
internal import Gestures
public import Rules
internal import Touch

/// Which rules act on a gesture, and what keeps those that come near from it.
///
/// Who acts is what the recogniser answers to the events of a hand that makes the gesture; why the others do not is told
/// by comparing them with it.
public struct Explanation: Sendable {
  /// A rule that does not act.
  public struct Miss: Hashable, Sendable {
    /// Its place among the rules.
    public var rule: Int
    /// Why not: at least one reason, the one to start with first.
    public var reasons: [Reason]
  }

  /// The places of the rules that act, in the order they do.
  public let acting: [Int]
  /// The rules that come near, the nearest first.
  public let nearMisses: [Miss]
  /// How many rules are for the same kind of gesture and not as near as those.
  public let farther: Int
  /// How many are for other gestures.
  public let others: Int
  /// Why no device reports this gesture; nil where one does.
  public let obstacle: String?

  /// More than these are no help.
  public static let mostNearMisses = 10
  /// What differs in more than this is not near.
  static let mostReasons = 2

  /// What comes of `gesture` with `rules` in `situation`.
  public init(of gesture: ImaginedGesture, by rules: RuleSet, in situation: Situation) {
    let events = IdealHand(gesture: gesture).events
    let acting = Self.acting(rules, in: situation, on: events)
    var near: [Miss] = []
    var others = 0
    for (index, rule) in rules.rules.enumerated() where !acting.contains(index) {
      if let reasons = Self.reasons(rule, at: index, gesture, in: situation, events, acting, of: rules) {
        near.append(Miss(rule: index, reasons: reasons))
      } else {
        others += 1
      }
    }
    near.sort { $0.isNearer(than: $1) }
    self.acting = acting
    self.others = others
    nearMisses = Array(near.prefix { $0.reasons.count <= Self.mostReasons }.prefix(Self.mostNearMisses))
    farther = near.count - nearMisses.count
    obstacle = gesture.obstacle
  }

  /// The rules that act on `events`, in the order they do.
  static func acting(_ rules: RuleSet, in situation: Situation, on events: [TouchEvent]) -> [Int] {
    // The hand's events are those of the device as the rules file describes it.
    var rules = rules
    rules.devices = []
    var run = DryRun(rules, in: situation)
    var acting: [Int] = []
    func note(_ effect: Effect) {
      guard case .gesture(let gesture, let rule?) = effect, !acting.contains(rule) else { return }
      if gesture.phase == .recognized || gesture.phase == .began { acting.append(rule) }
    }
    for event in events { run.play(event, note) }
    run.handle(.finish, at: .zero, note)
    return acting
  }

  /// Why a rule does not act; nil for one that is for another gesture.
  private static func reasons(
    _ rule: Rule, at index: Int, _ gesture: ImaginedGesture, in situation: Situation, _ events: [TouchEvent],
    _ acting: [Int], of rules: RuleSet
  ) -> [Reason]? {
    let isSameKind = rule.trigger.pattern.kind == gesture.kind
    var reasons = isSameKind ? rule.trigger.reasons(against: gesture) : []
    if !isSameKind || reasons.isEmpty {
      // Only the recogniser knows what else the movement of one gesture fulfils.
      guard rule.trigger.fingers.contains(gesture.fingers), rule.trigger.includes(gesture.device) else { return nil }
      var unconditional = rule
      unconditional.condition = Condition()
      let isFulfilled = !Self.acting(RuleSet([unconditional]), in: Situation(), on: events).isEmpty
      guard isFulfilled || isSameKind else { return nil }
      if !isFulfilled {
        reasons = [
          gesture.obstacle.map { Reason(.unreported, $0) }
            ?? Reason(.unrecognized, "the gesture comes very near to what it waits for, and is not taken for it")
        ]
      }
    }
    if let reason = rule.reason(against: situation) {
      reasons.insert(reason, at: 0)
    } else if reasons.isEmpty {
      reasons = [.hidden(rule, at: index, by: acting.first { !rules.rules[$0].trigger.isSimultaneous }, of: rules)]
    }
    return reasons
  }
}

extension Explanation.Miss {
  /// Fewer reasons are nearer; then what the situation changes comes before what the hand does; then the file's order.
  func isNearer(than other: Explanation.Miss) -> Bool {
    (reasons.count, reasons[0].kind.order, rule) < (other.reasons.count, other.reasons[0].kind.order, other.rule)
  }
}

extension Reason.Kind {
  fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Reason {
  /// Another rule takes the gesture: the one at `winner`.
  static func hidden(_ rule: Rule, at index: Int, by winner: Int?, of rules: RuleSet) -> Reason {
    guard let winner else { return Reason(.hidden, "another rule keeps the fingers waiting for it") }
    let other = rules.rules[winner]
    if other.trigger.pattern.kind == .pan, rule.trigger.pattern.kind != .pan {
      return Reason(.hidden, "a pan begins before: \(other.place)")
    }
    let order = winner < index ? "an earlier rule acts first" : "a later rule is fulfilled before, or better"
    return Reason(.hidden, "\(order): \(other.place)")
  }
}
