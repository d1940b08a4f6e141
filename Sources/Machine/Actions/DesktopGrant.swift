internal import Linux
internal import Wayland

/// The desktop's own permission for keys and the pointer, which is preferred to that for /dev/uinput.
public enum DesktopGrant: Hashable, Sendable {
  /// Sleight's extension of GNOME Shell.
  case gnome
  /// A desktop entry that names KWin's interfaces.
  case kde

  /// The permission of this session; nil if its desktop has none, or no Wayland compositor.
  public static var current: DesktopGrant? {
    guard Environment.value(of: "XDG_SESSION_TYPE") != "x11" else { return nil }
    return DesktopGrant(currentDesktop: Environment.value(of: "XDG_CURRENT_DESKTOP"))
  }

  /// - Parameter value: the value of XDG_CURRENT_DESKTOP.
  init?(currentDesktop value: String?) {
    let names = Environment.shellNames(in: value)
    if names.contains("gnome") {
      self = .gnome
    } else if names.contains("kde") {
      self = .kde
    } else {
      return nil
    }
  }

  /// Its absence, a clause for people.
  var absence: String {
    switch self {
    case .gnome: "Sleight's extension of GNOME Shell is not enabled"
    case .kde: "KWin does not permit this program \(WaylandGlobal.fakeInput.interface)"
    }
  }

  /// The means to obtain it, for the log.
  var advice: String {
    switch self {
    case .gnome: "Sleight's extension of GNOME Shell sends them; 'sleight doctor' shows how to enable it."
    case .kde: "KWin permits it to programs with a desktop entry; 'sleight doctor' shows the commands."
    }
  }
}
