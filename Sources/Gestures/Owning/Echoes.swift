/// The frames that this program writes into a device and reads back: they are no events of the hand.
struct Echoes: Hashable, Sendable {
  /// The numbers of frames of the writes of which nothing was read back yet.
  private var awaited: [Int] = []
  /// The frames of the present write that are still to be read back.
  private var frames = 0

  /// True while the frames of a write are read back.
  var areRead: Bool { frames > 0 }

  init() { awaited.reserveCapacity(4) }

  /// Notes a write of so many frames.
  mutating func note(frames: Int) { awaited.append(frames) }

  /// Begins to read back the frames of a write, unless another program says the same.
  mutating func begin() {
    guard !awaited.isEmpty else { return }
    frames = awaited.removeFirst()
  }

  /// Ends a frame.
  mutating func endFrame() { frames = max(frames - 1, 0) }

  /// Forgets all writes: events were lost.
  mutating func lose() {
    awaited.removeAll(keepingCapacity: true)
    frames = 0
  }
}
