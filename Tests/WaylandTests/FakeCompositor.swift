import Glibc
import HeadlessSway
import Linux
import Waiting

@testable import Wayland

/// A fake compositor that sends what a test specifies, byte by byte.
///
/// libwayland assigns the object ids: 1 is the display, 2 the registry, 3 the callback for `WaylandDisplay.isReady`,
/// and then the bound objects in order, since this compositor never reports an id as free again.
final class FakeCompositor {
  private static let registry: UInt32 = 2
  private static let firstAnswer: UInt32 = 3

  let folder: Folder
  let path: String
  private var listener: Int32?
  private var client: Int32?

  init(named name: String = "wayland-1", in folder: Folder = Folder()) throws {
    self.folder = folder
    path = "\(folder.path)/\(name)"
    listener = try UnixSocket.listen(at: path).release()
  }

  deinit { stop() }

  /// Stops listening; the socket file remains, as after a program was killed.
  func stop() {
    close()
    if let listener { _ = Glibc.close(listener) }
    listener = nil
  }

  /// Closes the connection.
  func close() {
    if let client { _ = Glibc.close(client) }
    client = nil
  }

  /// Accepts the next client.
  func accept() throws {
    close()
    let number = try Self.number(listener)
    var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 10_000) == 1 else { throw TimedOut(description: "nobody connects") }
    client = try system("accept") { Glibc.accept(number, nil, nil) }
  }

  /// True if a client is waiting to be accepted.
  var hasPendingClient: Bool { listener.map { isReadable($0, within: 0) } ?? false }

  /// Announces the globals, numbered from 1, and answers the first sync.
  func offer(_ globals: [(WaylandGlobal, version: UInt32)]) throws {
    for (index, (global, version)) in globals.enumerated() {
      try send(Self.registry, 0, [.word(UInt32(index + 1)), .text(global.interface), .word(version)])
    }
    try send(Self.firstAnswer, 0, [.word(0)])
  }

  /// Removes the global `number`.
  func withdraw(_ number: UInt32) throws { try send(Self.registry, 1, [.word(number)]) }

  /// An argument on the wire.
  enum Argument {
    case word(UInt32)
    case text(String)
    case array([UInt8])
  }

  /// Sends an event.
  func send(_ object: UInt32, _ opcode: UInt32, _ arguments: [Argument] = []) throws {
    var body: [UInt8] = []
    for argument in arguments {
      switch argument {
      case .word(let word): body += Self.bytes(word)
      case .text(let text): body += Self.counted(Array(text.utf8) + [0])
      case .array(let bytes): body += Self.counted(bytes)
      }
    }
    try send(bytes: Self.bytes(object) + Self.bytes(UInt32(body.count + 8) << 16 | opcode) + body)
  }

  /// Sends raw bytes.
  func send(bytes: [UInt8]) throws {
    let number = try Self.number(client)
    let sent = Glibc.send(number, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    guard sent == bytes.count else { throw SystemError.last("send") }
  }

  private static func number(_ descriptor: Int32?) throws -> Int32 {
    guard let descriptor else { throw TimedOut(description: "there is no connection") }
    return descriptor
  }

  private static func bytes(_ word: UInt32) -> [UInt8] { withUnsafeBytes(of: word) { Array($0) } }

  private static func counted(_ content: [UInt8]) -> [UInt8] {
    bytes(UInt32(content.count)) + content + Array(repeating: 0, count: (4 - content.count % 4) % 4)
  }
}
