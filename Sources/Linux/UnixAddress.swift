internal import CLinux
internal import Glibc

/// The address of a Unix socket: a path, or with a leading `@` a name in the abstract namespace (unix(7)).
struct UnixAddress {
  /// The longest path: the kernel's 108 bytes less the NUL behind it.
  static let longest = 107

  let text: String
  private var address: sockaddr_un
  private let size: socklen_t

  /// - Throws: `SystemError` ENAMETOOLONG for `call`, or EINVAL where the text is empty or has a NUL in it.
  init(_ text: String, for call: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.longest else { throw SystemError(call, path: text, code: ENAMETOOLONG) }
    guard let first = bytes.first, !bytes.contains(0) else { throw SystemError(call, path: text, code: EINVAL) }
    let isAbstract = first == UInt8(ascii: "@")
    self.text = text
    address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: bytes)
      if isAbstract { path[0] = 0 }
    }
    // An abstract name is as long as it is said to be; a path has a NUL behind it.
    let head = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? MemoryLayout<sa_family_t>.size
    size = socklen_t(head + bytes.count + (isAbstract ? 0 : 1))
  }

  /// Calls `body` with the address as the socket calls want it.
  func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }
}
