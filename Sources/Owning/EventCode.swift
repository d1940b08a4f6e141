/// The event types and codes of the kernel that owning depends on (linux/input-event-codes.h). They are part of its ABI;
/// a module without descriptors does not import its headers.
public enum EventCode {
  static let synchronization: UInt16 = 0x00
  static let key: UInt16 = 0x01
  static let absolute: UInt16 = 0x03
  static let miscellaneous: UInt16 = 0x04

  static let report: UInt16 = 0
  static let timestamp: UInt16 = 0x05

  static let x: UInt16 = 0x00
  static let y: UInt16 = 0x01
  static let pressure: UInt16 = 0x18
  static let slot: UInt16 = 0x2f
  static let touchMajor: UInt16 = 0x30
  static let slotX: UInt16 = 0x35
  static let slotY: UInt16 = 0x36
  static let trackingID: UInt16 = 0x39
  static let slotPressure: UInt16 = 0x3a
  /// The tool of a contact: a finger or a palm.
  public static let toolType: UInt16 = 0x37
  /// A palm, as the tool of a contact.
  public static let palm: Int32 = 2

  static let touch: UInt16 = 0x14a
  /// The keys for one finger, two, and so on.
  static let tools: [UInt16] = [0x145, 0x14d, 0x14e, 0x14f, 0x148]

  /// True for an axis that each contact has: those from ABS_MT_TOUCH_MAJOR on, but not the tracking id.
  public static func isOfContacts(_ code: UInt16) -> Bool { (touchMajor...0x3d).contains(code) && code != trackingID }

  /// True for a button: BTN_MISC to BTN_TASK.
  static func isButton(_ code: UInt16) -> Bool { (0x100...0x117).contains(code) }
}
