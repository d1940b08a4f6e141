internal import Diagnostics
public import Linux

extension Daemon {
  /// Why a daemon does not start.
  public enum StartFailure: Error, Sendable, CustomStringConvertible {
    /// Another one runs in this session, with this pid.
    case alreadyRunning(pid: Int?)
    /// There are no rules to run.
    case noRules(String)
    /// Others could take the place of its socket in this directory.
    case unsafeRuntimeDirectory(String, DirectoryRisk)
    /// The kernel refuses something without which there is no daemon.
    case system(SystemError)

    /// For people.
    public var description: String {
      switch self {
      case .alreadyRunning(let pid?): "sleight is already running in this session (pid \(pid))"
      case .alreadyRunning(nil): "sleight is already running in this session"
      case .noRules(let text): text
      case .unsafeRuntimeDirectory(let path, .writable):
        "others may write in \(path) (XDG_RUNTIME_DIR), and so take the place of the daemon's socket; "
          + "'chmod go-w \(path.shellWord)' mends that"
      case .unsafeRuntimeDirectory(let path, .foreign(let owner)):
        "\(path) (XDG_RUNTIME_DIR) belongs to user \(owner), who could take the place of the daemon's socket"
      case .system(let error): "\(error)"
      }
    }
  }
}
