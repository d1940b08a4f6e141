public import Control
internal import Glibc
internal import JSONLines
public import Linux
internal import Touch

/// The client of the control socket: asks the session's daemon.
public enum ControlClient {
  /// The reason why there is no reply.
  public enum Failure: Error, Sendable, CustomStringConvertible {
    /// XDG_RUNTIME_DIR is not set.
    case noRuntimeDirectory
    /// No process listens at the path.
    case notRunning(String)
    /// The daemon at the path does not answer.
    case noReply(String)
    /// Another user's program listens at the path.
    case otherUser(String)
    /// The connection failed.
    case system(SystemError)
    /// The reply cannot be decoded, for this reason.
    case invalidReply(String)

    /// The reason for people.
    public var description: String {
      switch self {
      case .noRuntimeDirectory: "XDG_RUNTIME_DIR is not set, so there is no place where a daemon would listen"
      case .notRunning(let path): "no daemon is running: nobody listens at \(path); 'sleight run' starts one"
      case .noReply(let path): "the daemon that listens at \(path) does not answer"
      case .otherUser(let path): "who listens at \(path) is another user's program"
      case .system(let error): "\(error)"
      case .invalidReply(let reason): "the daemon's answer makes no sense: \(reason)"
      }
    }
  }

  /// Sends `request` and returns the reply.
  /// - Parameter patience: the longest wait. The daemon handles one request after the other; reading a rules file takes
  ///   it a fraction of the default.
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
      guard try UnixSocket.peer(of: socket).uid == getuid() else { throw Failure.otherUser(path) }
      try socket.write(Array("\(request.line)\n".utf8))
      var received: [UInt8] = []
      while received.count <= ControlSocket.longestLine {
        guard isReadable(socket.number, until: deadline) else { throw Failure.noReply(path) }
        guard let bytes = try socket.read(upTo: 4096) else { continue }
        if bytes.isEmpty { break }
        received += bytes
      }
      guard !received.isEmpty else { throw Failure.noReply(path) }
      do {
        return try ControlReply(line: received[...])
      } catch {
        throw Failure.invalidReply(error.reason)
      }
    } catch let failure as Failure {
      throw failure
    } catch let error as SystemError {
      if error.isMissing || error.code == ECONNREFUSED { throw .notRunning(path) }
      // The daemon has closed the connection, or its queue of clients is full.
      if [EAGAIN, EPIPE, ECONNRESET].contains(error.code) { throw .noReply(path) }
      throw .system(error)
    } catch {
      throw .invalidReply("\(error)")
    }
  }

  /// The process that listens at a path.
  public enum Listener {
    /// No process listens.
    case nobody
    /// A process listens; nil if its pid is unknown.
    case somebody(pid: Int?)
  }

  /// Returns the process that listens at `path`. The kernel knows it even of a stopped process, which would not answer.
  public static func listener(at path: String) -> Listener {
    do {
      let socket = try UnixSocket.connect(to: path, nonblocking: true)
      // 0 is a process outside of this pid namespace (pid_namespaces(7)).
      let pid = try UnixSocket.peer(of: socket).pid
      return .somebody(pid: pid > 0 ? Int(pid) : nil)
    } catch {
      return error.isMissing || error.code == ECONNREFUSED ? .nobody : .somebody(pid: nil)
    }
  }

  /// Connects as soon as the daemon's queue has room.
  private static func connect(to path: String, until deadline: Int64) throws(SystemError) -> Descriptor {
    while true {
      do throws(SystemError) {
        return try UnixSocket.connect(to: path, nonblocking: true)
      } catch {
        guard error.code == EAGAIN, monotonicNow() < deadline else { throw error }
        // poll(2) reports nothing for a socket that is not connected.
        usleep(10_000)
      }
    }
  }

  /// Waits until the descriptor is readable; false if it is not by the deadline.
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
