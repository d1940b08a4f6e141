internal import CLinux
internal import Glibc

/// Reads the state of a few keys or switches of a device (evdev). Its other events never reach this process, nor wake
/// it.
public struct HeldKeys: ~Copyable {
  /// The tools by which a pen is near a tablet: the pen, its rubber, brush, pencil and airbrush; not fingers and mice.
  public static let pens = (UInt16(BTN_TOOL_PEN)...UInt16(BTN_TOOL_AIRBRUSH)).map { $0 }
  /// The switch of machines that serve as tablets.
  public static let tabletMode = UInt16(SW_TABLET_MODE)

  private let descriptor: Descriptor
  private let keys: [UInt16]
  private let areSwitches: Bool

  /// The descriptor's number, to wait for: readable when one of the keys may have changed.
  public var number: CInt { descriptor.number }

  /// Opens an event node for reading.
  /// - Parameters:
  ///   - keys: key codes of the kernel, such as KEY_LEFTCTRL; or codes of switches, such as SW_TABLET_MODE.
  ///   - areSwitches: true if they are codes of switches.
  /// - Throws: `SystemError` with the path.
  public init(path: String, keys: [UInt16], areSwitches: Bool = false) throws(SystemError) {
    let keys = keys.filter { Int($0) < Descriptor.keyBytes * 8 }
    descriptor = try Descriptor.openEvents(path, of: areSwitches ? EV_SW : EV_KEY, for: keys)
    self.keys = keys
    self.areSwitches = areSwitches
  }

  /// The keys that are down now, or the switches that are on. Discards pending events: the kernel's state includes
  /// them, also those that were lost.
  /// - Throws: `SystemError`: ENODEV if the device is gone.
  public func down() throws(SystemError) -> Set<UInt16> {
    while let bytes = try descriptor.read(upTo: 4096), !bytes.isEmpty {}
    var states = [UInt8](repeating: 0, count: Descriptor.keyBytes)
    if areSwitches { try descriptor.readSwitches(into: &states) } else { try descriptor.readKeys(into: &states) }
    return Set(keys.filter { states.contains(key: $0) })
  }
}

extension Descriptor {
  /// The size of the state of all keys.
  static let keyBytes = Int(SLEIGHT_KEY_BYTES)

  /// Opens an event node for reading. An event mask makes the kernel withhold all events but those of a type and some
  /// codes (EVIOCSMASK).
  /// - Parameter type: EV_KEY or EV_SW.
  /// - Throws: `SystemError` with the path.
  static func openEvents(_ path: String, of type: CInt, for codes: [UInt16]) throws(SystemError) -> Descriptor {
    let descriptor = try open(path, O_RDONLY | O_NONBLOCK)
    let number = descriptor.number
    var bits = [UInt8](repeating: 0, count: keyBytes)
    for code in codes { bits[Int(code) / 8] |= 1 << (code % 8) }
    // Type 0 selects the mask of event types. The kernel requires masks to be whole words.
    var types = [UInt8](repeating: 0, count: MemoryLayout<UInt>.size)
    types[0] = 1 << UInt8(type)
    for (type, mask) in [(CInt(0), types), (type, bits)] {
      try system("ioctl EVIOCSMASK", path: path) {
        sleight_set_event_mask(number, UInt32(type), mask, UInt32(mask.count))
      }
    }
    return descriptor
  }

  /// Reads the state of all keys of a keyboard, a bit each.
  /// - Throws: `SystemError`: ENODEV if the keyboard is gone.
  func readKeys(into states: inout [UInt8]) throws(SystemError) {
    try system("ioctl EVIOCGKEY") { sleight_keys_down(number, &states) }
  }

  /// Reads the state of all switches of a device, a bit each.
  /// - Throws: `SystemError`: ENODEV if the device is gone.
  fileprivate func readSwitches(into states: inout [UInt8]) throws(SystemError) {
    try system("ioctl EVIOCGSW") { sleight_switches_on(number, &states) }
  }
}

extension [UInt8] {
  /// True if a key is down in this state of all keys.
  func contains(key: UInt16) -> Bool { self[Int(key) / 8] & 1 << (key % 8) != 0 }
}
