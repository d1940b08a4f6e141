public import Gestures

/// A rule's `when`: a conjunction of clauses. Without clauses it always holds.
public struct Condition: Hashable, Sendable {
  /// One requirement of a situation.
  public indirect enum Clause: Hashable, Sendable {
    /// The application ID of the focused window matches one of these.
    case app([Wildcard])
    /// The title of the focused window matches one of these.
    case title([Wildcard])
    /// The focused window covers its output, or does not.
    case fullscreen(Bool)
    /// The name of the focused output matches one of these.
    case output([Wildcard])
    /// A fact is so, or is not.
    case fact(Fact, Bool)
    /// One of these is connected.
    case connected([Connection])
    /// The focused output has one of these orientations.
    case orientation(Set<Situation.Orientation>)
    /// Exactly these modifiers are held.
    case modifiers(Set<Chord.Modifier>)
    /// The current mode is one of these.
    case mode([String])
    /// The session is locked, or is not.
    case locked(Bool)
    /// This holds of the window under the fingers, as if it had the focus.
    case under(Condition)
    /// A program has not refused it: see `Question`.
    case ask(Question)
    /// This does not hold.
    case not(Condition)
    /// One of these holds.
    case any([Condition])
  }

  /// The clauses, all of which must hold.
  public var clauses: [Clause]

  public init(_ clauses: [Clause] = []) { self.clauses = clauses }

  /// Not inlined: the compiler would unfold the conditions in clauses of conditions, to 13 kB.
  @inline(never)
  public func hash(into hasher: inout Hasher) { hasher.combine(clauses) }

  /// True if it has no clauses, and so always holds.
  public var isEmpty: Bool { clauses.isEmpty }

  /// True if it holds in `situation`; nil if that depends on an unknown value.
  ///
  /// Clauses are combined by Kleene's strong three-valued logic: unknown values matter only if the known ones do not
  /// decide.
  public func holds(in situation: Situation) -> Bool? {
    var result: Bool? = true
    for clause in clauses {
      switch clause.holds(in: situation) {
      case true?: break
      case false?: return false
      case nil: result = nil
      }
    }
    return result
  }

  /// The maximum number of comparisons of characters that it takes to evaluate.
  package var matchingCost: Int { clauses.reduce(0) { $0 + $1.matchingCost } }

  /// True if it has a `locked` clause, at any depth.
  public var namesLock: Bool { clauses.contains { $0.namesLock } }

  /// True if it can hold while the session is locked.
  package var mayHoldWhileLocked: Bool { namesLock && holds(in: Situation(isLocked: true)) != false }
}

extension Condition.Clause {
  /// True if it holds in `situation`; nil if that depends on an unknown value.
  public func holds(in situation: Situation) -> Bool? {
    switch self {
    case .app(let patterns): situation.names.app.map { app in patterns.contains { $0.matches(app) } }
    case .title(let patterns): situation.names.title.map { title in patterns.contains { $0.matches(title) } }
    case .fullscreen(let wanted): situation.isFullscreen.map { $0 == wanted }
    case .fact(let fact, let wanted): situation.facts[fact].map { $0 == wanted }
    case .connected(let connections): Self.any(connections) { situation.connections.contains($0) }
    case .output(let patterns): situation.names.output.map { output in patterns.contains { $0.matches(output) } }
    case .orientation(let wanted): situation.orientation.map { wanted.contains($0) }
    case .modifiers(let wanted): situation.modifiers.map { $0 == wanted }
    case .mode(let wanted): wanted.contains(situation.mode)
    case .locked(let wanted): situation.isLocked == wanted
    case .under(let condition): condition.holds(in: Situation(focusing: situation.touched))
    case .ask(let question): !situation.refusals.contains(question)
    case .not(let condition): condition.holds(in: situation).map { !$0 }
    case .any(let conditions): Self.any(conditions) { $0.holds(in: situation) }
    }
  }

  /// True if one of the elements is so; nil if that depends on an unknown one.
  private static func any<Element>(_ elements: [Element], _ isSo: (Element) -> Bool?) -> Bool? {
    var result: Bool? = false
    for element in elements {
      switch isSo(element) {
      case true?: return true
      case false?: break
      case nil: result = nil
      }
    }
    return result
  }

  fileprivate var matchingCost: Int {
    switch self {
    case .app(let patterns), .title(let patterns), .output(let patterns): patterns.reduce(0) { $0 + $1.cost }
    case .under(let condition), .not(let condition): condition.matchingCost
    case .any(let conditions): conditions.reduce(0) { $0 + $1.matchingCost }
    case .connected(let connections): connections.reduce(0) { $0 + $1.cost }
    case .fullscreen, .fact, .orientation, .modifiers, .mode, .locked, .ask: 1
    }
  }

  fileprivate var namesLock: Bool {
    switch self {
    case .locked: true
    case .not(let condition): condition.namesLock
    case .any(let conditions): conditions.contains { $0.namesLock }
    case .app, .title, .fullscreen, .fact, .connected, .output, .orientation, .modifiers, .mode, .under, .ask: false
    }
  }
}
