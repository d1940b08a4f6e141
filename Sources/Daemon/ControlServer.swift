internal import Control
internal import Glibc
internal import Linux
internal import Surroundings
internal import Touch

/// The server of the control socket. It reads one line from each client, answers with one, and closes the connection. A
/// client that sends no complete line in time, or belongs to another user, is dropped.
///
///     client     connects ── a line ──▶ reply, closed
///                connects ── silence, or a line without end ── 2 s, or 64 KiB ──▶ closed
final class ControlServer {
  /// The maximum number of clients, far more than a user, a status bar and scripts have; beyond it, the oldest is
  /// dropped.
  private static let clientLimit = 64
  /// The time limit for a request; clients of this program send it at once.
  private static let timeLimit = Duration.seconds(2)
  /// The time without accepting clients if there are no descriptors left and no client to drop.
  private static let acceptPause = Duration.seconds(1)

  private final class Client {
    let socket: Descriptor
    let deadline: Timestamp
    var received: [UInt8] = []

    init(_ socket: consuming Descriptor, until deadline: Timestamp) {
      self.socket = socket
      self.deadline = deadline
    }
  }

  let path: String
  private let listener: Descriptor
  /// The socket's file, to recognise it later.
  private let file: UnixSocket.File?
  private let loop: TouchLoop
  private let answer: (ControlRequest) -> ControlReply
  /// The clients, in the order they came: the first one's time ends first.
  private var clients: [Client] = []
  /// The time to accept clients again; nil while they are accepted.
  private var closedUntil: Timestamp?

  /// Listens at `path`.
  /// - Throws: `SystemError`: EADDRINUSE if another daemon listens there.
  init(
    at path: String, on loop: TouchLoop, answer: @escaping (ControlRequest) -> ControlReply
  ) throws(SystemError) {
    self.path = path
    self.loop = loop
    self.answer = answer
    listener = try UnixSocket.listen(at: path)
    file = UnixSocket.file(at: path)
    try loop.add(listener.number) { [unowned self] _ in accept() }
  }

  /// The time to call `expire`; nil if there is no time limit running.
  var deadline: Timestamp? {
    guard let first = clients.first?.deadline else { return closedUntil }
    return closedUntil.map { min($0, first) } ?? first
  }

  /// Drops clients whose time is over, and accepts clients again.
  func expire(at now: Timestamp) {
    while let client = clients.first, client.deadline <= now { drop(client) }
    guard let due = closedUntil, due <= now else { return }
    do throws(SystemError) {
      try loop.add(listener.number) { [unowned self] _ in accept() }
      closedUntil = nil
    } catch {
      closedUntil = now + Self.acceptPause
    }
  }

  /// Stops listening and removes the socket, unless it is another daemon's by now: after ours was removed, or its
  /// directory.
  func close() {
    loop.remove(listener.number)
    for client in clients { loop.remove(client.socket.number) }
    clients.removeAll()
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
        try loop.add(client.socket.number) { [unowned self, unowned client] _ in read(client) }
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
    drop(oldest)
  }

  private func read(_ client: Client) {
    let bytes: [UInt8]
    do throws(SystemError) {
      guard let some = try client.socket.read(upTo: 4096) else { return }
      bytes = some
    } catch {
      return drop(client)
    }
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    client.received += bytes[..<(end ?? bytes.endIndex)]
    guard end == nil else {
      // A client with a full socket does not read: it gets no reply.
      try? client.socket.write(Array("\(reply(to: client.received[...]).line)\n".utf8))
      return drop(client)
    }
    if bytes.isEmpty || client.received.count > ControlSocket.longestLine { drop(client) }
  }

  private func reply(to line: ArraySlice<UInt8>) -> ControlReply {
    if let request = ControlRequest(line: line) { return answer(request) }
    let known = ControlRequest.commands.map { "'\($0)'" }.joined(separator: ", ")
    return .failed("unknown request; known are \(known)")
  }

  private func drop(_ client: Client) {
    guard let index = clients.firstIndex(where: { $0 === client }) else { return }
    loop.remove(client.socket.number)
    clients.remove(at: index)
  }
}
