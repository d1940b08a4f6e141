internal import CLinux
internal import Glibc
public import Time

/// Reads when a keyboard was typed on (evdev), and nothing else of it. Typing does not wake this process: the kernel
/// keeps the last events until somebody wants to know.
///
/// The keys that type are those of libinput's `disable-while-typing` (evdev-mt-touchpad.c, `tp_key_ignore_for_dwt` and
/// `tp_keyboard_event`): letters, digits, punctuation, space, Enter and Backspace. A key that is pressed with a
/// modifier does not type, unless it follows another one that did; a key types as long as it is held.
public struct TypedKeys: ~Copyable {
  private let descriptor: Descriptor
  private var series: TypedSeries
  // Kept, so that a touch that begins allocates nothing.
  private var events: [input_event]
  private var states: [UInt8]

  /// Opens a keyboard's event node for reading.
  /// - Parameter pause: the time after which a key follows no other.
  /// - Throws: `SystemError` with the path.
  public init(path: String, pause: Duration) throws(SystemError) {
    let descriptor = try Descriptor.openEvents(path, of: EV_KEY, for: TypedSeries.typing + TypedSeries.modifiers)
    let number = descriptor.number
    // The clock of libinput's events.
    try system("ioctl EVIOCSCLOCKID", path: path) { sleight_use_monotonic_clock(number) }
    var states = [UInt8](repeating: 0, count: Descriptor.keyBytes)
    try descriptor.readKeys(into: &states)
    var series = TypedSeries(pause: pause)
    series.setModifiers(by: states)
    self.descriptor = descriptor
    self.series = series
    events = Array(repeating: input_event(), count: 64)
    self.states = Array(repeating: 0, count: Descriptor.keyBytes)
  }

  /// The time at which it was typed on last: now if a key that types is held; nil if it was not yet.
  /// - Throws: `SystemError`: ENODEV if the keyboard is gone.
  public mutating func last(at now: Timestamp) throws(SystemError) -> Timestamp? {
    defer { forget() }
    while case let count = try readEvents(), count > 0 {
      for index in 0..<count {
        let event = events[index]
        let time = Timestamp(microseconds: sleight_event_time(&events[index]))
        switch (CInt(event.type), CInt(event.code)) {
        case (EV_KEY, _): series.handle(event.code, value: event.value, at: time)
        // Keys were typed until now, and which modifiers were held meanwhile is unknown.
        case (EV_SYN, SYN_DROPPED): series.handleLoss(at: time)
        default: break
        }
      }
    }
    // Drops a key that came since, which is down.
    try descriptor.readKeys(into: &states)
    series.setModifiers(by: states)
    if series.isHeld(in: states) { series.last = now }
    return series.last
  }

  /// Leaves no key behind in memory.
  private mutating func forget() {
    for index in events.indices { events[index] = input_event() }
    for index in states.indices { states[index] = 0 }
  }

  private mutating func readEvents() throws(SystemError) -> Int {
    let number = descriptor.number
    while true {
      let size = events.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
      if size >= 0 { return size / MemoryLayout<input_event>.stride }
      if Glibc.errno == EAGAIN { return 0 }
      guard Glibc.errno == EINTR else { throw SystemError.last("read") }
    }
  }
}

/// The rule of `TypedKeys`, which remembers no key but modifiers.
struct TypedSeries {
  /// KEY_1 to KEY_SPACE, without those among them that are modifiers, and without the keypad's asterisk.
  static let typing = (UInt16(KEY_1)...UInt16(KEY_SPACE)).filter {
    !modifiers.contains($0) && $0 != UInt16(KEY_KPASTERISK)
  }
  /// Libinput counts Tab, Caps Lock and Compose among them.
  static let modifiers = [
    KEY_LEFTCTRL, KEY_RIGHTCTRL, KEY_LEFTALT, KEY_RIGHTALT, KEY_LEFTSHIFT, KEY_RIGHTSHIFT, KEY_FN, KEY_CAPSLOCK,
    KEY_TAB, KEY_COMPOSE, KEY_RIGHTMETA, KEY_LEFTMETA,
  ].map { UInt16($0) }

  let pause: Duration
  /// The time of the last key that typed; nil if there is none.
  var last: Timestamp?
  /// A bit for each of `modifiers` that is down.
  private var modifiersDown: UInt16 = 0

  init(pause: Duration) { self.pause = pause }

  /// Handles a key that is pressed (1), repeated (2) or released (0).
  mutating func handle(_ key: UInt16, value: CInt, at time: Timestamp) {
    if let index = Self.modifiers.firstIndex(of: key) {
      if value == 0 { modifiersDown &= ~(1 << index) } else { modifiersDown |= 1 << index }
    } else if value != 0, modifiersDown == 0 || last.map({ time - $0 < pause }) == true {
      last = time
    }
  }

  mutating func handleLoss(at time: Timestamp) {
    modifiersDown = 0
    last = time
  }

  /// Takes in which modifiers are down in the state of all keys.
  mutating func setModifiers(by states: [UInt8]) {
    modifiersDown = 0
    for (index, key) in Self.modifiers.enumerated() where states.contains(key: key) { modifiersDown |= 1 << index }
  }

  /// True if a key that types is down, and no modifier.
  func isHeld(in states: [UInt8]) -> Bool {
    modifiersDown == 0 && Self.typing.contains { states.contains(key: $0) }
  }
}
