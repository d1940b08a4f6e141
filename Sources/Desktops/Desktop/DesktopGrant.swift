internal import Linux
internal import Rules

/// A desktop's own permission for windows, keys and the pointer, which is preferred to that for /dev/uinput, and which it
/// grants after a step of the user.
public enum DesktopGrant: Hashable, Sendable {
  /// Sleight's extension of GNOME Shell.
  case shellExtension
  /// A desktop entry that names KWin's interfaces.
  case desktopEntry

  /// The permission of this session; nil if its desktop has none, or no Wayland compositor.
  public static var current: DesktopGrant? {
    guard Environment.value(of: "XDG_SESSION_TYPE") != "x11" else { return nil }
    return DesktopGrant(currentDesktop: Environment.value(of: "XDG_CURRENT_DESKTOP"))
  }

  /// - Parameter value: the value of XDG_CURRENT_DESKTOP.
  public init?(currentDesktop value: String?) {
    let known = DesktopKind.known(namedIn: Environment.shellNames(in: value))
    guard let grant = known.lazy.compactMap(\.grant).first else { return nil }
    self = grant
  }
}
