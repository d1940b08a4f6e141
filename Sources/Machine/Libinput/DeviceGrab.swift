internal import CLibevdev
internal import Glibc
public import Linux
public import Touch

/// A program that has a device to itself (EVIOCGRAB): nobody else receives its events.
public enum DeviceGrab {
  /// Returns true if another program has grabbed the device at `path`; nil if that is unknown.
  ///
  /// The kernel tells only by refusing a second grab. The first one lasts for a few microseconds, and is not tried
  /// while the device is touched: the desktop misses nothing by it.
  public static func isGrabbed(_ path: String) -> Bool? {
    guard let device = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK), sleight_is_touched(device.number) == 0 else {
      return nil
    }
    guard sleight_grab(device.number, 1) != 0 else {
      _ = sleight_grab(device.number, 0)
      return false
    }
    return errno == EBUSY ? true : nil
  }

  /// The error that prevents owning a device; nil if there is none. EOPNOTSUPP for a device that does not track each
  /// finger.
  public static func owningObstacle(_ path: String, _ kind: Device.Kind) -> SystemError? {
    do throws(SystemError) {
      let reader = try ContactReader(path, as: DeviceID(0), size: nil)
      guard DeviceOwner.surface(reader.evdev, kind, nil) != nil else {
        return SystemError("EVIOCGRAB", path: path, code: EOPNOTSUPP)
      }
      _ = try Descriptor.open("/dev/uinput", O_WRONLY | O_NONBLOCK)
      return nil
    } catch {
      return error
    }
  }
}
