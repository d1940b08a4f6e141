public import Time
internal import Touch

/// An event as the kernel's devices report it.
public struct DeviceEvent: Hashable, Sendable {
  /// The time; all events of a frame have the same one.
  public var time: Timestamp
  /// The type, such as EV_ABS.
  public var type: UInt16
  /// The code, such as ABS_MT_SLOT.
  public var code: UInt16
  /// The value.
  public var value: Int32

  public init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  /// A value of an absolute axis, such as ABS_MT_SLOT.
  public static func axis(_ code: UInt16, _ value: Int32, at time: Timestamp) -> DeviceEvent {
    DeviceEvent(time: time, type: EventCode.absolute, code: code, value: value)
  }

  /// The end of a frame.
  public static func end(at time: Timestamp) -> DeviceEvent {
    DeviceEvent(time: time, type: EventCode.synchronization, code: EventCode.report, value: 0)
  }
}
