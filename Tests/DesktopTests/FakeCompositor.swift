import Glibc
import HeadlessSway
import Linux
import Waiting

/// A fake compositor that sends messages in the format of the real one's source code.
final class FakeCompositor {
  /// A connection to a client.
  final class Connection {
    private let socket: Descriptor
    private var received: [UInt8] = []
    private(set) var hasEnded = false
    /// The number of bytes of the last `send` that had room.
    private(set) var lastSent = 0

    init(_ socket: consuming Descriptor) { self.socket = socket }

    /// Reads the available input, at most `count` bytes.
    func read(_ count: Int = .max) -> [UInt8] {
      while !hasEnded, received.count < count, isReadable(socket.number, within: 0),
        let bytes = try? socket.read(upTo: 65_536)
      {
        if bytes.isEmpty { hasEnded = true } else { received += bytes }
      }
      defer { received.removeFirst(min(count, received.count)) }
      return Array(received.prefix(count))
    }

    var text: String { String(decoding: read(), as: UTF8.self) }

    /// Sends text; false if not all of it has room.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
      lastSent = 0
      while lastSent < bytes.count {
        guard let sent = try? UnixSocket.send(bytes[lastSent...], to: socket), sent > 0 else { return false }
        lastSent += sent
      }
      return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }
  }

  private let listener: Descriptor

  /// Listens at `path`.
  init(at path: String) throws { listener = try UnixSocket.listen(at: path) }

  /// Accepts the next client; nil if there is none.
  func accept() throws -> Connection? {
    guard let socket = try UnixSocket.accept(from: listener) else { return nil }
    return Connection(socket)
  }
}

extension RecordedLink {
  /// Accepts the next connection to `compositor`, dispatching the link meanwhile.
  func connection(to compositor: FakeCompositor) throws -> FakeCompositor.Connection {
    try wait(otherwise: { "nobody connects: \(reports)" }) {
      dispatch()
      return try compositor.accept()
    }
  }

  /// Reads from `connection` until the input is `text`.
  func expect(_ text: String, over connection: FakeCompositor.Connection) throws {
    var received = ""
    try wait(otherwise: { "'\(received)' came, not '\(text)'" }) {
      dispatch()
      received += connection.text
      return received == text ? () : nil
    }
  }
}
