internal import Glibc
public import Linux
internal import Time

/// An expected event did not occur in time.
public struct TimedOut: Error, CustomStringConvertible {
  /// The state instead.
  public var description: String

  /// The state instead is `description`.
  public init(description: String) { self.description = description }
}

/// The limit for anything that has no reason to take long: machines that run tests are slow at times.
public let patience = Duration.seconds(60)

/// Waits until `body` returns a result.
/// - Parameter interval: the time between two attempts: longer where an attempt starts a program.
/// - Throws: `TimedOut` with the description of `otherwise` after `limit`.
public func wait<Result>(
  within limit: Duration = patience, every interval: Duration = .milliseconds(1), otherwise: () -> String,
  for body: () throws -> Result?
) throws -> Result {
  let end = Timestamp.now + limit
  while Timestamp.now < end {
    if let result = try body() { return result }
    // Conditions of any kind, which have no common event.
    usleep(UInt32(interval / .microseconds(1)))
  }
  throw TimedOut(description: otherwise())
}

/// Waits until a child process has ended.
/// - Throws: `TimedOut`; `SystemError` if it is no child.
@discardableResult
public func waitForEnd(of pid: Int32) throws -> ChildProcess.ExitStatus {
  // waitpid(2) has no timeout, and SIGCHLD belongs to the whole test run.
  try wait(otherwise: { "process \(pid) does not end" }) { try ChildProcess.reap(pid) }
}

/// Waits until `descriptor` is readable.
/// - Returns: false if it is not within `milliseconds`.
public func isReadable(_ descriptor: CInt, within milliseconds: CInt) -> Bool {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&waiting, 1, milliseconds) == 1
}

/// Waits until no process has the file open for writing: the daemon does not read such a file. A program that another
/// test starts during a write has it open until it executes.
public func awaitClosed(_ file: String) {
  guard let reader = try? Descriptor.open(file, O_RDONLY | O_NONBLOCK) else { return }
  while reader.holdOffWriters() == .present { sched_yield() }
}
