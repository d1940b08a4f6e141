internal import CLinux
internal import Glibc

/// An open file descriptor with one owner, closed when the owner goes.
public struct Descriptor: ~Copyable, Sendable {
  /// The number, for calls; it stays the owner's to close.
  public let number: CInt

  /// Takes over `number`.
  public init(owning number: CInt) { self.number = number }

  deinit { _ = Glibc.close(number) }

  /// Gives the number away; the new owner closes it.
  public consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }

  /// Opens `path` close-on-exec.
  /// - Throws: `SystemError` with the path.
  public static func open(_ path: String, _ flags: CInt, mode: UInt32 = 0o600) throws(SystemError) -> Descriptor {
    Descriptor(owning: try system("open", path: path) { Glibc.open(path, flags | O_CLOEXEC, mode) })
  }

  /// Reads what there is, up to `limit` bytes. Empty at the end of the file; nil where nothing is there yet.
  /// - Throws: `SystemError`, but not for EAGAIN.
  public func read(upTo limit: Int) throws(SystemError) -> [UInt8]? {
    var code: CInt = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      var got = Glibc.read(number, buffer.baseAddress, limit)
      while got < 0, Glibc.errno == EINTR { got = Glibc.read(number, buffer.baseAddress, limit) }
      if got < 0 { code = Glibc.errno }
      count = max(got, 0)
    }
    if code == EAGAIN { return nil }
    guard code == 0 else { throw SystemError("read", code: code) }
    return bytes
  }

  /// Reads to the end. Files that the kernel makes up have no size that tells where that is.
  /// - Throws: `SystemError`, but not for EAGAIN, which ends it, too.
  public func readToEnd() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = try read(upTo: 65_536), !more.isEmpty { bytes += more }
    return bytes
  }

  /// Writes all of `bytes`.
  /// - Throws: `SystemError`: EAGAIN where a non-blocking descriptor has no room for the rest, EPIPE where who reads is
  ///   gone (see `ignoreBrokenPipes`).
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      let wrote = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress?.advanced(by: start), $0.count - start) }
      if wrote < 0 {
        guard Glibc.errno == EINTR else { throw SystemError.last("write") }
      } else {
        start += wrote
      }
    }
  }
}
