internal import Glibc
public import Linux

/// Starts programs as children of this process. What became of them is known on SIGCHLD; other children of the process
/// are left to whoever started them.
public final class DirectStarter: Starter {
  private let programs: ReadyPrograms
  /// In the order they were started.
  private var running: [(id: StartID, pid: Int32)] = []
  private var count: UInt32 = 0

  /// - Parameters:
  ///   - environment: what all programs are started with, each as `NAME=value`.
  ///   - isSilent: whether what they write goes nowhere.
  public init(environment: [String], isSilent: Bool = false) {
    programs = ReadyPrograms(Launcher(environment: environment, isSilent: isSilent))
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

  /// Nothing has to be made ready.
  public func prepare() {}

  /// Kills a program and all others of its session.
  public func kill(_ id: StartID) {
    for program in running where program.id == id { _ = Glibc.kill(-program.pid, SIGKILL) }
  }

  /// How programs ended.
  public func news() -> [StartNews] {
    var news: [StartNews] = []
    running.removeAll { program in
      do {
        guard let status = try ChildProcess.reap(program.pid) else { return false }
        news.append(StartNews(id: program.id, kind: .ended(status)))
      } catch {
        // Somebody else has reaped it.
        news.append(StartNews(id: program.id, kind: .lost))
      }
      return true
    }
    return news
  }
}
