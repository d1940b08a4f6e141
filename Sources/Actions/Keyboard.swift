internal import CUinput
internal import Glibc
public import Linux
public import Touch

/// A keyboard of our own (uinput), to be kept for as long as keys may be pressed: whoever listens for devices takes a
/// moment to find it. The kernel releases its keys when it goes, whatever ends the program.
public final class Keyboard {
  /// What it is made with.
  public static let path = "/dev/uinput"
  /// What it is called among the input devices.
  public static let name = "Sleight keyboard"

  private let descriptor: Descriptor
  private var readiness: KeyboardReadiness
  /// Where udev keeps what it knows of the device; nil where that cannot be found out.
  private let udevRecord: String?

  /// Creates the keyboard: the keys that keyboards have, no buttons, no axes, no repeating of its own (the compositor
  /// does that).
  /// - Parameter now: the time, to wait from until it can be used.
  /// - Throws: `KeyboardUnavailable`, which says what would help.
  public init(now: Timestamp) throws(KeyboardUnavailable) {
    do {
      descriptor = try Descriptor.open(Self.path, O_WRONLY | O_NONBLOCK)
      try Self.create(on: descriptor.number)
    } catch {
      throw KeyboardUnavailable(cause: error)
    }
    udevRecord = Self.udevRecord(of: descriptor.number)
    readiness = KeyboardReadiness(created: now)
  }

  deinit { _ = sleight_uinput_destroy(descriptor.number) }

  /// When to ask again whether key events arrive; nil from when they do on. What is sent before is lost.
  public func wait(at now: Timestamp) -> Timestamp? {
    readiness.wait(at: now) { udevRecord.map { access($0, F_OK) == 0 } ?? false }
  }

  /// Presses or releases a key.
  /// - Returns: false where the kernel has no room now; nothing is sent then.
  /// - Throws: `SystemError` with /dev/uinput.
  public func send(_ event: KeyEvent) throws(SystemError) -> Bool {
    let events = [
      input_event(
        time: timeval(), type: UInt16(EV_KEY), code: event.key.number, value: event.isDown ? 1 : 0),
      input_event(time: timeval(), type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0),
    ]
    let size = events.count * MemoryLayout<input_event>.stride
    do {
      try system("write", path: Self.path) { CInt(truncatingIfNeeded: write(descriptor.number, events, size)) }
    } catch {
      guard error.code == EAGAIN else { throw error }
      return false
    }
    return true
  }

  private static func create(on number: CInt) throws(SystemError) {
    try system("ioctl UI_SET_EVBIT", path: path) { sleight_uinput_set_event(number, EV_KEY) }
    for key in KeyCode.real {
      try system("ioctl UI_SET_KEYBIT", path: path) { sleight_uinput_set_key(number, CInt(key.number)) }
    }
    var setup = uinput_setup()
    setup.id = input_id(bustype: UInt16(BUS_VIRTUAL), vendor: 0, product: 0, version: 1)
    // The name is shorter than the 80 bytes there are, which are zero.
    withUnsafeMutableBytes(of: &setup.name) { $0.copyBytes(from: name.utf8) }
    try system("ioctl UI_DEV_SETUP", path: path) { sleight_uinput_setup(number, &setup) }
    try system("ioctl UI_DEV_CREATE", path: path) { sleight_uinput_create(number) }
  }

  /// The file that udev writes about the keyboard's event node when it has looked at it and set its permissions.
  private static func udevRecord(of number: CInt) -> String? {
    var name = [UInt8](repeating: 0, count: 64)
    let answer = name.withUnsafeMutableBytes { sleight_uinput_name(number, $0.baseAddress, $0.count) }
    guard answer >= 0 else { return nil }
    let device = "/sys/devices/virtual/input/" + String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    guard let directory = opendir(device) else { return nil }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let node = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard node.hasPrefix("event"), let file = try? Descriptor.open("\(device)/\(node)/dev", O_RDONLY),
        let number = try? file.read(upTo: 32)
      else { continue }
      return "/run/udev/data/c" + String(decoding: number.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    return nil
  }
}
