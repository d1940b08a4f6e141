internal import CUinput
internal import Engine
internal import Linux
internal import Time

/// A uinput keyboard: the keys of keyboards, without buttons and axes.
final class Keyboard {
  /// Its name among the input devices.
  static let name = "Sleight keyboard"

  private let device: UinputDevice
  private var pace = KeyPace()

  /// - Throws: `SystemError` with /dev/uinput.
  init(now: Timestamp) throws(SystemError) {
    device = try UinputDevice(.init(name: Self.name, keys: KeyCode.real), now: now)
  }

  /// Returns the time to ask again; nil once key events arrive.
  func wait(at now: Timestamp) -> Timestamp? { device.wait(at: now) }

  /// Presses or releases a key.
  /// - Returns: false if the kernel has, or may have, no room now; nothing is sent then.
  /// - Throws: `SystemError` with /dev/uinput.
  func send(_ event: KeyEvent) throws(SystemError) -> Bool {
    guard pace.takes(at: Timestamp.now) else { return false }
    return try device.send([.init(event)])
  }
}

extension UinputDevice.Change {
  /// The press or release of a key or button.
  init(_ event: KeyEvent) {
    self.init(type: EV_KEY, code: CInt(event.key.number), value: event.isDown ? 1 : 0)
  }
}

/// The rate limit of a uinput keyboard, so that no key is lost while the compositor is busy.
///
/// The kernel buffers 64 events per reader of a keyboard (EVDEV_MIN_BUFFER_SIZE in drivers/input/evdev.c), two for each
/// press or release, and drops all of them when one more comes (SYN_DROPPED). A writer cannot see how many are
/// buffered. So short sequences are written at once, and longer ones at a rate that lets a compositor pause for a tenth
/// of a second:
///
///     key      1   2  ...  22   23   24   25
///     at, ms   0   1       21   25   29   33
struct KeyPace {
  /// The number of keys that may be written ahead of the rate: half of the buffer.
  private static let lead = 16
  /// The time per key: 31 keys, which fit in the buffer, take 124 ms.
  private static let interval = Duration.milliseconds(4)

  /// The time at which all written keys count as read.
  private var readAt = Timestamp.zero

  /// Returns true if a key may be written now, and counts it as written.
  mutating func takes(at now: Timestamp) -> Bool {
    let start = max(readAt, now)
    guard start - now < Self.interval * Self.lead else { return false }
    readAt = start + Self.interval
    return true
  }
}
