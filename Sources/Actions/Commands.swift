public import Launching
public import Linux
public import Rules

/// The commands that rules started and that have not ended.
public final class Commands {
  /// The most that run at once. A hand makes a few gestures a second and a person has a few dozen windows, so only a
  /// rule gone wild comes near; a machine that starts so many at once is still usable.
  public static let limit = 128

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
    /// The service that starts commands cannot be reached, or takes no more.
    case noService(SystemError)
  }

  /// A command that was taken for started and was not.
  public struct Refused: Hashable, Sendable {
    /// Which start.
    public var id: ID
    /// What is to be told of it.
    public var failure: ActionFailure
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

  private let starter: any Starter
  private var running: [StartID: Running] = [:]
  private var ids: Set<ID> = []
  private var count = 0
  private var refused: [Refused] = []

  /// Commands that `starter` starts.
  public init(by starter: any Starter = DirectStarter(environment: CommandEnvironment.shared())) {
    self.starter = starter
    // A table's type is made with its first entry, which no first command should wait for.
    running.reserveCapacity(Self.limit)
    ids.reserveCapacity(Self.limit)
  }

  /// Gets ready for the commands of `rules`, where they have any.
  public func prepare(for rules: RuleSet) { if rules.hasCommands { starter.prepare() } }

  /// How many have not ended.
  public var runningCount: Int { running.count }

  /// Whether a command has not ended, as far as `reaped` was asked.
  public func isRunning(_ id: ID) -> Bool { ids.contains(id) }

  /// Starts a command and does not wait for it.
  /// - Throws: `Failure`; a `SystemError` has the program's name.
  public func start(_ start: Effects.Start) throws(Failure) -> ID {
    guard running.count < Self.limit else { throw .tooMany }
    do {
      let key = try starter.start(start.arguments, adding: CommandEnvironment.variables(for: start.occasion))
      count += 1
      let id = ID(number: count)
      ids.insert(id)
      running[key] = Running(id: id, place: start.occasion.place, command: start.command, isShell: start.isShell)
      return id
    } catch {
      switch error {
      case .refused(let error): throw .notStarted(error)
      case .unreachable(let error): throw .noService(error)
      }
    }
  }

  /// Takes leave of the commands that have ended since the last call, in the order they were started: to be called when
  /// the starter has news.
  public func reaped() -> [Finished] {
    var finished: [Finished] = []
    for news in starter.news() {
      guard let command = running.removeValue(forKey: news.id) else { continue }
      ids.remove(command.id)
      switch news.kind {
      case .ended(let status):
        finished.append(
          Finished(place: command.place, command: command.command, status: status, isShell: command.isShell))
      case .refused(let error):
        let failure = ActionFailure(place: command.place, .command(command.command, error))
        refused.append(Refused(id: command.id, failure: failure))
      // Nobody can tell how it ends.
      case .lost: break
      }
    }
    return finished
  }

  /// The commands that were taken for started and, as `reaped` has learned since the last call, were not.
  public func takeRefused() -> [Refused] {
    defer { refused = [] }
    return refused
  }
}
