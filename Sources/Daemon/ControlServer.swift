internal import Control
internal import Glibc
internal import Linux
internal import Surroundings
internal import Touch

/// Listens for those who ask the daemon something. One line is read from each, one is answered, and the connection is
/// closed; who sends none in time, or no end of it, or is another user, is not waited for.
///
///     client     connects ── a line ──▶ answer, closed
///                connects ── silence, or a line without end ── 2 s, or 64 KiB ──▶ closed
final class ControlServer {
  /// Far more clients at once than a person, their status bar and their scripts have; the oldest goes where one comes.
  private static let mostClients = 64
  /// How long a client may take to say what it wants, which all of ours do at once.
  private static let patience = Duration.seconds(2)
  /// How long nobody is let in where there is no descriptor left for anybody, and none of ours to give up for one.
  private static let pause = Duration.seconds(1)

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
  /// What stands at the path since.
  private let file: UnixSocket.File?
  private let loop: TouchLoop
  private let answer: (ControlRequest) -> ControlReply
  /// In the order they came, so that the first one's patience ends first.
  private var clients: [Client] = []
  /// Until when nobody is let in.
  private var closedUntil: Timestamp?

  /// Listens at `path`.
  /// - Throws: `SystemError`: EADDRINUSE where another daemon listens there.
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

  /// When to call `expire`; nil where no time is running.
  var deadline: Timestamp? {
    guard let first = clients.first?.deadline else { return closedUntil }
    return closedUntil.map { min($0, first) } ?? first
  }

  /// Lets go of those who took too long, and lets others in again.
  func expire(at now: Timestamp) {
    while let client = clients.first, client.deadline <= now { drop(client) }
    guard let due = closedUntil, due <= now else { return }
    do throws(SystemError) {
      try loop.add(listener.number) { [unowned self] _ in accept() }
      closedUntil = nil
    } catch {
      closedUntil = now + Self.pause
    }
  }

  /// Stops listening and takes the socket away, but not another daemon's: where ours was removed, or its folder was,
  /// one may listen there by now.
  func close() {
    loop.remove(listener.number)
    for client in clients { loop.remove(client.socket.number) }
    clients.removeAll()
    if let file, UnixSocket.file(at: path) == file { unlink(path) }
  }

  /// Lets in who waits, but not more at once than there is room for: fingers come first.
  private func accept() {
    let now = Timestamp(microseconds: monotonicNow())
    do throws(SystemError) {
      for _ in 0..<Self.mostClients {
        guard let socket = try UnixSocket.accept(from: listener) else { return }
        guard try UnixSocket.peer(of: socket).uid == getuid() else { continue }
        if clients.count == Self.mostClients { dropOldest() }
        let client = Client(socket, until: now + Self.patience)
        try loop.add(client.socket.number) { [unowned self, unowned client] _ in read(client) }
        clients.append(client)
      }
    } catch {
      // There is no descriptor left for who waits, or not the memory: those who are in have to make room. Where nobody
      // is, whoever waits would wake the loop without end.
      if clients.isEmpty {
        loop.remove(listener.number)
        closedUntil = now + Self.pause
      } else {
        dropOldest()
      }
    }
  }

  private func dropOldest() {
    guard let oldest = clients.first else { return }
    // What it asks may have come since.
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
      // A client that does not read has a full socket: its loss.
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
