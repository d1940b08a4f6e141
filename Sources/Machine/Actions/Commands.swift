public import Engine
public import Launching
public import Linux
public import Rules

/// The commands that rules started and that have not ended.
public final class Commands {
  /// A change of a command that was started.
  public enum Change: Hashable, Sendable {
    case ended(CommandID, Finished)
    /// Starting the command failed.
    case refused(CommandID, ActionFailure)
    /// The command has ended, and its exit status cannot be known.
    case lost(CommandID)
    /// A program that was asked has answered.
    case answered(Question, QuestionAnswer)
  }

  /// A command that has ended.
  public struct Finished: Hashable, Sendable, CustomStringConvertible {
    /// The source location of the rule: `rules.yml:12`.
    public var location: String
    /// The command as the rule has it.
    public var command: String
    public var status: ChildProcess.ExitStatus
    /// True if a shell executed it.
    public var isShell: Bool
    /// True if it was fed a gesture that had not ended.
    public var isEarly = false

    /// The message for people: `rules.yml:12: 'foot | cat' ended with exit status 1`
    public var description: String {
      "\(location): '\(command)' \(words)\(isEarly ? ", before its gesture ended" : "")"
    }

    private var words: String {
      switch status {
      // The exit statuses of sh(1) as in POSIX.
      case .exited(127) where isShell: "ended with exit status 127: the shell did not find a program"
      case .exited(126) where isShell: "ended with exit status 126: the shell is not permitted to execute a program"
      case .exited: "ended with \(status)"
      case .signaled: "was \(status)"
      }
    }
  }

  private struct Running {
    var id: CommandID
    var location: String
    var command: String
    var isShell: Bool
    /// True if it is fed and the last line is to follow.
    var isFed: Bool
    /// True if it has closed its standard input before that.
    var hasClosedInput = false
  }

  private let starter: any Starter
  private var running: [StartID: Running] = [:]
  /// The programs that were asked and have not answered.
  private var asked: [StartID: Question] = [:]

  /// Commands that are children of this process.
  /// - Throws: `SystemError`.
  public convenience init() throws(SystemError) {
    self.init(by: try DirectStarter(environment: CommandEnvironment.shared()))
  }

  /// Commands that are started by `starter`.
  public init(by starter: any Starter) {
    self.starter = starter
    // Allocating the table takes a moment, which the first command should not wait for.
    running.reserveCapacity(Performer.commandLimit)
  }

  /// Prepares the starter if `rules` have commands.
  public func prepare(for rules: RuleSet) { if rules.hasCommands { starter.prepare() } }

  /// The number of commands that have not ended.
  public var runningCount: Int { running.count }

  /// Starts a command and does not wait for it.
  /// - Returns: the failure if it does not run; else nil.
  public func start(_ start: CommandStart) -> ActionFailure? {
    do throws(StartError) {
      let key = try starter.start(
        start.arguments, adding: CommandEnvironment.variables(for: start.context, steps: start.steps),
        isFed: start.isFed)
      running[key] = Running(
        id: start.id, location: start.context.location, command: start.command, isShell: start.isShell,
        isFed: start.isFed)
      return nil
    } catch {
      switch error {
      case .refused(let error): return ActionFailure(location: start.context.location, starting: start.command, error)
      case .unreachable(let error):
        return ActionFailure(
          location: start.context.location,
          .refused(
            "cannot start '\(start.command)': the service that starts commands does not answer (\(error)); "
              + "'systemctl --user restart sleight-commands.socket' restarts it"))
      }
    }
  }

  /// Writes a line to the standard input of a command that is fed, and does not wait for it.
  /// - Parameter isLast: true if no other line follows.
  /// - Returns: the failure of a command that did not read to its last line, and has not ended; else nil.
  public func feed(_ line: String, to id: CommandID, isLast: Bool) -> ActionFailure? {
    guard let key = running.first(where: { $0.value.id == id })?.key, let command = running[key] else { return nil }
    if !command.hasClosedInput { starter.feed(Array("\(line)\n".utf8), to: key) }
    guard isLast else { return nil }
    running[key]?.isFed = false
    starter.endInput(of: key)
    return command.hasClosedInput
      ? ActionFailure(
        location: command.location,
        .refused("'\(command.command)' closed its standard input before its gesture ended")) : nil
  }

  /// True if a command has not read its last line, which is kept for it.
  public var hasPendingLines: Bool { starter.hasPendingLines }

  /// Starts a program whose exit status is the answer, and does not wait for it.
  /// - Returns: the answer if it does not run; else nil.
  public func ask(_ question: Question, for context: ActionContext) -> QuestionAnswer? {
    do throws(StartError) {
      let id = try starter.start(
        ShellCommand.arguments(of: question.command), adding: CommandEnvironment.variables(for: context, steps: 0))
      asked[id] = question
      return nil
    } catch {
      switch error {
      case .refused(let error), .unreachable(let error): return .failed("cannot be started: \(error)")
      }
    }
  }

  /// Kills a program that was asked.
  public func stopAsking(_ question: Question) {
    for (id, other) in asked where other == question {
      asked[id] = nil
      starter.kill(id)
    }
  }

  /// Returns the changes since the last call, in the order in which the commands were started; to be called when the
  /// starter has news.
  public func changes() -> [Change] {
    starter.news().compactMap { news in
      if case .closedInput = news.kind {
        running[news.id]?.hasClosedInput = true
        return nil
      }
      if let question = asked.removeValue(forKey: news.id) { return .answered(question, QuestionAnswer(news.kind)) }
      guard let command = running.removeValue(forKey: news.id) else { return nil }
      switch news.kind {
      case .ended(let status):
        return .ended(
          command.id,
          Finished(
            location: command.location, command: command.command, status: status, isShell: command.isShell,
            isEarly: command.isFed))
      case .refused(let error):
        return .refused(command.id, ActionFailure(location: command.location, starting: command.command, error))
      case .lost, .closedInput: return .lost(command.id)
      }
    }
  }
}

extension QuestionAnswer {
  /// The answer of a program that has ended, or was not started.
  fileprivate init(_ outcome: StartNews.Kind) {
    self =
      switch outcome {
      case .ended(.exited(0)): .yes
      case .ended(.exited(1)): .no
      case .ended(.exited(let status)): .failed("ended with exit status \(status); expected 0 (yes) or 1 (no)")
      case .ended(.signaled(let signal)): .failed("was \(ChildProcess.ExitStatus.signaled(signal))")
      case .refused(let error): .failed("cannot be started: \(error)")
      case .lost, .closedInput: .failed("ended with an unknown exit status")
      }
  }
}

extension ActionFailure {
  /// A command that could not be started.
  init(location: String, starting command: String, _ error: SystemError) {
    // Names the program if the command has more words.
    let isWhole = error.path.map { $0 == command } ?? true
    self.init(
      location: location,
      .refused(
        isWhole
          ? "cannot start '\(command)': \(error.reason)"
          : "cannot start '\(error.path ?? command)' of '\(command)': \(error.reason)"))
  }
}
