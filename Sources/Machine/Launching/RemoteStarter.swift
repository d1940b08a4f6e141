internal import Glibc
public import Linux
internal import Time

/// Starts programs through a `LaunchService`, so that the sandbox of this process does not apply to them.
///
///     this process    connects ── environment ── start 1 ── start 2 ─────────────────────── start 3 ──
///     service                                    runs 1    cannot ── "2: ENOENT"
///                                                          1 ends ── "1: exit status 0"
///
/// No method waits. If the service has ended, it is connected to again: at every start, and otherwise at most once a
/// second. The service manager keeps the socket and starts the service anew.
public final class RemoteStarter: Starter {
  /// The minimum age of a connection to reconnect without a start.
  private static let reconnectDelay = Duration.seconds(1)
  private static let token: UInt64 = 0

  private let path: String
  private let environment: [String]
  private let isSilent: Bool
  private let report: (String) -> Void
  private let epoll: Epoll
  private var connection: Connection?
  /// The programs that have not ended as far as is known, in the order of their starts.
  private var running: [(id: StartID, name: String)] = []
  private var pendingNews: [StartNews] = []
  private var count: UInt32 = 0
  private var connectedAt: Timestamp?

  /// A box for the stream, which is not copyable.
  private final class Connection {
    var stream: FrameStream
    init(_ socket: consuming Descriptor) { stream = FrameStream(socket) }
  }

  /// - Parameters:
  ///   - path: the path of the service's socket.
  ///   - environment: the environment that all programs have in common, each entry as `NAME=value`.
  ///   - isSilent: true to discard their standard output and error.
  ///   - report: logs that the service has ended.
  /// - Throws: `SystemError` if epoll_create1(2) fails. If there is no listener, the first start reports it.
  public init(
    at path: String, environment: [String], isSilent: Bool = false, report: @escaping (String) -> Void
  ) throws(SystemError) {
    self.path = path
    self.environment = environment
    self.isSilent = isSilent
    self.report = report
    epoll = try Epoll()
  }

  /// The descriptor to wait for; call `news` when it is readable. It does not change.
  public var descriptor: CInt { epoll.number }

  /// Connects, so that the service runs when it is needed.
  public func prepare() { try? connect() }

  /// Starts a program. `news` reports if it does not exist.
  public func start(
    _ arguments: [String], adding variables: EnvironmentVariables, isFed: Bool
  ) throws(StartError) -> StartID {
    let name = arguments.first ?? ""
    guard !name.isEmpty, !arguments.contains(where: { $0.utf8.contains(0) }) else {
      throw .refused(SystemError("posix_spawn", path: name.isEmpty ? nil : name, code: EINVAL))
    }
    let id = StartID(number: count &+ 1)
    let frame = LaunchRequest.start(id, arguments: arguments, variables: variables, isFed: isFed).frame
    guard frame.count < Frame.maxLength else { throw .refused(SystemError("posix_spawn", path: name, code: E2BIG)) }
    try send(frame)
    count = id.number
    running.append((id, name))
    return id
  }

  /// True if requests wait for the service: it keeps the lines of programs that do not read.
  public var hasPendingLines: Bool { connection?.stream.hasPendingOutput ?? false }

  /// Writes a line to the standard input of a program.
  public func feed(_ line: [UInt8], to id: StartID) { request(.feed(id, line: line), of: id) }

  /// Closes the standard input of a program after its last line.
  public func endInput(of id: StartID) { request(.endInput(id), of: id) }

  /// Kills a program and all others of its session.
  public func kill(_ id: StartID) { request(.kill(id), of: id) }

  /// Sends a request for a program that runs.
  private func request(_ request: LaunchRequest, of id: StartID) {
    guard running.contains(where: { $0.id == id }) else { return }
    // Without a connection no program is known to run.
    try? send(request.frame)
  }

  /// The programs that have ended or were not started, since the last call.
  public func news() -> [StartNews] {
    receive()
    defer { pendingNews = [] }
    return pendingNews
  }

  // MARK: The connection

  private func connect() throws(SystemError) {
    guard connection == nil else { return }
    connectedAt = Timestamp.now
    let socket = try UnixSocket.connect(to: path, nonblocking: true)
    // The environment may contain secrets: send it only to a process of the same user.
    guard try UnixSocket.peer(of: socket).uid == getuid() else { throw SystemError("connect", path: path, code: EPERM) }
    let connection = Connection(socket)
    do throws(FrameStream.Ended) {
      _ = try connection.stream.send(LaunchRequest.open(environment: environment, isSilent: isSilent).frame)
    } catch {
      throw SystemError("send", path: path, code: EPIPE)
    }
    try epoll.add(connection.stream.socket.number, token: Self.token, for: [.readable])
    self.connection = connection
    updateInterest()
  }

  private func send(_ frame: [UInt8]) throws(StartError) {
    // The second attempt is for a service that has ended unnoticed.
    for _ in 0..<2 {
      do throws(SystemError) { try connect() } catch { throw .unreachable(error) }
      guard let connection else { break }
      do throws(FrameStream.Ended) {
        if try connection.stream.send(frame) { return updateInterest() }
      } catch {
        disconnect()
        continue
      }
      throw .unreachable(SystemError("send", path: path, code: EAGAIN))
    }
    throw .unreachable(SystemError("send", path: path, code: EPIPE))
  }

  private func updateInterest() {
    guard let connection else { return }
    try? epoll.modify(
      connection.stream.socket.number, token: Self.token,
      for: connection.stream.hasPendingOutput ? [.readable, .writable] : [.readable])
  }

  private func receive() {
    do throws(FrameStream.Ended) {
      while let connection {
        try connection.stream.flush()
        let frames = try connection.stream.receive()
        for frame in frames {
          guard let reply = LaunchReply(frame) else { throw FrameStream.Ended() }
          handle(reply)
        }
        if frames.isEmpty { break }
      }
      updateInterest()
    } catch {
      let isConnectionNew = isConnectionNew
      disconnect()
      if !isConnectionNew { prepare() }
    }
  }

  private func handle(_ reply: LaunchReply) {
    switch reply {
    case .refused(let id, let code):
      guard let index = running.firstIndex(where: { $0.id == id }) else { return }
      let name = running.remove(at: index).name
      pendingNews.append(StartNews(id: id, kind: .refused(SystemError("posix_spawn", path: name, code: code))))
    case .ended(let id, let status):
      guard let index = running.firstIndex(where: { $0.id == id }) else { return }
      running.remove(at: index)
      pendingNews.append(StartNews(id: id, kind: .ended(status)))
    case .closedInput(let id):
      if running.contains(where: { $0.id == id }) { pendingNews.append(StartNews(id: id, kind: .closedInput)) }
    case .owner: break
    }
  }

  /// True if the connection is less than a second old.
  private var isConnectionNew: Bool { connectedAt.map { .now - $0 < Self.reconnectDelay } ?? false }

  private func disconnect() {
    guard let connection else { return }
    try? epoll.remove(connection.stream.socket.number)
    self.connection = nil
    let rest =
      switch running.count {
      case 0: ""
      case 1: "; the exit status of its command is unknown"
      default: "; the exit statuses of its \(running.count) commands are unknown"
      }
    // If the service ends again at once, that was logged before.
    if !isConnectionNew || !running.isEmpty { report("the service that starts commands has ended\(rest)") }
    pendingNews += running.map { StartNews(id: $0.id, kind: .lost) }
    running = []
  }
}
