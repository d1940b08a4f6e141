internal import CLinux
internal import Glibc

/// Signals that are read from a descriptor, in order with other events, instead of interrupting the program at any
/// instruction (signalfd(2)).
public struct SignalDescriptor: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// The descriptor's number, to wait for.
  public var number: CInt { descriptor.number }

  /// Blocks `signals` for the calling thread and those it creates later, and collects them. They stay blocked after
  /// this object is gone; `ChildProcess.spawn` unblocks them for children.
  /// - Throws: `SystemError`.
  public init(_ signals: [CInt]) throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    let code = pthread_sigmask(SIG_BLOCK, &set, nil)
    guard code == 0 else { throw SystemError("pthread_sigmask", code: code) }
    descriptor = Descriptor(
      owning: try system("signalfd") { signalfd(-1, &set, CInt(SFD_CLOEXEC) | CInt(SFD_NONBLOCK)) })
  }

  /// The next pending signal; nil if there is none. A signal that arrives twice before it is read counts once.
  /// - Throws: `SystemError`.
  public func next() throws(SystemError) -> CInt? {
    let size = MemoryLayout<signalfd_siginfo>.size
    guard let bytes = try descriptor.read(upTo: size), bytes.count == size else { return nil }
    return bytes.withUnsafeBytes { CInt(truncatingIfNeeded: $0.loadUnaligned(as: signalfd_siginfo.self).ssi_signo) }
  }
}

/// Ignores SIGPIPE: writing to a closed pipe or socket then fails with EPIPE instead of ending the process. Child
/// processes start with the default disposition.
public func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

/// Ignores SIGXFSZ: writing beyond the permitted size of files (`ulimit -f`) then fails with EFBIG, which is reported,
/// instead of ending the process. Child processes start with the default disposition.
public func ignoreFileSizeSignal() { signal(SIGXFSZ, SIG_IGN) }

/// Ignores the signals that have no meaning for a program and would end it by default: those that a user or a script
/// sends to make other programs reload, and those of timers and of input that the program did not request. Child
/// processes start with the default disposition.
public func ignoreMeaninglessSignals() {
  let realTime = __libc_current_sigrtmin()...__libc_current_sigrtmax()
  for number in [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT] + realTime {
    signal(number, SIG_IGN)
  }
}
