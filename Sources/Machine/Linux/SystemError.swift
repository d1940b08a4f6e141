internal import CLinux
internal import Glibc

/// A failed system call: its name, object and reason.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call's name, as in section 2 of the manual.
  public var call: String
  /// The object of the call, if it is a path or has a name.
  public var path: String?
  /// The reason, one of errno(3).
  public var code: CInt

  /// An error with a known errno.
  public init(_ call: String, path: String? = nil, code: CInt) {
    self.call = call
    self.path = path
    self.code = code
  }

  /// The error in `errno`, to be created directly after the call.
  public static func last(_ call: String, path: String? = nil) -> SystemError {
    SystemError(call, path: path, code: Glibc.errno)
  }

  /// The description of the errno: "Permission denied".
  public var reason: String { String(cString: strerror(code)) }

  /// `open /dev/uinput: Permission denied`
  public var description: String { path.map { "\(call) \($0): \(reason)" } ?? "\(call): \(reason)" }

  /// True if the caller lacks permission.
  public var isPermission: Bool { code == EACCES || code == EPERM }
  /// True if the file or object does not exist.
  public var isMissing: Bool { code == ENOENT }
  /// True if the operation timed out.
  public var isTimeout: Bool { code == EAGAIN }
  /// True if the reading end is closed.
  public var isBrokenPipe: Bool { code == EPIPE }
}

/// Calls `body` and repeats it while a signal interrupts it.
/// - Parameters:
///   - call: the call's name, for the error.
///   - path: its object, for the error.
/// - Returns: the result of `body`, not negative.
/// - Throws: `SystemError` if `body` returns -1 with an errno other than EINTR.
@discardableResult
public func system(
  _ call: String, path: String? = nil, _ body: () -> CInt
) throws(SystemError) -> CInt {
  while true {
    let result = body()
    if result >= 0 { return result }
    let code = Glibc.errno
    guard code == EINTR else { throw SystemError(call, path: path, code: code) }
  }
}
