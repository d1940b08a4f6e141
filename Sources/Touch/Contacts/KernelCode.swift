/// The event types, codes and properties of the kernel that contacts depend on (linux/input-event-codes.h), in the type
/// of libevdev's functions: those of `EventCode`, and some that only contacts have.
enum KernelCode {
  static let synchronization = Int32(EventCode.synchronization)
  static let key = Int32(EventCode.key)
  static let absolute = Int32(EventCode.absolute)

  static let report = Int32(EventCode.report)

  static let slot = Int32(EventCode.slot)
  static let touchMajor = Int32(EventCode.touchMajor)
  static let touchMinor: Int32 = 0x31
  static let positionX = Int32(EventCode.slotX)
  static let positionY = Int32(EventCode.slotY)
  static let toolType = Int32(EventCode.toolType)
  static let trackingID = Int32(EventCode.trackingID)
  static let pressure = Int32(EventCode.slotPressure)
  static let palm = EventCode.palm

  static let buttonLeft = Int32(EventCode.leftButton)
  static let buttonRight: Int32 = 0x111
  static let buttonMiddle: Int32 = 0x112
  static let toolPen: Int32 = 0x140
  static let toolFinger: Int32 = 0x145
  static let touch = Int32(EventCode.touch)
  /// The keys for one finger, two, and so on.
  static let tools = [toolFinger, 0x14d, 0x14e, 0x14f, 0x148]

  /// The surface is a screen (INPUT_PROP_DIRECT).
  static let direct = 1
  /// A button lies under the surface (INPUT_PROP_BUTTONPAD).
  static let buttonpad = 2
  /// The positions are those of two corners around the fingers (INPUT_PROP_SEMI_MT).
  static let semiMultitouch = 3
}
