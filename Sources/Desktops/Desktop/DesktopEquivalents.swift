package import Rules

/// The equivalents of other tools' actions on one desktop, for imported configurations.
package struct DesktopEquivalents: Sendable {
  /// The nearest action for one that a desktop does not perform.
  package enum Nearest: Sendable {
    case operation(DesktopOperation)
    /// A command at the compositor's socket.
    case command(String)
    /// A chord as the rules file writes it.
    case keys(String)
  }

  /// The modifiers that show a neighbour in a grid of workspaces, before the name of an arrow key; nil on desktops with
  /// a single row of them.
  package var gridModifiers: String?
  /// The keys that tile a window, before the name of an arrow key; nil on compositors with a command for it.
  package var tilingKeys: String?
  /// The buttons, with a modifier, that move and resize a window.
  package var windowButtons = (move: "super+left", resize: "super+right")
  /// The nearest action for an operation that the desktop does not perform; nil if there is none.
  package var nearest: @Sendable (DesktopOperation) -> Nearest? = { _ in nil }

  /// The equivalents on a desktop that is not known: the buttons of Plasma and of common configurations of sway and
  /// Hyprland.
  package static let unknown = DesktopEquivalents(tilingKeys: "super+")
}
