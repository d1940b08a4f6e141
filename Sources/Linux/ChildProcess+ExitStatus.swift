internal import CLinux
internal import Glibc

extension ChildProcess {
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
