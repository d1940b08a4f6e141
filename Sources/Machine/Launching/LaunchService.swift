internal import Glibc
public import Linux
internal import Time

/// Starts programs on behalf of other processes of the same user that run in a sandbox: see `RemoteStarter`.
///
/// Programs belong to the connection that requested them, but outlive it; their ends are then not reported.
public final class LaunchService {
  /// The maximum number of connections, far more than a session has daemons.
  static let maxClients = 16
  /// The maximum number of running programs for each connection; a daemon starts half as many at most.
  static let maxProgramsPerClient = 256

  private enum Token {
    static let listener: UInt64 = 0
    static let timer: UInt64 = 1
    static let inputs: UInt64 = 2
    static let firstClient: UInt64 = 3
  }

  /// The time without accepting connections after that failed, as without descriptors.
  private static let acceptPause = Duration.seconds(1)

  private final class Client {
    var stream: FrameStream
    var programs: ProgramCache?
    init(_ socket: consuming Descriptor) { stream = FrameStream(socket) }
  }

  private struct Running {
    let pid: Int32
    let client: UInt64
    let id: StartID
  }

  private let listener: Descriptor
  private let ownDescription: [String]
  /// True for the connections that are accepted.
  private let admits: (borrowing Descriptor) -> Bool
  /// Ends a pause of accepting connections.
  private let timer: TimerDescriptor
  private let inputs: ProgramInputs
  private var epoll: Epoll
  private var ready: [Epoll.Ready] = []
  private var clients: [UInt64: Client] = [:]
  private var running: [Running] = []
  private var nextToken = Token.firstClient

  /// - Parameters:
  ///   - listener: a non-blocking listening socket.
  ///   - environment: the environment of this process, each entry as `NAME=value`. The variables in which systemd
  ///     describes this process replace those that describe the client.
  ///   - admits: true for the connections of processes that may start programs, besides being the user's.
  /// - Throws: `SystemError`.
  public init(
    listener: consuming Descriptor, environment: [String] = Environment.all(),
    admits: @escaping (borrowing Descriptor) -> Bool = LaunchService.isOfTheDaemon
  ) throws(SystemError) {
    self.admits = admits
    ownDescription = environment.filter(Self.describesProcess)
    timer = try TimerDescriptor()
    inputs = try ProgramInputs()
    epoll = try Epoll()
    try epoll.add(inputs.descriptor, token: Token.inputs)
    try epoll.add(timer.number, token: Token.timer)
    try epoll.add(listener.number, token: Token.listener)
    self.listener = listener
  }

  /// True if `socket` was connected by the daemon's unit, or if this process is not in its own unit: then nothing tells
  /// the daemon from other programs of the user.
  public static func isOfTheDaemon(_ socket: borrowing Descriptor) -> Bool {
    guard let own = ControlGroup.own, own.hasSuffix("/sleight-commands.service") else { return true }
    guard let path = ControlGroup.path(ofPeer: socket) else { return false }
    return ControlGroup.isService("sleight.service", path, besides: own)
  }

  /// The descriptor to wait for; call `dispatch` when it is readable.
  public var descriptor: CInt { epoll.number }

  /// The number of running programs.
  var runningCount: Int { running.count }

  /// True if there are no connections and no running programs.
  public var isIdle: Bool { clients.isEmpty && running.isEmpty }

  /// Handles pending requests, without waiting.
  /// - Throws: `SystemError` if epoll_wait(2) fails.
  public func dispatch() throws(SystemError) {
    try epoll.wait(into: &ready, timeout: .zero)
    for event in ready {
      switch event.token {
      case Token.listener: accept()
      case Token.timer:
        try timer.acknowledge()
        if (try? epoll.add(listener.number, token: Token.listener)) == nil { try pauseAccepting() }
      case Token.inputs:
        for pid in inputs.flush() {
          for program in running where program.pid == pid { send(to: program.client, .closedInput(program.id)) }
        }
      default: receive(from: event.token)
      }
    }
  }

  /// Reaps programs that have ended and reports them to the clients that requested them: to be called on SIGCHLD.
  public func reap() {
    var ended: [(program: Running, status: ChildProcess.ExitStatus)] = []
    running.removeAll { program in
      do {
        guard let status = try ChildProcess.reap(program.pid) else { return false }
        ended.append((program, status))
      } catch {
        // The program is no longer a child of this process, and its exit status is unknown.
      }
      inputs.remove(program.pid)
      return true
    }
    // Not above: a client that turns out to be gone is looked for among the running programs.
    for (program, status) in ended { send(to: program.client, .ended(program.id, status)) }
  }

  private func accept() {
    do throws(SystemError) {
      while let socket = try UnixSocket.accept(from: listener) { add(socket) }
    } catch {
      // The connection stays pending, and would wake the loop endlessly.
      if (try? pauseAccepting()) != nil { try? epoll.remove(listener.number) }
    }
  }

  private func pauseAccepting() throws(SystemError) { try timer.set(to: .now + Self.acceptPause) }

  private func add(_ socket: consuming Descriptor) {
    // The permissions of the socket file admit no other user, but the socket may have been passed on by another
    // process.
    guard let peer = try? UnixSocket.peer(of: socket), peer.uid == getuid(), admits(socket),
      clients.count < Self.maxClients
    else { return }
    let client = Client(socket)
    guard (try? epoll.add(client.stream.socket.number, token: nextToken)) != nil else { return }
    clients[nextToken] = client
    nextToken += 1
  }

  private func receive(from token: UInt64) {
    guard let client = clients[token] else { return }
    do throws(FrameStream.Ended) {
      try client.stream.flush()
      for frame in try client.stream.receive() {
        guard let request = LaunchRequest(frame) else { throw FrameStream.Ended() }
        try handle(request, of: client, token)
      }
      updateInterest(client, token)
    } catch {
      disconnect(token)
    }
  }

  private func handle(_ request: LaunchRequest, of client: Client, _ token: UInt64) throws(FrameStream.Ended) {
    switch request {
    case .open(let environment, let isSilent):
      let shared = environment.filter { !Self.describesProcess($0) } + ownDescription
      client.programs = ProgramCache(Launcher(environment: shared, isSilent: isSilent))
    case .start(let id, let arguments, let variables, let isFed):
      guard let programs = client.programs else { throw FrameStream.Ended() }
      do throws(SystemError) {
        guard running.lazy.filter({ $0.client == token }).count < Self.maxProgramsPerClient else {
          throw SystemError("posix_spawn", code: EAGAIN)
        }
        let pid =
          isFed
          ? try inputs.start { input throws(SystemError) in
            try programs.start(arguments, adding: variables, reading: input)
          } : try programs.start(arguments, adding: variables)
        running.append(Running(pid: pid, client: token, id: id))
      } catch {
        _ = try client.stream.send(LaunchReply.refused(id, code: error.code).frame)
      }
    case .feed(let id, let line): if let pid = pid(of: id, token) { inputs.write(line, to: pid) }
    case .endInput(let id): if let pid = pid(of: id, token) { inputs.end(pid) }
    case .kill(let id): if let pid = pid(of: id, token) { Glibc.kill(-pid, SIGKILL) }
    case .owner(let path): _ = try client.stream.send(LaunchReply.owner(FileOwner(at: path)).frame)
    }
  }

  /// The process id of a client's program; nil if it has ended.
  private func pid(of id: StartID, _ client: UInt64) -> Int32? {
    running.first { $0.client == client && $0.id == id }?.pid
  }

  private func send(to token: UInt64, _ reply: LaunchReply) {
    guard let client = clients[token] else { return }
    do throws(FrameStream.Ended) {
      // A daemon reads its replies: this client is something else.
      guard try client.stream.send(reply.frame) else { throw FrameStream.Ended() }
      updateInterest(client, token)
    } catch {
      disconnect(token)
    }
  }

  private func updateInterest(_ client: Client, _ token: UInt64) {
    try? epoll.modify(
      client.stream.socket.number, token: token,
      for: client.stream.hasPendingOutput ? [.readable, .writable] : [.readable])
  }

  private func disconnect(_ token: UInt64) {
    guard let client = clients.removeValue(forKey: token) else { return }
    try? epoll.remove(client.stream.socket.number)
    // No further line follows.
    for program in running where program.client == token { inputs.end(program.pid) }
  }

  /// True for variables in which systemd describes the process itself (systemd.exec(5)).
  private static func describesProcess(_ entry: String) -> Bool {
    ["JOURNAL_STREAM=", "INVOCATION_ID=", "SYSTEMD_EXEC_PID="].contains { entry.hasPrefix($0) }
  }
}
