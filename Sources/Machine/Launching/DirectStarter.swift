internal import Glibc
public import Linux

/// Starts programs as children of this process. Their ends are reported on SIGCHLD; other children of the process are
/// not reaped.
public final class DirectStarter: Starter {
  private let programs: ProgramCache
  /// The programs that have not ended, in the order of their starts.
  private var running: [(id: StartID, pid: Int32)] = []
  private var count: UInt32 = 0

  /// - Parameters:
  ///   - environment: the environment that all programs have in common, each entry as `NAME=value`.
  ///   - isSilent: true to discard their standard output and error.
  public init(environment: [String], isSilent: Bool = false) {
    programs = ProgramCache(Launcher(environment: environment, isSilent: isSilent))
  }

  /// Starts a program.
  public func start(_ arguments: [String], adding variables: EnvironmentVariables) throws(StartError) -> StartID {
    do {
      let pid = try programs.start(arguments, adding: variables)
      count &+= 1
      let id = StartID(number: count)
      running.append((id, pid))
      return id
    } catch {
      throw .refused(error)
    }
  }

  /// Does nothing: there is nothing to prepare.
  public func prepare() {}

  /// Kills a program and all others of its session.
  public func kill(_ id: StartID) {
    for program in running where program.id == id { _ = Glibc.kill(-program.pid, SIGKILL) }
  }

  /// The programs that have ended since the last call.
  public func news() -> [StartNews] {
    var news: [StartNews] = []
    running.removeAll { program in
      do {
        guard let status = try ChildProcess.reap(program.pid) else { return false }
        news.append(StartNews(id: program.id, kind: .ended(status)))
      } catch {
        // Other code has reaped it.
        news.append(StartNews(id: program.id, kind: .lost))
      }
      return true
    }
    return news
  }
}
