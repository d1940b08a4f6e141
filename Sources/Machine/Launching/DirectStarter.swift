internal import Glibc
public import Linux

/// Starts programs as children of this process. Their ends are reported on SIGCHLD; other children of the process are
/// not reaped.
public final class DirectStarter: Starter {
  private let programs: ProgramCache
  /// The programs that have not ended, in the order of their starts.
  private var running: [(id: StartID, pid: Int32)] = []
  private let inputs: ProgramInputs
  private var count: UInt32 = 0

  /// - Parameters:
  ///   - environment: the environment that all programs have in common, each entry as `NAME=value`.
  ///   - isSilent: true to discard their standard output and error.
  /// - Throws: `SystemError` if epoll_create1(2) fails.
  public init(environment: [String], isSilent: Bool = false) throws(SystemError) {
    inputs = try ProgramInputs()
    programs = ProgramCache(Launcher(environment: environment, isSilent: isSilent))
  }

  /// The descriptor of the inputs of programs.
  public var descriptor: CInt { inputs.descriptor }

  /// True if a line is kept for a program that does not read.
  public var hasPendingLines: Bool { inputs.hasPendingLines }

  /// Starts a program.
  public func start(
    _ arguments: [String], adding variables: EnvironmentVariables, isFed: Bool
  ) throws(StartError) -> StartID {
    do throws(SystemError) {
      let pid =
        isFed
        ? try inputs.start { input throws(SystemError) in
          try programs.start(arguments, adding: variables, reading: input)
        } : try programs.start(arguments, adding: variables)
      count &+= 1
      let id = StartID(number: count)
      running.append((id, pid))
      return id
    } catch {
      throw .refused(error)
    }
  }

  /// Writes a line to the standard input of a program.
  public func feed(_ line: [UInt8], to id: StartID) {
    for program in running where program.id == id { inputs.write(line, to: program.pid) }
  }

  /// Closes the standard input of a program after its last line.
  public func endInput(of id: StartID) {
    for program in running where program.id == id { inputs.end(program.pid) }
  }

  /// Does nothing: there is nothing to prepare.
  public func prepare() {}

  /// Kills a program and all others of its session.
  public func kill(_ id: StartID) {
    for program in running where program.id == id { _ = Glibc.kill(-program.pid, SIGKILL) }
  }

  /// The programs that have ended, or have closed their inputs, since the last call.
  public func news() -> [StartNews] {
    let closed = inputs.flush()
    var news = running.filter { closed.contains($0.pid) }.map { StartNews(id: $0.id, kind: .closedInput) }
    running.removeAll { program in
      do {
        guard let status = try ChildProcess.reap(program.pid) else { return false }
        news.append(StartNews(id: program.id, kind: .ended(status)))
      } catch {
        // Other code has reaped it.
        news.append(StartNews(id: program.id, kind: .lost))
      }
      inputs.remove(program.pid)
      return true
    }
    return news
  }
}
