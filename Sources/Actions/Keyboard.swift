internal import CUinput
internal import Engine
internal import Linux
internal import Touch

/// A keyboard of our own: the keys that keyboards have, no buttons, no axes.
final class Keyboard {
  /// What it is called among the input devices.
  static let name = "Sleight keyboard"

  private let device: UinputDevice
  private var pace = KeyPace()

  /// - Throws: `SystemError` with /dev/uinput.
  init(now: Timestamp) throws(SystemError) {
    device = try UinputDevice(.init(name: Self.name, keys: KeyCode.real), now: now)
  }

  /// When to ask again whether key events arrive; nil from when they do on.
  func wait(at now: Timestamp) -> Timestamp? { device.wait(at: now) }

  /// Presses or releases a key.
  /// - Returns: false where the kernel has no room now, or may have none; nothing is sent then.
  /// - Throws: `SystemError` with /dev/uinput.
  func send(_ event: KeyEvent) throws(SystemError) -> Bool {
    guard pace.takes(at: Timestamp(microseconds: monotonicNow())) else { return false }
    return try device.send([.init(event)])
  }
}

extension UinputDevice.Change {
  /// A key or a button that goes down or up.
  init(_ event: KeyEvent) {
    self.init(type: EV_KEY, code: CInt(event.key.number), value: event.isDown ? 1 : 0)
  }
}
