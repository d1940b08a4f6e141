internal import CLinux
internal import Glibc

/// The terminal of this process (termios(3)): its input and its size.
///
/// Only echo and line editing are ever disabled: Ctrl+C and similar keys still send signals, so that a stuck program
/// can be ended, and output of other programs still starts at the left edge.
public struct TTY: ~Copyable, Sendable {
  private let descriptor: Descriptor
  private let original: termios

  /// The descriptor's number, to wait for input.
  public var number: CInt { descriptor.number }

  /// Opens the terminal that is standard input, else the one that is standard output.
  /// - Throws: `SystemError`: ENOTTY if neither is a terminal.
  public init() throws(SystemError) {
    let number: CInt = isatty(0) == 1 ? 0 : 1
    var settings = termios()
    try system("tcgetattr") { tcgetattr(number, &settings) }
    let copy = try system("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 3) }
    descriptor = Descriptor(owning: copy)
    original = settings
  }

  /// Disables echo and line editing: each key can be read when it is typed.
  /// - Throws: `SystemError`.
  public func takeKeys() throws(SystemError) {
    var settings = original
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
    withUnsafeMutableBytes(of: &settings.c_cc) { keys in
      // A read waits for at least one key. If this process is killed before it restores the settings, the shell reads
      // with them: a read that returns nothing would be the end of its input, and the shell would exit.
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    try apply(settings)
  }

  /// Restores the original settings.
  /// - Throws: `SystemError`.
  public func restore() throws(SystemError) { try apply(original) }

  /// The pending input, without waiting; requires `takeKeys` before.
  /// - Throws: `SystemError`.
  public func typed() throws(SystemError) -> [UInt8] {
    var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    // While this process was stopped, a shell may have read the input.
    guard poll(&waiting, 1, 0) > 0 else { return [] }
    return try descriptor.read(upTo: 256) ?? []
  }

  /// The size in cells; nil if unknown.
  public var size: (columns: Int, rows: Int)? {
    var size = winsize()
    guard sleight_terminal_size(number, &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  private func apply(_ settings: termios) throws(SystemError) {
    var settings = settings
    // Immediately, without waiting for pending output: Ctrl+S may hold it back indefinitely.
    try system("tcsetattr") { tcsetattr(number, TCSANOW, &settings) }
  }
}

/// Stops this process until it is continued, as Ctrl+Z does if SIGTSTP is not blocked.
/// - Throws: `SystemError`.
public func stopUntilContinued() throws(SystemError) {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGTSTP)
  var before = sigset_t()
  let code = pthread_sigmask(SIG_UNBLOCK, &signals, &before)
  guard code == 0 else { throw SystemError("pthread_sigmask", code: code) }
  raise(SIGTSTP)
  pthread_sigmask(SIG_SETMASK, &before, nil)
}
