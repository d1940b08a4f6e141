extension Condition {
  /// The subjects of conditions. Raw values are the keys in the rules file.
  public enum Subject: String, Hashable, Sendable, CaseIterable {
    /// The application ID of the focused window.
    case app
    /// The title of the focused window.
    case title
    /// The fullscreen state of the focused window.
    case fullscreen
    /// The maximized state of the focused window.
    case maximized
    /// The desktop's overview.
    case overview
    /// The focused output.
    case output
    /// The orientation of the focused output.
    case orientation
    /// The modifiers that are held.
    case modifiers
    /// The current mode.
    case mode
    /// The lock state of the session.
    case locked
    /// The tablet-mode switch.
    case tabletMode = "tablet-mode"
    /// The power supply.
    case onBattery = "on-battery"
    /// The devices and outputs that are connected.
    case connected
    /// The proximity of a pen.
    case penNear = "pen-near"
    /// The window under the fingers.
    case under
  }

  /// The subjects on which it depends.
  public var subjects: Set<Subject> { clauses.reduce(into: []) { $0.formUnion($1.subjects) } }
}

extension Condition.Clause {
  fileprivate var subjects: Set<Condition.Subject> {
    switch self {
    case .app: [.app]
    case .title: [.title]
    case .fullscreen: [.fullscreen]
    case .fact(let fact, _): [fact.subject]
    case .connected: [.connected]
    case .output: [.output]
    case .orientation: [.orientation]
    case .modifiers: [.modifiers]
    case .mode: [.mode]
    case .locked: [.locked]
    case .under: [.under]
    // Of the program, not of the desktop.
    case .ask: []
    case .not(let condition): condition.subjects
    case .any(let conditions): conditions.reduce(into: []) { $0.formUnion($1.subjects) }
    }
  }
}

extension Situation {
  /// True if the value of `subject` is known.
  public func knows(_ subject: Condition.Subject) -> Bool {
    switch subject {
    case .app: app != nil
    case .title: title != nil
    case .fullscreen: isFullscreen != nil
    case .maximized: facts[.maximized] != nil
    case .overview: facts[.overview] != nil
    case .tabletMode: facts[.tabletMode] != nil
    case .onBattery: facts[.onBattery] != nil
    case .penNear: facts[.penNear] != nil
    case .connected: connections.devices != nil && connections.outputs != nil
    case .output: output != nil
    case .orientation: orientation != nil
    case .modifiers: modifiers != nil
    case .under: touched != nil
    case .mode, .locked: true
    }
  }

  /// True if both have the same values of `subjects`.
  func equals(_ other: Situation, about subjects: Set<Condition.Subject>) -> Bool {
    subjects.allSatisfy { subject in
      switch subject {
      case .app: app == other.app
      case .title: title == other.title
      case .fullscreen: isFullscreen == other.isFullscreen
      case .maximized: facts[.maximized] == other.facts[.maximized]
      case .overview: facts[.overview] == other.facts[.overview]
      case .tabletMode: facts[.tabletMode] == other.facts[.tabletMode]
      case .onBattery: facts[.onBattery] == other.facts[.onBattery]
      case .penNear: facts[.penNear] == other.facts[.penNear]
      case .connected: connections == other.connections
      case .output: output == other.output
      case .orientation: orientation == other.orientation
      case .modifiers: modifiers == other.modifiers
      case .mode: mode == other.mode
      case .locked: isLocked == other.isLocked
      case .under: touched == other.touched
      }
    }
  }
}
