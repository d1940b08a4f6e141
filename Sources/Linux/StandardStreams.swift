internal import CLinux
internal import Glibc

/// Standard output and standard error, without a buffer of our own: what is written is there at once.
public enum StandardStream: CInt, Sendable {
  /// For results.
  case output = 1
  /// For messages.
  case error = 2

  /// Writes all of `text`.
  /// - Throws: `SystemError`: EPIPE where nobody reads any more.
  public func write(_ text: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let wrote = bytes.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress?.advanced(by: start), $0.count - start) }
      if wrote >= 0 {
        start += wrote
      } else if Glibc.errno == EAGAIN {
        // Somebody shares the descriptor and made it non-blocking: wait for room.
        var waiting = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if Glibc.errno != EINTR {
        throw SystemError.last("write", path: self == .output ? "standard output" : "standard error")
      }
    }
  }

  /// Whether a person sits at the other end.
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Whether the systemd journal reads it: JOURNAL_STREAM names the device and inode of the stream it reads, and is
  /// inherited by programs whose streams go elsewhere.
  public var isJournal: Bool {
    var status = stat()
    guard let named = Environment.value(of: "JOURNAL_STREAM"), fstat(rawValue, &status) == 0 else { return false }
    return named == "\(status.st_dev):\(status.st_ino)"
  }
}
