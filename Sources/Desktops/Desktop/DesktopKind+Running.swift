public import Linux
public import Rules

extension Environment {
  /// The names in a value of XDG_CURRENT_DESKTOP, in lower case, of desktops whose shell runs: not GNOME's below the name
  /// of another shell that uses GNOME's settings, as in `Phosh:GNOME`.
  public static func shellNames(in value: String?) -> [String] {
    let names = desktopNames(in: value)
    return names.contains(where: KnownDesktop.shellsWithItsSettings.contains)
      ? names.filter { $0 != DesktopKind.gnome.rawValue } : names
  }
}

extension DesktopKind {
  /// The desktop in which this program was started, by the variables of compositors with a socket, or else by
  /// XDG_CURRENT_DESKTOP; nil if none is known.
  public static var running: DesktopKind? {
    let compositor = withSocket.first { kind in
      kind.socket?.variables.contains { Environment.value(of: $0)?.isEmpty == false } == true
    }
    return compositor
      ?? DesktopKind(named: Environment.shellNames(in: Environment.value(of: "XDG_CURRENT_DESKTOP")))
  }
}
