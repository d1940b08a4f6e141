import Glibc
import Linux
import Waiting

/// A program in the compositor's environment.
public final class Client {
  /// Its process.
  public let pid: Int32
  private let log: String
  private var hasEnded = false

  init(_ command: [String], environment: [String], log: String) throws {
    self.log = log
    pid = try ChildProcess.spawn(
      ["sh", "-c", "log=$1; shift; exec \"$@\" >\"$log\" 2>&1", "sh", log] + command, environment: environment)
  }

  deinit { stop() }

  /// The text that it has printed.
  public var output: String { contents(of: log) }

  /// True if it has ended.
  public var isOver: Bool {
    if !hasEnded, (try? ChildProcess.reap(pid)) != .some(nil) { hasEnded = true }
    return hasEnded
  }

  /// Kills it, and waits until it has ended.
  public func stop() {
    guard !isOver else { return }
    kill(pid, SIGKILL)
    _ = try? wait(otherwise: { "process \(pid) does not end" }) { isOver ? () : nil }
  }

  /// Stops it until `resume`.
  public func pause() { if !isOver { kill(pid, SIGSTOP) } }

  /// Continues it.
  public func resume() { if !isOver { kill(pid, SIGCONT) } }
}
