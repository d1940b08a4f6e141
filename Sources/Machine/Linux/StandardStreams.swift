internal import CLinux
internal import Glibc

/// Standard output and standard error, unbuffered.
public enum StandardStream: CInt, Sendable {
  /// Standard output, for results.
  case output = 1
  /// Standard error, for messages.
  case error = 2

  /// Opens /dev/null in place of each closed standard stream, including standard input. Otherwise the first files that
  /// are opened would get these numbers, and the text that is written to a standard stream. Reading and writing there
  /// fail as before.
  public static func holdClosed() {
    for (number, mode) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] as [(CInt, CInt)] {
      // open(2) returns the lowest free number, which is this one.
      if fcntl(number, F_GETFD) < 0 { _ = open("/dev/null", mode) }
    }
  }

  /// Writes all of `text`.
  /// - Parameter patience: the maximum time to wait, each time the stream has no room; nil waits without limit.
  /// - Throws: `SystemError`: EPIPE if the reading end is closed, EAGAIN after the timeout; some of the text may have
  ///   been written.
  public func write(_ text: String, patience: Duration? = nil) throws(SystemError) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      if let patience, !waitForRoom(timeout: patience) { throw SystemError("write", path: name, code: EAGAIN) }
      // A stream that is ready takes this many bytes without blocking (PIPE_BUF of pipe(7)).
      let count = min(bytes.count - start, patience == nil ? Int.max : 4096)
      let wrote = bytes.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress?.advanced(by: start), count) }
      if wrote >= 0 {
        start += wrote
      } else if Glibc.errno == EAGAIN {
        // Another process shares the descriptor and made it non-blocking.
        if patience == nil { _ = waitForRoom(timeout: nil) }
      } else if Glibc.errno != EINTR {
        throw SystemError.last("write", path: name)
      }
    }
  }

  private var name: String { self == .output ? "standard output" : "standard error" }

  /// Waits until a write would not block, which includes an error.
  /// - Returns: false after the timeout.
  private func waitForRoom(timeout: Duration?) -> Bool {
    var waiting = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, timeout?.milliseconds ?? -1) != 0
  }

  /// True if a terminal shows it, or is read.
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The width of the terminal in columns; nil if the stream is no terminal, or its size is unknown.
  public var columns: Int? {
    var size = winsize()
    guard sleight_terminal_size(rawValue, &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// True if the systemd journal reads the stream. JOURNAL_STREAM names the device and inode of the journal's stream;
  /// programs inherit the variable even if their streams are redirected.
  public var isJournal: Bool {
    var status = stat()
    guard let named = Environment.value(of: "JOURNAL_STREAM"), fstat(rawValue, &status) == 0 else { return false }
    return named == "\(status.st_dev):\(status.st_ino)"
  }
}
