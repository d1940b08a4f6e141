internal import Time

/// The chains of one device that have begun.
///
/// Each has an active rule, and each has a next step: one that is made, or that cannot be made any more, is none of
/// them.
struct ChainsUnderWay: Sendable {
  let table: ChainTable
  private let isExplained: Bool
  /// Each rule trigger's active rule, and its place in the order of rules.
  private var rules: [RuleIndex?] = []
  private var places: [Int?] = []
  private(set) var chains: [ChainProgress] = []
  private(set) var failures = FailureLog()
  /// True if `activeRules` have changed since they were read.
  private(set) var hasChanged = false

  init(_ table: ChainTable, isExplained: Bool) {
    self.table = table
    self.isExplained = isExplained
  }

  /// The number of the first gesture that may still belong to a chain and not to the rule of `trigger` as well; nil if
  /// none may.
  func earliest(beside trigger: Int?) -> Int? {
    chains.lazy.filter { !$0.chain.isSimultaneous && !table.stated.has(.with, trigger, $0.chain.trigger) }.map(\.start)
      .min()
  }

  /// The time at which passing time alone decides something; nil if it decides nothing.
  var deadline: Timestamp? { chains.lazy.compactMap(\.deadline).min() }

  // MARK: Rules

  /// Replaces each rule trigger's active rule. Chains without an active rule are given up.
  mutating func setActiveRules(_ rules: [RuleIndex?]) {
    self.rules = rules
    places = table.stated.order(rules)
    chains.removeAll { rules[$0.chain.trigger] == nil }
  }

  /// The active rule of each trigger, those of the steps that may be made now included. Reading it ends a change.
  mutating func activeRules() -> ActiveRules {
    hasChanged = false
    var active = rules + Array(repeating: nil, count: table.triggers.count - table.ruleTriggers)
    func request(_ steps: ArraySlice<ChainTable.Step>, as rule: RuleIndex) {
      for step in steps {
        for trigger in step.triggers { active[trigger] = active[trigger].map { min($0, rule) } ?? rule }
        guard step.isContinued else { return }
      }
    }
    for chain in table.chains {
      active[chain.trigger] = nil
      if let rule = rules[chain.trigger] { request(chain.steps[...], as: rule) }
    }
    var continued: Set<Int> = []
    for begun in chains where begun.state != .held {
      guard let rule = rules[begun.chain.trigger] else { continue }
      let steps = begun.chain.steps[begun.next.step...]
      request(steps, as: ChainTable.precedence(ofLaterStepOf: rule))
      continued.formUnion(steps.flatMap(\.triggers))
    }
    return ActiveRules(ofTriggers: active, own: rules, continued: continued)
  }

  /// The rule of a chain.
  func owner(of begun: ChainProgress) -> GestureOwner {
    GestureOwner(
      trigger: begun.chain.trigger, rule: rules[begun.chain.trigger], touches: begun.chain.touches)
  }

  /// The rule that a gesture of a trigger has by itself.
  func ownRule(of gesture: Gesture, by trigger: Int) -> GestureOwner {
    let own = table.ownRule(of: gesture.fingers, gesture.direction, by: trigger, rules, isFirst)
    return GestureOwner(trigger: own?.trigger, rule: own?.rule)
  }

  // MARK: Gestures

  /// Takes a gesture that begins, or happens.
  /// - Parameter number: its number, higher than those before.
  /// - Returns: the chains that it completes.
  mutating func begin(
    _ gesture: Gesture, of trigger: Int, _ number: Int, _ fingers: ChainFingers
  ) -> [ChainProgress] {
    let (before, places) = (chains, table.places(of: gesture, by: trigger))
    let taps = table.tapPlaces(of: gesture, by: trigger)
    var made: [ChainProgress] = []
    chains.removeAll(keepingCapacity: true)
    func take(_ begun: ChainProgress, steps: Int = 1, by chains: inout [ChainProgress]) {
      var begun = begun
      for _ in 0..<steps { begun.take(gesture, number, fingers) }
      if begun.isMade { made.append(begun) } else { chains.append(begun) }
    }
    for begun in before {
      if begun.awaitsStep, places.contains(begun.next) {
        take(begun, by: &chains)
      } else if begun.awaitsStep, let taps = taps.first(where: { $0.first == begun.next }) {
        take(begun, steps: taps.count, by: &chains)
      } else if isBeside(begun, gesture, trigger, fingers) {
        chains.append(begun)
      } else {
        fail(begun, TouchFailure(time: gesture.time, trigger: nil, failure: .followedBy(gesture.kind)))
      }
    }
    for (place, steps) in places.map({ ($0, 1) }) + taps where place.step == 0 {
      let chain = table.chains[place.chain]
      guard rules[chain.trigger] != nil else { continue }
      take(ChainProgress(chain, at: place, start: number, landing: gesture.time), steps: steps, by: &chains)
    }
    hasChanged = hasChanged || !before.isEmpty || !chains.isEmpty
    return made
  }

  /// True if a gesture that is no step of a chain does not end it.
  private func isBeside(_ begun: ChainProgress, _ gesture: Gesture, _ trigger: Int, _ fingers: ChainFingers) -> Bool {
    table.triggers[trigger].isSimultaneous || begun.isStoodIn(by: gesture, of: trigger, table.standIns)
      || begun.chain.isSimultaneous && begun.awaitsStep && begun.mayBeMade(by: fingers)
      || !table.stated.isEmpty
        && table.stated.has(.with, ownRule(of: gesture, by: trigger).trigger, begun.chain.trigger)
  }

  /// The number of the gesture of the step for which one of a trigger acts if the chains fail; nil if there is none.
  func step(stoodInBy gesture: Gesture, of trigger: Int) -> Int? {
    chains.lazy.filter { $0.isStoodIn(by: gesture, of: trigger, table.standIns) }.compactMap { $0.taken?.number }.min()
  }

  /// Takes a gesture that no rule requests: the reason why a next step was missed, if it has another number of fingers.
  /// libinput reports a tap when its fingers have lifted.
  mutating func noteUnasked(_ gesture: Gesture) {
    for index in chains.indices where chains[index].awaitsStep && chains[index].miss == nil {
      let triggers = chains[index].chain.steps[chains[index].next.step].triggers
      guard !triggers.contains(where: { table.triggers[$0].fingers.contains(gesture.fingers) }) else { continue }
      chains[index].note(
        TouchFailure(time: gesture.time, trigger: nil, failure: .otherFingers(gesture.fingers)))
    }
  }

  /// Takes the end of a gesture that has begun.
  /// - Parameter number: the number of the first gesture that belongs to it.
  mutating func end(_ gesture: Gesture, of trigger: Int, _ number: Int, _ fingers: ChainFingers) {
    let (before, places) = (chains, table.places(of: gesture, by: trigger))
    chains.removeAll(keepingCapacity: true)
    for var begun in before {
      let isStep = begun.state == .held && begun.start <= number && places.contains(begun.next)
      hasChanged = hasChanged || isStep
      if isStep, gesture.phase == .cancelled {
        fail(begun, TouchFailure(time: gesture.time, trigger: nil, failure: .other))
      } else {
        if isStep { begun.complete(gesture, fingers) }
        chains.append(begun)
      }
    }
  }

  /// The one of chains that were made which the gesture belongs to: the one that began first, and of several that of
  /// the earliest rule. Those whose steps act as well are none.
  func first(of made: [ChainProgress]) -> ChainProgress? {
    made.filter { !$0.chain.isSimultaneous }.min { one, other in
      one.start == other.start ? isFirst(one.chain.trigger, other.chain.trigger) : one.start < other.start
    }
  }

  /// True if the rule of a trigger precedes that of another one.
  private func isFirst(_ one: Int, _ other: Int) -> Bool {
    guard let first = places[one], let second = places[other] else { return false }
    return first < second
  }

  /// The rules that a gesture belongs to beside that of `best`, by what rules state: those of other chains that were
  /// made, and of its own trigger.
  func companions(
    of best: ChainProgress, among made: [ChainProgress], _ gesture: Gesture, _ trigger: Int
  ) -> [GestureOwner] {
    guard !table.stated.isEmpty else { return [] }
    let others = made.filter { !$0.chain.isSimultaneous }.map { owner(of: $0) } + [ownRule(of: gesture, by: trigger)]
    return others.filter { table.stated.has(.with, $0.trigger, best.chain.trigger) }
  }

  /// Gives up those that began after the gesture with the number `start`, which has become another one's.
  mutating func removeLater(than start: Int) {
    chains.removeAll { $0.start > start && !$0.chain.isSimultaneous }
  }

  /// Gives all up.
  mutating func removeAll() { chains.removeAll() }

  // MARK: Time

  /// Updates the states by the fingers that are down, and by time.
  mutating func settle(at now: Timestamp, _ fingers: ChainFingers) {
    let before = chains
    chains.removeAll(keepingCapacity: true)
    for var begun in before {
      let known = begun.miss
      if let failure = begun.settle(at: now, fingers) {
        fail(begun, failure, at: now)
        hasChanged = true
      } else {
        if isExplained, let miss = begun.miss, miss != known { failures.add(begun.failed(miss, at: now)) }
        chains.append(begun)
      }
    }
  }

  // MARK: Failures

  /// - Parameter time: the time at which the chain failed; nil for that of the failure.
  private mutating func fail(_ begun: ChainProgress, _ failure: TouchFailure, at time: Timestamp? = nil) {
    guard isExplained else { return }
    // The touch that made the step before has failed as well, and is over; so may that of the failure be.
    for moment in Set([begun.made ?? failure.time, failure.time, time ?? failure.time]).sorted() {
      failures.add(begun.failed(failure, at: moment))
    }
  }

  /// The failures of recognisers, those of steps as those of their chains, and the chains' own.
  func failures(with others: [TouchFailure]) -> [TouchFailure] {
    var all = failures.failures.map { $0.completed(by: others) }
    for failure in others {
      guard let trigger = failure.trigger else {
        all.append(failure)
        continue
      }
      if trigger < table.ruleTriggers { all.append(failure) }
      for place in table.places[trigger] where place.step == 0 {
        let chain = table.chains[place.chain]
        all.append(
          TouchFailure(
            time: failure.time, trigger: chain.trigger, failure: .step(1, of: chain.steps.count, failure.failure)))
      }
    }
    return all
  }
}

extension TouchFailure {
  /// A chain's failure with the amount that the recogniser's has now: of fingers that stay, it is known when they lift.
  fileprivate func completed(by others: [TouchFailure]) -> TouchFailure {
    guard let source, case .step(let step, let count, _) = failure,
      let own = others.last(where: { $0.trigger == source.trigger && $0.time == source.time })
    else { return self }
    var completed = self
    completed.failure = .step(step, of: count, own.failure)
    completed.tremor = own.tremor
    return completed
  }
}
