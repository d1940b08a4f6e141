internal import Control
internal import Glibc
internal import JSONLines
internal import Linux
internal import Surroundings
internal import Time

/// The server of the control socket. It reads one line from each client, answers with one, and closes the connection. A
/// client that sends no complete line in time, or belongs to another user, is dropped. A follower gets a line with the
/// status at once and after each change.
///
///     client     connects ── a line ──▶ reply, closed
///                connects ── silence, or a line without end ── 2 s, or 64 KiB ──▶ closed
///     follower   connects ── a line ──▶ status ──▶ status ──▶ ... until it closes the connection
///
/// For a follower that does not read, at most one line is kept: once it reads again, it gets the rest of that line and
/// then the status of that time. Of events, 64 KiB are kept, and the number of lines that were left out follows.
final class ControlServer {
  /// Handles a request and returns the reply; nil if it passes the reply to `later`, once.
  typealias Answer = (ControlRequest, _ later: @escaping (ControlReply) -> Void) -> ControlReply?

  /// Returns the bytes of the reply to `ControlRequest.touches`.
  typealias Touches = () -> [UInt8]

  /// The maximum number of clients, far more than a user, a status bar and scripts have; beyond it, the oldest is
  /// dropped.
  private static let clientLimit = 64
  /// The maximum number of followers: several status bars on each of several outputs.
  private static let followerLimit = 32
  /// The maximum number of bytes of events that wait for a follower.
  private static let unsentLimit = 65_536
  /// The time limit for a request; clients of this program send it at once.
  private static let timeLimit = Duration.seconds(2)
  /// The time without accepting clients if there are no descriptors left and no client to drop.
  private static let acceptPause = Duration.seconds(1)

  private final class Client {
    let socket: Descriptor
    /// The end of its time; nil while the daemon owes it a reply.
    var deadline: Timestamp?
    var received: [UInt8] = []
    /// True if its request was read and the reply is pending.
    var isWaiting = false
    /// The rest of a line, or of a long reply, that its socket had no room for.
    var unsent: [UInt8] = []
    /// True if the loop waits until its socket has room.
    var awaitsRoom = false
    /// True if the status has changed since that line.
    var isStale = false
    /// True if it follows events.
    var wantsEvents = false
    /// True if it also follows what fingers are near to.
    var wantsProgress = false
    /// The number of events that were left out since the last line.
    var lost = 0

    init(_ socket: consuming Descriptor, until deadline: Timestamp) {
      self.socket = socket
      self.deadline = deadline
    }
  }

  let path: String
  /// The lock of the runtime directory: a second daemon does not start while it is held, also if the socket's file was
  /// deleted.
  private let lock: DirectoryLock?
  private let listener: Descriptor
  /// The socket's file, to recognise it later.
  private let file: UnixSocket.File?
  private let loop: EventLoop
  private let answer: Answer
  private let touches: Touches
  /// The clients whose request is pending, in the order they came: the first one's time ends first.
  private var clients: [Client] = []
  private var followers: [Client] = []
  /// The time to accept clients again; nil while they are accepted.
  private var closedUntil: Timestamp?

  /// Listens at `path`, in `directory`, which is made in the runtime directory.
  /// - Throws: `SystemError`: EADDRINUSE if another program listens there, EWOULDBLOCK if another daemon runs.
  init(
    at path: String, in directory: String, on loop: EventLoop, touches: @escaping Touches, answer: @escaping Answer
  ) throws(SystemError) {
    self.path = path
    self.loop = loop
    self.answer = answer
    self.touches = touches
    // The socket's own directory can be deleted. Without the lock, another program holds it, for whatever reason.
    lock = try UnixSocket.lockDirectory(of: directory) {
      if case .somebody = ControlClient.listener(at: path) { true } else { false }
    }
    listener = try UnixSocket.listen(at: path)
    file = UnixSocket.file(at: path)
    try loop.add(listener.number) { [unowned self] _ in accept() }
  }

  /// The time to call `expire`; nil if there is no time limit running.
  var deadline: Timestamp? {
    var deadline = clients.lazy.compactMap(\.deadline).first
    deadline.limit(to: closedUntil)
    return deadline
  }

  /// Drops clients whose time is over, and accepts clients again.
  func expire(at now: Timestamp) {
    for client in clients where client.deadline.map({ $0 <= now }) == true { drop(client) }
    guard let due = closedUntil, due <= now else { return }
    do throws(SystemError) {
      try loop.add(listener.number) { [unowned self] _ in accept() }
      closedUntil = nil
    } catch {
      closedUntil = now + Self.acceptPause
    }
  }

  /// True if the status is followed.
  var isFollowed: Bool { followers.contains { !$0.wantsEvents } }

  private(set) var wantsEvents = false
  private(set) var wantsProgress = false

  /// Sends the status to its followers, after a change.
  func publish() {
    let line = statusLine()
    for follower in followers where !follower.wantsEvents { send(line, to: follower) }
  }

  /// Sends lines to the followers of events. It never waits: a follower that does not read misses them.
  /// - Parameter areProgress: true for those who follow what fingers are near to.
  func publish(events lines: [String], areProgress: Bool = false) {
    let bytes = Array(lines.map { "\($0)\n" }.joined().utf8)
    for follower in followers where areProgress ? follower.wantsProgress : follower.wantsEvents {
      // A follower that waits for nothing would not be told what is left out.
      let hasRoom = follower.unsent.isEmpty || follower.unsent.count + bytes.count <= Self.unsentLimit
      guard hasRoom, follower.lost == 0 else {
        follower.lost += lines.count
        continue
      }
      let isBusy = !follower.unsent.isEmpty
      follower.unsent += bytes
      if !isBusy { flush(follower) }
    }
  }

  /// Stops listening and removes the socket, unless it is another daemon's by now: after ours was removed, or its
  /// directory.
  func close() {
    loop.remove(listener.number)
    for client in clients + followers { loop.remove(client.socket.number) }
    clients.removeAll()
    followers.removeAll()
    if let file, UnixSocket.file(at: path) == file { unlink(path) }
  }

  /// Accepts waiting clients, but no more at once than the maximum: touch events come first.
  private func accept() {
    let now = Timestamp.now
    do throws(SystemError) {
      for _ in 0..<Self.clientLimit {
        guard let socket = try UnixSocket.accept(from: listener) else { return }
        guard try UnixSocket.peer(of: socket).uid == getuid() else { continue }
        if clients.count == Self.clientLimit { dropOldest() }
        let client = Client(socket, until: now + Self.timeLimit)
        try loop.add(client.socket.number) { [unowned self, unowned client] event in handle(event, of: client) }
        clients.append(client)
      }
    } catch {
      // Out of descriptors or memory: clients that are connected make room. Without any, a waiting client would wake
      // the loop endlessly.
      if clients.isEmpty {
        loop.remove(listener.number)
        closedUntil = now + Self.acceptPause
      } else {
        dropOldest()
      }
    }
  }

  private func dropOldest() {
    guard let oldest = clients.first else { return }
    // Its request may have arrived since.
    read(oldest)
    // Unless it has its reply, or is a follower now.
    if clients.contains(where: { $0 === oldest }) { drop(oldest) }
  }

  // MARK: Requests

  private func handle(_ event: Epoll.Ready, of client: Client) {
    guard followers.contains(where: { $0 === client }) else {
      return client.unsent.isEmpty ? read(client, isClosed: event.isClosed) : finish(client)
    }
    // A follower says no more; it closes the connection.
    if event.isReadable || event.isClosed, (try? client.socket.read(upTo: 4096))?.isEmpty != false {
      return drop(client)
    }
    if event.isWritable { resume(client) }
  }

  /// - Parameter isClosed: true if the client has closed the connection, not only its side of it.
  private func read(_ client: Client, isClosed: Bool = false) {
    let bytes: [UInt8]
    do throws(SystemError) {
      guard let some = try client.socket.read(upTo: 4096) else { return }
      bytes = some
    } catch {
      return drop(client)
    }
    guard !client.isWaiting else {
      guard bytes.isEmpty else { return }
      // The client, as socat(1), sends no more and awaits the reply: its closed side would wake the loop endlessly.
      if isClosed || (try? loop.modify(client.socket.number, for: [])) == nil { drop(client) }
      return
    }
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    client.received += bytes[..<(end ?? bytes.endIndex)]
    guard end == nil else {
      let request = ControlRequest(line: client.received[...])
      if request == .touches {
        client.unsent = touches()
        return finish(client)
      }
      if let request, request.isFollowing, followers.count < Self.followerLimit { return follow(client, request) }
      if let reply = reply(to: request, client) {
        finish(client, with: reply)
      } else {
        client.isWaiting = true
        // A large rules file takes longer to read than a request.
        client.deadline = nil
      }
      return
    }
    if bytes.isEmpty || client.received.count > ControlSocket.longestLine { drop(client) }
  }

  /// The reply to a request; nil if it follows later.
  private func reply(to request: ControlRequest?, _ client: Client) -> ControlReply? {
    switch request {
    case .follow, .events: return .failed("\(Self.followerLimit) clients follow the status already")
    case let request?:
      return answer(request) { [weak self, weak client] reply in
        guard let self, let client, clients.contains(where: { $0 === client }) else { return }
        finish(client, with: reply)
      }
    case nil:
      let known = ControlRequest.commands.map { "'\($0)'" }.joined(separator: ", ")
      return .failed("unknown request; known requests: \(known)")
    }
  }

  private func finish(_ client: Client, with reply: ControlReply) {
    // A client with a full socket does not read: it gets no reply.
    try? client.socket.write(Array("\(reply.line)\n".utf8))
    drop(client)
  }

  /// Sends the rest of a long reply, as far as there is room; the client has the time of its request to read it.
  private func finish(_ client: Client) {
    client.isWaiting = true
    flush(client)
    if client.unsent.isEmpty { drop(client) }
  }

  // MARK: Followers

  private func follow(_ client: Client, _ request: ControlRequest) {
    let line = statusLine(request)
    if case .events(let progress) = request { (client.wantsEvents, client.wantsProgress) = (true, progress) }
    clients.removeAll { $0 === client }
    client.received = []
    followers.append(client)
    noteWishes()
    send(line, to: client)
  }

  private func statusLine(_ request: ControlRequest = .status) -> [UInt8] {
    Array("\(answer(request) { _ in }?.line ?? "")\n".utf8)
  }

  private func send(_ line: [UInt8], to follower: Client) {
    guard follower.unsent.isEmpty else {
      follower.isStale = true
      return
    }
    follower.unsent = line
    flush(follower)
  }

  /// Sends the rest of a line, and the present status if that line is out of date, or the number of lost events.
  private func resume(_ follower: Client) {
    flush(follower)
    guard follower.unsent.isEmpty else { return }
    if follower.lost > 0 {
      var line = JSONLine()
      line.add("lost", follower.lost)
      follower.lost = 0
      return send(Array("\(line.text)\n".utf8), to: follower)
    }
    guard follower.isStale else { return }
    follower.isStale = false
    send(statusLine(), to: follower)
  }

  private func flush(_ follower: Client) {
    do throws(SystemError) {
      let count = try UnixSocket.send(follower.unsent[...], to: follower.socket)
      // A slice would keep the whole line.
      follower.unsent = Array(follower.unsent.dropFirst(count))
      guard follower.unsent.isEmpty == follower.awaitsRoom else { return }
      follower.awaitsRoom.toggle()
      // A client that gets a long reply may have ended its side, which would wake the loop endlessly.
      let reading: Epoll.Interest = follower.isWaiting ? [] : .readable
      try loop.modify(follower.socket.number, for: follower.awaitsRoom ? [reading, .writable] : reading)
    } catch {
      drop(follower)
    }
  }

  private func drop(_ client: Client) {
    loop.remove(client.socket.number)
    clients.removeAll { $0 === client }
    followers.removeAll { $0 === client }
    noteWishes()
  }

  private func noteWishes() {
    wantsEvents = followers.contains(where: \.wantsEvents)
    wantsProgress = followers.contains(where: \.wantsProgress)
  }
}

extension ControlRequest {
  /// True if more than one line answers it.
  fileprivate var isFollowing: Bool {
    switch self {
    case .follow, .events: true
    case .status, .reload, .pause, .togglePause, .resume, .mode, .trigger, .touches, .forget: false
    }
  }
}
