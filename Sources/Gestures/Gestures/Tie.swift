/// A statement of a rule about the gesture of another one.
public struct Tie: Hashable, Sendable {
  /// The kinds of statements about another rule.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It waits until the other one cannot be made any more, and is not made if that is.
    case unless
    /// It precedes the other one, whatever the order of the rules.
    case before
    /// Both may be made by the same fingers.
    case with
  }

  public var kind: Kind
  /// The name of the other rules, or of their gesture under `gestures`.
  public var name: String

  public init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }
}

/// A tie between two triggers, by their indices.
public struct TriggerTie: Hashable, Sendable {
  public var kind: Tie.Kind
  /// The index of the trigger whose rule states it.
  public var from: Int
  /// The index of the other one.
  public var to: Int

  public init(_ kind: Tie.Kind, from: Int, to: Int) {
    self.kind = kind
    self.from = from
    self.to = to
  }
}

extension TriggerTie {
  /// The ties between gestures, by their indices.
  /// - Parameter gestures: the names of each, and what its rules state about others.
  package static func between(_ gestures: [(names: Set<String>, ties: Set<Tie>)]) -> [TriggerTie] {
    var named: [String: [Int]] = [:]
    for (index, gesture) in gestures.enumerated() {
      for name in gesture.names { named[name, default: []].append(index) }
    }
    return gestures.indices.flatMap { index in
      gestures[index].ties.flatMap { tie in
        (named[tie.name] ?? []).filter { $0 != index }.map { TriggerTie(tie.kind, from: index, to: $0) }
      }
    }
  }

  /// The indices of so many rules in the order in which they precede one another: that of the file, but for their ties.
  package static func order(of count: Int, _ ties: [TriggerTie]) -> [Int] {
    let places = TieTable(ties).order((0..<count).map { RuleIndex($0) })
    return (0..<count).sorted { (places[$0] ?? 0, $0) < (places[$1] ?? 0, $1) }
  }
}

/// The ties between the triggers of one device.
struct TieTable: Sendable {
  /// The ties of each trigger with others. A trigger has few: to look through them takes less than to hash one.
  private var ties: [[(kind: Tie.Kind, to: Int)]] = []
  private var tied: Set<Int> = []
  /// The triggers that precede each, and those that each waits for.
  private var first: [Int: [Int]] = [:]
  private var awaited: [Int: [Int]] = [:]

  init(_ ties: [TriggerTie] = []) {
    for tie in ties {
      add(tie.kind, tie.from, tie.to)
      switch tie.kind {
      case .before: first[tie.to, default: []].append(tie.from)
      case .unless: awaited[tie.from, default: []].append(tie.to)
      // Each may go on beside the other.
      case .with: add(.with, tie.to, tie.from)
      }
      tied.formUnion([tie.from, tie.to])
    }
  }

  private mutating func add(_ kind: Tie.Kind, _ from: Int, _ to: Int) {
    while ties.count <= from { ties.append([]) }
    ties[from].append((kind, to))
  }

  @inline(__always)
  var isEmpty: Bool { ties.isEmpty }

  /// True if a trigger has a tie, or another one has one with it.
  func isTied(_ trigger: Int?) -> Bool { trigger.map(tied.contains) ?? false }

  /// True if a trigger may be made by the same fingers as another one.
  func isPaired(_ trigger: Int) -> Bool { trigger < ties.count && ties[trigger].contains { $0.kind == .with } }

  /// The place of each trigger in the order of its rule and of what rules state; nil for those without a rule. It is
  /// one order, so that gestures never wait for each other in a circle: a rule moves up to the one that it precedes,
  /// and down to the one that it waits for.
  func order(_ rules: [RuleIndex?]) -> [Int?] {
    first.isEmpty && awaited.isEmpty
      ? rules.map { $0?.position } : TieOrder(rules, first: first, awaited: awaited).places
  }

  /// True if a trigger has a tie of `kind` with another one.
  func has(_ kind: Tie.Kind, _ from: Int?, _ to: Int?) -> Bool {
    guard let from, let to, from < ties.count else { return false }
    return ties[from].contains { $0.to == to && $0.kind == kind }
  }
}

/// The order of triggers by their rules and by what these state.
private struct TieOrder {
  private let rules: [RuleIndex?]
  private let first: [Int: [Int]]
  private let awaited: [Int: [Int]]
  private(set) var places: [Int?]
  private var seen: Set<Int> = []
  /// The triggers that wait for others, which come later in the file.
  private var deferred: [Int] = []
  private var last: Int?

  init(_ rules: [RuleIndex?], first: [Int: [Int]], awaited: [Int: [Int]]) {
    (self.rules, self.first, self.awaited) = (rules, first, awaited)
    places = Array(repeating: nil, count: rules.count)
    let active = rules.indices.compactMap { trigger in rules[trigger].map { (trigger: trigger, rule: $0) } }
    for (trigger, _) in active.sorted(by: { $0.rule < $1.rule }) { place(trigger, isRequired: false) }
    for trigger in deferred { place(trigger, isRequired: true) }
  }

  /// - Parameter isRequired: true if another one comes after it.
  private mutating func place(_ trigger: Int, isRequired: Bool) {
    guard !seen.contains(trigger) else { return }
    guard isRequired || !waits(trigger) else { return deferred.append(trigger) }
    seen.insert(trigger)
    for other in ((first[trigger] ?? []) + (awaited[trigger] ?? [])).sorted() { place(other, isRequired: true) }
    // The rules that precede one which is not active now precede those behind it all the same.
    guard let rule = rules[trigger] else { return }
    let isAlike = last.map { rules[$0] == rule && !isTied($0) && !isTied(trigger) } ?? false
    let before = last.flatMap { places[$0] } ?? -1
    places[trigger] = isAlike ? before : before + 1
    last = trigger
    guard let next = deferred.firstIndex(where: { !waits($0) }) else { return }
    place(deferred.remove(at: next), isRequired: false)
  }

  private func waits(_ trigger: Int) -> Bool {
    (awaited[trigger] ?? []).contains { rules[$0] != nil && places[$0] == nil }
  }

  private func isTied(_ trigger: Int) -> Bool { first[trigger] != nil || awaited[trigger] != nil }
}

extension TouchSequence {
  /// True if a recogniser precedes another one.
  func hasPrecedence(_ one: Standing, over other: Standing) -> Bool {
    if !candidates.ties.isEmpty {
      if candidates.ties.has(.before, one.trigger, other.trigger) { return one.isEnabled }
      if candidates.ties.has(.before, other.trigger, one.trigger) { return !other.isEnabled }
    }
    return one.hasPrecedence(over: other)
  }

  /// True if `active` is not made as long as another one may be.
  func waitsByTie(_ active: Standing) -> Bool {
    !candidates.ties.isEmpty
      && possible.contains { $0.isEnabled && candidates.ties.has(.unless, active.trigger, $0.trigger) }
  }

  /// True if a recogniser does not wait for that of a trigger: both may be made, or that one waits for this one.
  func isFree(_ one: Standing, of trigger: Int?) -> Bool {
    guard !candidates.ties.isEmpty else { return false }
    return candidates.ties.has(.with, one.trigger, trigger) || candidates.ties.has(.unless, trigger, one.trigger)
  }

  /// Drops the recognisers that are not made if `trigger` is.
  mutating func excludeTied(to trigger: Int?) {
    guard !candidates.ties.isEmpty else { return }
    let ties = candidates.ties
    exclude(because: .prevented) { ties.has(.unless, $0.trigger, trigger) }
  }
}
