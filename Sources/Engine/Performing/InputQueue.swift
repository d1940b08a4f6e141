public import Touch

/// Turns chords into key events one after the other in time, and knows what is pressed.
///
///     chord ctrl+t, chord F5, appended at 0 while nothing is written
///
///     ms   0      1    2    3      4     5
///          ctrl↓  t↓   t↑   ctrl↑  F5↓   F5↑
///
/// A key that is held already is neither pressed again by a chord nor released with it: what was pressed twice comes up
/// when it was released twice.
///
///     press alt, chord alt+Tab, chord Tab, release alt
///
///          alt↓   Tab↓  Tab↑   Tab↓  Tab↑   alt↑
///
/// Characters that a keymap of our own types go down and up at once, so that none of them is ever left pressed.
///
/// Nothing is written here: whoever writes asks what is `due`, and says when it was `sent`, which is when the next
/// event's time begins. A key counts as pressed from then on, so that one which could not be written is not released.
public struct InputQueue: Sendable {
  /// Between one event and the next. Without a pause some compositors take a modifier for still pressed; 1 ms keeps
  /// the order (keyd).
  public static let interval: Duration = .milliseconds(1)
  /// Between two events of the same button. libinput takes what follows within 25 ms for a bouncing contact
  /// (DEBOUNCE_TIMEOUT_BOUNCE in src/evdev-debounce.c): of two quick clicks it tells one.
  public static let buttonInterval: Duration = .milliseconds(30)
  /// Between keys of one keymap and keys of another. A program of Wayland takes them as they come; X11 programs ask
  /// Xwayland for the keymap when they see a key, and would be told of the next one already.
  public static let keymapInterval: Duration = .milliseconds(100)
  /// The most events that wait: 4 s of typing, or 16 s on a keyboard of the kernel's. What comes on top of that is refused.
  public static let limit = 4096

  /// What is pressed, in the order it was.
  public private(set) var pressed: [KeyCode] = []
  /// How often each key will have been pressed, and not released, when nothing waits any more.
  private var counts: [KeyCode: Int] = [:]
  private var events: [InputEvent] = []
  /// Where in `events` the next one is: what is before it has been sent.
  private var next = 0
  private var earliest = Timestamp.zero
  /// The button that went down or up last, and from when on it may do so again.
  private var lastButton: (key: KeyCode, rested: Timestamp)?
  /// The keymap of the last key, and from when on those of another may follow.
  private var lastKeymap: (keymap: KeymapNumber, rested: Timestamp)?
  /// Whether fingers have scrolled and not lifted.
  private var isScrolling = false
  /// How many of `events`, from the first, are due at once.
  private var urgent = 0

  /// Nothing waits, nothing is pressed.
  public init() {}

  /// Whether nothing waits to be sent.
  public var isEmpty: Bool { next == events.count }

  /// When the next event is due; nil where none waits.
  public var deadline: Timestamp? {
    guard !isEmpty else { return nil }
    guard next >= urgent else { return .zero }
    let event = events[next]
    if let lastKeymap, let keymap = KeymapNumber(of: event), keymap != lastKeymap.keymap {
      return max(earliest, lastKeymap.rested)
    }
    guard let lastButton, case .key(let event) = event, event.key == lastButton.key else { return earliest }
    return max(earliest, lastButton.rested)
  }

  /// Which keymap a key is of.
  private enum KeymapNumber: Equatable {
    case inUse
    case own(Int)

    /// Nil for what is no key of a keyboard.
    init?(of event: InputEvent) {
      switch event {
      case .key(let event) where event.key.source == .keyboard: self = .inUse
      case .character(let key): self = .own(key.keymap)
      case .key, .wheel, .scroll, .scrollEnd, .motion: return nil
      }
    }
  }

  // MARK: What is to be sent

  /// Appends chords, each pressed in its order and released the other way round before the next.
  /// - Returns: false where that would be more than `limit` events; nothing is appended then.
  public mutating func append(_ chords: [KeyPresses]) -> Bool {
    guard makeRoom(for: chords.reduce(0) { $0 + 2 * $1.keys.count }) else { return false }
    for chord in chords {
      chord.keys.forEach { press($0) }
      chord.keys.reversed().forEach { release($0) }
    }
    return true
  }

  /// Appends events that leave nothing pressed: characters, wheels and motion.
  /// - Returns: false where that would be more than `limit` events; nothing is appended then.
  public mutating func append(_ events: [InputEvent]) -> Bool {
    guard makeRoom(for: events.count) else { return false }
    self.events += events
    return true
  }

  /// Presses a chord, to be released later.
  /// - Returns: false where that would be more than `limit` events; nothing is appended then.
  public mutating func press(_ chord: KeyPresses) -> Bool {
    guard makeRoom(for: chord.keys.count) else { return false }
    chord.keys.forEach { press($0) }
    return true
  }

  /// Releases a chord that was pressed, the last key first, however much waits before.
  public mutating func release(_ chord: KeyPresses) {
    drop(next)
    chord.keys.reversed().forEach { release($0) }
  }

  /// Ends scrolling with fingers, however much waits before; nothing where there was none.
  public mutating func endScrolling() {
    drop(next)
    let last = events.last { $0.ability == .scrolling }
    if last.map({ $0 != .scrollEnd }) ?? isScrolling { events.append(.scrollEnd) }
  }

  private mutating func press(_ key: KeyCode) {
    counts[key, default: 0] += 1
    if counts[key] == 1 { events.append(.key(KeyEvent(key, isDown: true))) }
  }

  private mutating func release(_ key: KeyCode) {
    // One that is gone with its device is up.
    guard let count = counts[key] else { return }
    counts[key] = count == 1 ? nil : count - 1
    if count == 1 { events.append(.key(KeyEvent(key, isDown: false))) }
  }

  // MARK: What is sent

  /// The event to send now; nil where none is due.
  public func due(at now: Timestamp) -> InputEvent? {
    guard let deadline, deadline <= now else { return nil }
    return events[next]
  }

  /// The event that was due has been sent.
  public mutating func sent(at now: Timestamp) {
    guard !isEmpty else { return }
    if case .key(let event) = events[next] {
      if event.isDown { pressed.append(event.key) } else { pressed.removeAll { $0 == event.key } }
      if event.key.source == .pointer { lastButton = (event.key, now + Self.buttonInterval) }
    }
    switch events[next] {
    case .scroll: isScrolling = true
    case .scrollEnd: isScrolling = false
    case .key, .character, .wheel, .motion: break
    }
    if let keymap = KeymapNumber(of: events[next]) { lastKeymap = (keymap, now + Self.keymapInterval) }
    next += 1
    earliest = now + Self.interval
    if isEmpty { drop(next) }
  }

  // MARK: The end of it

  /// Drops what waits; instead what is pressed is released, the last first. That is due at once and without pauses:
  /// the next thing to happen may be this program's end.
  public mutating func releaseAll() {
    events = pressed.reversed().map { .key(KeyEvent($0, isDown: false)) } + (isScrolling ? [.scrollEnd] : [])
    next = 0
    urgent = events.count
    counts.removeAll()
  }

  /// Forgets what waits for an ability and what is pressed by it: it is gone, and its pressed keys with it.
  public mutating func forget(_ ability: InputEvent.Ability) {
    drop(next)
    urgent = events[..<urgent].count { $0.ability != ability }
    events.removeAll { $0.ability == ability }
    if ability == .scrolling { isScrolling = false }
    pressed.removeAll { $0.ability == ability }
    counts = counts.filter { $0.key.ability != ability }
  }

  private mutating func makeRoom(for more: Int) -> Bool {
    guard events.count - next + more <= Self.limit else { return false }
    drop(next)
    return true
  }

  /// Frees the first `count` events, which have been sent.
  private mutating func drop(_ count: Int) {
    events.removeFirst(count)
    next -= count
    urgent = max(urgent - count, 0)
  }
}
