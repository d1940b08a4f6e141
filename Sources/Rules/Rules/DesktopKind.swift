/// A desktop. The module `Desktop` has a folder for each, with everything that is known of it (`KnownDesktop`). The raw
/// value is its name on the command line and in the rules file.
public enum DesktopKind: String, Hashable, Sendable, CaseIterable {
  case gnome
  case plasma = "kde"
  /// sway, or i3, which has the same protocol and commands
  case sway
  case hyprland, niri, labwc, wayfire, phoc, river, cosmic, xfce, cinnamon, mate
  /// A desktop with a name that is none of these
  case other
}
