internal import Desktop
internal import Foreign
internal import Rules

/// An action of another tool on workspaces or windows.
enum DesktopAction: Hashable {
  /// One that the rules file has.
  case operation(DesktopOperation)
  /// Shows the neighbour of the current workspace in a grid, or moves the focused window to it.
  case neighbour(Direction, movesWindow: Bool)
  /// Moves the focused window to the left or right half of the output.
  case tile(Direction)

  /// A direction in a grid of workspaces, or in which to tile.
  enum Direction: String {
    case left, right, up, down

    /// True if the workspace is a following one on desktops with a single row of them.
    var isForward: Bool { self == .right || self == .down }
    var arrow: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  static func workspace(isNext: Bool) -> DesktopAction { .operation(.workspace(isNext ? .next : .previous)) }

  /// Moves the focused window to the next workspace, or the previous one.
  static func moveWindow(isNext: Bool) -> DesktopAction {
    .operation(.window(isNext ? .toNextWorkspace : .toPreviousWorkspace))
  }

  /// A workspace by another tool's word: `next`, `prev`, `left`; nil if it is none.
  static func workspace(_ word: String, movesWindow: Bool) -> DesktopAction? {
    switch word {
    case "next": movesWindow ? moveWindow(isNext: true) : workspace(isNext: true)
    case "previous", "prev": movesWindow ? moveWindow(isNext: false) : workspace(isNext: false)
    default: Direction(rawValue: word).map { .neighbour($0, movesWindow: movesWindow) }
    }
  }

  /// The action of rules files that does this on `desktop`, or on every desktop if that is nil; nil if there is none.
  func action(on desktop: DesktopKind?) -> ImportedAction? {
    switch self {
    case .operation(let operation):
      guard let desktop, DesktopWays.of(desktop).obstacle(to: operation) != nil else {
        return .other(operation.subject.rawValue, operation.value)
      }
      return Self.nearest(to: operation, on: desktop)
    case .neighbour(let direction, let movesWindow):
      // Desktops that can have several rows.
      if let modifiers = desktop?.known.equivalents?.gridModifiers {
        return .keys([modifiers + (movesWindow ? "shift+" : "") + direction.arrow])
      }
      let isNext = direction.isForward
      return (movesWindow ? Self.moveWindow(isNext: isNext) : Self.workspace(isNext: isNext)).action(on: desktop)
    case .tile(let direction):
      if let desktop, let command = desktop.socket?.commands["move \(direction.rawValue)"] {
        return .compositor(desktop.rawValue, command)
      }
      return desktop.equivalents.tilingKeys.map { .keys([$0 + direction.arrow]) }
    }
  }

  /// The nearest action on a desktop that does not perform `operation`.
  private static func nearest(to operation: DesktopOperation, on desktop: DesktopKind) -> ImportedAction? {
    switch desktop.known.equivalents?.nearest(operation) {
    case .operation(let operation): .other(operation.subject.rawValue, operation.value)
    case .command(let command): .compositor(desktop.rawValue, command)
    case .keys(let chord): .keys([chord])
    case nil: nil
    }
  }
}

extension DesktopKind? {
  /// The equivalents of other tools' actions.
  var equivalents: DesktopEquivalents { self?.known.equivalents ?? .unknown }
}

extension ImportDraft {
  /// The action of rules files that does `action`, with its explanations; nil if the desktop has no counterpart.
  mutating func action(for action: DesktopAction) -> ImportedAction? {
    guard let found = action.action(on: translator.desktop) else { return nil }
    for text in action.explanations(on: translator.desktop) { explain(text) }
    return found
  }

  /// The action of a compositor's command: another one that does the same if the rules are for another desktop.
  mutating func action(of command: String, for compositor: DesktopKind, _ words: [String]) -> ImportedAction {
    if let desktop = translator.desktop, desktop != compositor, let operation = compositor.socket?.operation?(words),
      let action = action(for: .operation(operation))
    {
      return action
    }
    return .compositor(compositor.rawValue, command)
  }
}

extension DesktopAction {
  /// The explanation of rules that control the desktop.
  static let explanation =
    "Workspaces and windows: 'sleight check' reports the actions that the running desktop cannot perform."

  /// The explanations of rules that perform this on `desktop`.
  func explanations(on desktop: DesktopKind?) -> [String] {
    guard case .neighbour = self, desktop.equivalents.gridModifiers == nil else { return [Self.explanation] }
    return [
      Self.explanation,
      "Rows of workspaces: without '--desktop' for one that has them, 'right' and 'down' become the next workspace, "
        + "'left' and 'up' the previous one.",
    ]
  }

  /// The message that a desktop has no counterpart of an action.
  static func absence(of name: String, on desktop: DesktopKind?) -> ImportText {
    desktop.map { "\($0.rawValue) has no counterpart of \(name)" }
      ?? "the desktops have no common counterpart of \(name); import with --desktop"
  }
}
