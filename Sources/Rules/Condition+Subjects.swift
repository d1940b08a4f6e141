extension Condition {
  /// What conditions ask about, by their words.
  public enum Subject: String, Hashable, Sendable, CaseIterable {
    /// The application that has the focus.
    case app
    /// The title of its window.
    case title
    /// Whether that covers its output.
    case fullscreen
    /// The output that has the focus.
    case output
    /// How that stands.
    case orientation
    /// The modifiers that are held.
    case modifiers
    /// The mode that is on.
    case mode
    /// Whether the session is locked.
    case locked
  }

  /// What it asks about.
  public var subjects: Set<Subject> { clauses.reduce(into: []) { $0.formUnion($1.subjects) } }
}

extension Condition.Clause {
  fileprivate var subjects: Set<Condition.Subject> {
    switch self {
    case .app: [.app]
    case .title: [.title]
    case .fullscreen: [.fullscreen]
    case .output: [.output]
    case .orientation: [.orientation]
    case .modifiers: [.modifiers]
    case .mode: [.mode]
    case .locked: [.locked]
    case .not(let condition): condition.subjects
    case .any(let conditions): conditions.reduce(into: []) { $0.formUnion($1.subjects) }
    }
  }
}

extension Situation {
  /// Whether something that conditions ask about is known.
  public func knows(_ subject: Condition.Subject) -> Bool {
    switch subject {
    case .app: app != nil
    case .title: title != nil
    case .fullscreen: isFullscreen != nil
    case .output: output != nil
    case .orientation: orientation != nil
    case .modifiers: modifiers != nil
    case .mode, .locked: true
    }
  }

  /// Whether both are the same to conditions that ask about `subjects`.
  func equals(_ other: Situation, about subjects: Set<Condition.Subject>) -> Bool {
    subjects.allSatisfy { subject in
      switch subject {
      case .app: app == other.app
      case .title: title == other.title
      case .fullscreen: isFullscreen == other.isFullscreen
      case .output: output == other.output
      case .orientation: orientation == other.orientation
      case .modifiers: modifiers == other.modifiers
      case .mode: mode == other.mode
      case .locked: isLocked == other.isLocked
      }
    }
  }
}
