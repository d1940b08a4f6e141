internal import CLinux
internal import Glibc
internal import Time

/// Programs that this process starts and reaps.
public enum ChildProcess {
  /// Starts a program once, as a `Launcher` does.
  /// - Parameters:
  ///   - arguments: the program and its arguments, not empty.
  ///   - environment: the complete environment, each entry as `NAME=value`.
  ///   - isSilent: true to discard its standard output and error.
  /// - Returns: its process id, to be reaped after it ended. It is also the id of its session and process group, so
  ///   that signals to `-pid` reach all of its processes.
  /// - Throws: `SystemError` with the program's name.
  public static func spawn(
    _ arguments: [String], environment: [String], isSilent: Bool = false
  ) throws(SystemError) -> Int32 {
    let launcher = Launcher(environment: environment, isSilent: isSilent)
    return try launcher.launch(launcher.program(arguments))
  }

  /// Reaps the child `pid` without waiting. Children are reaped by their ids only: waiting for any child would reap
  /// those that other code waits for.
  /// - Returns: its exit status; nil while it runs.
  /// - Throws: `SystemError` ECHILD if it is not a child of this process, or was already reaped.
  public static func reap(_ pid: Int32) throws(SystemError) -> ExitStatus? {
    var status: CInt = 0
    guard try system("waitpid", { waitpid(pid, &status, WNOHANG) }) != 0 else { return nil }
    return ExitStatus(waitStatus: status)
  }

  /// Waits for the child `pid` to end.
  /// - Returns: its exit status; nil if it still runs after `timeout`.
  /// - Throws: `SystemError`: ESRCH or ECHILD if it is not a child of this process, or was already reaped.
  public static func reap(_ pid: Int32, within timeout: Duration) throws(SystemError) -> ExitStatus? {
    let process = Descriptor(owning: try system("pidfd_open") { pidfd_open(pid, 0) })
    let deadline = Timestamp.now + timeout
    while true {
      var waiting = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
      let count = poll(&waiting, 1, (deadline - Timestamp.now).milliseconds)
      // Interrupted by a signal.
      if count < 0, Glibc.errno == EINTR { continue }
      return try reap(pid)
    }
  }

  /// The way in which a process ended.
  public enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
    /// Exited by itself, with a status from 0 to 255.
    case exited(CInt)
    /// Killed by this signal.
    case signaled(CInt)

    /// Decodes the wait status of a process that ended (waitpid(2)).
    init(waitStatus: CInt) {
      let signal = waitStatus & 0x7f
      self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .signaled(signal)
    }

    /// True for exit status 0.
    public var isSuccess: Bool { self == .exited(0) }

    /// `exit status 3`, `killed by SIGTERM`
    public var description: String {
      switch self {
      case .exited(let status): "exit status \(status)"
      case .signaled(let number):
        if let name = sleight_signal_name(number) {
          "killed by SIG\(String(cString: name))"
        } else {
          "killed by signal \(number)"
        }
      }
    }
  }
}
