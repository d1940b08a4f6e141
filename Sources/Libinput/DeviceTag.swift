internal import Touch

/// What libinput keeps of a device for us and hands back with each of its events, so that nothing has to be looked up:
/// which one it is, and whether its size is known. A device without one is none of ours, or none any more.
struct DeviceTag {
  let id: DeviceID
  /// Where it is not known, touches are fractions of the device's extent.
  let hasSize: Bool

  init(_ id: DeviceID, hasSize: Bool) {
    self.id = id
    self.hasSize = hasSize
  }

  /// The tag that `userData` stands for; nil where there is none.
  init?(_ userData: UnsafeMutableRawPointer?) {
    let number = Int(bitPattern: userData)
    guard number > 1 else { return nil }
    self.init(DeviceID(number >> 1 - 1), hasSize: number & 1 == 1)
  }

  /// It as a device's user data, which is a pointer to nothing. None of them is the null pointer.
  var userData: UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: (id.number + 1) << 1 | (hasSize ? 1 : 0))
  }
}
