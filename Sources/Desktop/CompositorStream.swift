internal import Glibc
internal import Linux

/// A connection to a compositor's socket: what is sent waits for room, what comes waits until it is whole.
final class CompositorStream {
  /// The most that waits to be sent: 64 commands of a length that nobody writes.
  private static let mostOutgoing = 1 << 20
  /// The most that is read at one go: a flood leaves time for hands.
  private static let portion = 1 << 16

  /// What tells it from others.
  private(set) var token: UInt64 = 0
  /// What came and has not been taken yet.
  private(set) var incoming: [UInt8] = []
  /// How much of that has no end of a line in it: a long line comes in many parts, and none is looked through twice.
  private var searched = 0
  /// Whether the other end has said all it will.
  private(set) var hasEnded = false

  private let socket: Descriptor
  private let descriptors: DescriptorSet
  private var outgoing: [UInt8] = []
  private var interest: Epoll.Interest = .readable

  /// Connects to the socket at `path`.
  /// - Throws: `SystemError`: ENOENT and ECONNREFUSED where nobody listens, EAGAIN where too many wait to be let in,
  ///   EACCES where somebody else does.
  init(to path: String, in descriptors: DescriptorSet) throws(SystemError) {
    self.descriptors = descriptors
    socket = try UnixSocket.connect(to: path, nonblocking: true)
    // What another user listens at is nobody to be told commands, or to be believed.
    let peer = try UnixSocket.peer(of: socket)
    guard peer.uid == descriptors.uid else { throw SystemError("connect", path: path, code: EACCES) }
    token = try descriptors.add(socket.number)
  }

  deinit { descriptors.remove(socket.number) }

  /// Sends `bytes`, as soon as there is room for them.
  func send(_ bytes: [UInt8]) throws(CompositorError) {
    guard outgoing.count + bytes.count <= Self.mostOutgoing else {
      throw CompositorError("it does not read what it is sent")
    }
    outgoing += bytes
    try flush()
  }

  /// Sends what waits and reads what came, as far as that goes now.
  func transfer(_ ready: Epoll.Ready) throws(CompositorError) {
    if ready.isReadable || ready.isClosed { try receive() }
    if ready.isWritable { try flush() }
  }

  /// Takes the first `count` bytes that came.
  func take(_ count: Int) -> [UInt8] {
    defer {
      incoming.removeFirst(count)
      searched = 0
    }
    return Array(incoming.prefix(count))
  }

  /// Takes the next line, without its end; nil where it is not whole yet.
  /// - Throws: `CompositorError` where it is longer than `limit`.
  func takeLine(limit: Int) throws(CompositorError) -> [UInt8]? {
    guard let end = incoming[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = incoming.count
      if incoming.count > limit { throw .malformed("a line of more than \(limit) bytes") }
      return nil
    }
    return Array(take(end + 1).dropLast())
  }

  private func receive() throws(CompositorError) {
    do {
      guard let bytes = try socket.read(upTo: Self.portion) else { return }
      if bytes.isEmpty { hasEnded = true } else { incoming += bytes }
    } catch {
      guard error.code == ECONNRESET else { throw CompositorError(error) }
      hasEnded = true
    }
  }

  private func flush() throws(CompositorError) {
    do {
      while !outgoing.isEmpty {
        let sent = try UnixSocket.send(outgoing[...], to: socket)
        guard sent > 0 else { break }
        outgoing.removeFirst(sent)
      }
      let wanted: Epoll.Interest = outgoing.isEmpty ? .readable : [.readable, .writable]
      guard wanted != interest else { return }
      try descriptors.modify(socket.number, token: token, for: wanted)
      interest = wanted
    } catch {
      throw CompositorError(error)
    }
  }
}
