internal import CLinux
internal import Glibc

extension ChildProcess {
  /// How a process ended.
  public enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
    /// By itself, with a status from 0 to 255.
    case exited(CInt)
    /// By a signal.
    case signaled(CInt)

    /// What waitpid(2) gave for a process that ended.
    init(waitStatus: CInt) {
      let signal = waitStatus & 0x7f
      self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .signaled(signal)
    }

    /// Whether it says that all went well.
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
