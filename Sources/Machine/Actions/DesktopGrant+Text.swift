internal import Desktop
internal import Wayland

extension DesktopGrant {
  /// Its absence, a clause for people.
  var absence: String {
    switch self {
    case .shellExtension: "Sleight's extension of GNOME Shell is not enabled"
    case .desktopEntry: "KWin does not permit this program \(WaylandGlobal.fakeInput.interface)"
    }
  }

  /// The means to obtain it, for the log.
  var advice: String {
    switch self {
    case .shellExtension: "Sleight's extension of GNOME Shell sends them; 'sleight doctor' shows how to enable it."
    case .desktopEntry: "KWin permits it to programs with a desktop entry; 'sleight doctor' shows the commands."
    }
  }
}
