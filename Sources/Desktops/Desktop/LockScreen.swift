/// A lock screen on the session's bus.
struct LockScreen {
  /// Its well-known name, which is that of its interface.
  let name: String
  let path: String

  static let gnome = LockScreen(name: "org.gnome.ScreenSaver", path: "/org/gnome/ScreenSaver")
  static let plasma = LockScreen(name: "org.freedesktop.ScreenSaver", path: "/ScreenSaver")

  /// () -> true if the screen is locked
  func getActive(at owner: String) -> BusMethod {
    BusMethod(destination: owner, path: path, interface: name, member: "GetActive")
  }

  /// (true) when the screen is locked, (false) when it is unlocked.
  func activeChanged(from owner: String) -> BusSignal {
    BusSignal(sender: owner, path: path, interface: name, member: "ActiveChanged")
  }
}
