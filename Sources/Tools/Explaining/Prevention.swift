internal import Gestures
internal import Rules
internal import RulesFile
internal import Touch

/// Finds the rule without which another one would act.
struct Prevention {
  /// The rules that may act on the device, in order.
  private let rules: RuleSet
  private let situation: Situation
  private let events: [TouchEvent]

  init(of events: [TouchEvent], by rules: RuleSet, in situation: Situation) {
    (self.rules, self.situation, self.events) = (rules, situation, events)
  }

  /// The same miss, with the rule that prevents it and the reason in place of `Reason.prevented`.
  func complete(_ miss: Explanation.Miss, on device: Device) -> Explanation.Miss {
    guard miss.reasons == [.prevented] else { return miss }
    return Explanation.Miss(rule: miss.rule, reasons: [reason(of: miss.rule, on: device)])
  }

  /// The reason why the rule at `index`, whose recogniser recognises the fingers alone, does not act beside the others,
  /// of which none acts in its place: the first of them with which it does not, and why that does not act.
  func reason(of index: RuleIndex, on device: Device) -> Reason {
    let others = rules.rules.indices.filter { position in
      let rule = rules.rules[position]
      return rule.trigger != rules[index].trigger && rule.trigger.includes(device) && rule.acts(in: situation)
    }
    // It acts beside `least` of them, and not beside `most`.
    var (least, most) = (0, others.count)
    guard most > 0, acts(index, beside: []) else {
      return Reason(.unrecognized, "the fingers were not at rest before")
    }
    while most - least > 1 {
      let middle = (least + most) / 2
      if acts(index, beside: others.prefix(middle)) { least = middle } else { most = middle }
    }
    let culprit = RuleIndex(others[least])
    let (own, other) = (rules[index].trigger.pattern, rules[culprit].trigger.pattern)
    // Of swipes, the one whose direction is nearer is meant, even if it is too slow.
    let isNearer = own.kind.isOneStraightMovement && other.kind.isOneStraightMovement
    let deed = isNearer ? "is for a nearer direction" : "prevents it"
    let reasons = failures(of: culprit, beside: index, others.prefix(most))
    return Reason(
      isNearer ? .direction : .hidden,
      "\(rules[culprit].location) \(deed)" + (reasons.isEmpty ? "" : ", and did not act: \(reasons)"))
  }

  /// The rules at these positions, and those of one trigger, in order.
  private func subset(_ index: RuleIndex, _ others: ArraySlice<Int>) -> (rules: RuleSet, positions: [Int]) {
    let own = rules.rules.indices.filter { rules.rules[$0].trigger == rules[index].trigger }
    let positions = (own + others).sorted()
    return (RuleSet(positions.map { rules.rules[$0] }, settling: rules.settling), positions)
  }

  private func acts(_ index: RuleIndex, beside others: ArraySlice<Int>) -> Bool {
    let (subset, positions) = subset(index, others)
    return Explanation.acting(subset, in: situation, on: events).contains { positions[$0.position] == index.position }
  }

  /// The reasons why the recogniser of a rule failed beside these.
  private func failures(of rule: RuleIndex, beside index: RuleIndex, _ others: ArraySlice<Int>) -> String {
    guard let device = events.lazy.compactMap(\.addedDevice).first else { return "" }
    let (subset, _) = subset(index, others)
    var attempt = Attempt(device: device, fingers: rules[rule].trigger.fingers.lowerBound, start: nil)
    attempt.failures = Explanation.outcome(of: subset, in: situation, on: events, isExplained: true).failures
    let trigger = rules[rule].trigger
    return attempt.failure(of: trigger, at: subset.triggers.firstIndex(of: trigger))?.reasons(of: trigger)
      .located(in: rules[rule]).text ?? ""
  }
}

extension Reason {
  /// The reason of a rule whose recogniser recognises the fingers alone, and not beside those of other rules.
  static let prevented = Reason(.hidden, "another rule prevents it")
}

extension TouchEvent {
  /// The device that it adds; nil for other events.
  fileprivate var addedDevice: Device? { if case .deviceAdded(let device) = kind { device } else { nil } }
}
