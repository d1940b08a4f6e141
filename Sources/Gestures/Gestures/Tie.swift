/// A statement of a rule about the gesture of another one.
public struct Tie: Hashable, Sendable {
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
  public var from: Int
  public var to: Int

  public init(_ kind: Tie.Kind, from: Int, to: Int) {
    self.kind = kind
    self.from = from
    self.to = to
  }
}

/// The ties between the triggers of one device.
struct TieTable: Sendable {
  /// The ties of each trigger with others. A trigger has few: to look through them takes less than to hash one.
  private var ties: [[(kind: Tie.Kind, to: Int)]] = []
  private var tied: Set<Int> = []

  init(_ ties: [TriggerTie] = []) {
    for tie in ties {
      add(tie.kind, tie.from, tie.to)
      // Each may go on beside the other.
      if tie.kind == .with { add(.with, tie.to, tie.from) }
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

  /// True if a trigger has a tie of `kind` with another one.
  func has(_ kind: Tie.Kind, _ from: Int?, _ to: Int?) -> Bool {
    guard let from, let to, from < ties.count else { return false }
    return ties[from].contains { $0.to == to && $0.kind == kind }
  }
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
