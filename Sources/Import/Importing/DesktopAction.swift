internal import Foreign
internal import Rules
internal import RulesFile

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
  func action(on desktop: ImportDesktop?) -> ImportedAction? {
    switch self {
    case .operation(let operation):
      guard let desktop, DesktopWays.of(desktop.kind).obstacle(to: operation) != nil else {
        return .other(operation.subject.rawValue, operation.value)
      }
      return Self.substitute(for: operation, on: desktop)
    case .neighbour(let direction, let movesWindow):
      // Desktops that can have several rows.
      let shift = movesWindow ? "shift+" : ""
      switch desktop {
      case .kde: return .keys(["ctrl+super+\(shift)\(direction.arrow)"])
      case .xfce: return .keys(["ctrl+alt+\(shift)\(direction.arrow)"])
      case nil, .gnome, .sway, .hyprland, .niri:
        let isNext = direction.isForward
        return (movesWindow ? Self.moveWindow(isNext: isNext) : Self.workspace(isNext: isNext)).action(on: desktop)
      }
    case .tile(let direction):
      switch desktop {
      case nil, .gnome, .kde: return .keys(["super+\(direction.arrow)"])
      case .xfce: return .keys(["super+KP_\(direction.arrow)"])
      case .sway: return .compositor("sway", "move \(direction.rawValue)")
      case .hyprland: return .compositor("hyprland", "dispatch movewindow \(direction.rawValue.prefix(1))")
      case .niri: return .compositor("niri", "move-column-\(direction.rawValue)")
      }
    }
  }

  /// The nearest action on a desktop that does not perform `operation`.
  private static func substitute(for operation: DesktopOperation, on desktop: ImportDesktop) -> ImportedAction? {
    switch (desktop, operation) {
    case (.sway, .window(.maximize)): .other("window", "fullscreen")
    case (.sway, .window(.minimize)): .compositor("sway", "move scratchpad")
    case (.hyprland, .window(.minimize)): .compositor("hyprland", "dispatch movetoworkspacesilent special")
    case (.xfce, .workspaceNumber(let number)) where number <= 12: .keys(["ctrl+F\(number)"])
    default: nil
    }
  }
}

extension ImportDesktop {
  /// The desktop in the table of operations.
  fileprivate var kind: DesktopKind { DesktopKind(named: [rawValue]) ?? .other }
}

extension ImportDesktop? {
  /// The buttons, with a modifier, that move and resize a window: those of KDE Plasma, and of common configurations of
  /// sway and Hyprland. GNOME resizes with the middle button, Xfce uses Alt.
  var windowButtons: (move: String, resize: String) {
    switch self {
    case .gnome: ("super+left", "super+middle")
    case .xfce: ("alt+left", "alt+right")
    case nil, .kde, .sway, .hyprland, .niri: ("super+left", "super+right")
    }
  }
}

extension DesktopAction {
  /// The explanation of rules that control the desktop.
  static let explanation =
    "Workspaces and windows: 'sleight check' reports the actions that the running desktop cannot perform."

  /// The message that a desktop has no counterpart of an action.
  static func absence(of name: String, on desktop: ImportDesktop?) -> String {
    desktop.map { "\($0.rawValue) has no counterpart of \(name)" }
      ?? "the desktops have no common counterpart of \(name); import with --desktop"
  }
}
