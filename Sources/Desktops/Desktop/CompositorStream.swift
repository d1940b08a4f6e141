internal import Glibc
internal import Linux

/// A connection to a compositor's socket, with buffers for unsent output and incomplete input.
final class CompositorStream {
  /// The maximum size of unsent output, enough for 64 commands far longer than usual ones.
  private static let maxOutput = 1 << 20
  /// The maximum number of bytes to read at once, so that a flood does not delay gestures.
  private static let readLimit = 1 << 16

  /// The connection's token in its set.
  private(set) var token: UInt64 = 0
  /// The received input, of which the first `consumedCount` bytes are consumed. They are removed when more is received:
  /// to remove each of many short lines would move the rest as often.
  private var received: [UInt8] = []
  private var consumedCount = 0
  /// The index in `received` up to which there is no line feed, so that a long line is searched only once.
  private var searchedCount = 0
  /// True after the end of the input.
  private(set) var hasEnded = false

  private let socket: Descriptor
  private let descriptors: DescriptorSet
  private var output: [UInt8] = []
  private var interest: Epoll.Interest = .readable

  /// Connects to the socket at `path`.
  /// - Throws: `SystemError`: ENOENT and ECONNREFUSED if no process listens, EAGAIN if the queue is full, EACCES if
  ///   another user listens.
  init(to path: String, in descriptors: DescriptorSet) throws(SystemError) {
    self.descriptors = descriptors
    socket = try UnixSocket.connect(to: path, nonblocking: true)
    // Another user's process is neither trusted nor sent commands.
    let peer = try UnixSocket.peer(of: socket)
    guard peer.uid == descriptors.uid else { throw SystemError("connect", path: path, code: EACCES) }
    token = try descriptors.add(socket.number)
  }

  deinit { descriptors.remove(socket.number) }

  /// Sends `bytes`, as far as there is room, and keeps the rest.
  func send(_ bytes: [UInt8]) throws(CompositorError) {
    guard output.count + bytes.count <= Self.maxOutput else {
      throw CompositorError("it does not read its messages")
    }
    output += bytes
    try flush()
  }

  /// Reads and writes as far as possible without waiting.
  func transfer(_ ready: Epoll.Ready) throws(CompositorError) {
    if ready.isReadable || ready.isClosed { try receive() }
    if ready.isWritable { try flush() }
  }

  /// The input that has not been consumed.
  var incoming: ArraySlice<UInt8> { received[consumedCount...] }

  /// Removes and returns the first `count` bytes of `incoming`.
  func consume(_ count: Int) -> [UInt8] {
    let bytes = Array(incoming.prefix(count))
    consumedCount += bytes.count
    searchedCount = consumedCount
    return bytes
  }

  /// Removes and returns the next line, without its line feed; nil if it is incomplete.
  /// - Throws: `CompositorError` if it is longer than `limit`.
  func nextLine(limit: Int) throws(CompositorError) -> [UInt8]? {
    guard let end = received[searchedCount...].firstIndex(of: UInt8(ascii: "\n")) else {
      searchedCount = received.count
      if incoming.count > limit { throw .malformed("a line of more than \(limit) bytes") }
      return nil
    }
    return Array(consume(end + 1 - consumedCount).dropLast())
  }

  private func receive() throws(CompositorError) {
    do {
      guard let bytes = try socket.read(upTo: Self.readLimit) else { return }
      received.removeFirst(consumedCount)
      searchedCount -= consumedCount
      consumedCount = 0
      if bytes.isEmpty { hasEnded = true } else { received += bytes }
    } catch {
      guard error.code == ECONNRESET else { throw CompositorError(error) }
      hasEnded = true
    }
  }

  private func flush() throws(CompositorError) {
    do {
      while !output.isEmpty {
        let sent = try UnixSocket.send(output[...], to: socket)
        guard sent > 0 else { break }
        output.removeFirst(sent)
      }
      let wanted: Epoll.Interest = output.isEmpty ? .readable : [.readable, .writable]
      guard wanted != interest else { return }
      try descriptors.modify(socket.number, token: token, for: wanted)
      interest = wanted
    } catch {
      throw CompositorError(error)
    }
  }
}

/// The reason for which a connection to a compositor is given up.
struct CompositorError: Error, Hashable, CustomStringConvertible {
  /// The reason, for people: `it closed the connection`
  var description: String

  init(_ description: String) { self.description = description }

  /// The failure of a system call on one of its sockets.
  init(_ error: SystemError) { description = error.isBrokenPipe ? Self.closed.description : "\(error)" }

  static let closed = CompositorError("it closed the connection")

  /// The compositor sent something invalid.
  static func malformed(_ what: String) -> CompositorError {
    CompositorError("it does not speak its protocol: \(what)")
  }
}
