import Glibc
@testable import Launching
import Linux
import Synchronization

/// A service, and a folder for its socket; both are served by whoever waits.
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

  /// Where the service listens.
  var socket: String { "\(folder)/socket" }
  /// Whether the service has nothing to do.
  var isIdle: Bool { service?.isIdle ?? true }
  /// How many programs of the service have not ended.
  var runningCount: Int { service?.runningCount ?? 0 }

  /// A named pipe, for a program to wait at.
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

  /// A starter that goes by the service.
  func starter(
    environment: [String] = ["PATH=/usr/bin:/bin"], report: @escaping (String) -> Void = { _ in }
  ) throws -> RemoteStarter {
    try RemoteStarter(at: socket, environment: environment, report: report)
  }

  /// Serves until `condition` holds.
  /// - Throws: `TimedOut`.
  func wait(until condition: () -> Bool) throws {
    let end = monotonicNow() + 60_000_000
    while !condition() {
      guard monotonicNow() < end else { throw TimedOut() }
      try service?.dispatch()
      service?.reap()
      usleep(1000)
    }
  }

  /// Waits until `starter` has so much news.
  func news(of starter: RemoteStarter, count: Int = 1) throws -> [StartNews] {
    var news: [StartNews] = []
    try wait {
      news += starter.news()
      return news.count >= count
    }
    return news
  }

  /// Serves on while `body`, which waits for the service, runs in another thread.
  func whileServing<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let outcome = Outcome<Result>()
    Thread.detach { outcome.value.withLock { $0 = Swift.Result(catching: body) } }
    var result: Swift.Result<Result, any Error>?
    try wait {
      result = outcome.value.withLockIfAvailable { $0 } ?? nil
      return result != nil
    }
    guard let result else { throw TimedOut() }
    return try result.get()
  }
}

/// What was waited for has not come.
struct TimedOut: Error {}

/// What one thread leaves for another.
private final class Outcome<Value: Sendable>: Sendable {
  let value = Mutex<Result<Value, any Error>?>(nil)
}

/// A thread that nobody waits for.
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
