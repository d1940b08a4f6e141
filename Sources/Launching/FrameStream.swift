internal import Glibc
internal import Linux

/// A connected socket with frames on it, neither end of which is ever waited for.
struct FrameStream: ~Copyable {
  /// It ended: the other end is gone, says nonsense, or does not read.
  struct Ended: Error {}

  /// The most that waits until the other end reads: a start of the greatest size, behind others.
  private static let mostWaiting = 2 * Frame.longest

  let socket: Descriptor
  private var received: ArraySlice<UInt8> = []
  private var outgoing: ArraySlice<UInt8> = []
  /// Whether nothing more comes that makes sense.
  private var isBroken = false

  /// - Parameter socket: non-blocking.
  init(_ socket: consuming Descriptor) { self.socket = socket }

  /// Whether something waits for room, which comes when the socket is writable.
  var hasRest: Bool { !outgoing.isEmpty }

  /// Sends a frame, as far as there is room; the rest waits.
  /// - Returns: false where so much waits that this frame is not taken.
  /// - Throws: `Ended`.
  mutating func send(_ frame: [UInt8]) throws(Ended) -> Bool {
    guard outgoing.count + frame.count <= Self.mostWaiting else { return false }
    if outgoing.isEmpty { outgoing = frame[...] } else { outgoing += frame }
    try flush()
    return true
  }

  /// Sends what waits, as far as there is room.
  /// - Throws: `Ended`.
  mutating func flush() throws(Ended) {
    while !outgoing.isEmpty {
      guard let count = try? UnixSocket.send(outgoing, to: socket) else { throw Ended() }
      if count == 0 { return }
      outgoing = outgoing.dropFirst(count)
    }
    outgoing = []
  }

  /// The frames that have come.
  /// - Parameter most: how many bytes are read at most, so that others have their turn.
  /// - Throws: `Ended`, once all that came before are told.
  mutating func receive(upTo most: Int = 1 << 16) throws(Ended) -> [Frame] {
    var frames: [Frame] = []
    guard !isBroken else { throw Ended() }
    do throws(SystemError) {
      if let bytes = try socket.read(upTo: most) {
        isBroken = bytes.isEmpty
        received += bytes
      }
    } catch {
      isBroken = true
    }
    do throws(Frame.Nonsense) {
      while let frame = try Frame.next(in: &received) { frames.append(frame) }
    } catch {
      isBroken = true
    }
    // A slice keeps what was before it.
    if !frames.isEmpty { received = ArraySlice(Array(received)) }
    if isBroken, frames.isEmpty { throw Ended() }
    return frames
  }
}
