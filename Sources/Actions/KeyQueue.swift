public import Touch

/// Turns chords into key events one after the other in time, and knows what is pressed.
///
///     chord ctrl+t, chord F5, appended at 0 while nothing is written
///
///     ms   0      1    2    3      4     5
///          ctrl↓  t↓   t↑   ctrl↑  F5↓   F5↑
///
/// Nothing is written here: whoever writes asks what is `due`, and says when it was `sent`, which is when the next
/// event's time begins. A key counts as pressed from then on, so that one which could not be written is not released.
public struct KeyQueue: Sendable {
  /// Between one event and the next. Without a pause some compositors take a modifier for still pressed; 1 ms keeps
  /// the order (keyd).
  public static let interval: Duration = .milliseconds(1)
  /// The most events that wait: 4 s of typing. What comes on top of that is refused.
  public static let limit = 4096

  /// What is pressed, in the order it was.
  public private(set) var pressed: [KeyCode] = []
  private var events: [KeyEvent] = []
  /// Where in `events` the next one is: what is before it has been sent.
  private var next = 0
  private var earliest = Timestamp.zero
  /// How many of `events`, from the first, are due at once.
  private var urgent = 0

  /// Nothing waits, nothing is pressed.
  public init() {}

  /// Whether nothing waits to be sent.
  public var isEmpty: Bool { next == events.count }

  /// When the next event is due; nil where none waits.
  public var deadline: Timestamp? { isEmpty ? nil : (next < urgent ? .zero : earliest) }

  /// Appends chords, each pressed in its order and released the other way round before the next.
  /// - Returns: false where that would be more than `limit` events; nothing is appended then.
  public mutating func append(_ chords: [KeyPresses]) -> Bool {
    let waiting = events.count - next
    let more = chords.reduce(0) { $0 + 2 * $1.keys.count }
    guard waiting + more <= Self.limit else { return false }
    drop(next)
    for chord in chords {
      events += chord.keys.map { KeyEvent($0, isDown: true) }
      events += chord.keys.reversed().map { KeyEvent($0, isDown: false) }
    }
    return true
  }

  /// The event to send now; nil where none is due.
  public func due(at now: Timestamp) -> KeyEvent? {
    guard let deadline, deadline <= now else { return nil }
    return events[next]
  }

  /// The event that was due has been sent.
  public mutating func sent(at now: Timestamp) {
    guard !isEmpty else { return }
    let event = events[next]
    if event.isDown { pressed.append(event.key) } else { pressed.removeAll { $0 == event.key } }
    next += 1
    earliest = now + Self.interval
    if isEmpty { drop(next) }
  }

  /// Drops what waits; instead what is pressed is released, the last first. That is due at once and without pauses:
  /// the next thing to happen may be this program's end.
  public mutating func releaseAll() {
    events = pressed.reversed().map { KeyEvent($0, isDown: false) }
    next = 0
    urgent = events.count
  }

  /// Forgets what waits and what is pressed: for a keyboard that is gone, and its pressed keys with it.
  public mutating func forget() { self = KeyQueue() }

  /// Frees the first `count` events, which have been sent.
  private mutating func drop(_ count: Int) {
    events.removeFirst(count)
    next -= count
    urgent = max(urgent - count, 0)
  }
}
