internal import Touch

/// A recogniser to be set to work when a touch sequence starts.
struct Candidate: Sendable {
  /// The trigger's place in the list the recogniser layer was made with; nil for what no rule asked for.
  var trigger: Int?
  var pattern: Pattern
  /// How many fingers make it.
  var fingers: ClosedRange<Int>
  var start: StartRegion?
  /// Whether it shares the fingers with other gestures.
  var isSimultaneous = false
  var resume: Duration?
  /// The lowest rank it can have: of two that succeed at once, the one of lower rank goes first.
  var rank: Int
  /// The rank it has in any situation; nil where it may not be asked for at all.
  var certainRank: Int?

  /// How many taps come before its own last touch.
  var tapsBefore: Int {
    switch pattern {
    case .tap(let pattern): pattern.taps - 1
    case .longPress(let pattern): pattern.taps
    case .swipe, .pan, .pinch, .rotate, .stroke: 0
    }
  }

  /// The limits of the taps that come before it.
  var tapPattern: TapPattern {
    if case .tap(let pattern) = pattern { pattern } else { TapPattern() }
  }
}

extension Candidate {
  init(_ trigger: Trigger, at index: Int, _ priority: TriggerPriority) {
    self.init(
      trigger: index, pattern: trigger.pattern, fingers: trigger.fingers.clamped(to: 1...Trigger.mostFingers),
      start: trigger.start, isSimultaneous: trigger.isSimultaneous,
      resume: trigger.pattern.kind.isContinuous ? trigger.resume : nil, rank: priority.first,
      certainRank: priority.certain)
  }
}

/// For one device, the recognisers that each number of fingers sets to work. What cannot match a sequence is not
/// looked at again during it, and what can never have a sequence not at all, so that the cost of an event does not grow
/// with the number of rules.
struct CandidateTable: Sendable {
  /// What is recognised without being asked for. A pan comes last: it is what moves and is nothing else.
  private static let unaskedPatterns: [Pattern] = [
    .swipe(SwipePattern(.any)), .pinch(PinchPattern(.any)), .rotate(RotatePattern(.any)),
    .longPress(LongPressPattern()), .tap(TapPattern(1)), .tap(TapPattern(2)), .tap(TapPattern(3)),
    .pan(PanPattern(.any)),
  ]

  /// All of them; others know them by their place here.
  private var all: [Candidate] = []
  private var byFingers: [[Int]]
  /// Each trigger's rank now; nil where it is not asked for.
  private var ranks: [Int?] = []
  /// The largest number of fingers that is asked for.
  private var mostFingers = 0
  /// What no rule asked for comes behind every rule.
  private static let unaskedRank = 1 << 40
  /// How long after one finger the next may land, and lift.
  let settling: Duration

  /// The candidates among `triggers` on `device`; with `unasked`, also one for each gesture that no rule asks for.
  init(_ triggers: [Trigger], _ priorities: [TriggerPriority], on device: Device, unasked: Bool, settling: Duration) {
    self.settling = settling
    byFingers = Array(repeating: [], count: Trigger.mostFingers + 1)
    var sets: [[Candidate]] = byFingers.map { _ in [] }
    for (index, (trigger, priority)) in zip(triggers, priorities).enumerated() where trigger.includes(device) {
      let candidate = Candidate(trigger, at: index, priority)
      for count in candidate.fingers where trigger.isTold(with: count, on: device) { sets[count].append(candidate) }
    }
    var indices: [Int: Int] = [:]
    for count in sets.indices {
      for candidate in sets[count].reachable() {
        if let index = indices[candidate.rank] {
          byFingers[count].append(index)
        } else {
          indices[candidate.rank] = all.count
          byFingers[count].append(all.count)
          all.append(candidate)
        }
      }
    }
    if unasked { addUnasked(on: device) }
    rank(priorities.map(\.certain))
  }

  /// Each trigger's rank is this now, or none.
  mutating func rank(_ ranks: [Int?]) {
    self.ranks = ranks
    mostFingers = all.reduce(0) { most, candidate in
      candidate.trigger.map { ranks[$0] != nil } ?? false ? max(most, candidate.fingers.upperBound) : most
    }
  }

  /// The rank of one of them; nil where it is not asked for now.
  func rank(of index: Int) -> Int? { all[index].trigger.map { ranks[$0] } ?? all[index].rank }

  private mutating func addUnasked(on device: Device) {
    for count in 1...Trigger.mostFingers {
      for (index, pattern) in Self.unaskedPatterns.enumerated() where Self.isUnaskedFor(pattern, count, device.kind) {
        byFingers[count].append(all.count)
        all.append(Candidate(trigger: nil, pattern: pattern, fingers: count...count, rank: Self.unaskedRank + index))
      }
    }
  }

  /// To point and to scroll, one and two fingers rest on a touchpad all the time, and scrolling is no gesture where
  /// nobody asked for one.
  private static func isUnaskedFor(_ pattern: Pattern, _ fingers: Int, _ kind: Device.Kind) -> Bool {
    switch pattern {
    case .tap: true
    case .longPress, .swipe, .pan, .stroke: kind == .touchscreen || fingers > 2
    case .pinch, .rotate: fingers >= 2
    }
  }

  /// The candidates for a sequence of `fingers`; none for a number that no gesture has.
  func `for`(fingers: Int) -> [Int] { byFingers.indices.contains(fingers) ? byFingers[fingers] : [] }

  /// One of them.
  subscript(_ index: Int) -> Candidate { all[index] }

  /// The largest number of fingers that a candidate has to leave time for: one that makes more than it has may still
  /// land.
  func mostFingers(for candidate: Candidate) -> Int {
    candidate.trigger == nil ? Trigger.mostFingers : mostFingers
  }
}

extension Trigger {
  /// Whether `device` can tell of it with so many fingers. On touchpads one finger points and two scroll; who wants
  /// scrolling to be a gesture says so by naming the touchpad.
  fileprivate func isTold(with fingers: Int, on device: Device) -> Bool {
    guard device.kind == .touchpad else { return true }
    guard start == nil else { return false }
    switch pattern {
    case .swipe, .pan, .stroke: return fingers > 2 || (fingers == 2 && namesTouchpads)
    case .tap, .longPress, .pinch, .rotate: return true
    }
  }

  /// Whether it asks for touchpads by name or by kind.
  public var namesTouchpads: Bool { devices.contains { $0 != .kind(.touchscreen) } }
}
