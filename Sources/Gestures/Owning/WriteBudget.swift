internal import Time
internal import Touch

/// The writes to a touchpad's node: at most one follows a frame, so many are made in a touch sequence, and none against
/// another program.
struct WriteBudget: Sendable {
  /// The time of the last write.
  private(set) var written = Timestamp.zero
  /// True if something was written since the last frame.
  private(set) var hasWritten = false
  /// The writes in this touch sequence.
  private(set) var writes = 0
  /// The frames in a row that nobody's touchpad reports.
  private(set) var opposed = 0
  /// The time of the last frame.
  private var last = Timestamp.zero

  /// Begins a touch sequence.
  mutating func begin() { (writes, opposed) = (0, 0) }

  /// Allows the next write.
  mutating func allow() { hasWritten = false }

  /// Allows the next write if the next frame is not to be awaited: a driver may report none while fingers rest.
  mutating func allow(at now: Timestamp) { if now - written > LeftFingers.latest { hasWritten = false } }

  /// Follows a frame.
  /// - Parameter isOfDriver: true if it says more than tool types.
  mutating func follow(_ time: Timestamp, isOfDriver: Bool) {
    opposed = isOfDriver || time - last >= Taking.shortestFrame ? 0 : opposed + 1
    last = time
  }

  /// True if another program writes the opposite.
  var isOpposed: Bool { opposed > LeftFingers.mostOpposed }

  /// True if no more writes are made in this touch sequence.
  var isSpent: Bool { writes > LeftFingers.mostWrites }

  /// Notes a write.
  mutating func note(_ now: Timestamp) {
    written = now
    writes += 1
    hasWritten = true
  }
}
