internal import CLinux
internal import Glibc

/// The address of a Unix socket: a path, or with a leading `@` a name in the abstract namespace (unix(7)).
struct UnixAddress {
  /// The maximum length of a path: the kernel's 108 bytes less the NUL.
  static let maxLength = 107

  let text: String
  private var address: sockaddr_un
  private let size: socklen_t

  /// - Throws: `SystemError` for `call`: ENAMETOOLONG, or EINVAL if the text is empty or contains a NUL.
  init(_ text: String, for call: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.maxLength else { throw SystemError(call, path: text, code: ENAMETOOLONG) }
    guard let first = bytes.first, !bytes.contains(0) else { throw SystemError(call, path: text, code: EINVAL) }
    let isAbstract = first == UInt8(ascii: "@")
    self.text = text
    address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: bytes)
      if isAbstract { path[0] = 0 }
    }
    // An abstract name has an explicit length; a path ends with a NUL.
    let head = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? MemoryLayout<sa_family_t>.size
    size = socklen_t(head + bytes.count + (isAbstract ? 0 : 1))
  }

  /// Calls `body` with the address in the format of the socket calls.
  func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }
}
