internal import Engine
internal import Launching
internal import Linux

/// The user's command that reports whether the session is locked (`locked-if`).
final class ProbeCommand {
  private let starter: any Starter
  private var running: StartID?

  /// - Parameter starter: used for this command only.
  init(starter: any Starter) { self.starter = starter }

  /// Prepares the starter to start the command soon.
  func prepare() { starter.prepare() }

  /// Starts the command.
  /// - Returns: the failure, which is the answer; nil if it runs.
  func start(_ command: String) -> ProbeAnswer? {
    do throws(StartError) {
      running = try starter.start(ShellCommand.arguments(of: command), adding: EnvironmentVariables())
      return nil
    } catch {
      switch error {
      case .refused(let error), .unreachable(let error): return .failed("cannot be started: \(error)")
      }
    }
  }

  /// Kills the command if it runs.
  func stop() {
    guard let id = running else { return }
    running = nil
    starter.kill(id)
  }

  /// Returns its answer if it has ended; to be called when the starter has news.
  func takeAnswer() -> ProbeAnswer? {
    // Other news are of commands that were killed.
    guard let news = starter.news().first(where: { $0.id == running }) else { return nil }
    running = nil
    switch news.kind {
    case .ended(.exited(0)): return .locked(true)
    case .ended(.exited(1)): return .locked(false)
    case .ended(.exited(let status)):
      return .failed("ended with exit status \(status); expected 0 (locked) or 1 (not locked)")
    case .ended(.signaled): return .failed("was killed")
    case .refused(let error): return .failed("cannot be started: \(error)")
    case .lost, .closedInput: return .failed("ended with an unknown exit status")
    }
  }
}
