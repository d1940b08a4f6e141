public import Time
public import Touch

/// Converts chords to a sequence of timed key events, and tracks pressed keys.
///
///     chord ctrl+t, chord F5, appended at 0 to an empty queue
///
///     ms   0      1    2    3      4     5
///          ctrl↓  t↓   t↑   ctrl↑  F5↓   F5↑
///
/// A chord neither presses nor releases a key that is already held: a key pressed twice goes up at its second release.
///
///     press alt, chord alt+Tab, chord Tab, release alt
///
///          alt↓   Tab↓  Tab↑   Tab↓  Tab↑   alt↑
///
/// The keys of `InputEvent.character` go down and up at once, so that none of them can stay pressed.
///
/// The queue does no I/O: the caller sends the event that is `due` and confirms it with `sent`, from which the interval
/// to the next event counts. A key counts as pressed once it is sent: one that could not be sent is not released.
public struct InputQueue: Sendable {
  /// The interval between events. Without one, some compositors treat a released modifier as still pressed; 1 ms keeps
  /// the order (keyd).
  public static let interval: Duration = .milliseconds(1)
  /// The interval between events of the same button. libinput treats an event within 25 ms as a bouncing contact
  /// (DEBOUNCE_TIMEOUT_BOUNCE in src/evdev-debounce.c), and would report only one of two quick clicks.
  static let buttonInterval: Duration = .milliseconds(30)
  /// The interval between keys of different keymaps. Wayland programs handle keymaps and keys in order; X11 programs
  /// ask Xwayland for the keymap when they receive a key, and could get the next keymap already.
  static let keymapInterval: Duration = .milliseconds(100)
  /// The maximum number of pending events: 4 s of typing, or 16 s with a uinput keyboard. More are refused.
  public static let limit = 4096

  /// The pressed keys and buttons, in the order they were pressed.
  public private(set) var pressed: [KeyCode] = []
  /// The number of presses of each key without a release, once all pending events are sent.
  private var counts: [(key: KeyCode, count: Int)] = []
  private var events: [InputEvent] = []
  /// The index of the next event in `events`: those before it are sent.
  private var next = 0
  private var earliest = Timestamp.zero
  /// The button that went down or up last, and the earliest time of its next event.
  private var lastButton: (key: KeyCode, rested: Timestamp)?
  /// The keymap of the last key, and the earliest time of a key of another keymap.
  private var lastKeymap: (keymap: KeymapNumber, rested: Timestamp)?
  /// True after scrolling with fingers until `scrollEnd` is sent.
  private var isScrolling = false
  /// The first event of each chord or character that was appended last, by its index in `events`; empty if other events
  /// were appended since, or all are sent.
  private var starts: [Int] = []
  /// The number of events, from the first in `events`, that are due at once.
  private var urgent = 0

  /// Creates an empty queue.
  public init() {}

  /// True if no event is pending.
  public var isEmpty: Bool { next == events.count }

  /// The time at which the next event is due; nil if none is pending.
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

  /// The identity of a keymap.
  private enum KeymapNumber: Equatable {
    case inUse
    case own(Int)

    /// The keymap of the event's key; nil if the event has no keyboard key.
    init?(of event: InputEvent) {
      switch event {
      case .key(let event) where event.key.source == .keyboard: self = .inUse
      case .character(let key): self = .own(key.keymap)
      case .key, .wheel, .scroll, .scrollEnd, .motion, .position: return nil
      }
    }
  }

  // MARK: Appending events

  /// Appends chords. Each is pressed in the order of its keys, and released in reverse order before the next.
  /// - Parameter position: the position to which the pointer moves first; nil to leave it where it is.
  /// - Returns: false, with nothing appended, if that would exceed `limit`.
  public mutating func append(_ chords: [KeyPresses], at position: DesktopPosition? = nil) -> Bool {
    guard makeRoom(for: chords.reduce(position == nil ? 0 : 1) { $0 + 2 * $1.keys.count }) else { return false }
    if let position { events.append(.position(position)) }
    for chord in chords {
      starts.append(events.count)
      chord.keys.forEach { press($0) }
      chord.keys.reversed().forEach { release($0) }
    }
    return true
  }

  /// Appends events that leave no key pressed: characters, wheels and motion.
  /// - Returns: false, with nothing appended, if that would exceed `limit`.
  public mutating func append(_ events: [InputEvent]) -> Bool {
    guard makeRoom(for: events.count) else { return false }
    starts = Array(self.events.count..<self.events.count + events.count)
    self.events += events
    return true
  }

  /// Appends the presses of a chord that is released later.
  /// - Parameter position: as for chords.
  /// - Returns: false, with nothing appended, if that would exceed `limit`.
  public mutating func press(_ chord: KeyPresses, at position: DesktopPosition? = nil) -> Bool {
    guard makeRoom(for: chord.keys.count + (position == nil ? 0 : 1)) else { return false }
    if let position { events.append(.position(position)) }
    chord.keys.forEach { press($0) }
    return true
  }

  /// Appends the releases of a chord, the last key first, even if that exceeds `limit`.
  public mutating func release(_ chord: KeyPresses) {
    drop(next)
    chord.keys.reversed().forEach { release($0) }
  }

  /// Appends the end of scrolling with fingers, if there was any, even if that exceeds `limit`.
  mutating func endScrolling() {
    drop(next)
    let last = events.last { $0.ability == .scrolling }
    if last.map({ $0 != .scrollEnd }) ?? isScrolling { events.append(.scrollEnd) }
  }

  /// Removes the chords or characters of the last `append` that are not sent yet, so that others can take their place.
  /// A chord whose last key is not down yet is among them: its other keys are released.
  /// - Returns: the number of chords or characters that remain; nil if none of them is pending.
  mutating func removePending() -> Int? {
    guard let first = starts.first else { return nil }
    defer { starts = [] }
    let begun = starts.firstIndex { $0 >= next } ?? starts.count
    guard begun > 0 else {
      events.removeSubrange(first...)
      return 0
    }
    let end = begun < starts.count ? starts[begun] : events.count
    let isComplete = !events[next..<end].contains {
      if case .key(let event) = $0 { event.isDown } else { false }
    }
    guard !isComplete else {
      events.removeSubrange(end...)
      return begun
    }
    let releases = events[starts[begun - 1]..<next].reversed().compactMap { event -> InputEvent? in
      if case .key(let event) = event { .key(KeyEvent(event.key, isDown: false)) } else { nil }
    }
    events.replaceSubrange(next..., with: releases)
    return begun - 1
  }

  private mutating func press(_ key: KeyCode) {
    // Few keys are pressed at a time: a linear search is cheaper than a dictionary.
    if let index = counts.firstIndex(where: { $0.key == key }) { return counts[index].count += 1 }
    counts.append((key, 1))
    events.append(.key(KeyEvent(key, isDown: true)))
  }

  private mutating func release(_ key: KeyCode) {
    // Keys that were forgotten with their device are up.
    guard let index = counts.firstIndex(where: { $0.key == key }) else { return }
    counts[index].count -= 1
    guard counts[index].count == 0 else { return }
    counts.remove(at: index)
    events.append(.key(KeyEvent(key, isDown: false)))
  }

  // MARK: Sending events

  /// The event to send now; nil if none is due.
  public func due(at now: Timestamp) -> InputEvent? {
    guard let deadline, deadline <= now else { return nil }
    return events[next]
  }

  /// Records that the event that was due has been sent.
  public mutating func sent(at now: Timestamp) {
    guard !isEmpty else { return }
    if case .key(let event) = events[next] {
      if event.isDown { pressed.append(event.key) } else { pressed.removeAll { $0 == event.key } }
      if event.key.source == .pointer { lastButton = (event.key, now + Self.buttonInterval) }
    }
    switch events[next] {
    case .scroll: isScrolling = true
    case .scrollEnd: isScrolling = false
    case .key, .character, .wheel, .motion, .position: break
    }
    if let keymap = KeymapNumber(of: events[next]) { lastKeymap = (keymap, now + Self.keymapInterval) }
    next += 1
    earliest = now + Self.interval
    if isEmpty { drop(next) }
  }

  // MARK: Releasing

  /// Replaces all pending events by releases of the pressed keys, the last first. They are due at once and without
  /// intervals, because the program may be about to end.
  mutating func releaseAll() {
    events = pressed.reversed().map { .key(KeyEvent($0, isDown: false)) } + (isScrolling ? [.scrollEnd] : [])
    next = 0
    urgent = events.count
    starts = []
    counts.removeAll()
  }

  /// Drops the pending events and pressed keys of an ability whose device is gone.
  public mutating func forget(_ ability: InputEvent.Ability) {
    drop(next)
    urgent = events[..<urgent].count { $0.ability != ability }
    events.removeAll { $0.ability == ability }
    if ability == .scrolling { isScrolling = false }
    pressed.removeAll { $0.ability == ability }
    counts.removeAll { $0.key.ability == ability }
  }

  private mutating func makeRoom(for more: Int) -> Bool {
    guard events.count - next + more <= Self.limit else { return false }
    drop(next)
    return true
  }

  /// Removes the first `count` events, which have been sent.
  private mutating func drop(_ count: Int) {
    events.removeFirst(count)
    next -= count
    urgent = max(urgent - count, 0)
    starts.removeAll(keepingCapacity: true)
  }
}
