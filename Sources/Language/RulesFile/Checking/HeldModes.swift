internal import Diagnostics
internal import Gestures
internal import Rules

/// Finds movements in a mode that only a press of the same fingers sets: the press owns the fingers until they lift. A
/// mode that is set once, for a swipe of a later touch, is meant so.
struct HeldModes {
  /// The largest number of presses of one mode that are considered, to keep the time proportional to the file. Nobody
  /// has more.
  private static let mostPresses = 30

  /// The presses that set a mode while they last, by mode.
  private var presses: [String: [Int]] = [:]
  /// The modes that other rules set.
  private var otherwise: Set<String> = []
  private let rules: [CheckedRule]

  init(_ ranked: RankedRules) {
    rules = ranked.all
    let mayHold = ranked.triggers.all.map(\.mayHoldModes)
    func held(by index: Int) -> Set<String> {
      mayHold[ranked.triggers.numbers[index]] ? Set(rules[index].rule.modesWhileHeld) : []
    }
    // By index: a loop over the elements would copy each of them.
    for index in rules.indices where ranked.isAble(index) {
      for mode in held(by: index) where presses[mode, default: []].count < Self.mostPresses {
        presses[mode, default: []].append(index)
      }
    }
    guard !presses.isEmpty else { return }
    for index in rules.indices where ranked.isAble(index) {
      otherwise.formUnion(rules[index].rule.reaction.all.compactMap(\.mode).filter { !held(by: index).contains($0) })
    }
  }

  /// True if no rule holds a mode.
  var isEmpty: Bool { presses.isEmpty }

  /// The press whose fingers can never make the movement of rule `index`; nil if there is none.
  func press(before index: Int) -> Int? {
    let trigger = rules[index].rule.trigger
    guard trigger.pattern.kind.motion != .rest, !trigger.isSimultaneous, !trigger.pattern.isAnchored else { return nil }
    for case .mode(let modes) in rules[index].rule.condition.clauses {
      let found = modes.flatMap { presses[$0] ?? [] }.filter { press in
        rules[press].rule.trigger.mayHold(trigger)
          && (rules[press].rule.changesModeBack || trigger.pattern.kind.isContinuous)
      }
      if let press = found.min(), modes.allSatisfy({ !otherwise.contains($0) && presses[$0] != nil }) { return press }
    }
    return nil
  }
}

extension Rule {
  /// The modes that a press sets while its fingers rest.
  fileprivate var modesWhileHeld: [String] {
    (reaction.begin + (reaction.moment == .lift ? [] : reaction.act)).compactMap(\.mode)
  }

  /// True if its mode is for as long as the fingers rest.
  fileprivate var changesModeBack: Bool {
    reaction.begin.contains { $0.mode != nil } || (reaction.end + reaction.cancel).contains { $0.mode != nil }
  }
}

extension Trigger {
  /// True if its fingers rest as long as it lasts, and are kept from other gestures.
  fileprivate var mayHoldModes: Bool {
    pattern.kind.motion == .rest && pattern.kind.isContinuous && !isSimultaneous
  }

  /// True if the fingers of one touch may make both gestures.
  fileprivate func mayHold(_ other: Trigger) -> Bool {
    fingers.overlaps(other.fingers) && TapWaits.mayBeOne(self, other)
  }
}

extension Action {
  /// The mode that it sets.
  fileprivate var mode: String? { if case .mode(let mode, _) = self { mode } else { nil } }
}

extension RulesChecker {
  /// Notes movements that the fingers which set their mode can never make.
  mutating func noteHeldModes(among ranked: RankedRules) {
    let rules = ranked.all
    let held = HeldModes(ranked)
    guard !held.isEmpty else { return }
    for index in rules.indices where ranked.mayAct(index) {
      guard let press = held.press(before: index) else { continue }
      let rule = rules[index]
      let name = rules[press].rule.trigger.pattern.kind.rawValue
      report(
        .heldMode,
        "the fingers of the \(name) that sets its mode never make this \(rule.rule.trigger.pattern.kind.rawValue)",
        at: rule.gesture,
        help: "a \(name) keeps its fingers until they lift; with 'also: true', this rule acts beside it",
        notes: [.init("this is the \(name)", at: rules[press].gesture)])
    }
  }
}
