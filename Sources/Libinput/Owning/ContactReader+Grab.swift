internal import CLibevdev
internal import Glibc
internal import Linux

extension ContactReader {
  /// The result of trying to grab the device.
  enum Grab {
    case done
    /// A contact, key or button is down.
    case inUse
  }

  /// Grabs the device if nothing is down: programs that have seen a landing must see the lift.
  /// - Throws: `SystemError`: EBUSY if another program has grabbed it.
  func grab(slots: Int) throws(SystemError) -> Grab {
    guard sleight_is_in_use(number, CInt(slots)) == 0 else { return .inUse }
    try system("ioctl EVIOCGRAB", path: path) { sleight_grab(number, 1) }
    // Something may have landed just before, and others have seen it.
    guard sleight_is_in_use(number, CInt(slots)) == 0 else {
      ungrab()
      return .inUse
    }
    return .done
  }

  /// Gives the device back.
  func ungrab() { _ = sleight_grab(number, 0) }
}
