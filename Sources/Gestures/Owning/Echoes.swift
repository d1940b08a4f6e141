/// The frames that this program writes into a device and reads back: they are no events of the hand.
struct Echoes: Hashable, Sendable {
  /// The writes of which nothing was read back yet.
  private var awaited = 0
  /// The frames of the present write that are still to be read back.
  private var frames = 0

  /// True while the frames of a write are read back.
  var areRead: Bool { frames > 0 }

  /// Notes a write.
  mutating func note() { awaited += 1 }

  /// Begins to read back the frames of a write, unless another program says the same.
  mutating func begin(frames: Int) {
    guard awaited > 0 else { return }
    awaited -= 1
    self.frames = frames
  }

  /// Ends a frame.
  mutating func endFrame() { frames = max(frames - 1, 0) }

  /// Forgets the frames of the present write: events were lost.
  mutating func lose() { frames = 0 }
}
