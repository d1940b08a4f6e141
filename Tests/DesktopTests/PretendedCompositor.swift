import Glibc
import HeadlessSway
import Linux

/// One end of the sockets of a compositor that is not there, which says what its sources say it would.
final class PretendedCompositor {
  /// A connection to it.
  final class Connection {
    private let socket: Descriptor
    private var received: [UInt8] = []
    private(set) var hasEnded = false
    /// How many bytes of what was said last found room.
    private(set) var lastSent = 0

    init(_ socket: consuming Descriptor) { self.socket = socket }

    /// What has come and was not taken yet, at most `count` bytes.
    func take(_ count: Int = .max) -> [UInt8] {
      while !hasEnded, received.count < count, isReadable(socket.number, within: 0),
        let bytes = try? socket.read(upTo: 65_536)
      {
        if bytes.isEmpty { hasEnded = true } else { received += bytes }
      }
      defer { received.removeFirst(min(count, received.count)) }
      return Array(received.prefix(count))
    }

    var text: String { String(decoding: take(), as: UTF8.self) }

    /// Says something; false where not all of it finds room.
    @discardableResult
    func say(_ bytes: [UInt8]) -> Bool {
      lastSent = 0
      while lastSent < bytes.count {
        guard let sent = try? UnixSocket.send(bytes[lastSent...], to: socket), sent > 0 else { return false }
        lastSent += sent
      }
      return true
    }

    @discardableResult
    func say(_ text: String) -> Bool { say(Array(text.utf8)) }
  }

  private let listener: Descriptor

  /// Listens at `path`.
  init(at path: String) throws { listener = try UnixSocket.listen(at: path) }

  /// The next who connects; nil where nobody does.
  func accept() throws -> Connection? {
    guard let socket = try UnixSocket.accept(from: listener) else { return nil }
    return Connection(socket)
  }
}

extension Listener {
  /// The next who connects to `compositor`, with the link running meanwhile.
  func connection(to compositor: PretendedCompositor) throws -> PretendedCompositor.Connection {
    try wait(otherwise: { "nobody connects: \(told)" }) {
      dispatch()
      return try compositor.accept()
    }
  }

  /// What comes over `connection` until it is `text`.
  func expect(_ text: String, over connection: PretendedCompositor.Connection) throws {
    var got = ""
    try wait(otherwise: { "'\(got)' came, not '\(text)'" }) {
      dispatch()
      got += connection.text
      return got == text ? () : nil
    }
  }
}
