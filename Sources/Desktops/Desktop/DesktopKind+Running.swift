internal import Linux
public import Rules

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
