internal import Touch

/// The touch events that a gate holds back until something has answered.
struct HeldEvents: Sendable {
  /// The number of events at which a gate gives up waiting. Ten fingers on a touchscreen that reports at 600 Hz cause
  /// 3,300 within `LockProbe.timeout`.
  private static let most = 4096

  private var events: [TouchEvent] = []

  var isEmpty: Bool { events.isEmpty }
  /// True if no more should be held back.
  var isFull: Bool { events.count >= Self.most }

  mutating func append(_ event: TouchEvent) { events.append(event) }

  /// Removes and returns the events, in order.
  mutating func take() -> [TouchEvent] {
    defer { events.removeAll() }
    return events
  }
}
