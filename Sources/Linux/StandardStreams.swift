internal import CLinux
internal import Glibc

/// Standard output and standard error, without a buffer of our own: what is written is there at once.
public enum StandardStream: CInt, Sendable {
  /// For results.
  case output = 1
  /// For messages.
  case error = 2

  /// Takes the places of those that are closed, standard input among them: otherwise the first files that are opened
  /// would have them, and get what is written to a standard stream. It can no more be read or written there than before.
  public static func holdClosed() {
    for (number, mode) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] as [(CInt, CInt)] {
      // The lowest number that is free is this one.
      if fcntl(number, F_GETFD) < 0 { _ = open("/dev/null", mode) }
    }
  }

  /// Writes all of `text`.
  /// - Parameter patience: how long to wait, each time there is no room, for whoever reads to make some; nil waits for
  ///   ever.
  /// - Throws: `SystemError`: EPIPE where nobody reads any more, EAGAIN where patience is over; some of the text may
  ///   have been written.
  public func write(_ text: String, patience: Duration? = nil) throws(SystemError) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      if let patience, !hasRoom(within: patience) { throw SystemError("write", path: name, code: EAGAIN) }
      // Where there is room, there is for so much (PIPE_BUF of pipe(7)); more may have to wait for the rest of it.
      let count = min(bytes.count - start, patience == nil ? Int.max : 4096)
      let wrote = bytes.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress?.advanced(by: start), count) }
      if wrote >= 0 {
        start += wrote
      } else if Glibc.errno == EAGAIN {
        // Somebody shares the descriptor and made it non-blocking.
        if patience == nil { _ = hasRoom(within: nil) }
      } else if Glibc.errno != EINTR {
        throw SystemError.last("write", path: name)
      }
    }
  }

  private var name: String { self == .output ? "standard output" : "standard error" }

  /// Waits until something can be written, or until it is plain that nothing can be; false where time is over.
  private func hasRoom(within patience: Duration?) -> Bool {
    var waiting = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, patience?.milliseconds ?? -1) != 0
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
