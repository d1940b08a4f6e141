internal import Gestures
internal import Touch

/// Finds taps that wait because another rule requires more taps.
struct TapWaits {
  struct Wait {
    /// The longest wait.
    var gap: Duration
    /// The index of the rule that causes the wait.
    var other: Int
  }

  /// The trigger of a rule that begins with taps.
  private struct Successor: Hashable {
    var taps: Int
    var gap: Duration
    var fingers: ClosedRange<Int>
    var devices: [DeviceFilter]
    var start: StartRegion?
    var apart: ClosedRange<Millimetres>?
  }

  /// The largest number of different ones that are considered, those with the longest gaps. Nobody has more.
  private static let mostSuccessors = 200

  /// The waits of the taps among rules, by the numbers of their triggers: nil for a trigger that does not wait. A gesture
  /// of several steps competes with its first one.
  static func find(among ranked: RankedRules) -> [Wait?] {
    let triggers = ranked.firstSteps
    var rules: [Successor: Int] = [:]
    for (rule, trigger) in zip(ranked.triggers.firsts, triggers) where ranked.isAble(rule) {
      guard let (taps, gap) = trigger.pattern.waitForTaps else { continue }
      let successor = Successor(
        taps: taps, gap: gap, fingers: trigger.fingers, devices: trigger.devices, start: trigger.start,
        apart: trigger.apart)
      if rules[successor] == nil { rules[successor] = rule }
    }
    let successors = rules.sorted { ($1.key.gap, $0.value) < ($0.key.gap, $1.value) }.prefix(mostSuccessors)
    return triggers.map { trigger in
      guard !trigger.isSimultaneous, case .tap(let pattern) = trigger.pattern else { return nil }
      let longest = successors.first { successor, _ in
        successor.taps >= pattern.taps && successor.fingers.overlaps(trigger.fingers)
          && mayBeOne(successor.devices, trigger.devices) && mayBeOne(successor.start, trigger.start)
          && mayBeOne(successor.apart, trigger.apart)
      }
      return longest.map { Wait(gap: $0.key.gap, other: $0.value) }
    }
  }

  /// True if one touch may be in the devices and places of both.
  static func mayBeOne(_ one: Trigger, _ other: Trigger) -> Bool {
    mayBeOne(one.devices, other.devices) && mayBeOne(one.start, other.start) && mayBeOne(one.apart, other.apart)
  }

  /// True if one device may be meant by both: a name may be that of any kind.
  private static func mayBeOne(_ one: [DeviceFilter], _ other: [DeviceFilter]) -> Bool {
    let kinds = [one, other].map { filters in
      filters.compactMap { filter -> Device.Kind? in if case .kind(let kind) = filter { kind } else { nil } }
    }
    guard !one.isEmpty, !other.isEmpty, kinds[0].count == one.count, kinds[1].count == other.count else { return true }
    return !Set(kinds[0]).isDisjoint(with: kinds[1])
  }

  /// True if one touch can start in both regions.
  private static func mayBeOne(_ one: StartRegion?, _ other: StartRegion?) -> Bool {
    switch (one, other) {
    case (.edge(let one, _)?, .edge(let other, _)?): !one.isDisjoint(with: other)
    case (.corner(let one, _)?, .corner(let other, _)?): !one.isDisjoint(with: other)
    default: true
    }
  }

  /// True if the fingers of one touch can be so far apart for both.
  private static func mayBeOne(_ one: ClosedRange<Millimetres>?, _ other: ClosedRange<Millimetres>?) -> Bool {
    guard let one, let other else { return true }
    return one.overlaps(other)
  }
}

extension Pattern {
  /// The number of taps before its last touch and the longest gap between them; nil if there are none.
  fileprivate var waitForTaps: (Int, Duration)? { tapsBefore > 0 ? (tapsBefore, tapLimits.gap) : nil }
}
