internal import CLinux
internal import Glibc

/// A system call that failed: which, on what, and why.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call's name, as in section 2 of the manual.
  public var call: String
  /// What it was called on, where that is a path or has a name.
  public var path: String?
  /// The reason, one of errno(3).
  public var code: CInt

  /// A failure with an errno in hand.
  public init(_ call: String, path: String? = nil, code: CInt) {
    self.call = call
    self.path = path
    self.code = code
  }

  /// The failure that `errno` tells of: to be made right behind the call.
  public static func last(_ call: String, path: String? = nil) -> SystemError {
    SystemError(call, path: path, code: Glibc.errno)
  }

  /// The errno's name and text: "Permission denied".
  public var reason: String { String(cString: strerror(code)) }

  /// `open /dev/uinput: Permission denied`
  public var description: String { path.map { "\(call) \($0): \(reason)" } ?? "\(call): \(reason)" }

  /// True where the caller may not, rather than cannot.
  public var isPermission: Bool { code == EACCES || code == EPERM }
  /// True where there is nothing of that name.
  public var isMissing: Bool { code == ENOENT }
  /// True where patience was over before something could be done.
  public var isTimeout: Bool { code == EAGAIN }
  /// True where whoever was written to does not read any more.
  public var isBrokenPipe: Bool { code == EPIPE }
}

/// Calls `body` until it is not interrupted by a signal.
/// - Throws: `SystemError` where it answers -1 for another reason than EINTR.
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
