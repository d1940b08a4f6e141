/// A compositor that takes commands and tells what is in front over a socket of its own.
public enum CompositorKind: String, Hashable, Sendable, CaseIterable {
  /// sway, and i3 with the same protocol
  case sway
  /// Hyprland
  case hyprland
  /// niri
  case niri

  /// As it calls itself.
  public var name: String {
    switch self {
    case .sway: "sway"
    case .hyprland: "Hyprland"
    case .niri: "niri"
    }
  }
}
