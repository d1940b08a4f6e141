public import Gestures

/// What must be so for a rule to act: every one of its clauses. Without clauses it always holds.
public struct Condition: Hashable, Sendable {
  /// One thing that must be so.
  public indirect enum Clause: Hashable, Sendable {
    /// The application that has the focus is one of these.
    case app([Wildcard])
    /// The title of the window that has the focus is one of these.
    case title([Wildcard])
    /// Whether that window covers its output.
    case fullscreen(Bool)
    /// The output that has the focus is one of these.
    case output([Wildcard])
    /// That output stands in one of these ways.
    case orientation(Set<Situation.Orientation>)
    /// Exactly these modifiers are held.
    case modifiers(Set<Chord.Modifier>)
    /// One of these modes is on.
    case mode([String])
    /// Whether the session is locked.
    case locked(Bool)
    /// This does not hold.
    case not(Condition)
    /// One of these holds.
    case any([Condition])
  }

  /// All of them must hold.
  public var clauses: [Clause]

  /// A condition.
  public init(_ clauses: [Clause] = []) { self.clauses = clauses }

  /// Whether it always holds.
  public var isEmpty: Bool { clauses.isEmpty }

  /// Whether it holds in `situation`; nil where that cannot be told, because something it asks about is not known.
  ///
  /// Values are combined by Kleene's strong three-valued logic: what is not known matters only where the rest does not
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

  /// Whether it says anything of the session's lock.
  public var namesLock: Bool { clauses.contains { $0.namesLock } }

  /// Whether it can hold while the session is locked.
  package var mayHoldWhileLocked: Bool { namesLock && holds(in: Situation(isLocked: true)) != false }
}

extension Condition.Clause {
  /// Whether it holds in `situation`; nil where that cannot be told.
  public func holds(in situation: Situation) -> Bool? {
    switch self {
    case .app(let patterns): situation.app.map { app in patterns.contains { $0.matches(app) } }
    case .title(let patterns): situation.title.map { title in patterns.contains { $0.matches(title) } }
    case .fullscreen(let wanted): situation.isFullscreen.map { $0 == wanted }
    case .output(let patterns): situation.output.map { output in patterns.contains { $0.matches(output) } }
    case .orientation(let wanted): situation.orientation.map { wanted.contains($0) }
    case .modifiers(let wanted): situation.modifiers.map { $0 == wanted }
    case .mode(let wanted): wanted.contains(situation.mode)
    case .locked(let wanted): situation.isLocked == wanted
    case .not(let condition): condition.holds(in: situation).map { !$0 }
    case .any(let conditions): Self.any(conditions, in: situation)
    }
  }

  private static func any(_ conditions: [Condition], in situation: Situation) -> Bool? {
    var result: Bool? = false
    for condition in conditions {
      switch condition.holds(in: situation) {
      case true?: return true
      case false?: break
      case nil: result = nil
      }
    }
    return result
  }

  fileprivate var namesLock: Bool {
    switch self {
    case .locked: true
    case .not(let condition): condition.namesLock
    case .any(let conditions): conditions.contains { $0.namesLock }
    case .app, .title, .fullscreen, .output, .orientation, .modifiers, .mode: false
    }
  }
}
