internal import CLibevdev
internal import Glibc
internal import Linux
internal import Owning
internal import Time
internal import Touch

/// A device of the kernel's that is like another one: the same ids, name, axes, keys and properties, so that programs
/// and their settings treat it alike. The kernel removes it with this value, or with the program.
final class CloneDevice {
  /// Its node: /dev/input/event7.
  let node: String
  private let descriptor: Descriptor
  private let uinput: OpaquePointer
  private var buffer: [input_event] = []

  /// Clones the device at `path`.
  /// - Parameter isPrivate: true if only this program is to read it.
  /// - Throws: `SystemError`.
  init(of path: String, isPrivate: Bool) throws(SystemError) {
    let source = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    var description: OpaquePointer?
    let result = libevdev.new_from_fd(source.number, &description)
    guard result == 0, let description else { throw SystemError("libevdev_new_from_fd", path: path, code: -result) }
    defer { libevdev.free(description) }
    let descriptor = try Descriptor.open("/dev/uinput", O_WRONLY | O_NONBLOCK)
    let number = descriptor.number
    let phys =
      (isPrivate ? DeviceMark.privateClone : DeviceMark.clone)
      + (libevdev.get_phys(description).map { String(cString: $0) } ?? "")
    try system("ioctl UI_SET_PHYS", path: "/dev/uinput") { sleight_set_phys(number, phys) }
    // The kernel would wait for an answer to each effect. Lights and key repeat are of no use to a touch device.
    for type in [EV_FF, EV_REP, EV_LED, EV_SND] { _ = libevdev.disable_event_type(description, UInt32(type)) }
    var tool = input_absinfo()
    tool.maximum = MT_TOOL_PALM
    _ = libevdev.enable_event_code(description, UInt32(EV_ABS), UInt32(ABS_MT_TOOL_TYPE), &tool)
    var made: OpaquePointer?
    let status = libevdev.uinput_create_from_device(description, number, &made)
    guard status == 0, let made else { throw SystemError("ioctl UI_DEV_CREATE", path: "/dev/uinput", code: -status) }
    guard let node = libevdev.uinput_get_devnode(made).map({ String(cString: $0) }) else {
      libevdev.uinput_destroy(made)
      throw SystemError("ioctl UI_GET_SYSNAME", path: "/dev/uinput", code: ENODEV)
    }
    self.node = node
    self.descriptor = descriptor
    uinput = made
    buffer.reserveCapacity(1024)
  }

  deinit { libevdev.uinput_destroy(uinput) }

  /// Writes a frame of the device itself.
  /// - Throws: `SystemError`.
  func write(_ events: UnsafeMutableBufferPointer<input_event>) throws(SystemError) {
    let size = events.count * MemoryLayout<input_event>.stride
    try system("write", path: "/dev/uinput") {
      CInt(truncatingIfNeeded: Glibc.write(descriptor.number, events.baseAddress, size))
    }
  }

  /// Writes whole frames.
  /// - Throws: `SystemError`.
  func write(_ events: [DeviceEvent]) throws(SystemError) {
    guard !events.isEmpty else { return }
    for event in events {
      buffer.append(sleight_event(event.time.microseconds, event.type, event.code, event.value))
    }
    defer { buffer.removeAll(keepingCapacity: true) }
    let size = buffer.count * MemoryLayout<input_event>.stride
    try system("write", path: "/dev/uinput") {
      buffer.withUnsafeBytes { CInt(truncatingIfNeeded: Glibc.write(descriptor.number, $0.baseAddress, size)) }
    }
  }
}
