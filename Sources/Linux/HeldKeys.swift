internal import CLinux
internal import Glibc

/// Reads the state of a few keys of a keyboard (evdev). An event mask makes the kernel withhold all other events
/// (EVIOCSMASK): other keystrokes never reach this process, nor wake it.
public struct HeldKeys: ~Copyable {
  private let descriptor: Descriptor
  private let keys: [UInt16]

  /// The descriptor's number, to wait for: readable when one of the keys may have changed.
  public var number: CInt { descriptor.number }

  /// Opens a keyboard's event node for reading.
  /// - Parameter keys: key codes of the kernel, such as KEY_LEFTCTRL.
  /// - Throws: `SystemError` with the path.
  public init(path: String, keys: [UInt16]) throws(SystemError) {
    let descriptor = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    let keys = keys.filter { Int($0) < Self.keyBytes * 8 }
    try Self.setEventMask(keys, on: descriptor.number, path: path)
    self.descriptor = descriptor
    self.keys = keys
  }

  private static func setEventMask(_ keys: [UInt16], on number: CInt, path: String) throws(SystemError) {
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
  }

  private static let keyBytes = Int(SLEIGHT_KEY_BYTES)

  /// The keys that are down now. Discards pending events: the kernel's key state includes them, also those that were
  /// lost.
  /// - Throws: `SystemError`: ENODEV if the keyboard is gone.
  public func down() throws(SystemError) -> Set<UInt16> {
    while let bytes = try descriptor.read(upTo: 4096), !bytes.isEmpty {}
    var states = [UInt8](repeating: 0, count: Self.keyBytes)
    try system("ioctl EVIOCGKEY") { sleight_keys_down(descriptor.number, &states) }
    return Set(keys.filter { states[Int($0) / 8] & 1 << ($0 % 8) != 0 })
  }
}
