public import Linux

/// The commands that rules started and that have not ended.
public final class Commands {
  /// The most that run at once. A hand makes a few gestures a second and a person has a few dozen windows, so only a
  /// rule gone wild comes near; a machine that starts so many at once is still usable.
  public static let limit = 128
  /// The most programs that are kept ready to be started: more than rules files name, and little memory.
  private static let readyLimit = 256

  /// Tells a start from all others.
  public struct ID: Hashable, Sendable {
    let number: Int

    /// The start of that number.
    public init(number: Int) { self.number = number }
  }

  /// Why a command does not run.
  public enum Failure: Error, Hashable, Sendable {
    /// It cannot be started.
    case notStarted(SystemError)
    /// So many are running that no more are started.
    case tooMany
  }

  /// A command that ended.
  public struct Finished: Hashable, Sendable, CustomStringConvertible {
    /// Where the rule stands that started it: `rules.yml:12`.
    public var place: String
    /// What it is, as the rule has it.
    public var command: String
    /// How it ended.
    public var status: ChildProcess.ExitStatus
    /// Whether a shell ran it.
    public var isShell: Bool

    /// `rules.yml:12: 'foot | cat' ended with exit status 1`
    public var description: String { "\(place): '\(command)' \(words)" }

    private var words: String {
      switch status {
      // What POSIX has a shell say of programs: sh(1), EXIT STATUS.
      case .exited(127) where isShell: "ended with exit status 127: the shell did not find a program in it"
      case .exited(126) where isShell: "ended with exit status 126: the shell may not execute a program in it"
      case .exited: "ended with \(status)"
      case .signaled: "was \(status)"
      }
    }
  }

  private struct Running {
    var id: ID
    var place: String
    var command: String
    var isShell: Bool
  }

  private let launcher: Launcher
  private var running: [Int32: Running] = [:]
  private var ids: Set<ID> = []
  private var count = 0
  private var ready: [[String]: LaunchedProgram] = [:]

  /// Commands that are started with `environment`, each `NAME=value`, and what each has besides.
  public init(environment: [String] = CommandEnvironment.shared()) { launcher = Launcher(environment: environment) }

  /// How many have not ended.
  public var runningCount: Int { running.count }

  /// Whether a command has not ended, as far as `reaped` was asked.
  public func isRunning(_ id: ID) -> Bool { ids.contains(id) }

  /// Starts a command and does not wait for it.
  /// - Throws: `Failure`; a `SystemError` has the program's name.
  public func start(_ start: Effects.Start) throws(Failure) -> ID {
    guard running.count < Self.limit else { throw .tooMany }
    do {
      let program = try program(start.arguments)
      let pid = try launcher.launch(program, adding: CommandEnvironment.variables(for: start.occasion))
      count += 1
      let id = ID(number: count)
      ids.insert(id)
      running[pid] = Running(id: id, place: start.occasion.place, command: start.command, isShell: start.isShell)
      return id
    } catch {
      throw .notStarted(error)
    }
  }

  private func program(_ arguments: [String]) throws(SystemError) -> LaunchedProgram {
    if let program = ready[arguments] { return program }
    let program = try launcher.program(arguments)
    // Those of rules that are gone make room for the new ones.
    if ready.count >= Self.readyLimit { ready.removeAll() }
    ready[arguments] = program
    return program
  }

  /// Takes leave of the commands that have ended since the last call, in the order they were started: to be called on
  /// SIGCHLD. Other children of the process are left to whoever started them.
  public func reaped() -> [Finished] {
    var finished: [Finished] = []
    for (pid, command) in running.sorted(by: { $0.value.id.number < $1.value.id.number }) {
      do {
        guard let status = try ChildProcess.reap(pid) else { continue }
        finished.append(
          Finished(place: command.place, command: command.command, status: status, isShell: command.isShell))
      } catch {
        // Somebody else has reaped it: it has ended, and nobody can tell how.
      }
      running[pid] = nil
      ids.remove(command.id)
    }
    return finished
  }
}
