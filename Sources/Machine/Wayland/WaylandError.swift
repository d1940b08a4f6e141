internal import Glibc
public import Linux

/// An error of a connection to a compositor, with a description for people.
public enum WaylandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no listener at the socket, or it must not be opened.
  case unreachable(SystemError)
  /// No socket was found; the text describes why.
  case noSocket(String)
  /// Several compositors listen, and the environment does not select one.
  case several([String])
  /// The compositor has ended, or closed the connection without a reason.
  case closed
  /// The compositor ended the connection because of an invalid or forbidden request.
  /// - interface: the interface of the requested object, `zwp_virtual_keyboard_manager_v1`.
  /// - code: an error code of that interface.
  /// - message: the compositor's description.
  case refused(interface: String, code: UInt32, message: String)
  /// The compositor sent invalid data; the text is libwayland's.
  case malformed(String)
  /// The compositor accepted the connection, but did not answer within this time.
  case unanswered(Duration)
  /// The compositor does not read, and there is no room for more requests. The connection is open: repeat the request
  /// when `WaylandLink` reports `writable`.
  case full
  /// The compositor does not offer this.
  case missing(WaylandGlobal)
  /// A system call of this process failed.
  case failed(SystemError)

  /// The error if libwayland, which gives no reason, could not create an object of `interface`.
  static func noMemory(for interface: String) -> WaylandError {
    .failed(SystemError("wl_proxy_create", path: interface, code: ENOMEM))
  }

  /// True if the compositor ended the connection because a virtual keyboard was requested, which it would do again.
  public var isKeyboardRefused: Bool {
    if case .refused("zwp_virtual_keyboard_manager_v1", _, _) = self { true } else { false }
  }

  /// True if a compositor is there that does not answer.
  public var isUnanswered: Bool { if case .unanswered = self { true } else { false } }

  /// The message, for people: `connect /run/user/1000/wayland-1: Connection refused`.
  public var description: String {
    switch self {
    case .unreachable(let error), .failed(let error): "\(error)"
    case .noSocket(let reason): reason
    case .several(let paths):
      "\(paths.count) compositors listen (\(paths.joined(separator: ", "))): set WAYLAND_DISPLAY to one of them"
    case .closed: "the compositor closed the connection"
    case .refused("zwp_virtual_keyboard_manager_v1", _, let message):
      "the compositor refuses this program a virtual keyboard (\(message))"
    case .refused(let interface, let code, let message):
      "the compositor ended the connection: \(message) (error \(code) of \(interface))"
    case .malformed(let text): "invalid message from the compositor (\(text))"
    case .unanswered(let limit):
      "the compositor accepts connections but does not answer (waited \(limit.components.seconds) s)"
    case .full: "the compositor does not read its messages"
    case .missing(let global): "the compositor does not offer \(global.interface) (\(global.purpose))"
    }
  }
}
