public import Linux

extension Daemon {
  /// Why a daemon does not start.
  public enum StartFailure: Error, Sendable, CustomStringConvertible {
    /// Another one runs in this session, with this pid.
    case alreadyRunning(pid: Int?)
    /// There are no rules to run.
    case noRules(String)
    /// The kernel refuses something without which there is no daemon.
    case system(SystemError)

    /// For people.
    public var description: String {
      switch self {
      case .alreadyRunning(let pid?): "sleight is already running in this session (pid \(pid))"
      case .alreadyRunning(nil): "sleight is already running in this session"
      case .noRules(let text): text
      case .system(let error): "\(error)"
      }
    }
  }
}
