internal import CLinux
internal import Glibc

/// The terminal that a person sits at (termios(3)): what is typed there, and how large it is.
///
/// Only echo and lines are ever switched off: Ctrl+C and its like go on to send signals, so that a program that is stuck
/// can be left, and what other programs write still begins at the left edge.
public struct TTY: ~Copyable, Sendable {
  private let descriptor: Descriptor
  private let original: termios

  /// The number, to wait for what is typed.
  public var number: CInt { descriptor.number }

  /// The terminal that standard input is, or, where that is none, standard output.
  /// - Throws: `SystemError`: ENOTTY where neither is one.
  public init() throws(SystemError) {
    let number: CInt = isatty(0) == 1 ? 0 : 1
    var settings = termios()
    try system("tcgetattr") { tcgetattr(number, &settings) }
    let copy = try system("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 3) }
    descriptor = Descriptor(owning: copy)
    original = settings
  }

  /// Has each key told as it is typed, and shown to nobody.
  /// - Throws: `SystemError`.
  public func takeKeys() throws(SystemError) {
    var settings = original
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
    withUnsafeMutableBytes(of: &settings.c_cc) { keys in
      // Whoever reads waits for a key. If this process is killed before it can restore anything, the shell that then
      // reads would take an answer of nothing for the end of its input, and leave.
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    try apply(settings)
  }

  /// Has the terminal treat what is typed as it did before.
  /// - Throws: `SystemError`.
  public func restore() throws(SystemError) { try apply(original) }

  /// What was typed and nobody has read yet, once keys are taken. Does not wait.
  /// - Throws: `SystemError`.
  public func typed() throws(SystemError) -> [UInt8] {
    var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    // While this process was stopped, a shell may have read what was there.
    guard poll(&waiting, 1, 0) > 0 else { return [] }
    return try descriptor.read(upTo: 256) ?? []
  }

  /// How large it is in cells; nil where it does not know.
  public var size: (columns: Int, rows: Int)? {
    var size = winsize()
    guard sleight_terminal_size(number, &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  private func apply(_ settings: termios) throws(SystemError) {
    var settings = settings
    // At once: what was written may be waiting behind Ctrl+S for ever.
    try system("tcsetattr") { tcsetattr(number, TCSANOW, &settings) }
  }
}

/// Stops this process, as Ctrl+Z does with one that does not take its signal, until it is continued.
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
