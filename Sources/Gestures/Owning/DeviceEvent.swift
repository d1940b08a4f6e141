public import Time

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
}
