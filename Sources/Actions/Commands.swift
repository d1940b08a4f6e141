public import Linux

/// The commands that rules started and that have not ended.
public final class Commands {
  /// A command that ended.
  public struct Finished: Hashable, Sendable {
    /// Where the rule stands that started it: `rules.yml:12`.
    public var place: String
    /// What it is, as the rule has it.
    public var command: String
    /// How it ended.
    public var status: ChildProcess.ExitStatus
  }

  private var running: [Int32: (place: String, command: String)] = [:]

  /// No commands.
  public init() {}

  /// How many have not ended.
  public var count: Int { running.count }

  /// Starts a program and does not wait for it.
  /// - Parameters:
  ///   - arguments: the program and its arguments.
  ///   - environment: all of its environment.
  ///   - command: what to call it in messages.
  ///   - place: where the rule stands.
  /// - Throws: `SystemError` with the program's name.
  public func start(
    _ arguments: [String], environment: [String], command: String, place: String
  ) throws(SystemError) {
    running[try ChildProcess.spawn(arguments, environment: environment)] = (place, command)
  }

  /// Takes leave of the commands that have ended since the last call, in the order of their process ids: to be called
  /// on SIGCHLD. Other children of the process are left to whoever started them.
  public func reaped() -> [Finished] {
    var finished: [Finished] = []
    for (pid, label) in running.sorted(by: { $0.key < $1.key }) {
      do {
        guard let status = try ChildProcess.reap(pid) else { continue }
        finished.append(Finished(place: label.place, command: label.command, status: status))
      } catch {
        // Somebody else has reaped it: it has ended, and nobody can tell how.
      }
      running[pid] = nil
    }
    return finished
  }
}
