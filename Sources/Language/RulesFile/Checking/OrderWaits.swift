internal import Diagnostics
internal import Gestures
internal import Rules
internal import Touch
internal import YAML

/// Finds rules whose gestures compete with those of earlier rules.
struct OrderWaits {
  /// A rule that waits for others, or a shape that loses drawings to them.
  struct Wait {
    /// The index of the rule.
    var rule: Int
    /// The indices of the earlier rules, in order.
    var others: [Int]
    /// The longest wait; nil for a shape.
    var longest: LongestWait?
  }

  /// The largest number of rules of one kind and number of fingers, to keep the time proportional to the file. Nobody
  /// has more.
  private static let mostOfOneKind = 30

  /// The largest number of effects that are kept.
  private static let mostEffects = 10_000

  /// The filed rules of one kind and number of fingers.
  private struct Filed {
    /// How many there are.
    var count = 0
    /// Their indices, by the number of their trigger: most rules of a large file have one that others have.
    var indices: [(trigger: Int, rules: [Int])] = []

    mutating func append(_ rule: Int, trigger: Int) {
      count += 1
      guard let place = indices.firstIndex(where: { $0.trigger == trigger }) else {
        return indices.append((trigger, [rule]))
      }
      indices[place].rules.append(rule)
    }
  }

  /// Two triggers by their numbers.
  private struct Pair: Hashable {
    var earlier: Int
    var later: Int
  }

  /// The effect of an earlier rule with one trigger on a later rule with another, if their conditions permit it.
  private enum Effect {
    case nothing
    /// The later rule waits for so long, or is a shape, which loses the drawing.
    case competes(LongestWait?)
  }

  private let rules: RankedRules
  /// The rules of each number of fingers and kind.
  private var filed: [Int: [Gesture.Kind: Filed]] = [:]
  private var effects: [Pair: Effect] = [:]

  /// The rules that compete with earlier ones, in the order in which they precede one another.
  static func find(in rules: RankedRules) -> [Wait] {
    var search = OrderWaits(rules: rules)
    return rules.order.compactMap { rules.mayAct($0) ? search.add($0) : nil }
  }

  private init(rules: RankedRules) { self.rules = rules }

  /// The earlier rules that rule `index` competes with, or nil; files that rule then.
  private mutating func add(_ index: Int) -> Wait? {
    let number = rules.triggers.numbers[index]
    guard !rules.triggers.all[number].isSimultaneous else { return nil }
    // A gesture of several steps competes with its first one.
    let (fingers, kind) = (rules.firstSteps[number].fingers, rules.firstSteps[number].pattern.kind)
    var times: [(rule: Int, time: LongestWait?)] = []
    for count in fingers {
      for group in (filed[count] ?? [:]).values.lazy.flatMap(\.indices) {
        guard case .competes(let time) = effect(of: group.trigger, on: number) else { continue }
        times += group.rules.map { ($0, time) }
      }
    }
    var wait = Wait(rule: index, others: [])
    // A rule for several numbers of fingers is filed for each.
    for (other, time) in times.sorted(by: { $0.rule < $1.rule }) where other != wait.others.last {
      // The conditions, which cost most, come last.
      guard !rules.areTied(index, other),
        rules.all[other].rule.condition.permits(rules.all[index].rule.condition)
      else { continue }
      if let time { wait.longest = max(wait.longest ?? time, time) }
      wait.others.append(other)
    }
    for count in fingers where filed[count]?[kind]?.count ?? 0 < Self.mostOfOneKind {
      filed[count, default: [:]][kind, default: Filed()].append(index, trigger: number)
    }
    return wait.others.isEmpty ? nil : wait
  }

  private mutating func effect(of earlier: Int, on later: Int) -> Effect {
    let pair = Pair(earlier: earlier, later: later)
    if let known = effects[pair] { return known }
    let effect = Self.effect(of: rules.firstSteps[earlier], on: rules.firstSteps[later])
    if effects.count >= Self.mostEffects { effects = [:] }
    effects[pair] = effect
    return effect
  }

  private static func effect(of earlier: Trigger, on later: Trigger) -> Effect {
    // Fingers that go round have gone straight before, as far as a swipe or a pan requires.
    let isShape = later.pattern.kind.motion == .move && !later.pattern.kind.isStraight
    let time = isShape ? nil : earlier.pattern.noticeableWait(of: later.pattern)
    let takes = isShape ? earlier.pattern.kind.isStraight : time != nil
    return takes && earlier.mayCompete(with: later) ? .competes(time) : .nothing
  }
}

extension Trigger {
  /// True if one touch may make both: on one device, in one region and one direction. An earlier rule for a region is
  /// meant to come first there.
  fileprivate func mayCompete(with other: Trigger) -> Bool {
    (start == nil || other.start != nil) && (apart == nil || other.apart != nil) && TapWaits.mayBeOne(self, other)
      && pattern.sharesDirection(with: other.pattern)
  }
}

extension Condition {
  /// True if both may hold in one situation.
  fileprivate func permits(_ other: Condition) -> Bool { !Condition(clauses + other.clauses).contradictsItself }
}

extension Pattern {
  /// The longest wait of `other`, a later rule, for this one; nil if it never waits or, because this one requires no
  /// more, hardly ever does.
  fileprivate func noticeableWait(of other: Pattern) -> LongestWait? {
    if continues(other) || other.continues(self) { return nil }
    return requiresMore(than: other) ? longestWait(of: other) : nil
  }
}

extension RulesChecker {
  /// Notes the rules that wait for earlier ones, and for how long.
  mutating func noteWaits(among ranked: RankedRules) {
    let rules = ranked.all
    for wait in OrderWaits.find(in: ranked) {
      let rule = rules[wait.rule]
      // A later one that precedes this one by what rules state.
      let isMoved = wait.others.contains { $0 > wait.rule }
      let kind = rule.rule.trigger.step(1).pattern.kind.rawValue
      let others = wait.others.map { rules[$0].rule }
      let (earlier, them, label) = Self.names(of: others, isMoved: isMoved)
      let notes = [Diagnostic.Note(label, at: rules[wait.others[0]].gesture)]
      guard let longest = wait.longest else {
        report(
          .shapeAfterMovement,
          rule.rule.trigger.pattern.kind.isDrawn
            ? "drawings that begin like \(earlier) never become this shape"
            : "fingers that begin like \(earlier) never go round for this rule",
          at: rule.gesture,
          help: isMoved ? nil : "move this rule above \(them); the movements then wait for the lift", notes: notes)
        continue
      }
      let mayShorten = others.contains { $0.trigger.pattern.kind.isOneStraightMovement }
      report(
        .waits, "this \(kind) may wait \(longest.text) for \(earlier)", at: rule.gesture,
        help: "to avoid the wait, "
          + (isMoved ? "" : mayShorten ? "move this rule above \(them), " : "move this rule above \(them), or ")
          + "use other 'fingers' or 'when'" + (mayShorten ? ", or shorten the swipe's 'within'" : ""),
        notes: notes)
    }
  }

  /// The rules that another one waits for, as the message, its help and its note name them.
  /// - Parameter isMoved: true if one of them is later in the file.
  private static func names(of others: [Rule], isMoved: Bool) -> (earlier: String, them: String, label: String) {
    let count = others.count
    guard count > 1 else {
      let kind = others[0].trigger.step(1).pattern.kind.rawValue
      return (
        "the \(kind) of \(isMoved ? "a rule that precedes it" : "an earlier rule")", "it", label(isMoved: isMoved)
      )
    }
    let rest =
      count == 2 ? "the other is at \(others[1].location)" : "the others are at \(locations(others.dropFirst()))"
    return (
      "\(count) \(isMoved ? "rules that precede it" : "earlier rules")", "them", "this is the first of them; \(rest)"
    )
  }

  /// The note at a rule that precedes another one.
  /// - Parameter isMoved: true if it is later in the file, and precedes by what rules state.
  static func label(isMoved: Bool) -> String {
    isMoved ? "this is the rule that precedes it" : "this is the earlier rule"
  }

  /// Notes the swipes that wait because another rule continues them, wherever it is.
  mutating func noteContinuations(among ranked: RankedRules) {
    let rules = ranked.all
    let continueOthers = ranked.firstSteps.map(\.pattern.continuesOthers)
    let indices = rules.indices.filter { ranked.hiding[$0] == nil }
    let longer = indices.filter { continueOthers[ranked.triggers.numbers[$0]] }
    guard !longer.isEmpty else { return }
    let stated = Set(RuleSet.ties(between: rules.lazy.map(\.rule)))
    for index in indices where !rules[index].rule.trigger.isSimultaneous {
      let rule = rules[index].rule
      let other = longer.first { number in
        let (other, first) = (rules[number].rule, ranked.firstSteps[ranked.triggers.numbers[number]])
        return number != index && first.pattern.continues(rule.trigger.pattern)
          && first.fingers.overlaps(rule.trigger.fingers) && first.mayCompete(with: rule.trigger)
          && other.condition.permits(rule.condition)
          && !stated.contains(TriggerTie(.before, from: index, to: number))
      }
      guard let other, let longest = rules[other].rule.trigger.step(1).pattern.longestWait(of: rule.trigger.pattern)
      else { continue }
      report(
        .waits,
        "this \(rule.trigger.pattern.kind.rawValue) may wait \(longest.text) for fingers that go on as another rule asks",
        at: rules[index].gesture, notes: [.init("because of this rule", at: rules[other].gesture)])
    }
  }

  /// The largest number of steps of one kind and number of fingers, to keep the time proportional to the file.
  private static let mostOfOneStep = 200

  /// The properties of a step that fingers show at once.
  private struct StepKey: Hashable {
    var kind: Gesture.Kind
    var fingers: Int
  }

  /// The steps of the rules at the indices `chains`, by their kinds and numbers of fingers.
  private static func steps(of chains: [Int], in rules: [CheckedRule]) -> [StepKey: [(chain: Int, step: Int)]] {
    var filed: [StepKey: [(chain: Int, step: Int)]] = [:]
    for chain in chains {
      for (number, step) in rules[chain].rule.trigger.before.enumerated() {
        for gesture in step.gestures {
          for fingers in gesture.fingers {
            let key = StepKey(kind: gesture.pattern.kind, fingers: fingers)
            if filed[key]?.count ?? 0 < mostOfOneStep { filed[key, default: []].append((chain, number)) }
          }
        }
      }
    }
    return filed
  }

  /// Notes the rules whose gesture waits because it is a step of another one's.
  mutating func noteChains(among ranked: RankedRules) {
    let rules = ranked.all
    let chains = rules.indices.filter {
      ranked.mayAct($0) && !rules[$0].rule.trigger.before.isEmpty && !rules[$0].rule.trigger.isSimultaneous
    }
    guard !chains.isEmpty else { return }
    let filed = Self.steps(of: chains, in: rules)
    let requested = Set(ranked.triggers.all)
    var places = Array(rules.indices)
    for (place, index) in ranked.order.enumerated() { places[index] = place }
    for index in rules.indices where ranked.isAble(index) && !rules[index].rule.trigger.isSimultaneous {
      let trigger = rules[index].rule.trigger
      let key = StepKey(kind: trigger.pattern.kind, fingers: trigger.fingers.lowerBound)
      // A pan waits for the sequence whose swipe its fingers make, if no rule has that.
      let swipes = key.kind.isFollowedMovement ? filed[StepKey(kind: .swipe, fingers: key.fingers)] ?? [] : []
      let found = ((filed[key] ?? []) + swipes).lazy.compactMap { place -> (chain: Int, last: Int)? in
        let other = rules[place.chain].rule
        guard place.chain != index, place.step == trigger.before.count,
          other.condition.permits(rules[index].rule.condition),
          trigger.before.elementsEqual(other.trigger.before.prefix(place.step)),
          let count = Self.steps(
            madeBy: trigger.step(place.step + 1), other.trigger, from: place.step,
            where: { gesture in places[place.chain] < places[index] && !requested.contains(gesture) })
        else { return nil }
        return (place.chain, place.step + count - 1)
      }.first
      guard let found, case let other = rules[found.chain].rule else { continue }
      report(
        .waits,
        "this \(trigger.pattern.kind.rawValue) waits \(other.trigger.before[found.last].next.text) for the next step of "
          + "\(other.definition.map(Phrase.quote) ?? "another gesture")",
        at: rules[index].gesture,
        help: "'also: true' in either rule lets both act",
        notes: [.init("because of this rule", at: rules[found.chain].gesture)])
    }
  }

  /// The number of steps of a chain, from one on, that a gesture may make; nil if it makes none.
  /// - Parameter isAlone: true of a step for which a later rule's pan acts.
  private static func steps(
    madeBy own: Trigger, _ chain: Trigger, from first: Int, where isAlone: (Trigger) -> Bool
  ) -> Int? {
    let isStep = chain.before[first].gestures.contains { gesture in
      (own.isMadeInCommon(by: gesture) || gesture.isMadeInCommon(by: own) || own.crosses(gesture)
        || gesture.mayGoOn(as: own) && isAlone(gesture)) && TapWaits.mayBeOne(own, gesture)
    }
    return isStep ? 1 : own.taps(of: chain.steps[first...])
  }

  /// The locations of at most five rules.
  private static func locations(_ rules: ArraySlice<Rule>) -> String {
    let most = 5
    let locations = rules.prefix(most).map(\.location)
    if rules.count > most { return locations.joined(separator: ", ") + " and \(rules.count - most) more" }
    guard let last = locations.last, locations.count > 1 else { return locations.first ?? "" }
    return locations.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension ChainStep.Next {
  /// The wait for it as a phrase.
  fileprivate var text: String {
    switch self {
    case .touch(let within): "\(Phrase.time(within)) after the lift"
    case .sameTouch(let within?): "\(Phrase.time(within))"
    case .sameTouch(nil): "until the fingers lift"
    }
  }
}

extension LongestWait {
  /// The wait as a phrase: `up to 800ms`.
  fileprivate var text: String {
    switch self {
    case .time(let duration): "up to \(Phrase.time(duration))"
    case .lift: "until the fingers lift"
    }
  }
}
