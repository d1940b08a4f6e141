public import Engine
public import Launching
public import Linux
public import Rules

/// The commands that rules started and that have not ended.
public final class Commands {
  /// A change of a command that was started.
  public enum Change: Hashable, Sendable {
    /// It has ended.
    case ended(CommandID, Finished)
    /// It was not started after all.
    case refused(CommandID, ActionFailure)
    /// It cannot be known how it ends.
    case lost(CommandID)
  }

  /// A command that has ended.
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
    var id: CommandID
    var place: String
    var command: String
    var isShell: Bool
  }

  private let starter: any Starter
  private var running: [StartID: Running] = [:]

  /// Commands that `starter` starts.
  public init(by starter: any Starter = DirectStarter(environment: CommandEnvironment.shared())) {
    self.starter = starter
    // A table's type is made with its first entry, which no first command should wait for.
    running.reserveCapacity(Performer.commandLimit)
  }

  /// Gets ready for the commands of `rules`, where they have any.
  public func prepare(for rules: RuleSet) { if rules.hasCommands { starter.prepare() } }

  /// The number of commands that have not ended.
  public var runningCount: Int { running.count }

  /// Starts a command and does not wait for it.
  /// - Returns: the reason that it does not run, for people; nil if it does.
  public func start(_ start: CommandStart) -> ActionFailure? {
    do throws(StartError) {
      let key = try starter.start(start.arguments, adding: CommandEnvironment.variables(for: start.context))
      running[key] = Running(
        id: start.id, place: start.context.place, command: start.command, isShell: start.isShell)
      return nil
    } catch {
      switch error {
      case .refused(let error): return ActionFailure(place: start.context.place, starting: start.command, error)
      case .unreachable(let error):
        return ActionFailure(
          place: start.context.place,
          .refused(
            "cannot start '\(start.command)': the service that starts commands does not answer (\(error)); "
              + "'systemctl --user restart sleight-commands.socket' starts it anew"))
      }
    }
  }

  /// Returns what became of commands since the last call, in the order they were started: to be called when the starter
  /// has news.
  public func changes() -> [Change] {
    starter.news().compactMap { news in
      guard let command = running.removeValue(forKey: news.id) else { return nil }
      switch news.kind {
      case .ended(let status):
        return .ended(
          command.id,
          Finished(place: command.place, command: command.command, status: status, isShell: command.isShell))
      case .refused(let error):
        return .refused(command.id, ActionFailure(place: command.place, starting: command.command, error))
      case .lost: return .lost(command.id)
      }
    }
  }
}

extension ActionFailure {
  /// A command that could not be started.
  init(place: String, starting command: String, _ error: SystemError) {
    // The program is worth naming where the command is more than that.
    let isWhole = error.path.map { $0 == command } ?? true
    self.init(
      place: place,
      .refused(
        isWhole
          ? "cannot start '\(command)': \(error.reason)"
          : "cannot start '\(error.path ?? command)' of '\(command)': \(error.reason)"))
  }
}
