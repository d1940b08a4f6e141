/// The event types and codes of the kernel that touches and owned devices depend on (linux/input-event-codes.h). They
/// are part of its ABI; a module without descriptors does not import its headers.
///
/// Other modules inline them: an owned device compares several of them for each event.
public enum EventCode {
  // MARK: Types

  /// EV_SYN
  @inlinable public static var synchronization: UInt16 { 0x00 }
  /// EV_KEY
  @inlinable public static var key: UInt16 { 0x01 }
  /// EV_ABS
  @inlinable public static var absolute: UInt16 { 0x03 }
  /// EV_MSC
  @inlinable public static var miscellaneous: UInt16 { 0x04 }

  // MARK: Codes

  /// SYN_REPORT, the end of a frame.
  @inlinable public static var report: UInt16 { 0 }
  /// SYN_MT_REPORT, the end of a contact in the protocol without slots.
  @inlinable public static var contactReport: UInt16 { 2 }
  /// MSC_TIMESTAMP, the device's own time.
  @inlinable public static var timestamp: UInt16 { 0x05 }

  /// ABS_CNT, the number of codes of axes.
  @inlinable public static var axes: Int { 0x40 }
  /// ABS_X
  @inlinable public static var x: UInt16 { 0x00 }
  /// ABS_Y
  @inlinable public static var y: UInt16 { 0x01 }
  /// ABS_PRESSURE
  @inlinable public static var pressure: UInt16 { 0x18 }
  /// ABS_MT_SLOT
  @inlinable public static var slot: UInt16 { 0x2f }
  /// ABS_MT_TOUCH_MAJOR
  @inlinable public static var touchMajor: UInt16 { 0x30 }
  /// ABS_MT_TOUCH_MINOR
  @inlinable public static var touchMinor: UInt16 { 0x31 }
  /// ABS_MT_POSITION_X
  @inlinable public static var slotX: UInt16 { 0x35 }
  /// ABS_MT_POSITION_Y
  @inlinable public static var slotY: UInt16 { 0x36 }
  /// ABS_MT_TOOL_TYPE: a finger or a palm.
  @inlinable public static var toolType: UInt16 { 0x37 }
  /// MT_TOOL_FINGER, a finger as the tool of a contact.
  @inlinable public static var finger: Int32 { 0 }
  /// MT_TOOL_PEN, a pen: no touchpad reports it.
  @inlinable public static var pen: Int32 { 1 }
  /// MT_TOOL_PALM, a palm as the tool of a contact.
  @inlinable public static var palm: Int32 { 2 }
  /// ABS_MT_TRACKING_ID
  @inlinable public static var trackingID: UInt16 { 0x39 }
  /// ABS_MT_PRESSURE
  @inlinable public static var slotPressure: UInt16 { 0x3a }
  /// BTN_LEFT
  @inlinable public static var leftButton: UInt16 { 0x110 }
  /// BTN_RIGHT
  @inlinable public static var rightButton: UInt16 { 0x111 }
  /// BTN_MIDDLE
  @inlinable public static var middleButton: UInt16 { 0x112 }
  /// BTN_TOOL_PEN
  @inlinable public static var penTool: UInt16 { 0x140 }
  /// BTN_TOOL_FINGER, one finger.
  @inlinable public static var fingerTool: UInt16 { 0x145 }
  /// BTN_TOUCH
  @inlinable public static var touch: UInt16 { 0x14a }

  /// True for an axis that each contact has: those from ABS_MT_TOUCH_MAJOR on, but not the tracking id.
  @inlinable public static func isOfContacts(_ code: UInt16) -> Bool {
    code >= touchMajor && code <= 0x3d && code != trackingID
  }

  /// True for a button: BTN_MISC to BTN_TASK.
  @inlinable public static func isButton(_ code: UInt16) -> Bool { code >= 0x100 && code <= 0x117 }

  /// The most fingers that a key stands for.
  @inlinable public static var mostFingers: Int { 5 }

  /// The keys for one finger, two, and so on.
  public static let fingerTools: [UInt16] = [fingerTool, 0x14d, 0x14e, 0x14f, 0x148]

  /// The number of fingers that a key stands for, such as BTN_TOOL_DOUBLETAP; nil for other keys.
  @inlinable public static func fingers(_ code: UInt16) -> Int? {
    switch code {
    case 0x145: 1
    case 0x14d: 2
    case 0x14e: 3
    case 0x14f: 4
    case 0x148: 5
    default: nil
    }
  }
}

/// The kernel's properties of a device.
enum DeviceProperty {
  /// The surface is a screen (INPUT_PROP_DIRECT).
  static let direct = 1
  /// A button lies under the surface (INPUT_PROP_BUTTONPAD).
  static let buttonpad = 2
  /// The positions are those of two corners around the fingers (INPUT_PROP_SEMI_MT).
  static let semiMultitouch = 3
}
