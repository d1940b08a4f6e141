/// The event types, codes and properties of the kernel that contacts depend on (linux/input-event-codes.h). They are
/// part of its ABI; a module without descriptors does not import its headers.
enum KernelCode {
  static let synchronization: Int32 = 0x00
  static let key: Int32 = 0x01
  static let absolute: Int32 = 0x03

  static let report: Int32 = 0

  static let slot: Int32 = 0x2f
  static let touchMajor: Int32 = 0x30
  static let touchMinor: Int32 = 0x31
  static let positionX: Int32 = 0x35
  static let positionY: Int32 = 0x36
  static let toolType: Int32 = 0x37
  static let trackingID: Int32 = 0x39
  static let pressure: Int32 = 0x3a
  /// A palm, as the tool of a contact.
  static let palm: Int32 = 2

  static let buttonLeft: Int32 = 0x110
  static let buttonRight: Int32 = 0x111
  static let buttonMiddle: Int32 = 0x112
  static let toolPen: Int32 = 0x140
  static let toolFinger: Int32 = 0x145
  static let toolQuintTap: Int32 = 0x148
  static let touch: Int32 = 0x14a
  static let toolDoubleTap: Int32 = 0x14d
  static let toolTripleTap: Int32 = 0x14e
  static let toolQuadTap: Int32 = 0x14f
  /// The keys for one finger, two, and so on.
  static let tools = [toolFinger, toolDoubleTap, toolTripleTap, toolQuadTap, toolQuintTap]

  /// The surface is a screen (INPUT_PROP_DIRECT).
  static let direct = 1
  /// A button lies under the surface (INPUT_PROP_BUTTONPAD).
  static let buttonpad = 2
  /// The positions are those of two corners around the fingers (INPUT_PROP_SEMI_MT).
  static let semiMultitouch = 3
}
