import Glibc
@testable import Launching
import Linux
import Synchronization
import Time
import Waiting

/// A service and a directory for its socket. The service is dispatched by the waiting methods.
final class Scene {
  let folder: String
  private var service: LaunchService?

  init() throws {
    var template = Array("/tmp/sleight-launching-XXXXXX".utf8CString)
    folder = mkdtemp(&template).map { String(cString: $0) } ?? ""
    try startService()
  }

  deinit {
    for name in ["socket", "pid", "done", "pipe"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  /// The path of the service's socket.
  var socket: String { "\(folder)/socket" }
  /// True if the service has no connections and no running programs.
  var isIdle: Bool { service?.isIdle ?? true }
  /// The number of programs of the service that have not ended.
  var runningCount: Int { service?.runningCount ?? 0 }

  /// Creates a named pipe for programs to wait at.
  func makePipe() -> String {
    mkfifo("\(folder)/pipe", 0o600)
    return "\(folder)/pipe"
  }

  func startService() throws {
    service = try LaunchService(listener: UnixSocket.listen(at: socket), environment: ["JOURNAL_STREAM=3:4"])
  }

  func endService() throws {
    service = nil
    unlink(socket)
  }

  /// A starter that uses the service.
  func starter(
    environment: [String] = ["PATH=/usr/bin:/bin"], report: @escaping (String) -> Void = { _ in }
  ) throws -> RemoteStarter {
    try RemoteStarter(at: socket, environment: environment, report: report)
  }

  /// Dispatches the service until `condition` holds.
  /// - Throws: `TimedOut`.
  func wait(until condition: () -> Bool) throws { try waitForResult { condition() ? () : nil } }

  private func waitForResult<Result>(_ body: () -> Result?) throws -> Result {
    try Waiting.wait(otherwise: { "the condition does not hold" }) {
      if let result = body() { return result }
      try service?.dispatch()
      service?.reap()
      return nil
    }
  }

  /// Waits for `count` outcomes from `starter`.
  func news(of starter: RemoteStarter, count: Int = 1) throws -> [StartNews] {
    var news: [StartNews] = []
    try wait {
      news += starter.news()
      return news.count >= count
    }
    return news
  }

  /// Dispatches the service while `body`, which waits for it, runs in another thread.
  func whileServing<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let outcome = Outcome<Result>()
    Thread.detach { outcome.value.withLock { $0 = Swift.Result(catching: body) } }
    let result = try waitForResult { outcome.value.withLockIfAvailable { $0 } ?? nil }
    return try result.get()
  }
}

/// A value that one thread passes to another.
private final class Outcome<Value: Sendable>: Sendable {
  let value = Mutex<Result<Value, any Error>?>(nil)
}

/// Detached threads.
private enum Thread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  static func detach(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, Unmanaged.passRetained(Work(body)).toOpaque())
    pthread_detach(thread)
  }
}
