internal import Glibc
public import Linux

/// Why something could not be had from the compositor, in words for people.
public enum WaylandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nobody listens at the socket, or it may not be opened.
  case unreachable(SystemError)
  /// There is nothing to connect to; the text says why.
  case noSocket(String)
  /// Nobody says which of these is the session's.
  case several([String])
  /// The compositor ended, or sent us away without a word.
  case closed
  /// The compositor ended the connection because of what it was asked for.
  /// - interface: of the object that was asked, `zwp_virtual_keyboard_manager_v1`.
  /// - code: one of the interface's own.
  /// - message: what the compositor has to say of it.
  case refused(interface: String, code: UInt32, message: String)
  /// What came cannot be understood; the text is libwayland's.
  case malformed(String)
  /// The compositor accepted the connection and said nothing for so long.
  case unanswered(Duration)
  /// The compositor has not read for a while and there is no room for more. The connection stands: what was to be sent
  /// may be sent again when `WaylandLink` reports `writable`.
  case full
  /// The compositor does not have what was asked for.
  case missing(WaylandGlobal)
  /// A call of our own system failed.
  case failed(SystemError)

  /// libwayland, which says no more than that, could not make an object of `interface`.
  static func noMemory(for interface: String) -> WaylandError {
    .failed(SystemError("wl_proxy_create", path: interface, code: ENOMEM))
  }

  /// Whether the compositor ended the connection because a virtual keyboard was asked for: it would do so again.
  public var isKeyboardRefused: Bool {
    if case .refused("zwp_virtual_keyboard_manager_v1", _, _) = self { true } else { false }
  }

  /// For people: `connect /run/user/1000/wayland-1: Connection refused`.
  public var description: String {
    switch self {
    case .unreachable(let error), .failed(let error): "\(error)"
    case .noSocket(let reason): reason
    case .several(let paths):
      "\(paths.count) compositors listen (\(paths.joined(separator: ", "))): set WAYLAND_DISPLAY to one of them"
    case .closed: "the compositor closed the connection"
    case .refused("zwp_virtual_keyboard_manager_v1", _, let message):
      "the compositor lets this program have no virtual keyboard (\(message))"
    case .refused(let interface, let code, let message):
      "the compositor ended the connection: \(message) (error \(code) of \(interface))"
    case .malformed(let text): "the compositor sent what cannot be understood (\(text))"
    case .unanswered(let limit):
      "the compositor accepts connections but does not answer (waited \(limit.components.seconds) s)"
    case .full: "the compositor does not read what it is sent"
    case .missing(let global): "the compositor does not offer \(global.interface) (\(global.purpose))"
    }
  }
}
