internal import CLibevdev
internal import Glibc
internal import Linux
internal import Touch

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

  /// Gives the device back, and tells its other readers its values, which they have missed.
  ///
  /// The kernel reports only changed values. A finger that presses as hard as the last one would have no pressure for
  /// libinput in a compositor that has not seen that one, and so never land. So each value of a slot without a contact
  /// is changed by a little more than the kernel ignores as noise: others see that, and the next contact's own value.
  func giveBack(contactAxes: [UInt16], axes: [UInt16], slots: Int) {
    ungrab()
    // A device that may only be read is given back as it is.
    guard let node = try? Descriptor.open(path, O_WRONLY | O_NONBLOCK) else { return }
    var events: [input_event] = []
    func add(_ type: CInt, _ code: UInt16, _ value: Int32) {
      events.append(sleight_event(0, UInt16(type), code, value))
    }
    func change(_ code: UInt16, from value: Int32) {
      guard let info = libevdev.get_abs_info(evdev, UInt32(code))?.pointee, info.maximum > info.minimum else { return }
      let step = max(info.fuzz, 0) + 1
      add(EV_ABS, code, value > info.minimum + step ? value - step : value + step)
    }
    var isUntouched = true
    for slot in 0..<slots {
      guard libevdev.get_slot_value(evdev, UInt32(slot), UInt32(ABS_MT_TRACKING_ID)) < 0 else {
        isUntouched = false
        continue
      }
      add(EV_ABS, UInt16(ABS_MT_SLOT), Int32(slot))
      for code in contactAxes where code != EventCode.toolType {
        change(code, from: libevdev.get_slot_value(evdev, UInt32(slot), UInt32(code)))
      }
    }
    add(EV_ABS, UInt16(ABS_MT_SLOT), max(0, libevdev.get_current_slot(evdev)))
    if isUntouched {
      for code in axes { change(code, from: libevdev.get_event_value(evdev, UInt32(EV_ABS), UInt32(code))) }
    }
    add(EV_SYN, UInt16(SYN_REPORT), 0)
    let size = events.count * MemoryLayout<input_event>.stride
    _ = events.withUnsafeBytes { write(node.number, $0.baseAddress, size) }
  }
}
