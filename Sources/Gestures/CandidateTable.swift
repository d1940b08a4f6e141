internal import Touch

/// A trigger, prepared for the recognisers of one device.
struct Candidate: Sendable {
  /// The index of its trigger in the list given to `Recognition`; nil for unasked gestures.
  var trigger: Int?
  var pattern: Pattern
  /// The numbers of fingers that can make it.
  var fingers: ClosedRange<Int>
  var start: StartRegion?
  /// True if it runs alongside other gestures.
  var isSimultaneous = false
  var resume: Duration?
  /// The lowest rank it can have: of two that succeed at once, the one of lower rank wins.
  var rank: Int
  /// The rank it has in every situation; nil if some situations disable it.
  var certainRank: Int?

  /// The number of taps before its own last touch.
  var tapsBefore: Int {
    switch pattern {
    case .tap(let pattern): pattern.taps - 1
    case .longPress(let pattern): pattern.taps
    case .swipe, .pan, .pinch, .rotate, .stroke: 0
    }
  }

  /// The limits of those taps.
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

/// The candidates of one device for each number of fingers. Candidates that cannot match a sequence are not looked at
/// again during it, and unreachable ones never, so that the cost of an event does not grow with the number of rules.
struct CandidateTable: Sendable {
  /// The gestures that are reported although no rule requests them. Pan is last: any movement is one.
  private static let unaskedPatterns: [Pattern] = [
    .swipe(SwipePattern(.any)), .pinch(PinchPattern(.any)), .rotate(RotatePattern(.any)),
    .longPress(LongPressPattern()), .tap(TapPattern(1)), .tap(TapPattern(2)), .tap(TapPattern(3)),
    .pan(PanPattern(.any)),
  ]

  /// All candidates; others refer to them by index.
  private var all: [Candidate] = []
  private var byFingers: [[Int]]
  /// Each trigger's rank in the current situation; nil if disabled.
  private var ranks: [Int?] = []
  /// The largest number of fingers that an enabled trigger requests.
  private var mostFingers = 0
  /// The rank of unasked gestures, behind every rule.
  private static let unaskedRank = 1 << 40
  /// The longest time between the landings, and between the lifts, of the fingers of one gesture.
  let settling: Duration

  /// The candidates among `triggers` on `device`; with `unasked`, also one for each gesture that no rule requests.
  init(_ triggers: [Trigger], _ priorities: [TriggerPriority], on device: Device, unasked: Bool, settling: Duration) {
    self.settling = settling
    byFingers = Array(repeating: [], count: Trigger.mostFingers + 1)
    var sets: [[Candidate]] = byFingers.map { _ in [] }
    for (index, (trigger, priority)) in zip(triggers, priorities).enumerated() where trigger.includes(device) {
      let candidate = Candidate(trigger, at: index, priority)
      for count in candidate.fingers where trigger.isReported(with: count, on: device) { sets[count].append(candidate) }
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
    setRanks(priorities.map(\.certain))
  }

  /// Replaces each trigger's rank; nil disables the trigger.
  mutating func setRanks(_ ranks: [Int?]) {
    self.ranks = ranks
    mostFingers = all.reduce(0) { most, candidate in
      candidate.trigger.map { ranks[$0] != nil } ?? false ? max(most, candidate.fingers.upperBound) : most
    }
  }

  /// The rank of a candidate; nil if it is disabled.
  func rank(of index: Int) -> Int? { all[index].trigger.map { ranks[$0] } ?? all[index].rank }

  private mutating func addUnasked(on device: Device) {
    for count in 1...Trigger.mostFingers {
      for (index, pattern) in Self.unaskedPatterns.enumerated() where Self.isUnaskedFor(pattern, count, device.kind) {
        byFingers[count].append(all.count)
        all.append(Candidate(trigger: nil, pattern: pattern, fingers: count...count, rank: Self.unaskedRank + index))
      }
    }
  }

  /// True if `pattern` is worth reporting unasked. One and two fingers on a touchpad point and scroll all the time.
  private static func isUnaskedFor(_ pattern: Pattern, _ fingers: Int, _ kind: Device.Kind) -> Bool {
    switch pattern {
    case .tap: true
    case .longPress, .swipe, .pan, .stroke: kind == .touchscreen || fingers > 2
    case .pinch, .rotate: fingers >= 2
    }
  }

  /// The candidates for a sequence of `fingers`, by index; empty for numbers that no gesture has.
  func `for`(fingers: Int) -> [Int] { byFingers.indices.contains(fingers) ? byFingers[fingers] : [] }

  /// The candidate at `index`.
  subscript(_ index: Int) -> Candidate { all[index] }

  /// The largest number of fingers that `candidate` has to wait for, because a candidate with more fingers may still be
  /// meant.
  func mostFingers(for candidate: Candidate) -> Int {
    candidate.trigger == nil ? Trigger.mostFingers : mostFingers
  }
}

extension Trigger {
  /// True if `device` reports this gesture with so many fingers. On touchpads one finger points and two scroll; for
  /// scrolling to count as a gesture, the rule has to name the touchpad.
  fileprivate func isReported(with fingers: Int, on device: Device) -> Bool {
    guard device.kind == .touchpad else { return true }
    guard start == nil else { return false }
    switch pattern {
    case .swipe, .pan, .stroke: return fingers > 2 || (fingers == 2 && namesTouchpads)
    case .tap, .longPress, .pinch, .rotate: return true
    }
  }

  /// True if it requests touchpads by name or by kind.
  public var namesTouchpads: Bool { devices.contains { $0 != .kind(.touchscreen) } }
}
