internal import Diagnostics
public import Gestures
public import Rules
internal import RulesFile
internal import Time
internal import Touch

extension Explanation {
  /// Why no rule acted on an attempt.
  public struct Nearest: Sendable {
    /// The rule that came nearest; nil if no rule is for such fingers.
    public var rule: RuleIndex?
    /// At least one reason, the most important first.
    public var reasons: [Reason]
  }

  /// The rule that is nearest to an attempt on which no rule acted, and the reasons why it did not act.
  public static func nearest(to attempt: Attempt, by rules: RuleSet, in situation: Situation) -> Nearest {
    misses(of: attempt, by: rules, in: situation, most: 1).first.map { Nearest(rule: $0.rule, reasons: $0.reasons) }
      ?? Nearest(rule: nil, reasons: [attempt.absence(of: rules)])
  }

  /// The rules near an attempt and the reasons why they did not act on it, the nearest first.
  ///
  /// - Parameter most: the largest number of rules.
  ///
  /// The recogniser of each rule has judged the attempt. That of a rule for other fingers was not at work: it judges
  /// these fingers alone, as if the rule were for them.
  public static func misses(
    of attempt: Attempt, by rules: RuleSet, in situation: Situation, most: Int = maxNearMisses
  ) -> [Miss] {
    var misses: [(miss: Miss, nearness: Double)] = []
    let indices = rules.indicesOfTriggers
    // Of the same triggers, and there may be thousands, one is judged.
    var verdicts: [Trigger: (reasons: [Reason], nearness: Double)?] = [:]
    func judged(_ trigger: Trigger) -> (reasons: [Reason], nearness: Double)? {
      if let known = verdicts[trigger] { return known }
      let verdict =
        attempt.failure(of: trigger, at: indices[trigger]).map { ($0.reasons(of: trigger), $0.nearness(in: attempt)) }
        ?? attempt.verdict(of: trigger, settling: rules.settling)
      verdicts[trigger] = .some(verdict)
      return verdict
    }
    for (position, rule) in rules.rules.enumerated() where rule.trigger.includes(attempt.device) {
      let index = RuleIndex(position)
      guard !attempt.acted.contains(index),
        var verdict = judged(rule.trigger)
      else { continue }
      if let condition = rule.reason(against: situation) {
        if !verdict.reasons.isEmpty { verdict.nearness *= 0.5 }
        verdict.reasons.insert(condition, at: 0)
      } else if verdict.reasons.isEmpty {
        verdict = ([attempt.acted.first.map { .hidden(index, by: $0, of: rules) } ?? .prevented], 0.5)
      }
      if let index = indices[rule.trigger], !rules.suitsPerson, let tremor = attempt.tremor(against: index) {
        verdict.reasons.append(tremor)
      }
      misses.append((Miss(rule: index, reasons: verdict.reasons.located(in: rule)), verdict.nearness))
    }
    let prevention = Prevention(of: attempt.events, by: rules, in: situation)
    return misses.sorted { ($1.nearness, $0.miss.rule) < ($0.nearness, $1.miss.rule) }.prefix(most)
      .map { prevention.complete($0.miss, on: attempt.device) }
  }
}

extension RuleSet {
  /// The index of each trigger.
  var indicesOfTriggers: [Trigger: Int] {
    Dictionary(zip(triggers, triggers.indices), uniquingKeysWith: { first, _ in first })
  }
}

extension Attempt {
  /// The reason that the fingers trembled, if the recogniser of the trigger at `index` failed meanwhile.
  fileprivate func tremor(against index: Int) -> Reason? {
    guard let turns = failures.last(where: { $0.trigger == index })?.tremor, turns > 0 else { return nil }
    return Reason(.unrecognized, Self.tremorText(turns))
  }

  /// The reason that the fingers trembled, with the settings that suit them.
  package static func tremorText(_ turns: Int) -> String {
    "the fingers trembled: their path turned back \(turns) times; 'settings: {for: tremor}' suits them"
  }

  /// The reason why no rule is near.
  fileprivate func absence(of rules: RuleSet) -> Reason {
    if isCancelled { return Reason(.unrecognized, "cancelled by the device") }
    guard rules.rules.contains(where: { $0.trigger.includes(device) }) else {
      return Reason(.device, "no rule is for \(device.kind.rawValue) '\(device.name.legible)'")
    }
    let place = "on a \(device.kind.rawValue)"
    return rules.rules.contains { $0.trigger.includes(device) && $0.trigger.fingers.contains(fingers) }
      ? Reason(.unrecognized, "no rule is for this gesture \(place)")
      : Reason(.fingers, "no rule is for \(counted(fingers, "finger")) \(place)")
  }

  /// The reasons why a trigger whose recogniser was not at work is not for this attempt, and how near it is, from 0 to
  /// 1; nil if it is not near.
  fileprivate func verdict(of trigger: Trigger, settling: Duration) -> (reasons: [Reason], nearness: Double)? {
    guard trigger.before.isEmpty else {
      let count = trigger.steps.count
      return verdict(of: trigger.step(1), settling: settling).map {
        ($0.reasons.ofStep(1, of: count), $0.nearness / Double(count))
      }
    }
    guard !isCancelled, !events.isEmpty, Reachability.obstacle(to: trigger) == nil else { return nil }
    var trigger = trigger
    var (reasons, nearness) = ([Reason](), 1.0)
    let others = trigger.pattern.isMadeBesideRest ? 1 : 0
    let count = min(max(fingers - others, 1), Trigger.mostFingers)
    if !trigger.fingers.contains(count) {
      reasons.append(.otherFingers(than: trigger, count))
      let wanted = count < trigger.fingers.lowerBound ? trigger.fingers.lowerBound : trigger.fingers.upperBound
      nearness *= 0.6 * Double(min(count, wanted)) / Double(max(count, wanted))
      trigger.fingers = count...count
    }
    if let obstacle = trigger.obstacle(with: count, on: device) {
      reasons.append(obstacle)
      nearness *= 0.5
      trigger.devices = [.kind(device.kind)]
    }
    if case .failed(let failure) = Judgement(of: self, by: trigger, settling: settling) {
      // The fingers of such a trigger are counted without the one that rests, so none did.
      let unanchored =
        trigger.pattern.isAnchored && reasons.isEmpty
        ? Failure.notAnchored(least: Thresholds.anchorRest(on: device.kind, settling: settling)) : nil
      guard let failure = failure ?? unanchored else {
        // What libinput recognises, it has not.
        guard reasons.isEmpty, trigger.source(with: count, on: device) == .libinput else { return nil }
        return ([.unreported(count, on: device)], 0.2)
      }
      let own = failure.nearness(in: self)
      guard reasons.isEmpty || own >= Self.leastNearness else { return nil }
      reasons += failure.reasons(of: trigger)
      nearness *= own
    }
    return (reasons, nearness)
  }

  /// The least nearness of a rule for other fingers, besides their number: fingers that rest are no short swipe.
  private static let leastNearness = 0.35
}
