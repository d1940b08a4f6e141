internal import CLinux
internal import Glibc

/// A keyboard's event node, listened to for a few of its keys (evdev). The kernel is told to keep the others to itself
/// (EVIOCSMASK): what is typed with them never gets here, and wakes nobody.
public struct HeldKeys: ~Copyable {
  private let descriptor: Descriptor
  private let keys: [UInt16]

  /// Becomes readable when one of the keys may have gone down or up.
  public var number: CInt { descriptor.number }

  /// Listens to some keys of a keyboard, by the kernel's codes (KEY_LEFTCTRL). Nothing is ever written to it.
  /// - Throws: `SystemError` with the path.
  public init(path: String, keys: [UInt16]) throws(SystemError) {
    let descriptor = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    let keys = keys.filter { Int($0) < Self.bytes * 8 }
    try Self.hear(keys, on: descriptor.number, path: path)
    self.descriptor = descriptor
    self.keys = keys
  }

  private static func hear(_ keys: [UInt16], on number: CInt, path: String) throws(SystemError) {
    var codes = [UInt8](repeating: 0, count: bytes)
    for key in keys { codes[Int(key) / 8] |= 1 << (key % 8) }
    // Of type 0 the mask is that of the types themselves. The kernel takes whole words of its own only.
    var types = [UInt8](repeating: 0, count: MemoryLayout<UInt>.size)
    types[0] = 1 << UInt8(EV_KEY)
    for (type, mask) in [(CInt(0), types), (EV_KEY, codes)] {
      try system("ioctl EVIOCSMASK", path: path) {
        sleight_set_event_mask(number, UInt32(type), mask, UInt32(mask.count))
      }
    }
  }

  private static let bytes = Int(SLEIGHT_KEY_BYTES)

  /// Which of the keys are down now. What was reported of them since the last call is passed over: this is where it led,
  /// also where some of it was lost.
  /// - Throws: `SystemError`: ENODEV where the keyboard is gone.
  public func down() throws(SystemError) -> Set<UInt16> {
    while let bytes = try descriptor.read(upTo: 4096), !bytes.isEmpty {}
    var states = [UInt8](repeating: 0, count: Self.bytes)
    try system("ioctl EVIOCGKEY") { sleight_keys_down(descriptor.number, &states) }
    return Set(keys.filter { states[Int($0) / 8] & 1 << ($0 % 8) != 0 })
  }
}
