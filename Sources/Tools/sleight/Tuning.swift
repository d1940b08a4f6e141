import Control
import Diagnostics
import Engine
internal import Explaining
internal import Foreign
import Gestures
import Glibc
import Rules
internal import RulesFile
import Surroundings
import Time
import Touch

/// The search for limits that would have made marked touches right.
struct Tuning: ~Copyable {
  /// A touch, and what should act on it.
  struct Example {
    /// The known outcome.
    enum Expectation {
      /// None of these rules.
      case none(of: [KeptTouch.Deed])
      /// This rule.
      case rule(KeptTouch.Deed)
      /// The outcome by the present rules.
      case asNow
    }

    var touch: TouchReport
    var expectation: Expectation
  }

  /// A change of a limit, with the examples that it makes right and wrong.
  struct Change {
    /// The rule; nil for the settings.
    var rule: Rule?
    var name: String
    var old: String
    var new: String
    var gains = 0
    var losses = 0
    var bytes: [UInt8]
    var rules: RuleSet

    /// The gains less the losses.
    var profit: Int { gains - losses }

    /// The change for people: `rules.yml:2 'next': distance 12mm -> 10mm`.
    var heading: String { "\(rule.map { "\($0.heading): " } ?? "settings: ")\(name) \(old) -> \(new)" }

    /// The number of examples like those that it makes right which are missing before it is certain enough: if changes
    /// for the better and for the worse were equally likely, so many more for the better would come in less than one
    /// case of eight.
    var missing: Int {
      (0...).first { Self.likelihood(gains + $0, losses) <= 0.125 } ?? 0
    }

    /// The likelihood of so many gains or more, if both were equally likely (sign test).
    static func likelihood(_ gains: Int, _ losses: Int) -> Double {
      let count = gains + losses
      // A logarithm, because the number of ways exceeds what a number can hold.
      var part = -Double(count)
      var sum = 0.0
      // From all gains downwards.
      for taken in 0...losses {
        sum += exp2(part)
        part += log2(Double(count - taken)) - log2(Double(taken + 1))
      }
      return sum
    }
  }

  /// The factors by which limits are changed, from the nearest on.
  private static let factors = [0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5]
  /// The maximum number of changes.
  private static let mostChanges = 8

  private let path: String
  private let examples: [Example]
  private var bytes: [UInt8]
  private var rules: RuleSet
  /// The rules that act on each example at the beginning.
  private let before: [[RuleIndex]]
  /// The changes found, in order.
  private(set) var changes: [Change] = []
  /// The best change that has too few examples; nil if there is none.
  private(set) var uncertain: Change?

  /// The example that each change must make right; nil if any may be wrong.
  private let required: Int?

  /// Searches for changes of the rules file at `path`.
  /// - Parameter required: the place of the example that the only change must make right; nil for all that help.
  init(_ examples: [Example], required: Int? = nil, of bytes: [UInt8], _ rules: RuleSet, at path: String) {
    (self.path, self.bytes, self.rules, self.examples, self.required) = (path, bytes, rules, examples, required)
    before = examples.map { Self.acting(rules, on: $0.touch) }
    if let required, verdicts(nil)[required] { return }
    while changes.count < (required == nil ? Self.mostChanges : 1), let change = best() {
      guard change.missing == 0 else {
        uncertain = change
        break
      }
      changes.append(change)
      (self.bytes, self.rules) = (change.bytes, change.rules)
    }
  }

  /// The text with all changes.
  var result: [UInt8] { bytes }

  /// The number of marked examples that are right by the present and by the changed rules, and that of all.
  var counts: (before: Int, after: Int, all: Int) {
    let marked = examples.indices.filter { if case .asNow = examples[$0].expectation { false } else { true } }
    let after = verdicts(rules)
    let original = verdicts(nil)
    return (marked.count { original[$0] }, marked.count { after[$0] }, marked.count)
  }

  /// The change with the most gains less losses; nil if none is for the better, or makes the required example right.
  private func best() -> Change? {
    let present = verdicts(rules)
    let least = required == nil ? 0 : Int.min
    var best: Change?
    for (rule, name, value) in limits {
      for isMore in [false, true] {
        var found: Change?
        var isNext = false
        var texts: Set<String> = [value]
        for factor in Self.factors {
          guard let new = Self.scaled(value, by: isMore ? 1 / factor : factor), texts.insert(new).inserted,
            var change = edit(name, of: rule, from: value, to: new), count(&change, present)
          else { continue }
          if change.profit > found?.profit ?? least {
            (found, isNext) = (change, true)
          } else {
            // One more step of the same effect is a margin for hands that nobody has seen.
            if isNext, change.gains == found?.gains, change.losses == found?.losses { found = change }
            isNext = false
          }
        }
        if let found, found.profit > best?.profit ?? least { best = found }
      }
    }
    // All limits at once, only if that is better than one of them.
    guard var change = suited(), count(&change, present) else { return best }
    return change.profit > best?.profit ?? least ? change : best
  }

  /// Counts the examples that a change makes right and wrong.
  /// - Parameter present: for each example, whether the rules do the right thing without it.
  /// - Returns: false if it leaves the required example wrong.
  private func count(_ change: inout Change, _ present: [Bool]) -> Bool {
    let outcome = verdicts(change.rules)
    change.gains = examples.indices.count { !present[$0] && outcome[$0] }
    change.losses = examples.indices.count { present[$0] && !outcome[$0] }
    return required.map { outcome[$0] } ?? true
  }

  /// The settings for hands that tremble; nil if no marked touch does, if the settings state them, or if they cannot be
  /// written.
  private func suited() -> Change? {
    let trembles = examples.contains { example in
      if case .asNow = example.expectation { false } else { Self.trembles(example.touch, by: rules) }
    }
    guard !rules.suitsPerson, trembles,
      let edited = LimitEditor.set("for", to: "tremor", ofRuleAt: nil, in: bytes),
      let changed = RulesFile.check(bytes: edited, name: path, keyNames: .xkb, files: .live()).rules,
      changed.rules.count == rules.rules.count,
      zip(changed.rules, rules.rules).allSatisfy({ $0.reaction == $1.reaction && $0.condition == $1.condition })
    else { return nil }
    return Change(rule: nil, name: "for", old: "none", new: "tremor", bytes: edited, rules: changed)
  }

  /// True if the recognisers saw the fingers tremble.
  private static func trembles(_ touch: TouchReport, by rules: RuleSet) -> Bool {
    var run = DryRun(rules, in: touch.situation, isObserved: true)
    play(touch, on: &run) { _ in }
    return run.engine.failures(on: touch.device.id).contains { $0.tremor > 0 }
  }

  /// The limits of the marked rules, and `settle`.
  private var limits: [(rule: Rule?, name: String, value: String)] {
    var indices: Set<RuleIndex> = []
    for example in examples {
      switch example.expectation {
      case .none(let deeds): indices.formUnion(deeds.compactMap { Self.index(of: $0, in: rules) })
      case .rule(let deed): if let index = Self.index(of: deed, in: rules) { indices.insert(index) }
      case .asNow: break
      }
    }
    let own = indices.sorted().flatMap { index in
      // The text of an included file is not at hand.
      rules[index].trigger.limits.map { (rule: Optional(rules[index]), name: $0.name, value: $0.value) }
    }
    return own + [(rule: nil, name: "settle", value: "\(rules.settling.wholeMicroseconds / 1000)ms")]
  }

  /// The file with another value; nil if it cannot be written, or changes anything else.
  private func edit(_ name: String, of rule: Rule?, from old: String, to new: String) -> Change? {
    let line = rule.flatMap { $0.location.split(separator: ":").last.flatMap { Int($0) } }
    guard rule == nil || line != nil, rule?.location.hasPrefix(path.lastComponent + ":") ?? true,
      let edited = LimitEditor.set(name, to: new, ofRuleAt: line, in: bytes),
      let changed = RulesFile.check(bytes: edited, name: path, keyNames: .xkb, files: .live()).rules,
      changed.rules.count == rules.rules.count
    else { return nil }
    let others = zip(changed.rules, rules.rules).filter { $0.trigger != $1.trigger }
    let isAlone =
      others.count == (rule == nil ? 0 : 1)
      && zip(changed.rules, rules.rules).allSatisfy { $0.reaction == $1.reaction && $0.condition == $1.condition }
      && (rule == nil) == (changed.settling != rules.settling)
    return isAlone ? Change(rule: rule, name: name, old: old, new: new, bytes: edited, rules: changed) : nil
  }

  /// For each example, whether the rules do the right thing with it; nil for the rules at the beginning.
  private func verdicts(_ rules: RuleSet?) -> [Bool] {
    examples.indices.map { index in
      let acting = rules.map { Self.acting($0, on: examples[index].touch) } ?? before[index]
      // Changes of limits leave the indices as they are.
      switch examples[index].expectation {
      case .none(let deeds):
        return !deeds.contains { Self.index(of: $0, in: self.rules).map { acting.contains($0) } ?? false }
      case .rule(let deed): return Self.index(of: deed, in: self.rules).map { acting.contains($0) } ?? false
      case .asNow: return acting == before[index]
      }
    }
  }

  /// The rule in which a deed is now: by its name, or else by its location.
  static func index(of deed: KeptTouch.Deed, in rules: RuleSet) -> RuleIndex? {
    let named = rules.rules.indices.filter { deed.name != nil && rules.rules[$0].name == deed.name }
    if named.count == 1 { return RuleIndex(named[0]) }
    return rules.rules.firstIndex { $0.location == deed.rule }.map { RuleIndex($0) }
  }

  /// The rules that act on a touch, in order.
  private static func acting(_ rules: RuleSet, on touch: TouchReport) -> [RuleIndex] {
    var run = DryRun(rules, in: touch.situation)
    var acting: [RuleIndex] = []
    func note(_ effect: Effect) {
      guard case .gesture(let gesture, let rule?, _) = effect else { return }
      if gesture.phase == .recognized || gesture.phase == .began { acting.append(rule) }
    }
    play(touch, on: &run, note)
    return acting
  }

  private static func play(_ touch: TouchReport, on run: inout DryRun, _ note: (Effect) -> Void) {
    if let panel = touch.panel { run.handle(.panels([panel]), at: .zero, note) }
    for event in [touch.addition] + touch.events { run.play(event, note) }
    run.handle(.finish, at: .zero, note)
  }

  /// A limit times a factor: whole milliseconds in tens, half millimetres, whole percents and degrees.
  static func scaled(_ value: String, by factor: Double) -> String? {
    let digits = value.prefix { $0.isNumber || $0 == "." }
    guard let number = Double(digits), number > 0 else { return nil }
    let unit = value.dropFirst(digits.count)
    let step = unit == "ms" ? 10.0 : unit == "mm" ? 0.5 : unit == "mm/s" ? 5 : 1
    let scaled = max(1, (number * factor / step).rounded()) * step
    return scaled == scaled.rounded() ? "\(Int(scaled))\(unit)" : "\(scaled)\(unit)"
  }
}
