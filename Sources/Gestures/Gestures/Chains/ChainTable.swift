internal import Time

/// The chains among triggers, and the triggers of their steps.
///
/// A step is recognised by a trigger like any other. One that equals a trigger of a rule is that trigger; the others
/// stand behind those of the rules, where nothing but this table knows them.
struct ChainTable: Sendable {
  struct Step: Sendable {
    /// The indices of the triggers that make it.
    var triggers: [Int]
    /// How the next one follows; nil of the last.
    var next: ChainStep.Next?
    /// True if it is complete when its gesture ends, and not when that begins.
    var isMadeAtEnd: Bool
    /// True if the next one is made with the fingers that are down.
    var isContinued: Bool { next?.isContinued ?? false }
  }

  struct Chain: Sendable {
    /// The index of its trigger.
    var trigger: Int
    var steps: [Step]
    /// True if its steps act as well.
    var isSimultaneous: Bool
    /// The number of touches before that of the last step.
    var touches: Int
  }

  /// A step of a chain, by its indices.
  struct Place: Hashable, Sendable {
    var chain: Int
    var step: Int
  }

  /// The number of triggers of rules.
  let ruleTriggers: Int
  /// The triggers of rules, and then those of steps.
  private(set) var triggers: [Trigger]
  /// The priority of each trigger.
  private(set) var priorities: [TriggerPriority]
  /// The ties between triggers, those of steps included.
  private(set) var ties: [TriggerTie]
  /// The ties that rules state, between their triggers.
  let stated: TieTable
  private(set) var chains: [Chain] = []
  /// The steps that the gesture of each trigger makes.
  private(set) var places: [[Place]] = []
  /// The steps that the gesture of a trigger makes if that of the step's own trigger permits its fingers and its
  /// direction.
  private var partialPlaces: [Int: [(place: Place, own: Int)]] = [:]
  /// The steps, each a single tap, that the series of taps of a trigger makes, if they permit its fingers: the first of
  /// them, and their number.
  private var tapPlaces: [Int: [(first: Place, count: Int)]] = [:]
  /// The triggers of rules that the gesture of each trigger makes as well, but for chains; in order.
  private var others: [[Int]] = []
  /// The triggers of rules that it makes if they permit its fingers and its direction.
  private var partialOthers: [Int: [Int]] = [:]
  /// The triggers that go on with the fingers of another one.
  private(set) var continuations: [Int: [Int]] = [:]
  private var continuing: Set<Int> = []
  /// The triggers of rules that act for a step if the chain fails, beside those whose gesture it makes: for a part of
  /// its movement, which it goes on from; with limits that cross its own; for its taps, and for what follows them.
  /// Others that its fingers make do so as well, by `Standing.isBeside`.
  private(set) var standIns: [Int: [Int]] = [:]
  /// The precedence of gestures over steps with wider limits, which they make as well, and of steps over gestures that
  /// act for them.
  private var precedence: [TriggerTie] = []
  /// The chains whose last step each trigger makes, by their triggers; without those whose steps act as well.
  private var ends: [Int: [Int]] = [:]
  /// The triggers of steps that another trigger makes as well.
  private var madeByOthers: Set<Int> = []

  /// The precedence of a step that follows others, in a rule's chain: a hand that has begun one means to go on with it.
  static func precedence(ofLaterStepOf rule: RuleIndex) -> RuleIndex { RuleIndex(rule.position + Int(Int32.min)) }

  init(_ triggers: [Trigger], _ priorities: [TriggerPriority], ties: [TriggerTie] = []) {
    ruleTriggers = triggers.count
    self.ties = ties
    stated = TieTable(ties)
    self.triggers = triggers
    self.priorities = priorities
    guard triggers.contains(where: { !$0.before.isEmpty }) else { return }
    var indices = Dictionary(
      triggers.enumerated().filter { $1.before.isEmpty }.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, trigger) in triggers.enumerated() where !trigger.before.isEmpty {
      add(trigger, at: index, &indices)
    }
    findPlaces()
    self.ties =
      ties.flatMap { tie in
        recognizers(of: tie.from).flatMap { from in
          // A gesture that is a step of the other one has its recogniser: it would wait for itself.
          recognizers(of: tie.to).filter { $0 != from }.map { TriggerTie(tie.kind, from: from, to: $0) }
        }
      } + precedence
  }

  /// The triggers whose recognisers make the gesture of a rule's trigger.
  private func recognizers(of trigger: Int) -> [Int] {
    chains.first { $0.trigger == trigger }?.steps.flatMap(\.triggers) ?? [trigger]
  }

  var isEmpty: Bool { chains.isEmpty }

  private mutating func add(_ trigger: Trigger, at index: Int, _ indices: inout [Trigger: Int]) {
    var last = trigger
    last.before = []
    last.isSimultaneous = last.pattern.kind.isPresence
    var steps: [Step] = []
    let all = trigger.before.map { ($0.gestures, Optional($0.next)) } + [([last], nil)]
    for (number, (gestures, next)) in all.enumerated() {
      let isContinuation = number > 0 && trigger.before[number - 1].isContinued
      let rule = priorities[index].first
      let precedence = number == 0 ? rule : Self.precedence(ofLaterStepOf: rule)
      let own = gestures.map { gesture in
        self.index(of: gesture, isContinuation: isContinuation, precedence, &indices)
      }
      if isContinuation {
        for before in steps[number - 1].triggers { continuations[before, default: []] += own }
        continuing.formUnion(own)
      }
      let isContinuous = gestures.contains { $0.pattern.kind.isContinuous }
      steps.append(
        Step(triggers: own, next: next, isMadeAtEnd: next.map { isContinuous && !$0.isContinued } ?? false))
    }
    let touches = trigger.before.reduce(0) { touches, step in
      touches + (step.gestures.first?.pattern.tapsBefore ?? 0) + (step.isContinued ? 0 : 1)
    }
    chains.append(Chain(trigger: index, steps: steps, isSimultaneous: trigger.isSimultaneous, touches: touches))
    if !trigger.isSimultaneous { for end in steps.last?.triggers ?? [] { ends[end, default: []].append(index) } }
    priorities[index].certain = nil
  }

  /// The index of the trigger of a step. One that goes on with the fingers of another is that of no other step.
  private mutating func index(
    of gesture: Trigger, isContinuation: Bool, _ precedence: RuleIndex, _ indices: inout [Trigger: Int]
  ) -> Int {
    if !isContinuation, let known = indices[gesture] {
      priorities[known].first = min(priorities[known].first, precedence)
      return known
    }
    if !isContinuation { indices[gesture] = triggers.count }
    triggers.append(gesture)
    priorities.append(TriggerPriority(first: precedence, certain: nil))
    return triggers.count - 1
  }

  private mutating func findPlaces() {
    places = Array(repeating: [], count: triggers.count)
    others = places.map { _ in [] }
    let alike = alike { !continuing.contains($0) }
    let alikeContinuing = self.alike(where: continuing.contains)
    var makers: [Int: [Int]] = [:]
    for (chain, steps) in chains.map(\.steps).enumerated() {
      let gestures = triggers[chains[chain].trigger].steps
      for (number, step) in steps.enumerated() {
        let place = Place(chain: chain, step: number)
        findTaps(of: gestures[number...], from: place, alike)
        for own in step.triggers {
          places[own].append(place)
          let known = makers[own] ?? self.makers(of: own, continuing.contains(own) ? alikeContinuing : alike)
          if makers[own] == nil {
            if !continuing.contains(own) { compare(own, with: alike, makers: known) }
            shareContinuations(of: own, with: known)
          }
          makers[own] = known
          if !known.isEmpty { madeByOthers.insert(own) }
          for other in known where step.triggers.count == 1 || !places[other].contains(place) {
            if triggers[own].isMade(by: triggers[other]) {
              places[other].append(place)
            } else {
              partialPlaces[other, default: []].append((place, own))
            }
          }
        }
      }
    }
  }

  /// The kind and a number of fingers, which triggers share if one may make the gesture of the other.
  private struct Alike: Hashable {
    var kind: Gesture.Kind
    var fingers: Int
  }

  /// The triggers of gestures without steps before them, those for which `isIncluded` is true.
  private func alike(where isIncluded: (Int) -> Bool) -> [Alike: [Int]] {
    var alike: [Alike: [Int]] = [:]
    for (index, trigger) in triggers.enumerated() where trigger.before.isEmpty && isIncluded(index) {
      for fingers in trigger.fingers {
        alike[Alike(kind: trigger.pattern.kind, fingers: fingers), default: []].append(index)
      }
    }
    return alike
  }

  /// The triggers of the same kind and for as many fingers.
  private func rivals(of trigger: Trigger, _ alike: [Alike: [Int]]) -> [Int] {
    let found = trigger.fingers.map { alike[Alike(kind: trigger.pattern.kind, fingers: $0)] ?? [] }
    // Most are for one number of fingers, and there may be thousands.
    return found.count == 1 ? found[0] : Set(found.joined()).sorted()
  }

  /// The rivals that make the gesture of a step, with narrower limits than its own, at least with some fingers.
  private func makers(of own: Int, _ alike: [Alike: [Int]]) -> [Int] {
    rivals(of: triggers[own], alike).filter { $0 != own && triggers[own].isMadeInCommon(by: triggers[$0]) }
  }

  /// Finds the triggers whose gestures the step `own` makes as well, or goes on from.
  private mutating func compare(_ own: Int, with alike: [Alike: [Int]], makers: [Int]) {
    let trigger = triggers[own]
    addStandIns(own, alike)
    for rival in rivals(of: trigger, alike) where rival != own && rival < ruleTriggers {
      if triggers[rival].isMade(by: trigger) {
        others[own].append(rival)
      } else if triggers[rival].isMadeInCommon(by: trigger) {
        partialOthers[own, default: []].append(rival)
      }
    }
    let narrower = makers.filter { $0 < own || !triggers[$0].isMadeInCommon(by: trigger) }
    if continuations[own] != nil {
      // The step waits for none of them, as the next one may begin.
      if !narrower.isEmpty { standIns[own] = Set((standIns[own] ?? []) + narrower).sorted() }
      if own >= ruleTriggers { precedence += narrower.map { TriggerTie(.before, from: own, to: $0) } }
    } else if own >= ruleTriggers {
      // Their gestures are the step as well. A rule for it in more directions keeps its place among the others.
      let first = narrower.filter { $0 >= ruleTriggers || !triggers[$0].isMadeInCommon(by: trigger) }
      precedence += first.map { TriggerTie(.before, from: $0, to: own) }
    }
  }

  /// Finds the series of taps that make the steps from `first` on.
  private mutating func findTaps(of steps: ArraySlice<ChainStep>, from first: Place, _ alike: [Alike: [Int]]) {
    // Most steps are no taps, or are not followed by another one.
    guard steps.prefix(2).allSatisfy({ $0.gestures.contains { $0.pattern.taps == 1 } }) else { return }
    for rival in Set(steps[steps.startIndex].gestures.flatMap { rivals(of: $0, alike) })
    where !triggers[rival].isSimultaneous {
      if let count = triggers[rival].taps(of: steps) { tapPlaces[rival, default: []].append((first, count)) }
    }
  }

  /// Lets the gestures that make the step `own` be followed by what follows it.
  private mutating func shareContinuations(of own: Int, with makers: [Int]) {
    guard let next = continuations[own] else { return }
    for other in makers {
      continuations[other, default: []] += next.filter { !(continuations[other] ?? []).contains($0) }
    }
  }

  private mutating func addStandIns(_ own: Int, _ alike: [Alike: [Int]]) {
    let trigger = triggers[own]
    func others(_ kind: Gesture.Kind, where isStandIn: (Trigger) -> Bool) -> Set<Int> {
      Set(trigger.fingers.flatMap { alike[Alike(kind: kind, fingers: $0)] ?? [] }).filter {
        !triggers[$0].isSimultaneous && isStandIn(triggers[$0])
      }
    }
    func rules(_ kind: Gesture.Kind, where isStandIn: (Trigger) -> Bool) -> Set<Int> {
      others(kind, where: isStandIn).filter { $0 < ruleTriggers }
    }
    var found: Set<Int> = []
    if trigger.pattern.continuesOthers {
      found = rules(.swipe) { trigger.pattern.continues($0.pattern) }
    }
    // The recogniser of a step alone takes the fingers first.
    if own >= ruleTriggers {
      var waiting = others(trigger.pattern.kind, where: trigger.crosses)
      if trigger.pattern.tapsBefore > 0, !trigger.pattern.kind.isMadeOfTaps {
        let plain = trigger.withoutTaps
        waiting.formUnion(
          rules(plain.pattern.kind) {
            $0.isMadeInCommon(by: plain) || plain.isMadeInCommon(by: $0) || plain.crosses($0)
          })
        found.formUnion(rules(.tap) { $0.pattern.taps == trigger.pattern.tapsBefore })
      }
      found.formUnion(waiting)
      // Of two steps alone, the first.
      precedence += waiting.filter { $0 < ruleTriggers || $0 > own }.sorted().map {
        TriggerTie(.before, from: own, to: $0)
      }
    }
    if !found.isEmpty { standIns[own] = found.sorted() }
  }

  /// The steps that a gesture of a trigger makes.
  func places(of gesture: Gesture, by trigger: Int) -> [Place] {
    guard let partial = partialPlaces[trigger] else { return places[trigger] }
    return places[trigger]
      + partial.filter { triggers[$0.own].permits(gesture.fingers, gesture.direction) }.map(\.place)
  }

  /// The steps that a series of taps of a trigger makes, one with each tap: the first of them, and their number.
  func tapPlaces(of gesture: Gesture, by trigger: Int) -> [(first: Place, count: Int)] {
    guard let found = tapPlaces[trigger] else { return [] }
    return found.filter { taps in
      chains[taps.first.chain].steps[taps.first.step...].prefix(taps.count).allSatisfy { step in
        step.triggers.contains { triggers[$0].permits(gesture.fingers, gesture.direction) }
      }
    }
  }

  /// True if a gesture of a trigger may be a step.
  func hasPlaces(_ trigger: Int) -> Bool {
    !places[trigger].isEmpty || partialPlaces[trigger] != nil || tapPlaces[trigger] != nil
  }

  /// True if the gesture of a trigger is a step that another one follows, and not that of an active rule.
  /// - Parameter active: the active rule of each trigger of rules.
  func isOpenStep(_ trigger: Int, _ active: [RuleIndex?]) -> Bool {
    (trigger >= ruleTriggers || active[trigger] == nil && hasPlaces(trigger))
      && !(ends[trigger]?.contains { active[$0] != nil } ?? false)
  }

  /// True if a trigger runs alongside others: that of a rule with `also`, or of a step of such rules alone, unless
  /// others may take part in that step.
  func isSimultaneous(_ trigger: Int) -> Bool {
    if triggers[trigger].isSimultaneous { return true }
    return trigger >= ruleTriggers && !continuing.contains(trigger) && continuations[trigger] == nil
      && places[trigger].allSatisfy { chains[$0.chain].isSimultaneous } && !madeByOthers.contains(trigger)
      && others[trigger].isEmpty && partialOthers[trigger] == nil && partialPlaces[trigger] == nil
      && standIns[trigger] == nil
      && !triggers[trigger].pattern.kind.isMadeOfTaps && triggers[trigger].pattern.tapsBefore == 0
  }

  /// True if the gesture of a trigger is only made after that of another one, by fingers that land then.
  func isLater(_ trigger: Int) -> Bool {
    trigger >= ruleTriggers && !continuing.contains(trigger) && places[trigger].allSatisfy { $0.step > 0 }
      && partialPlaces[trigger]?.allSatisfy { $0.place.step > 0 } ?? true
  }

  /// True if the gesture of a trigger is a part of that of another one.
  func isPart(_ trigger: Int, of other: Int) -> Bool { triggers[other].pattern.continues(triggers[trigger].pattern) }

  /// True if one touch is the gesture of either, and not taps of the one and what follows them of the other.
  func isRival(_ trigger: Int, of other: Int) -> Bool {
    triggers[trigger].pattern.kind.isMadeOfTaps == triggers[other].pattern.kind.isMadeOfTaps
  }

  /// True if the gesture of a trigger is made only with the fingers of another one.
  func isContinuation(_ trigger: Int) -> Bool { continuing.contains(trigger) }

  /// The trigger and the rule that a gesture of `trigger` has by itself; nil if no active rule requests it.
  /// - Parameter isFirst: true if the rule of the first of two triggers precedes that of the second.
  func ownRule(
    of fingers: Int, _ direction: Direction?, by trigger: Int, _ active: [RuleIndex?], _ isFirst: (Int, Int) -> Bool
  ) -> (trigger: Int, rule: RuleIndex)? {
    var own = trigger < ruleTriggers ? active[trigger].map { (trigger: trigger, rule: $0) } : nil
    let partial = partialOthers[trigger]?.filter { triggers[$0].permits(fingers, direction) } ?? []
    // Triggers that run alongside others have recognisers of their own.
    for other in others[trigger] + partial where !triggers[other].isSimultaneous {
      if let rule = active[other], own.map({ isFirst(other, $0.trigger) }) ?? true { own = (other, rule) }
    }
    return own
  }
}
