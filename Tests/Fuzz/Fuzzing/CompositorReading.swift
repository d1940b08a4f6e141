internal import Linux
internal import Rules

internal import Time
@testable internal import Desktop

/// Talks with a compositor that sends the input, over real sockets.
///
/// The input is lines. The first byte of each selects the type of the message for sway, and the connection that carries
/// it for the others.
enum CompositorReading {
  static func read(_ bytes: [UInt8], from kind: DesktopKind) {
    // Failed writes are ignored: a message is refused by closing the connection.
    try? talk(bytes.split(separator: UInt8(ascii: "\n")), as: kind)
  }

  private static func talk(_ lines: [ArraySlice<UInt8>], as kind: DesktopKind) throws {
    let descriptors = try DescriptorSet(uid: Scratch.uid)
    guard let socket = kind.socket else { return }
    let path = if case .instances = socket.place { Scratch.folder } else { Scratch.socket.path }
    var connections = Connections()
    let peer = try socket.connect(path, descriptors)
    try connections.accept()
    try peer.start(at: .zero)
    if let command = peer.commands.append("focus left", location: "rules.yml:1", at: .zero) {
      try peer.run(command, at: .zero)
    }
    for (number, line) in lines.enumerated() {
      try connections.accept()
      let now = Timestamp(microseconds: Int64(number) * 100_000)
      connections.say(line, as: kind)
      for ready in try descriptors.ready() { try peer.handle(ready, at: now) }
      peer.commands.expire(at: now)
      try peer.expire(at: now)
      _ = peer.commands.takeFailures()
    }
  }
}

/// The compositor's side of the connections.
private struct Connections {
  private var first: [Connection] = []
  private var last: [Connection] = []

  private final class Connection {
    let socket: Descriptor
    init(_ socket: consuming Descriptor) { self.socket = socket }

    func say(_ bytes: [UInt8]) { _ = try? UnixSocket.send(bytes[...], to: socket) }
  }

  /// Accepts all pending connections.
  mutating func accept() throws(SystemError) {
    while let socket = try UnixSocket.accept(from: Scratch.socket.descriptor) { last.append(Connection(socket)) }
    while let socket = try UnixSocket.accept(from: Scratch.events.descriptor) { first.append(Connection(socket)) }
  }

  mutating func say(_ line: ArraySlice<UInt8>, as kind: DesktopKind) {
    guard let head = line.first else { return }
    let body = Array(line.dropFirst())
    switch kind {
    case .sway: last.first?.say(Self.message(head, body))
    case .hyprland:
      if head == UInt8(ascii: "e") {
        first.first?.say(body + [UInt8(ascii: "\n")])
      } else if !last.isEmpty {
        // The connection ends with its answer.
        last.removeFirst().say(body)
      }
    // The first connection streams events, the second one answers requests.
    default: (head == UInt8(ascii: "e") ? last.first : last.last)?.say(body + [UInt8(ascii: "\n")])
    }
  }

  /// A message of sway's with a valid header, unless the type is one that stands for none.
  private static func message(_ head: UInt8, _ body: [UInt8]) -> [UInt8] {
    let types: [UInt8: UInt32] = [
      UInt8(ascii: "c"): 0, UInt8(ascii: "s"): 2, UInt8(ascii: "t"): 4, UInt8(ascii: "v"): 7, UInt8(ascii: "i"): 100,
      UInt8(ascii: "W"): 0x8000_0000, UInt8(ascii: "O"): 0x8000_0001, UInt8(ascii: "w"): 0x8000_0003,
      UInt8(ascii: "I"): 0x8000_0015,
    ]
    guard let type = types[head] else { return [head] + body }
    var bytes = Array("i3-ipc".utf8)
    withUnsafeBytes(of: UInt32(body.count)) { bytes += $0 }
    withUnsafeBytes(of: type) { bytes += $0 }
    return bytes + body
  }
}
