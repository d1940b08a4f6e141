internal import CLinux
internal import Glibc

/// An open file descriptor with one owner, closed with the owner's lifetime.
public struct Descriptor: ~Copyable, Sendable {
  /// The descriptor's number, for system calls. Callers must not close it.
  public let number: CInt

  /// Takes ownership of `number`.
  public init(owning number: CInt) { self.number = number }

  deinit { _ = Glibc.close(number) }

  /// Gives up ownership without closing.
  /// - Returns: the number, to be closed by the new owner.
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

  /// Reads the available bytes, up to `limit`.
  /// - Returns: the bytes; empty at the end of the file; nil if nothing is available yet (EAGAIN).
  /// - Throws: `SystemError`.
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

  /// Reads to the end of the file, or until nothing more is available (EAGAIN). Files that the kernel generates report
  /// no size, so the size is not used.
  /// - Throws: `SystemError`.
  public func readToEnd() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = try read(upTo: 65_536), !more.isEmpty { bytes += more }
    return bytes
  }

  /// Writes all of `bytes`.
  /// - Throws: `SystemError`: EAGAIN if a non-blocking descriptor has no room for the rest, EPIPE if the reading end is
  ///   closed (see `ignoreBrokenPipes`).
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

  /// Writes as many of `bytes` as there is room for.
  /// - Returns: their number; nil if there is no room (EAGAIN).
  /// - Throws: `SystemError`: EPIPE if the reading end is closed (see `ignoreBrokenPipes`).
  public func write(fitting bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
    do throws(SystemError) {
      return Int(
        try system("write") { bytes.withUnsafeBytes { CInt(clamping: Glibc.write(number, $0.baseAddress, $0.count)) } })
    } catch {
      guard error.code == EAGAIN else { throw error }
      return nil
    }
  }

  /// Creates a file in memory that holds `bytes` and cannot be resized (memfd_create(2)), so that other programs can
  /// map it safely. Writes are not sealed: a write-sealed file cannot be mapped as shared, not even for reading.
  /// - Parameter name: its name in /proc.
  /// - Throws: `SystemError`.
  public static func sealedMemory(named name: String, holding bytes: [UInt8]) throws(SystemError) -> Descriptor {
    let file = Descriptor(owning: try system("memfd_create", path: name) { sleight_memory_file(name) })
    try file.write(bytes)
    try system("fcntl", path: name) { fcntl(file.number, CInt(SLEIGHT_ADD_SEALS), CInt(SLEIGHT_SEALS)) }
    return file
  }
}
