internal import Time
internal import Touch

/// The fingers on a device, as far as chains depend on them.
struct ChainFingers {
  /// The first landing of each touch that goes on.
  var landings: [Timestamp]
  /// True if the fingers that are down, or a tap that waits for others, may still make the gesture of a trigger.
  var mayMake: (Int) -> Bool
  /// The latest failure of a trigger's recogniser since a landing.
  var failure: (Int, Timestamp) -> Failure?
}

/// Follows the chains of one device: gestures in, gestures out.
///
/// A chain whose first steps were made is in one of five states, by what happens to it (ChainStateTests):
///
///     state       its fingers    fingers     step made   other      step cannot   its time
///                 lift           land                    gesture    be made       has come
///     held        -              -           next (1)    failed     -             -
///     continued   failed         -           next        failed     failed        failed
///     lifting     waiting        touched     failed      failed     -             failed
///     waiting     -              touched     next        failed     -             failed
///     touched     -              -           next        failed     waiting (2)   -
///
/// - held: a continuous gesture that is a step goes on; it is one when it ends
/// - continued: the next step is made with the fingers that are down
/// - lifting: the fingers of the last step are still down
/// - waiting: the next touch may begin
/// - touched: fingers landed in time, and may make the next step
///
/// 1. When the gesture ends. 2. Failed, if its time has come.
///
/// `next` is the state that the next step begins in; after the last one, the chain is made.
///
/// The action of a step's own rule is held back while a chain that it belongs to may still be made, and follows when none
/// can be any more. Of two chains the one that began first is made, then the longer one, then that of the
/// earlier rule. A gesture belongs to one of them or acts by itself, never both, unless `also` says so.
struct ChainTracker: Sendable {
  enum State: Hashable, Sendable {
    case held
    case continued(until: Timestamp?)
    case lifting(until: Timestamp)
    case waiting(until: Timestamp)
    case touched(until: Timestamp)
  }

  /// A chain whose first steps were made.
  struct Progress: Sendable {
    let chain: Int
    /// The number of steps that were made.
    var made: Int
    /// The number of the gesture that it began with.
    let start: Int
    /// The first landing of the fingers of the last step, or of those that may make the next one.
    var landing: Timestamp
    var state: State
    /// The reason why fingers that landed in time did not make the next step.
    var miss: Failure?
  }

  /// A gesture that is held back.
  private struct HeldGesture: Sendable {
    /// The number of the first gesture that belongs to it.
    let start: Int
    /// The index of the trigger whose recogniser made it.
    let trigger: Int
    /// Its moments, as those of the rule that it has if no chain comes of it.
    var moments: [Gesture]
    /// True if it goes on.
    var isOpen: Bool

    /// Adds a moment of the gesture; changes that follow one another are one.
    mutating func add(_ moment: Gesture) {
      guard let last = moments.last else { return }
      var moment = moment.owned(by: Owner(last))
      if moment.phase == .changed, last.phase == .changed {
        moment.steps += last.steps
        moments.removeLast()
      }
      moments.append(moment)
    }
  }

  /// A rule that a gesture which goes on belongs to.
  fileprivate struct Owner: Sendable {
    var trigger: Int?
    var rule: RuleIndex?
    /// `Gesture.touchesBefore`
    var touches = 0
  }

  /// The time for which the fingers of a step may stay down until the next touch: that which a swipe may take.
  private static let patience = Duration.milliseconds(800)

  private let table: ChainTable
  /// Each rule trigger's active rule.
  private var rules: [RuleIndex?] = []
  private(set) var progress: [Progress] = []
  private var held: [HeldGesture] = []
  /// The rules of gestures that go on and are reported, by the trigger of their recogniser.
  private var owners: [Int: [Owner]] = [:]
  /// The number of the last gesture.
  private var number = 0
  /// True if `activeRules` have changed since they were read.
  private(set) var hasChanged = false
  private(set) var failures = FailureLog()
  private let isExplained: Bool

  init(_ table: ChainTable, isExplained: Bool) {
    self.table = table
    self.isExplained = isExplained
  }

  /// True if no gesture is held back and no chain has begun.
  var isIdle: Bool { progress.isEmpty && held.isEmpty }

  /// The time at which passing time alone decides something; nil if it decides nothing.
  var deadline: Timestamp? {
    // Chains may have been given up since.
    if let first = held.first, earliest.map({ first.start < $0 }) ?? true { return .zero }
    return progress.lazy.compactMap { progress in
      switch progress.state {
      case .held, .touched: nil
      case .continued(let until): until
      case .lifting(let until), .waiting(let until): until
      }
    }.min()
  }

  /// Replaces each rule trigger's active rule. Chains without an active rule are given up.
  mutating func setActiveRules(_ rules: [RuleIndex?]) {
    self.rules = rules
    progress.removeAll { rules[table.chains[$0.chain].trigger] == nil }
  }

  /// The active rule of each trigger, those of the steps that may be made now included. Reading it ends a change.
  mutating func activeRules() -> [RuleIndex?] {
    hasChanged = false
    var active = rules + Array(repeating: nil, count: table.triggers.count - table.ruleTriggers)
    func request(_ place: ChainTable.Place, as rule: RuleIndex) {
      let steps = table.chains[place.chain].steps
      for number in place.step..<steps.count {
        for trigger in steps[number].triggers { active[trigger] = active[trigger].map { min($0, rule) } ?? rule }
        guard case .sameTouch = steps[number].next else { return }
      }
    }
    for (index, chain) in table.chains.enumerated() {
      active[chain.trigger] = nil
      if let rule = rules[chain.trigger] { request(ChainTable.Place(chain: index, step: 0), as: rule) }
    }
    for begun in progress where begun.state != .held {
      request(ChainTable.Place(chain: begun.chain, step: begun.made), as: ChainTable.first)
    }
    return active
  }

  /// True if there are no chains.
  var isEmpty: Bool { table.isEmpty }

  /// Drops everything that is held back. The gestures from `first` on were cancelled or ended by the same cause.
  mutating func cancel(_ gestures: inout [Gesture], from first: Int) {
    progress.removeAll()
    held.removeAll()
    let recognized = Array(gestures[first...])
    gestures.removeSubrange(first...)
    let fingers = ChainFingers(landings: [], mayMake: { _ in false }, failure: { _, _ in nil })
    for gesture in recognized { take(gesture, fingers, into: &gestures) }
    progress.removeAll()
    held.removeAll()
    owners.removeAll()
  }

  /// The failures of recognisers, those of steps as those of their chains, and the chains' own.
  func failures(with others: [TouchFailure]) -> [TouchFailure] {
    var all = failures.failures
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

  /// Takes the gestures from `first` on, which have just been recognised, and lets time pass; appends those that are
  /// decided.
  mutating func follow(
    _ gestures: inout [Gesture], from first: Int, at now: Timestamp, _ fingers: ChainFingers
  ) {
    let recognized = Array(gestures[first...])
    gestures.removeSubrange(first...)
    for gesture in recognized { take(gesture, fingers, into: &gestures) }
    settle(at: now, fingers, into: &gestures)
  }

  // MARK: Gestures

  private mutating func take(_ gesture: Gesture, _ fingers: ChainFingers, into gestures: inout [Gesture]) {
    guard let trigger = gesture.trigger else { return gestures.append(gesture) }
    // Fingers that are only down have no part in chains.
    guard gesture.kind != .touch else { return gestures.append(gesture) }
    switch gesture.phase {
    case .recognized, .began: begin(gesture, trigger, fingers, into: &gestures)
    case .changed, .ended, .cancelled: proceed(gesture, trigger, fingers, into: &gestures)
    }
  }

  /// Takes a gesture that begins, or happens.
  private mutating func begin(
    _ gesture: Gesture, _ trigger: Int, _ fingers: ChainFingers, into gestures: inout [Gesture]
  ) {
    number += 1
    let places = table.places[trigger]
    let isSimultaneous = table.triggers[trigger].isSimultaneous
    let before = progress
    progress.removeAll(keepingCapacity: true)
    var made: [Progress] = []
    func advance(_ begun: Progress) {
      let steps = table.chains[begun.chain].steps
      var begun = begun
      if steps[begun.made].isMadeAtEnd, gesture.phase == .began {
        begun.state = .held
        begun.landing = fingers.landing(of: gesture)
        progress.append(begun)
      } else if complete(&begun, gesture, fingers) {
        made.append(begun)
      } else {
        progress.append(begun)
      }
    }
    for begun in before {
      if places.contains(ChainTable.Place(chain: begun.chain, step: begun.made)), begun.mayBeMade(by: gesture) {
        advance(begun)
      } else if isSimultaneous {
        progress.append(begun)
      } else {
        fail(begun, .followedBy(gesture.kind), at: gesture.time)
      }
    }
    for place in places where place.step == 0 && rules[table.chains[place.chain].trigger] != nil {
      advance(Progress(chain: place.chain, made: 0, start: number, landing: gesture.time, state: .held))
    }
    hasChanged = hasChanged || !before.isEmpty || !progress.isEmpty

    for begun in made where table.chains[begun.chain].isSimultaneous {
      report(gesture, as: owner(of: begun), of: trigger, into: &gestures)
    }
    let best = made.filter { !table.chains[$0.chain].isSimultaneous }.min { one, two in
      one.start == two.start ? isEarlier(one, two) : one.start < two.start
    }
    var owner = ownRule(of: trigger)
    var start = number
    if let best {
      owner = self.owner(of: best)
      start = best.start
      held.removeAll { $0.start >= start }
      let kept = progress.filter { $0.start <= start || isShared($0) }
      progress = kept
    }
    let actsAtOnce = owner.trigger.map { best == nil && table.triggers[$0].isSimultaneous } ?? false
    if actsAtOnce { report(gesture, as: owner, of: trigger, into: &gestures) }
    release(before: earliest, at: gesture.time, into: &gestures)
    guard let earliest, earliest <= start else {
      if !actsAtOnce { report(gesture, as: owner, of: trigger, into: &gestures) }
      return
    }
    held.append(
      HeldGesture(
        start: start, trigger: trigger, moments: actsAtOnce ? [] : [gesture.owned(by: owner)],
        isOpen: gesture.phase == .began))
  }

  /// Takes a moment of a gesture that has begun.
  private mutating func proceed(
    _ gesture: Gesture, _ trigger: Int, _ fingers: ChainFingers, into gestures: inout [Gesture]
  ) {
    let isOver = gesture.phase != .changed
    for owner in owners[trigger] ?? [] {
      if let moment = moment(gesture, of: owner) { gestures.append(moment) }
    }
    if isOver { owners[trigger] = nil }
    guard let index = held.firstIndex(where: { $0.trigger == trigger && $0.isOpen }) else { return }
    held[index].add(gesture)
    guard isOver else { return }
    held[index].isOpen = false
    let start = held[index].start
    for place in table.places[trigger] {
      for index in progress.indices.reversed()
      where progress[index].chain == place.chain && progress[index].made == place.step && progress[index].state == .held
        && progress[index].start <= start
      {
        if gesture.phase == .cancelled {
          let begun = progress.remove(at: index)
          fail(begun, .other, at: gesture.time)
        } else {
          var begun = progress[index]
          _ = complete(&begun, gesture, fingers)
          progress[index] = begun
        }
        hasChanged = true
      }
    }
    release(before: earliest, at: gesture.time, into: &gestures)
  }

  /// Notes that the next step was made.
  /// - Returns: true if it was the last.
  private func complete(_ begun: inout Progress, _ gesture: Gesture, _ fingers: ChainFingers) -> Bool {
    let step = table.chains[begun.chain].steps[begun.made]
    begun.made += 1
    begun.miss = nil
    let lift = gesture.time - gesture.wait
    switch step.next {
    case nil: return true
    case .sameTouch(let within)?:
      begun.landing = fingers.landing(of: gesture)
      begun.state = .continued(until: within.map { gesture.time + $0 })
    case .touch(let within)?:
      let landing = fingers.landing(of: gesture)
      if fingers.landings.contains(landing), gesture.wait == .zero {
        begun.landing = landing
        begun.state = .lifting(until: lift + max(within, Self.patience))
      } else {
        begun.landing = lift
        begun.state = .waiting(until: lift + within)
      }
    }
    return false
  }

  private mutating func fail(_ begun: Progress, _ failure: Failure, at time: Timestamp) {
    guard isExplained else { return }
    let chain = table.chains[begun.chain]
    failures.add(
      TouchFailure(
        time: time, trigger: chain.trigger,
        failure: .step(begun.made + 1, of: chain.steps.count, failure)))
  }

  // MARK: Time

  /// Updates the states by the fingers that are down, and by time.
  private mutating func settle(at now: Timestamp, _ fingers: ChainFingers, into gestures: inout [Gesture]) {
    var kept: [Progress] = []
    for var begun in progress {
      if let failure = settle(&begun, at: now, fingers) {
        fail(begun, failure, at: now)
        hasChanged = true
      } else {
        kept.append(begun)
      }
    }
    progress = kept
    release(before: earliest, at: now, into: &gestures)
  }

  /// - Returns: the reason why the chain cannot be made any more; nil while it may be.
  private func settle(_ begun: inout Progress, at now: Timestamp, _ fingers: ChainFingers) -> Failure? {
    let steps = table.chains[begun.chain].steps
    let next = steps[begun.made]
    let isDown = fingers.landings.contains(begun.landing)
    let newest = fingers.landings.filter { $0 > begun.landing }.max()
    /// The reason why the fingers that landed for the next step do not make it.
    func missed(since landing: Timestamp) -> Failure? {
      next.triggers.lazy.compactMap { fingers.failure($0, landing) }.first
    }
    let late = Failure.notFollowed(limit: begun.limit(steps))
    switch begun.state {
    case .held: return nil
    case .continued(let until):
      if let until, until <= now { return late }
      return isDown && next.triggers.contains(where: fingers.mayMake) ? nil : missed(since: begun.landing) ?? .other
    case .lifting(let until):
      if isDown, newest == nil { return until <= now ? late : nil }
      begun.state = .waiting(until: now + begun.limit(steps))
      return settle(&begun, at: now, fingers)
    case .waiting(let until):
      if let newest, newest < until {
        begun.landing = newest
        begun.state = .touched(until: until)
        return nil
      }
      return until <= now ? begun.miss ?? late : nil
    case .touched(let until):
      if next.triggers.contains(where: fingers.mayMake) { return nil }
      if let newest, newest < until {
        begun.landing = newest
        return nil
      }
      begun.miss = missed(since: begun.landing)
      if until <= now { return begun.miss ?? late }
      begun.state = .waiting(until: until)
      return nil
    }
  }

  // MARK: Reports

  /// The number of the first gesture that may still belong to a chain; nil if none may.
  private var earliest: Int? { progress.lazy.filter { !isShared($0) }.map(\.start).min() }

  /// True if the steps of a chain act as well.
  private func isShared(_ begun: Progress) -> Bool { table.chains[begun.chain].isSimultaneous }

  private func isEarlier(_ one: Progress, _ two: Progress) -> Bool {
    guard let first = owner(of: one).rule, let second = owner(of: two).rule else { return false }
    return first < second
  }

  private func owner(of begun: Progress) -> Owner {
    let chain = table.chains[begun.chain]
    return Owner(trigger: chain.trigger, rule: rules[chain.trigger], touches: chain.touches)
  }

  private func ownRule(of trigger: Int) -> Owner {
    let own = table.ownRule(of: trigger, rules)
    return Owner(trigger: own?.trigger, rule: own?.rule)
  }

  /// Reports what was held back before the gesture with the number `start`; all, if it is nil.
  private mutating func release(before start: Int?, at now: Timestamp, into gestures: inout [Gesture]) {
    while let first = held.first, start.map({ first.start < $0 }) ?? true {
      held.removeFirst()
      let owner = first.moments.first.map { Owner($0) } ?? Owner()
      if first.isOpen, !first.moments.isEmpty { owners[first.trigger, default: []].append(owner) }
      for var moment in first.moments {
        moment.wait += max(.zero, now - moment.time)
        moment.time = max(now, moment.time)
        if let moment = self.moment(moment, of: owner) { gestures.append(moment) }
      }
    }
  }

  private mutating func report(_ gesture: Gesture, as owner: Owner, of trigger: Int, into gestures: inout [Gesture]) {
    if gesture.phase == .began { owners[trigger, default: []].append(owner) }
    if let moment = moment(gesture, of: owner) { gestures.append(moment) }
  }

  /// A moment of a gesture as that of its rule; nil if it has none, and such are not reported.
  private func moment(_ gesture: Gesture, of owner: Owner) -> Gesture? {
    owner.rule == nil && !isExplained ? nil : gesture.owned(by: owner)
  }
}

extension ChainTracker.Progress {
  /// True if the gesture may be its next step: that of another touch is none of the fingers of the last one.
  fileprivate func mayBeMade(by gesture: Gesture) -> Bool {
    switch state {
    case .held, .lifting: false
    case .continued, .waiting, .touched: true
    }
  }

  /// The time within which the next step follows; 0 for a first step.
  fileprivate func limit(_ steps: [ChainTable.Step]) -> Duration {
    switch made > 0 ? steps[made - 1].next : nil {
    case .touch(let within)?: within
    case .sameTouch(let within)?: within ?? .zero
    case nil: .zero
    }
  }
}

extension ChainFingers {
  /// The first landing of the fingers of a gesture that is reported now; its own time if they have lifted.
  fileprivate func landing(of gesture: Gesture) -> Timestamp {
    gesture.wait == .zero ? landings.max() ?? gesture.time : gesture.time - gesture.wait
  }
}

extension ChainTracker.Owner {
  fileprivate init(_ gesture: Gesture) {
    self.init(trigger: gesture.trigger, rule: gesture.rule, touches: gesture.touchesBefore)
  }
}

extension Gesture {
  /// The same as that of a rule.
  fileprivate func owned(by owner: ChainTracker.Owner) -> Gesture {
    var gesture = self
    gesture.trigger = owner.trigger
    gesture.rule = owner.rule
    gesture.touchesBefore = owner.touches
    return gesture
  }
}
