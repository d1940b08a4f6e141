internal import Touch

/// The user data of a libinput device. libinput returns it with each event, so that no table is needed for the device's
/// id. A device without it is not in use, or not any more.
struct DeviceTag {
  let id: DeviceID
  /// False if the size is unknown; touches are then fractions of the device's extent.
  let hasSize: Bool

  init(_ id: DeviceID, hasSize: Bool) {
    self.id = id
    self.hasSize = hasSize
  }

  /// Decodes user data; nil for a null pointer.
  init?(_ userData: UnsafeMutableRawPointer?) {
    let number = Int(bitPattern: userData)
    guard number > 1 else { return nil }
    self.init(DeviceID(number >> 1 - 1), hasSize: number & 1 == 1)
  }

  /// The tag, encoded as a pointer that is never dereferenced and never null.
  var userData: UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: (id.number + 1) << 1 | (hasSize ? 1 : 0))
  }
}
