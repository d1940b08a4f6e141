internal import Glibc
public import Linux

/// Starts programs for others of the same user, who are held by what the system forbids them: see `RemoteStarter`.
///
/// Programs belong to the connection that asked for them, and outlive it: then nobody is told how they end.
public final class LaunchService {
  /// Far more connections at once than a session has daemons.
  static let mostClients = 16
  /// The most programs of one connection that run at once; a daemon asks for half as many.
  static let mostPrograms = 256

  private enum Token {
    static let listener: UInt64 = 0
    static let firstClient: UInt64 = 1
  }

  private final class Client {
    var stream: FrameStream
    var programs: ReadyPrograms?
    init(_ socket: consuming Descriptor) { stream = FrameStream(socket) }
  }

  private struct Running {
    let pid: Int32
    let client: UInt64
    let id: StartID
  }

  private let listener: Descriptor
  private let own: [String]
  private var epoll: Epoll
  private var ready: [Epoll.Ready] = []
  private var clients: [UInt64: Client] = [:]
  private var running: [Running] = []
  private var nextToken = Token.firstClient

  /// - Parameters:
  ///   - listener: a socket that listens, non-blocking.
  ///   - environment: this process's own, each as `NAME=value`: what systemd told it about itself, its programs are
  ///     told in place of what it told who asks.
  /// - Throws: `SystemError`.
  public init(listener: consuming Descriptor, environment: [String] = Environment.all()) throws(SystemError) {
    own = environment.filter(Self.isAboutProcess)
    epoll = try Epoll()
    try epoll.add(listener.number, token: Token.listener)
    self.listener = listener
  }

  /// What to wait for, to call `dispatch` when it is readable.
  public var descriptor: CInt { epoll.number }

  /// How many programs run.
  var runningCount: Int { running.count }

  /// Whether nobody is connected and nothing runs.
  public var isIdle: Bool { clients.isEmpty && running.isEmpty }

  /// Does what it is asked for, without waiting.
  /// - Throws: `SystemError` where nothing can be waited for any more.
  public func dispatch() throws(SystemError) {
    try epoll.wait(into: &ready, timeout: .zero)
    for event in ready {
      if event.token == Token.listener { accept() } else { serve(event.token) }
    }
  }

  /// Takes leave of programs that have ended, and tells who asked for them: to be called on SIGCHLD.
  public func reap() {
    running.removeAll { program in
      do {
        guard let status = try ChildProcess.reap(program.pid) else { return false }
        tell(program.client, .ended(program.id, status))
      } catch {
        // It is no child of ours any more, and nobody can tell how it ended.
      }
      return true
    }
  }

  private func accept() {
    while let socket = (try? UnixSocket.accept(from: listener)) ?? nil {
      // The socket's file lets in nobody else; but who passed it on is not known.
      guard let peer = try? UnixSocket.peer(of: socket), peer.uid == getuid(), clients.count < Self.mostClients else {
        continue
      }
      let client = Client(socket)
      guard (try? epoll.add(client.stream.socket.number, token: nextToken)) != nil else { continue }
      clients[nextToken] = client
      nextToken += 1
    }
  }

  private func serve(_ token: UInt64) {
    guard let client = clients[token] else { return }
    do throws(FrameStream.Ended) {
      try client.stream.flush()
      for frame in try client.stream.receive() {
        guard let request = LaunchRequest(frame) else { throw FrameStream.Ended() }
        try take(request, of: client, token)
      }
      waitForRoom(client, token)
    } catch {
      drop(token)
    }
  }

  private func take(_ request: LaunchRequest, of client: Client, _ token: UInt64) throws(FrameStream.Ended) {
    switch request {
    case .open(let environment, let isSilent):
      let shared = environment.filter { !Self.isAboutProcess($0) } + own
      client.programs = ReadyPrograms(Launcher(environment: shared, isSilent: isSilent))
    case .start(let id, let arguments, let variables):
      guard let programs = client.programs else { throw FrameStream.Ended() }
      do throws(SystemError) {
        guard running.lazy.filter({ $0.client == token }).count < Self.mostPrograms else {
          throw SystemError("posix_spawn", code: EAGAIN)
        }
        let pid = try programs.start(arguments, adding: variables)
        running.append(Running(pid: pid, client: token, id: id))
      } catch {
        _ = try client.stream.send(LaunchReply.refused(id, code: error.code).frame)
      }
    case .kill(let id):
      for program in running where program.client == token && program.id == id { Glibc.kill(-program.pid, SIGKILL) }
    case .owner(let path): _ = try client.stream.send(LaunchReply.owner(FileOwner(at: path)).frame)
    }
  }

  private func tell(_ token: UInt64, _ reply: LaunchReply) {
    guard let client = clients[token] else { return }
    do throws(FrameStream.Ended) {
      // Who does not read is no daemon of ours.
      guard try client.stream.send(reply.frame) else { throw FrameStream.Ended() }
      waitForRoom(client, token)
    } catch {
      drop(token)
    }
  }

  private func waitForRoom(_ client: Client, _ token: UInt64) {
    try? epoll.modify(
      client.stream.socket.number, token: token, for: client.stream.hasRest ? [.readable, .writable] : [.readable])
  }

  private func drop(_ token: UInt64) {
    guard let client = clients.removeValue(forKey: token) else { return }
    try? epoll.remove(client.stream.socket.number)
  }

  /// What systemd tells each process about itself (systemd.exec(5)).
  private static func isAboutProcess(_ entry: String) -> Bool {
    ["JOURNAL_STREAM=", "INVOCATION_ID=", "SYSTEMD_EXEC_PID="].contains { entry.hasPrefix($0) }
  }
}
