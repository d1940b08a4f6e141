internal import Touch

/// Candidates that depend alike on where the fingers land.
private struct Place: Sendable {
  /// One of them.
  let example: Int
  /// The positions of all of them among those of a number of fingers.
  var positions: [Int]
}

/// The candidates of one device for each number of fingers. Candidates that cannot match a sequence are not looked at
/// again during it, and unreachable ones never, so that the cost of an event does not grow with the number of rules.
struct CandidateTable: Sendable {
  /// The gestures that are reported although no rule requests them. Pan is last: any movement is one.
  ///
  /// One and two fingers on a touchpad point and scroll all the time: hence the least number of fingers.
  private static let unaskedPatterns: [(pattern: Pattern, onTouchpads: Int, onTouchscreens: Int)] = [
    (.swipe(SwipePattern(.any)), 3, 1), (.pinch(PinchPattern(.any)), 2, 2), (.rotate(RotatePattern(.any)), 2, 2),
    (.longPress(LongPressPattern()), 3, 1), (.tap(TapPattern(1)), 1, 1), (.tap(TapPattern(2)), 1, 1),
    (.tap(TapPattern(3)), 1, 1), (.pan(PanPattern(.any)), 3, 1),
  ]

  /// All candidates; others refer to them by index.
  private var all: [Candidate] = []
  private var byFingers: [[Int]]
  /// Their places, for numbers of fingers for which it matters where they land.
  private var byPlace: [[Place]]
  /// The candidates that are later steps of chains only: none is requested until a chain has begun.
  private var later: [[Int]]
  /// True if one of those is requested.
  private var awaitsLater = false
  /// The candidates that go on with the fingers of a trigger's gesture, by that trigger.
  private var continuations: [Int: [Int]] = [:]
  /// The chains; nil if there are none.
  private let chains: SharedChains?
  /// The numbers of fingers for which a candidate depends on where they land, a bit each.
  private var placed: UInt64 = 0
  /// Each trigger's rule in the current situation; nil if disabled.
  private var activeRules: [RuleIndex?] = []
  /// `ActiveRules.own`
  private var ownRules: [RuleIndex?] = []
  /// Their places in the order of rules.
  private var places: [Int?] = []
  let ties: TieTable
  /// The largest number of fingers that an enabled trigger requests, and that one beside a finger that rests requests.
  private var mostFingers = 0
  private var mostAnchored = 0
  /// True if a trigger requests a tap beside resting fingers.
  private(set) var hasTipTaps = false
  /// True if a trigger requests movement beside a finger that rests.
  private(set) var hasAnchored = false
  /// The candidates whose fingers may land farther apart than a hand spans.
  private var wide: [Int] = []
  /// True if one is a pinch or a rotation of two fingers.
  private(set) var hasTurnsOfTwo = false
  /// The least time from a tap that was reported to the next.
  private(set) var tapPause = TapPattern().pause
  /// The largest movement of a finger of a tap.
  private(set) var tapMovement = TapPattern().movement
  /// True if a trigger requests a firm press.
  private(set) var hasFirmPresses = false
  /// The candidates that ask for fingers that are down, whatever they do. They have no part in touch sequences.
  private(set) var presences: [Candidate] = []
  /// True if one of them withholds fingers from the desktop.
  private(set) var mayWithhold = false
  /// The longest time between the landings, and between the lifts, of the fingers of one gesture.
  let settling: Duration
  /// True if the failures of recognisers are recorded, for explanations.
  let isExplained: Bool
  /// True if distances between the contacts of the device are known.
  let knowsSize: Bool
  /// True if these are the candidates for a touchpad's contacts.
  private let isForPadContacts: Bool

  /// The candidates among the triggers of `chains` for what `source` reports of `device`; with `unasked`, also one for
  /// each gesture that no rule requests.
  init(
    _ chains: ChainTable, on device: Device, from source: GestureSource, unasked: Bool, settling: Duration
  ) {
    self.settling = settling
    ties = TieTable(chains.ties)
    self.chains = chains.isEmpty ? nil : SharedChains(table: chains)
    isExplained = unasked
    knowsSize = device.size != nil && !device.countsFingers
    isForPadContacts = device.kind == .touchpad && source == .contacts
    byFingers = Array(repeating: [], count: Trigger.mostFingers + 1)
    (byPlace, later) = (byFingers.map { _ in [] }, byFingers)
    addRequested(by: chains, on: device, from: source)
    if unasked { addUnasked(on: device, from: source) }
    addContinuations(of: chains, on: device)
    limitTaps(beside: chains.triggers, on: device)
    for count in byFingers.indices where byFingers[count].contains(where: { all[$0].needsSite }) {
      placed |= 1 << UInt64(count)
    }
    findPlaces()
    wide = all.indices.filter { all[$0].isWide }
    hasTipTaps = all.contains { $0.pattern.kind.isBesideRest }
    hasAnchored = all.contains { $0.pattern.isAnchored }
    hasTurnsOfTwo = byFingers[2].contains { all[$0].pattern.kind.motion == .turn }
    hasFirmPresses = all.contains { $0.pattern.pressForce == .firm }
    setActiveRules(ActiveRules(ofTriggers: chains.priorities.map(\.certain)))
  }

  /// Adds what rules request, but for steps that go on with the fingers of another one.
  private mutating func addRequested(by chains: ChainTable, on device: Device, from source: GestureSource) {
    var sets: [[Candidate]] = byFingers.map { _ in [] }
    for (index, (trigger, priority)) in zip(chains.triggers, chains.priorities).enumerated()
    where trigger.includes(device) && trigger.before.isEmpty && !chains.isContinuation(index) {
      var candidate = Candidate(trigger, at: index, priority, on: device)
      candidate.isSimultaneous = chains.isSimultaneous(index)
      candidate.isTied = ties.isTied(index)
      candidate.isPaired = ties.isPaired(index)
      guard !trigger.pattern.kind.isPresence else {
        let counts = candidate.fingers.filter { trigger.source(with: $0, on: device) == source }
        guard let least = counts.first, let most = counts.last else { continue }
        candidate.fingers = least...most
        presences.append(candidate)
        mayWithhold = mayWithhold || candidate.withholds
        continue
      }
      for count in candidate.fingers where trigger.source(with: count, on: device) != nil {
        sets[count].append(candidate)
      }
    }
    var indices: [Int: Int] = [:]
    for count in sets.indices {
      for var candidate in sets[count].reachable() {
        guard let trigger = candidate.trigger, chains.triggers[trigger].source(with: count, on: device) == source
        else { continue }
        if isForPadContacts { candidate.adapt(to: device) }
        let index = indices[trigger] ?? all.count
        indices[trigger] = index
        if index == all.count { all.append(candidate) }
        if chains.isLater(trigger) { later[count].append(index) } else { byFingers[count].append(index) }
      }
    }
  }

  /// Limits taps by the long presses that the same fingers may make, and notes what taps require of others.
  private mutating func limitTaps(beside triggers: [Trigger], on device: Device) {
    // Once, and not for each candidate.
    let presses = triggers.filter { $0.pattern.restingTime != nil && $0.includes(device) }
    for index in all.indices where all[index].pattern.kind.isMadeOfTaps {
      tapPause = max(tapPause, all[index].pattern.tapLimits.pause)
      tapMovement = max(tapMovement, all[index].pattern.tapLimits.movement)
      let fingers = all[index].fingers
      all[index].pattern.limitTaps(
        beforeLongPresses: presses.compactMap { $0.fingers.overlaps(fingers) ? $0.pattern.restingTime : nil })
    }
  }

  /// Replaces each trigger's rule; nil disables the trigger.
  mutating func setActiveRules(_ active: ActiveRules) {
    let rules = active.ofTriggers
    (activeRules, ownRules) = (rules, active.own)
    places = ties.order(rules)
    func most(anchored: Bool) -> Int {
      all.reduce(0) { most, candidate in
        candidate.pattern.isAnchored == anchored && !candidate.isContinuation
          && candidate.trigger.map { rules[$0] != nil } ?? false
          ? max(most, candidate.fingers.upperBound) : most
      }
    }
    mostFingers = most(anchored: false)
    mostAnchored = most(anchored: true)
    awaitsLater = later.contains { $0.contains { precedence(of: $0) != nil } }
  }

  /// Groups the candidates of each number of fingers by the places where they start.
  private mutating func findPlaces() {
    for count in byFingers.indices where needSite(fingers: count) {
      var known: [CandidatePlace: Int] = [:]
      for (position, index) in byFingers[count].enumerated() {
        let place = CandidatePlace(start: all[index].start, apart: all[index].apart)
        if let group = known[place] {
          byPlace[count][group].positions.append(position)
        } else {
          known[place] = byPlace[count].count
          byPlace[count].append(Place(example: index, positions: [position]))
        }
      }
    }
  }

  /// The precedence of a candidate in the current situation; nil if it is disabled.
  func precedence(of index: Int) -> Precedence? {
    guard let trigger = all[index].trigger else { return all[index].precedence }
    return activeRules[trigger].map { .rule(place: places[trigger] ?? $0.position, $0) }
  }

  /// The rule of a candidate in the current situation; nil if it is disabled.
  func rule(of presence: Candidate) -> RuleIndex? { presence.trigger.flatMap { activeRules[$0] } }

  /// True if a rule withholds a finger that lands at `place` from the desktop.
  func withhold(_ place: Point, on device: Device) -> Bool {
    presences.contains { presence in
      presence.withholds && rule(of: presence) != nil
        && presence.start.map { $0.ofEachFinger.contains([place], on: device) } ?? true
    }
  }

  private mutating func addUnasked(on device: Device, from source: GestureSource) {
    for count in 1...Trigger.handFingers {
      for (index, (pattern, onTouchpads, onTouchscreens)) in Self.unaskedPatterns.enumerated()
      where count >= (device.kind == .touchpad ? onTouchpads : onTouchscreens)
        && Trigger(pattern, fingers: count...count, devices: [.kind(device.kind)]).source(with: count, on: device)
          == source
      {
        byFingers[count].append(all.count)
        all.append(Candidate(pattern, of: nil, fingers: count...count, precedence: .unasked(index)))
      }
    }
  }

  /// Adds the steps that go on with the fingers of another one, whatever reports these.
  private mutating func addContinuations(of chains: ChainTable, on device: Device) {
    for (trigger, next) in chains.continuations {
      continuations[trigger] = next.filter { chains.triggers[$0].includes(device) }.map { index in
        var candidate = Candidate(chains.triggers[index], at: index, chains.priorities[index], on: device)
        candidate.isContinuation = true
        candidate.isPaired = ties.isPaired(index)
        all.append(candidate)
        return all.count - 1
      }
    }
  }

  /// The candidates that go on with the fingers of `candidate` once it is recognised, by index.
  func continuations(of candidate: Int) -> [Int] {
    continuations.isEmpty ? [] : all[candidate].trigger.flatMap { continuations[$0] } ?? []
  }

  /// `ChainTable.standIns` of `candidate`.
  func standIns(for candidate: Int) -> [Int] {
    guard let chains else { return [] }
    return all[candidate].trigger.flatMap { chains.table.standIns[$0] } ?? []
  }

  /// The step that the gesture of a candidate is; nil if none follows it, or if a rule requests that gesture.
  func openStep(of candidate: Int, _ fingers: Int, _ direction: Direction?) -> OpenStep? {
    guard let chains, !ownRules.isEmpty, let trigger = all[candidate].trigger,
      chains.table.isOpenStep(trigger, ownRules)
    else { return nil }
    let own = chains.table.ownRule(of: fingers, direction, by: trigger, ownRules) { one, other in
      (places[one] ?? .max, one) < (places[other] ?? .max, other)
    }
    return OpenStep(own: own.map { .rule(place: places[$0.trigger] ?? $0.rule.position, $0.rule) })
  }

  /// True if others make the gesture of a trigger beside fingers that rest.
  func isMadeBesideRest(_ trigger: Int) -> Bool {
    all.contains { $0.trigger == trigger && $0.pattern.isMadeBesideRest }
  }

  /// True if it has the trigger, whose gesture so many fingers cannot make.
  func exclude(_ fingers: Int, of trigger: Int) -> Bool {
    all.contains { $0.trigger == trigger && !$0.fingers.contains(fingers) }
  }

  /// The candidates for a sequence of `fingers`, by index; empty for numbers that no gesture has.
  func `for`(fingers: Int) -> [Int] {
    guard byFingers.indices.contains(fingers) else { return [] }
    return awaitsLater && !later[fingers].isEmpty ? byFingers[fingers] + later[fingers] : byFingers[fingers]
  }

  /// Finds the candidates for a sequence of `fingers` that land at `site`: a place is looked at once, however many
  /// start there.
  /// - Parameter withLater: true for the later steps of chains as well, although none has begun.
  func find(_ found: inout [Int], fingers: Int, withLater: Bool, at site: LandingSite?) {
    found.removeAll(keepingCapacity: true)
    guard byFingers.indices.contains(fingers) else { return }
    if byPlace[fingers].isEmpty || isExplained {
      found += byFingers[fingers]
    } else {
      for place in byPlace[fingers].indices where all[byPlace[fingers][place].example].permits(site) {
        found += byPlace[fingers][place].positions
      }
      found.sort()
      for index in found.indices { found[index] = byFingers[fingers][found[index]] }
    }
    if withLater || awaitsLater { found += later[fingers] }
  }

  /// True if a candidate for a sequence of `fingers` depends on where they land.
  func needSite(fingers: Int) -> Bool { placed >> UInt64(fingers) & 1 != 0 }

  /// The pattern of a candidate, without a copy of the rest.
  func pattern(of index: Int) -> Pattern { all.withUnsafeBufferPointer { $0[index].pattern } }

  /// A candidate, which is lent: a copy would take as long as its recogniser needs for a frame.
  subscript(_ index: Int) -> Candidate { _read { yield all[index] } }

  /// True if a candidate waits for another one, of an earlier rule.
  func waits(_ candidate: Int, for other: Int) -> Bool {
    // Not by the array itself, which would copy both.
    all.withUnsafeBufferPointer { $0[other].pattern.longestWait(of: $0[candidate].pattern) != nil }
  }

  /// The largest number of fingers that `candidate` has to wait for, because a candidate with more fingers may still be
  /// meant.
  ///
  /// On a touchpad, one or two fingers always wait for others: two scroll, and the desktop has gestures of more.
  func mostFingers(for candidate: Int) -> Int {
    if all[candidate].pattern.isAnchored { return mostAnchored }
    let waits = all[candidate].trigger == nil || isForPadContacts && all[candidate].fingers.lowerBound < 3
    return waits ? max(Trigger.handFingers, mostFingers) : mostFingers
  }

  /// True if an enabled trigger requests so many fingers or more.
  func requests(atLeast fingers: Int) -> Bool { mostFingers >= fingers }

  /// True if a candidate's fingers may land farther apart than a hand spans.
  var hasWide: Bool { !wide.isEmpty }

  /// True if an enabled trigger requests fingers at these places, perhaps with others, which may be farther apart than
  /// a hand spans.
  /// - Parameter toRest: true if they must rest there, at several places or so far apart as the trigger states.
  func request(_ landings: FingerPositions, toRest: Bool, on device: Device) -> Bool {
    let apart = landings.apart
    for index in wide {
      guard precedence(of: index) != nil, all[index].fingers.upperBound >= landings.count,
        all[index].apart.map({ $0.upperBound >= apart }) ?? true
      else { continue }
      if toRest {
        guard all[index].pattern.restingTime != nil, all[index].landsApart,
          all[index].fingers.upperBound > landings.count || all[index].apart.map({ $0.contains(apart) }) ?? true
        else { continue }
      }
      guard let each = all[index].start?.ofEachFinger, each != all[index].start else { return true }
      if landings.allSatisfy({ each.contains([$0], on: device) }) { return true }
    }
    return false
  }

  /// The longest time from a landing to the next one of the same gesture, if `fingers` have landed. One finger on a
  /// touchpad points, unless it is still in the palm zone when libinput no longer takes a palm for a finger.
  func settling(fingers: Int) -> Duration {
    isForPadContacts && fingers == 1 ? max(settling, PalmZone.patience) : settling
  }
}

/// A step that others follow: it leaves the fingers to the rules that act if its sequence fails.
struct OpenStep {
  /// The precedence of the rule that acts on its gesture then; nil if there is none.
  let own: Precedence?
}

/// Chains, of which a table of candidates has no copy.
private final class SharedChains: Sendable {
  let table: ChainTable

  init(table: ChainTable) { self.table = table }
}

/// The place in which the fingers of a candidate land.
private struct CandidatePlace: Hashable {
  var start: StartRegion?
  var apart: ClosedRange<Millimetres>?
}
