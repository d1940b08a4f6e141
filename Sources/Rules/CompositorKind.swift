/// A compositor with a socket for commands and for the state of the desktop.
public enum CompositorKind: String, Hashable, Sendable, CaseIterable {
  /// sway, or i3, which has the same protocol
  case sway
  case hyprland
  case niri

  /// Its name as it writes it.
  public var name: String { words.name }

  /// A command in its language, as an example.
  public var exampleCommand: String { words.example }

  /// The program that sends a command to it, with the words before the command.
  public var client: [String] { words.client }

  /// The environment variables that name its socket, or the directory of its sockets.
  public var variables: [String] { words.variables }

  private var words: (name: String, example: String, client: [String], variables: [String]) {
    switch self {
    case .sway: ("sway", "workspace next", ["swaymsg"], ["SWAYSOCK", "I3SOCK"])
    case .hyprland: ("Hyprland", "dispatch workspace e+1", ["hyprctl"], ["HYPRLAND_INSTANCE_SIGNATURE"])
    case .niri: ("niri", "focus-workspace-down", ["niri", "msg", "action"], ["NIRI_SOCKET"])
    }
  }
}
