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

  /// The beginning of the names of its sockets in the runtime directory, with `UID` for the user's; nil if they are in
  /// directories of their own.
  public var socketPrefix: String? { words.socketPrefix }

  /// True if it reports where all windows are.
  public var reportsWindowPlaces: Bool { words.reportsWindowPlaces }

  private var words:
    (
      name: String, example: String, client: [String], variables: [String], socketPrefix: String?,
      reportsWindowPlaces: Bool
    )
  {
    switch self {
    case .sway: ("sway", "workspace next", ["swaymsg"], ["SWAYSOCK", "I3SOCK"], "sway-ipc.UID.", true)
    case .hyprland: ("Hyprland", "dispatch workspace e+1", ["hyprctl"], ["HYPRLAND_INSTANCE_SIGNATURE"], nil, true)
    case .niri: ("niri", "focus-workspace-down", ["niri", "msg", "action"], ["NIRI_SOCKET"], "niri.", false)
    }
  }
}
