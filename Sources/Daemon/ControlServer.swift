internal import Control
internal import Glibc
internal import Linux

/// Listens for those who ask the daemon something. One line is read from each, one is answered, and the connection is
/// closed; who sends none, or no end of it, or is another user, is not waited for.
final class ControlServer {
  /// Far more clients at once than a person, their status bar and their scripts have; the oldest goes where one comes.
  private static let mostClients = 64

  private final class Client {
    let socket: Descriptor
    var received: [UInt8] = []
    init(_ socket: consuming Descriptor) { self.socket = socket }
  }

  let path: String
  private let listener: Descriptor
  private let loop: TouchLoop
  private let answer: (ControlRequest) -> ControlReply
  private var clients: [(token: UInt64, client: Client)] = []
  private let listenerToken: UInt64
  private var nextToken: UInt64

  /// Listens at `path`; the loop's tokens from `token` on are its own.
  /// - Throws: `SystemError`: EADDRINUSE where another daemon listens there.
  init(
    at path: String, on loop: TouchLoop, token: UInt64, answer: @escaping (ControlRequest) -> ControlReply
  ) throws(SystemError) {
    listenerToken = token
    nextToken = token + 1
    self.path = path
    self.loop = loop
    self.answer = answer
    listener = try UnixSocket.listen(at: path)
    try loop.add(listener.number, token: listenerToken)
  }

  /// Stops listening and takes the socket away.
  func close() {
    loop.remove(listener.number)
    for (_, client) in clients { loop.remove(client.socket.number) }
    clients.removeAll()
    unlink(path)
  }

  func ready(_ event: Epoll.Ready) {
    if event.token == listenerToken {
      accept()
    } else if let index = clients.firstIndex(where: { $0.token == event.token }) {
      read(clients[index].client, token: event.token)
    }
  }

  private func accept() {
    do throws(SystemError) {
      while let socket = try UnixSocket.accept(from: listener) {
        guard try UnixSocket.peer(of: socket).uid == getuid() else { continue }
        if clients.count == Self.mostClients { dropOldest() }
        let client = Client(socket)
        try loop.add(client.socket.number, token: nextToken)
        clients.append((nextToken, client))
        nextToken += 1
      }
    } catch {
      // There is no descriptor left for who waits, or not the memory: those who are in have to make room.
      dropOldest()
    }
  }

  private func dropOldest() {
    guard let (token, oldest) = clients.first else { return }
    // What it asks may have come since.
    read(oldest, token: token)
    drop(token)
  }

  private func read(_ client: Client, token: UInt64) {
    let bytes: [UInt8]
    do throws(SystemError) {
      guard let some = try client.socket.read(upTo: 4096) else { return }
      bytes = some
    } catch {
      return drop(token)
    }
    client.received += bytes
    if let end = client.received.firstIndex(of: UInt8(ascii: "\n")) {
      let reply: ControlReply
      if let request = ControlRequest(line: client.received[..<end]) {
        reply = answer(request)
      } else {
        let known = ControlRequest.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        reply = .failed("unknown request; known are \(known)")
      }
      // A client that does not read has a full socket: its loss.
      try? client.socket.write(Array("\(reply.line)\n".utf8))
      drop(token)
    } else if bytes.isEmpty || client.received.count > ControlSocket.longestLine {
      drop(token)
    }
  }

  private func drop(_ token: UInt64) {
    guard let index = clients.firstIndex(where: { $0.token == token }) else { return }
    loop.remove(clients[index].client.socket.number)
    clients.remove(at: index)
  }
}
