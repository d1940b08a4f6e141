public import Control
internal import Glibc
internal import JSONLines
public import Linux
internal import Touch

/// Asks the session's daemon something.
public enum ControlClient {
  /// Why there is no answer.
  public enum Failure: Error, Sendable, CustomStringConvertible {
    /// XDG_RUNTIME_DIR is not set.
    case noRuntimeDirectory
    /// Nobody listens at the path.
    case notRunning(String)
    /// Somebody listens at the path, and says nothing.
    case silent(String)
    /// Another user's program listens at the path.
    case stranger(String)
    /// The connection failed.
    case system(SystemError)
    /// The answer is none.
    case nonsense(String)

    /// For people.
    public var description: String {
      switch self {
      case .noRuntimeDirectory: "XDG_RUNTIME_DIR is not set, so there is no place where a daemon would listen"
      case .notRunning(let path): "no daemon is running: nobody listens at \(path); 'sleight run' starts one"
      case .silent(let path): "the daemon that listens at \(path) does not answer"
      case .stranger(let path): "who listens at \(path) is another user's program"
      case .system(let error): "\(error)"
      case .nonsense(let reason): "the daemon's answer makes no sense: \(reason)"
      }
    }
  }

  /// The reply to `request`.
  /// - Parameter patience: how long the daemon may take: it does one thing after the other, and reads a rules file in a
  ///   fraction of what it has here.
  /// - Throws: `Failure`.
  public static func ask(
    _ request: ControlRequest, within patience: Duration = .seconds(10)
  ) throws(Failure) -> ControlReply {
    guard let path = ControlSocket.path(runtimeDirectory: Environment.value(of: "XDG_RUNTIME_DIR")) else {
      throw .noRuntimeDirectory
    }
    do {
      let deadline = monotonicNow() + patience.wholeMicroseconds
      let socket = try connect(to: path, until: deadline)
      guard try UnixSocket.peer(of: socket).uid == getuid() else { throw Failure.stranger(path) }
      try socket.write(Array("\(request.line)\n".utf8))
      var received: [UInt8] = []
      while received.count <= ControlSocket.longestLine {
        guard isReadable(socket.number, until: deadline) else { throw Failure.silent(path) }
        guard let bytes = try socket.read(upTo: 4096) else { continue }
        if bytes.isEmpty { break }
        received += bytes
      }
      guard !received.isEmpty else { throw Failure.silent(path) }
      do {
        return try ControlReply(line: received[...])
      } catch {
        throw Failure.nonsense(error.reason)
      }
    } catch let failure as Failure {
      throw failure
    } catch let error as SystemError {
      if error.isMissing || error.code == ECONNREFUSED { throw .notRunning(path) }
      // It hung up, or more clients wait than it accepts.
      if [EAGAIN, EPIPE, ECONNRESET].contains(error.code) { throw .silent(path) }
      throw .system(error)
    } catch {
      throw .nonsense("\(error)")
    }
  }

  /// Who listens at a path.
  public enum Listener {
    /// Nobody does.
    case nobody
    /// The process, where the kernel tells it.
    case somebody(pid: Int?)
  }

  /// Who listens at `path`: the kernel says it, even of a process that is stopped and would not answer.
  public static func listener(at path: String) -> Listener {
    do {
      let socket = try UnixSocket.connect(to: path, nonblocking: true)
      // 0 is one outside of our namespace (pid_namespaces(7)).
      let pid = try UnixSocket.peer(of: socket).pid
      return .somebody(pid: pid > 0 ? Int(pid) : nil)
    } catch {
      return error.isMissing || error.code == ECONNREFUSED ? .nobody : .somebody(pid: nil)
    }
  }

  /// A connection, as soon as the daemon has room for one more in its queue.
  private static func connect(to path: String, until deadline: Int64) throws(SystemError) -> Descriptor {
    while true {
      do throws(SystemError) {
        return try UnixSocket.connect(to: path, nonblocking: true)
      } catch {
        guard error.code == EAGAIN, monotonicNow() < deadline else { throw error }
        // Nothing can be waited for: a socket that is not connected does not say when there is room.
        usleep(10_000)
      }
    }
  }

  /// Waits until there is something to read; false where nothing has come by the deadline.
  private static func isReadable(_ descriptor: CInt, until deadline: Int64) -> Bool {
    while true {
      let left = max(0, deadline - monotonicNow())
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&waiting, 1, CInt(left / 1000))
      if count > 0 { return true }
      guard count < 0, errno == EINTR else { return false }
    }
  }
}
