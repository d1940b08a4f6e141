public import Control
internal import Glibc
internal import JSONLines
public import Linux
internal import Time

/// The client of the control socket: asks the session's daemon.
public enum ControlClient {
  /// The reason why there is no reply.
  public enum Failure: Error, Sendable, CustomStringConvertible {
    /// XDG_RUNTIME_DIR is not set.
    case noRuntimeDirectory
    /// No process listens at the path.
    case notRunning(String)
    /// A daemon of an earlier version listens at its path.
    case earlierVersion(String)
    /// The daemon at the path does not answer.
    case noReply(String)
    /// Another user's program listens at the path.
    case otherUser(String)
    /// The connection failed.
    case system(SystemError)
    /// The reply cannot be decoded, for this reason.
    case invalidReply(String)
    /// The daemon has ended while its status was followed.
    case ended

    /// The reason for people.
    public var description: String {
      switch self {
      case .noRuntimeDirectory: "XDG_RUNTIME_DIR is not set: it names the directory of the daemon's socket"
      case .notRunning(let path): "no daemon is running (nothing listens at \(path)); start it with 'sleight run'"
      case .earlierVersion(let path):
        "the daemon that runs (it listens at \(path)) is of an earlier version; restart it: with its unit, "
          + "'systemctl --user restart sleight'"
      case .noReply(let path): "the daemon at \(path) does not answer"
      case .otherUser(let path): "the program that listens at \(path) belongs to another user"
      case .system(let error): "\(error)"
      case .invalidReply(let reason): "invalid reply from the daemon: \(reason)"
      case .ended: "the daemon has ended"
      }
    }
  }

  /// Sends `request` and returns the reply.
  /// - Parameter patience: the longest wait; nil for one that is enough for the request.
  /// - Throws: `Failure`.
  public static func ask(
    _ request: ControlRequest, within patience: Duration? = nil
  ) throws(Failure) -> ControlReply {
    // A reload is answered once the file is read, which may have to wait for another reading: on a slow machine, the
    // largest file takes several times the seconds that it takes elsewhere.
    let usual: Duration = if case .reload = request { .seconds(60) } else { .seconds(10) }
    return try reply(ask(request, within: patience ?? usual, limit: ControlSocket.longestLine)[...])
  }

  /// Returns the last touch sequences that the daemon keeps.
  /// - Throws: `Failure`.
  public static func touches() throws(Failure) -> TouchReports {
    let reply = try ask(.touches, within: .seconds(10), limit: 16 << 20)
    do {
      return try TouchReports.read(reply)
    } catch {
      throw .invalidReply(error.reason)
    }
  }

  /// Sends `request` and returns the bytes of the reply, up to a limit.
  private static func ask(
    _ request: ControlRequest, within patience: Duration, limit: Int
  ) throws(Failure) -> [UInt8] {
    let deadline = Timestamp.now + patience
    return try withDaemon(until: deadline) { path, socket in
      try socket.write(Array("\(request.line)\n".utf8))
      var received: [UInt8] = []
      while received.count <= limit {
        guard isReadable(socket.number, until: deadline) else { throw Failure.noReply(path) }
        guard let bytes = try socket.read(upTo: 65_536) else { continue }
        if bytes.isEmpty { break }
        received += bytes
      }
      guard !received.isEmpty else { throw Failure.noReply(path) }
      return received
    }
  }

  /// Calls `body` with each line that the daemon sends to a follower. Returns when `body` throws, or when the reader of
  /// standard output has closed it.
  /// - Throws: `Failure`, and the errors of `body`.
  public static func follow(_ request: ControlRequest, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
    let patience = Timestamp.now + .seconds(10)
    var bodyError: (any Error)?
    try withDaemon(until: patience) { path, socket in
      try socket.write(Array("\(request.line)\n".utf8))
      var received: [UInt8] = []
      while isReadableBeforeOutputCloses(socket.number) {
        guard let bytes = try socket.read(upTo: 65_536) else { continue }
        if bytes.isEmpty { throw Failure.ended }
        received += bytes
        while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
          let line = received[..<end]
          received.removeFirst(end + 1)
          do { try body(line) } catch {
            bodyError = error
            return
          }
        }
      }
    }
    if let bodyError { throw bodyError }
  }

  /// Decodes a reply.
  /// - Throws: `Failure.invalidReply`.
  public static func reply(_ line: ArraySlice<UInt8>) throws(Failure) -> ControlReply {
    do {
      return try ControlReply(line: line)
    } catch {
      throw .invalidReply(error.reason)
    }
  }

  /// Calls `body` with a connection to the daemon and its path.
  /// - Parameter deadline: the latest time to connect.
  private static func withDaemon<Result>(
    until deadline: Timestamp, _ body: (_ path: String, borrowing Descriptor) throws -> Result
  ) throws(Failure) -> Result {
    guard let path = ControlSocket.path(runtimeDirectory: Environment.value(of: "XDG_RUNTIME_DIR")) else {
      throw .noRuntimeDirectory
    }
    do {
      let socket = try connect(to: path, until: deadline)
      guard try UnixSocket.peer(of: socket).uid == getuid() else { throw Failure.otherUser(path) }
      return try body(path, socket)
    } catch let failure as Failure {
      throw failure
    } catch let error as SystemError {
      if error.isMissing || error.code == ECONNREFUSED { throw absence(at: path) }
      // The daemon has closed the connection, or its queue of clients is full.
      if [EAGAIN, EPIPE, ECONNRESET].contains(error.code) { throw .noReply(path) }
      throw .system(error)
    } catch {
      throw .invalidReply("\(error)")
    }
  }

  /// The reason for which nothing listens at `path`.
  private static func absence(at path: String) -> Failure {
    let old = ControlSocket.oldPath(runtimeDirectory: Environment.value(of: "XDG_RUNTIME_DIR"))
    if let old, case .somebody = listener(at: old) { return .earlierVersion(old) }
    return .notRunning(path)
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
  private static func connect(to path: String, until deadline: Timestamp) throws(SystemError) -> Descriptor {
    while true {
      do throws(SystemError) {
        return try UnixSocket.connect(to: path, nonblocking: true, isStarting: true)
      } catch {
        guard error.code == EAGAIN, Timestamp.now < deadline else { throw error }
        // poll(2) reports nothing for a socket that is not connected.
        usleep(10_000)
      }
    }
  }

  /// Waits until the descriptor is readable; false if the reader of standard output closes it before.
  private static func isReadableBeforeOutputCloses(_ descriptor: CInt) -> Bool {
    var waiting = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: 1, events: 0, revents: 0)]
    while true {
      let count = poll(&waiting, 2, -1)
      if waiting[1].revents & Int16(POLLERR) != 0 { return false }
      if count > 0 { return true }
      guard errno == EINTR else { return false }
    }
  }
}
