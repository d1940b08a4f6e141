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

  private let rules: [CheckedRule]
  /// The indices of the rules of each number of fingers and kind.
  private var filed: [Int: [Gesture.Kind: [Int]]] = [:]

  /// The rules that compete with earlier ones, in order.
  /// - Parameters:
  ///   - rules: the rules in the order of the file.
  ///   - isAble: false for a rule that never acts.
  static func find(in rules: [CheckedRule], where isAble: (Int) -> Bool) -> [Wait] {
    var search = OrderWaits(rules: rules)
    return rules.indices.compactMap { isAble($0) ? search.add($0) : nil }
  }

  private init(rules: [CheckedRule]) { self.rules = rules }

  /// The earlier rules that rule `index` competes with, or nil; files that rule then.
  private mutating func add(_ index: Int) -> Wait? {
    // A copy of a rule costs more than to compare it with another one.
    let (trigger, condition) = (rules[index].rule.trigger, rules[index].rule.condition)
    guard !trigger.isSimultaneous else { return nil }
    var wait = Wait(rule: index, others: [])
    let others = Set(trigger.fingers.compactMap { filed[$0] }.joined().flatMap(\.value))
    for other in others.sorted() {
      let isShape = trigger.pattern.kind == .stroke
      let time = isShape ? nil : rules[other].rule.trigger.pattern.noticeableWait(of: trigger.pattern)
      let takes = isShape ? [.swipe, .pan].contains(rules[other].rule.trigger.pattern.kind) : time != nil
      // The conditions, which cost most, come last.
      guard takes, rules[other].rule.trigger.mayCompete(with: trigger),
        rules[other].rule.condition.permits(condition)
      else { continue }
      if let time { wait.longest = max(wait.longest ?? time, time) }
      wait.others.append(other)
    }
    let kind = trigger.pattern.kind
    for fingers in trigger.fingers where filed[fingers]?[kind]?.count ?? 0 < Self.mostOfOneKind {
      filed[fingers, default: [:]][kind, default: []].append(index)
    }
    return wait.others.isEmpty ? nil : wait
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
  /// - Parameter isAble: false for a rule that never acts.
  mutating func noteWaits(among rules: [CheckedRule], _ isAble: [Bool], hiding: [Int?]) {
    for wait in OrderWaits.find(in: rules, where: { isAble[$0] && hiding[$0] == nil }) {
      let rule = rules[wait.rule]
      let kind = rule.rule.trigger.pattern.kind.rawValue
      let others = wait.others.map { rules[$0].rule }
      let first = rules[wait.others[0]]
      let (earlier, them) =
        others.count == 1
        ? ("the \(first.rule.trigger.pattern.kind.rawValue) of an earlier rule", "it")
        : ("\(others.count) earlier rules", "them")
      let label: String
      switch others.count {
      case 1: label = "this is the earlier rule"
      case 2: label = "this is the first of them; the other is at \(others[1].location)"
      default: label = "this is the first of them; the others are at \(Self.locations(others.dropFirst()))"
      }
      let notes = [Diagnostic.Note(label, at: first.gesture)]
      guard let longest = wait.longest else {
        report(
          .shapeAfterMovement, "drawings that begin like \(earlier) never become this shape", at: rule.gesture,
          help: "move this rule above \(them); the movements then wait for the lift", notes: notes)
        continue
      }
      let mayShorten = others.contains { $0.trigger.pattern.kind == .swipe }
      report(
        .waits, "this \(kind) may wait \(longest.text) for \(earlier)", at: rule.gesture,
        help: "to avoid the wait, move this rule above \(them)"
          + (mayShorten
            ? ", use other 'fingers' or 'when', or shorten the swipe's 'within'"
            : ", or use other 'fingers' or 'when'"),
        notes: notes)
    }
  }

  /// Notes the swipes that wait because another rule continues them, wherever it is.
  mutating func noteContinuations(among rules: [CheckedRule], hiding: [Int?]) {
    let longer = rules.indices.filter { hiding[$0] == nil && rules[$0].rule.trigger.pattern.continuesOthers }
    guard !longer.isEmpty else { return }
    for index in rules.indices where hiding[index] == nil && !rules[index].rule.trigger.isSimultaneous {
      let rule = rules[index].rule
      let other = longer.first { other in
        let other = rules[other].rule
        return other.trigger.pattern.continues(rule.trigger.pattern)
          && other.trigger.fingers.overlaps(rule.trigger.fingers) && other.trigger.mayCompete(with: rule.trigger)
          && other.condition.permits(rule.condition)
      }
      guard let other, let longest = rules[other].rule.trigger.pattern.longestWait(of: rule.trigger.pattern) else {
        continue
      }
      report(
        .waits,
        "this \(rule.trigger.pattern.kind.rawValue) may wait \(longest.text) for fingers that go on as another rule asks",
        at: rules[index].gesture, notes: [.init("because of this rule", at: rules[other].gesture)])
    }
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

extension LongestWait {
  /// The wait as a phrase: `up to 800ms`.
  fileprivate var text: String {
    switch self {
    case .time(let duration): "up to \(Phrase.time(duration))"
    case .lift: "until the fingers lift"
    }
  }
}
