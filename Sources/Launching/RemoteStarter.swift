internal import Glibc
public import Linux

/// Has a `LaunchService` start programs, so that they are held by nothing that holds this process.
///
///     this process    connects ── environment ── start 1 ── start 2 ─────────────────────── start 3 ──
///     service                                    runs 1    cannot ── "2: ENOENT"
///                                                          1 ends ── "1: exit status 0"
///
/// Nothing here waits. A service that is gone is connected to again, at most once a second by itself and at every start:
/// its socket is kept by who starts it anew.
public final class RemoteStarter: Starter {
  /// How long ago a connection must have been made for a new one to be made before it is needed.
  private static let pause: Int64 = 1_000_000
  private static let token: UInt64 = 0

  private let path: String
  private let environment: [String]
  private let isSilent: Bool
  private let report: (String) -> Void
  private let epoll: Epoll
  private var link: Link?
  /// Those that run as far as is known, in the order they were started.
  private var running: [(id: StartID, name: String)] = []
  private var waiting: [StartNews] = []
  private var count: UInt32 = 0
  private var connectedAt = -pause

  /// A connection, which a class may hold.
  private final class Link {
    var stream: FrameStream
    init(_ socket: consuming Descriptor) { stream = FrameStream(socket) }
  }

  /// - Parameters:
  ///   - path: the service's socket.
  ///   - environment: what all programs are started with, each as `NAME=value`.
  ///   - isSilent: whether what they write goes nowhere.
  ///   - report: takes note of a service that has ended.
  /// - Throws: `SystemError` where there is nothing to wait with. That nobody is at the socket is told by a start.
  public init(
    at path: String, environment: [String], isSilent: Bool = false, report: @escaping (String) -> Void
  ) throws(SystemError) {
    self.path = path
    self.environment = environment
    self.isSilent = isSilent
    self.report = report
    epoll = try Epoll()
  }

  /// What to wait for, to call `news` when it is readable; the same for this object's life.
  public var descriptor: CInt { epoll.number }

  /// Connects, so that the service runs when it is needed.
  public func prepare() { try? connect() }

  /// Starts a program. That it does not exist is told by `news`.
  public func start(_ arguments: [String], adding variables: EnvironmentVariables) throws(StartError) -> StartID {
    let name = arguments.first ?? ""
    guard !name.isEmpty, !arguments.contains(where: { $0.utf8.contains(0) }) else {
      throw .refused(SystemError("posix_spawn", path: name.isEmpty ? nil : name, code: EINVAL))
    }
    let id = StartID(number: count &+ 1)
    let frame = LaunchRequest.start(id, arguments: arguments, variables: variables).frame
    guard frame.count < Frame.longest else { throw .refused(SystemError("posix_spawn", path: name, code: E2BIG)) }
    try send(frame)
    count = id.number
    running.append((id, name))
    return id
  }

  /// Kills a program and all others of its session.
  public func kill(_ id: StartID) {
    guard running.contains(where: { $0.id == id }) else { return }
    // Where there is no connection, nothing that runs is known.
    try? send(LaunchRequest.kill(id).frame)
  }

  /// What became of programs.
  public func news() -> [StartNews] {
    receive()
    defer { waiting = [] }
    return waiting
  }

  // MARK: The connection

  private func connect() throws(SystemError) {
    guard link == nil else { return }
    connectedAt = monotonicNow()
    let socket = try UnixSocket.connect(to: path, nonblocking: true)
    // Whoever is there is told all that the environment holds.
    guard try UnixSocket.peer(of: socket).uid == getuid() else { throw SystemError("connect", path: path, code: EPERM) }
    let link = Link(socket)
    do throws(FrameStream.Ended) {
      _ = try link.stream.send(LaunchRequest.open(environment: environment, isSilent: isSilent).frame)
    } catch {
      throw SystemError("send", path: path, code: EPIPE)
    }
    try epoll.add(link.stream.socket.number, token: Self.token, for: [.readable])
    self.link = link
    waitForRoom()
  }

  private func send(_ frame: [UInt8]) throws(StartError) {
    // The second time where the service has ended and nobody has seen it yet.
    for _ in 0..<2 {
      do throws(SystemError) { try connect() } catch { throw .unreachable(error) }
      guard let link else { break }
      do throws(FrameStream.Ended) {
        if try link.stream.send(frame) { return waitForRoom() }
      } catch {
        lose()
        continue
      }
      throw .unreachable(SystemError("send", path: path, code: EAGAIN))
    }
    throw .unreachable(SystemError("send", path: path, code: EPIPE))
  }

  private func waitForRoom() {
    guard let link else { return }
    try? epoll.modify(
      link.stream.socket.number, token: Self.token, for: link.stream.hasRest ? [.readable, .writable] : [.readable])
  }

  private func receive() {
    do throws(FrameStream.Ended) {
      while let link {
        try link.stream.flush()
        let frames = try link.stream.receive()
        for frame in frames {
          guard let reply = LaunchReply(frame) else { throw FrameStream.Ended() }
          take(reply)
        }
        if frames.isEmpty { break }
      }
      waitForRoom()
    } catch {
      let isNew = isNew
      lose()
      if !isNew { prepare() }
    }
  }

  private func take(_ reply: LaunchReply) {
    switch reply {
    case .refused(let id, let code):
      guard let index = running.firstIndex(where: { $0.id == id }) else { return }
      let name = running.remove(at: index).name
      waiting.append(StartNews(id: id, kind: .refused(SystemError("posix_spawn", path: name, code: code))))
    case .ended(let id, let status):
      guard let index = running.firstIndex(where: { $0.id == id }) else { return }
      running.remove(at: index)
      waiting.append(StartNews(id: id, kind: .ended(status)))
    case .owner: break
    }
  }

  /// Whether the connection was made only now.
  private var isNew: Bool { monotonicNow() - connectedAt < Self.pause }

  private func lose() {
    guard let link else { return }
    try? epoll.remove(link.stream.socket.number)
    self.link = nil
    let rest =
      switch running.count {
      case 0: ""
      case 1: "; how the command that it started ends is not known"
      default: "; how the \(running.count) commands that it started end is not known"
      }
    // One that ends at once has been told of before.
    if !isNew || !running.isEmpty { report("the service that starts commands has ended\(rest)") }
    waiting += running.map { StartNews(id: $0.id, kind: .lost) }
    running = []
  }
}
