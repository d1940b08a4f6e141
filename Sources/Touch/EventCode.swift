/// The event types and codes of the kernel that touches and owned devices depend on (linux/input-event-codes.h). They
/// are part of its ABI; a module without descriptors does not import its headers.
///
/// Other modules inline them: an owned device compares several of them for each event.
package enum EventCode {
  // MARK: Types

  /// EV_SYN
  @inlinable package static var synchronization: UInt16 { 0x00 }
  /// EV_KEY
  @inlinable package static var key: UInt16 { 0x01 }
  /// EV_ABS
  @inlinable package static var absolute: UInt16 { 0x03 }
  /// EV_MSC
  @inlinable package static var miscellaneous: UInt16 { 0x04 }

  // MARK: Codes

  /// SYN_REPORT, the end of a frame.
  @inlinable package static var report: UInt16 { 0 }
  /// MSC_TIMESTAMP, the device's own time.
  @inlinable package static var timestamp: UInt16 { 0x05 }

  /// ABS_X
  @inlinable package static var x: UInt16 { 0x00 }
  /// ABS_Y
  @inlinable package static var y: UInt16 { 0x01 }
  /// ABS_PRESSURE
  @inlinable package static var pressure: UInt16 { 0x18 }
  /// ABS_MT_SLOT
  @inlinable package static var slot: UInt16 { 0x2f }
  /// ABS_MT_TOUCH_MAJOR
  @inlinable package static var touchMajor: UInt16 { 0x30 }
  /// ABS_MT_TOUCH_MINOR
  @inlinable package static var touchMinor: UInt16 { 0x31 }
  /// ABS_MT_POSITION_X
  @inlinable package static var slotX: UInt16 { 0x35 }
  /// ABS_MT_POSITION_Y
  @inlinable package static var slotY: UInt16 { 0x36 }
  /// ABS_MT_TOOL_TYPE: a finger or a palm.
  @inlinable package static var toolType: UInt16 { 0x37 }
  /// MT_TOOL_PALM, a palm as the tool of a contact.
  @inlinable package static var palm: Int32 { 2 }
  /// ABS_MT_TRACKING_ID
  @inlinable package static var trackingID: UInt16 { 0x39 }
  /// ABS_MT_PRESSURE
  @inlinable package static var slotPressure: UInt16 { 0x3a }
  /// BTN_LEFT
  @inlinable package static var leftButton: UInt16 { 0x110 }
  /// BTN_RIGHT
  @inlinable package static var rightButton: UInt16 { 0x111 }
  /// BTN_MIDDLE
  @inlinable package static var middleButton: UInt16 { 0x112 }
  /// BTN_TOOL_PEN
  @inlinable package static var penTool: UInt16 { 0x140 }
  /// BTN_TOOL_FINGER, one finger.
  @inlinable package static var fingerTool: UInt16 { 0x145 }
  /// BTN_TOUCH
  @inlinable package static var touch: UInt16 { 0x14a }

  /// True for an axis that each contact has: those from ABS_MT_TOUCH_MAJOR on, but not the tracking id.
  @inlinable package static func isOfContacts(_ code: UInt16) -> Bool {
    code >= touchMajor && code <= 0x3d && code != trackingID
  }

  /// True for a button: BTN_MISC to BTN_TASK.
  @inlinable package static func isButton(_ code: UInt16) -> Bool { code >= 0x100 && code <= 0x117 }

  /// The most fingers that a key stands for.
  @inlinable package static var mostFingers: Int { 5 }

  /// The keys for one finger, two, and so on.
  package static let fingerTools: [UInt16] = [fingerTool, 0x14d, 0x14e, 0x14f, 0x148]

  /// The number of fingers that a key stands for, such as BTN_TOOL_DOUBLETAP; nil for other keys.
  @inlinable package static func fingers(_ code: UInt16) -> Int? {
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
