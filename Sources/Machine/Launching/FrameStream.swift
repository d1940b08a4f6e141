internal import Glibc
internal import Linux

/// A stream of frames on a connected socket, without waiting in either direction.
struct FrameStream: ~Copyable {
  /// The peer has closed the connection, sent something invalid, or does not read.
  struct Ended: Error {}

  /// The maximum size of the output that waits for room: the longest frame, after others.
  private static let maxPending = 2 * Frame.maxLength

  let socket: Descriptor
  private var received: ArraySlice<UInt8> = []
  private var output: ArraySlice<UInt8> = []
  /// True after the end of the input or an error in it.
  private var isBroken = false

  /// - Parameter socket: non-blocking.
  init(_ socket: consuming Descriptor) { self.socket = socket }

  /// True if output waits for room, that is until the socket is writable.
  var hasPendingOutput: Bool { !output.isEmpty }

  /// Sends a frame as far as there is room, and keeps the rest.
  /// - Returns: false if too much output is pending already; the frame is then not sent.
  /// - Throws: `Ended`.
  mutating func send(_ frame: [UInt8]) throws(Ended) -> Bool {
    guard output.count + frame.count <= Self.maxPending else { return false }
    if output.isEmpty { output = frame[...] } else { output += frame }
    try flush()
    return true
  }

  /// Sends pending output as far as there is room.
  /// - Throws: `Ended`.
  mutating func flush() throws(Ended) {
    while !output.isEmpty {
      guard let count = try? UnixSocket.send(output, to: socket) else { throw Ended() }
      if count == 0 { return }
      output = output.dropFirst(count)
    }
    output = []
  }

  /// Receives frames.
  /// - Parameter limit: the maximum number of bytes to read, so that other connections have their turn.
  /// - Throws: `Ended`, after all frames that were received before.
  mutating func receive(upTo limit: Int = 1 << 16) throws(Ended) -> [Frame] {
    var frames: [Frame] = []
    guard !isBroken else { throw Ended() }
    do throws(SystemError) {
      if let bytes = try socket.read(upTo: limit) {
        isBroken = bytes.isEmpty
        received += bytes
      }
    } catch {
      isBroken = true
    }
    do throws(Frame.InvalidLength) {
      while let frame = try Frame.next(in: &received) { frames.append(frame) }
    } catch {
      isBroken = true
    }
    // A copy, since a slice keeps the memory before it.
    if !frames.isEmpty { received = ArraySlice(Array(received)) }
    if isBroken, frames.isEmpty { throw Ended() }
    return frames
  }
}
