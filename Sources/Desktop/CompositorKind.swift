/// A compositor with a socket for commands and for the state of the desktop.
public enum CompositorKind: String, Hashable, Sendable, CaseIterable {
  /// sway, or i3, which has the same protocol.
  case sway
  /// Hyprland
  case hyprland
  /// niri
  case niri

  /// Its name as it writes it.
  public var name: String {
    switch self {
    case .sway: "sway"
    case .hyprland: "Hyprland"
    case .niri: "niri"
    }
  }
}
