internal import CLinux
internal import Glibc

/// Reads the state of a few keys of a keyboard (evdev). Other keystrokes never reach this process, nor wake it.
public struct HeldKeys: ~Copyable {
  private let descriptor: Descriptor
  private let keys: [UInt16]

  /// The descriptor's number, to wait for: readable when one of the keys may have changed.
  public var number: CInt { descriptor.number }

  /// Opens a keyboard's event node for reading.
  /// - Parameter keys: key codes of the kernel, such as KEY_LEFTCTRL.
  /// - Throws: `SystemError` with the path.
  public init(path: String, keys: [UInt16]) throws(SystemError) {
    let keys = keys.filter { Int($0) < Descriptor.keyBytes * 8 }
    descriptor = try Descriptor.openKeyboard(path, for: keys)
    self.keys = keys
  }

  /// The keys that are down now. Discards pending events: the kernel's key state includes them, also those that were
  /// lost.
  /// - Throws: `SystemError`: ENODEV if the keyboard is gone.
  public func down() throws(SystemError) -> Set<UInt16> {
    while let bytes = try descriptor.read(upTo: 4096), !bytes.isEmpty {}
    var states = [UInt8](repeating: 0, count: Descriptor.keyBytes)
    try descriptor.readKeys(into: &states)
    return Set(keys.filter { states.contains(key: $0) })
  }
}

extension Descriptor {
  /// The size of the state of all keys.
  static let keyBytes = Int(SLEIGHT_KEY_BYTES)

  /// Opens a keyboard's event node for reading. An event mask makes the kernel withhold all events but those of `keys`
  /// (EVIOCSMASK).
  /// - Throws: `SystemError` with the path.
  static func openKeyboard(_ path: String, for keys: [UInt16]) throws(SystemError) -> Descriptor {
    let descriptor = try open(path, O_RDONLY | O_NONBLOCK)
    let number = descriptor.number
    var codes = [UInt8](repeating: 0, count: keyBytes)
    for key in keys { codes[Int(key) / 8] |= 1 << (key % 8) }
    // Type 0 selects the mask of event types. The kernel requires masks to be whole words.
    var types = [UInt8](repeating: 0, count: MemoryLayout<UInt>.size)
    types[0] = 1 << UInt8(EV_KEY)
    for (type, mask) in [(CInt(0), types), (EV_KEY, codes)] {
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
}

extension [UInt8] {
  /// True if a key is down in this state of all keys.
  func contains(key: UInt16) -> Bool { self[Int(key) / 8] & 1 << (key % 8) != 0 }
}
