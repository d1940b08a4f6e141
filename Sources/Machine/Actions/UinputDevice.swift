internal import CUinput
internal import Engine
internal import Glibc
internal import Linux
internal import Time

/// A uinput device. It is to be kept as long as it may be used, because programs take a moment to open a new device.
/// The kernel releases its keys when it is destroyed or the program ends.
final class UinputDevice {
  /// The kernel's node that creates devices.
  static let path = "/dev/uinput"

  /// The error for a device that was not made.
  static let notMade = SystemError("open", path: path, code: ENODEV)

  /// The properties of a device.
  struct Model {
    /// Its name among the input devices.
    var name: String
    var keys: [KeyCode]
    /// Its relative axes: REL_X, REL_WHEEL.
    var axes: [CInt] = []
    /// Its absolute axes, from 0.
    var absoluteAxes: [Axis] = []
    /// Its properties: INPUT_PROP_POINTER.
    var properties: [CInt] = []
    /// Its physical path, by which programs recognise it; nil for none.
    var place: String?
  }

  /// An absolute axis: ABS_X.
  struct Axis {
    var code: CInt
    /// The largest value.
    var maximum: Int32
    /// The units per millimetre; 0 if it has none.
    var resolution: Int32 = 0
  }

  /// A change of a key or axis.
  struct Change {
    /// The type: EV_KEY, EV_REL or EV_ABS.
    var type: CInt
    /// The key or axis.
    var code: CInt
    /// The value; for a key, 1 is down.
    var value: Int32

    /// The change for the kernel, which adds the time.
    fileprivate var event: input_event {
      input_event(time: timeval(), type: UInt16(type), code: UInt16(code), value: value)
    }
  }

  private let descriptor: Descriptor
  private var readiness: DeviceReadiness
  /// The file in which udev records the device; nil if unknown.
  private let udevRecord: String?

  /// Creates the device, without key repeat: the compositor does that.
  /// - Parameter now: the time, from which readiness counts.
  /// - Throws: `SystemError` with /dev/uinput.
  init(_ model: Model, now: Timestamp) throws(SystemError) {
    descriptor = try Descriptor.open(Self.path, O_WRONLY | O_NONBLOCK)
    try Self.create(model, on: descriptor.number)
    udevRecord = Self.udevRecord(of: descriptor.number)
    readiness = DeviceReadiness(created: now)
  }

  /// The error when opening /dev/uinput, which creates no device; nil if it succeeds.
  static var openError: SystemError? {
    do throws(SystemError) {
      _ = try Descriptor.open(path, O_WRONLY | O_NONBLOCK)
      return nil
    } catch {
      return error
    }
  }

  deinit { _ = sleight_uinput_destroy(descriptor.number) }

  /// Returns the time to ask again; nil once events arrive. Earlier events are lost.
  func wait(at now: Timestamp) -> Timestamp? {
    readiness.wait(at: now) { udevRecord.map { access($0, F_OK) == 0 } ?? false }
  }

  /// Writes `changes` as simultaneous.
  /// - Returns: false if the kernel has no room now; nothing is sent then.
  /// - Throws: `SystemError` with /dev/uinput.
  func send(_ changes: [Change]) throws(SystemError) -> Bool {
    do {
      try system("write", path: Self.path) {
        withUnsafeTemporaryAllocation(of: input_event.self, capacity: changes.count + 1) { events in
          for (index, change) in changes.enumerated() { events.initializeElement(at: index, to: change.event) }
          let end = Change(type: EV_SYN, code: SYN_REPORT, value: 0)
          events.initializeElement(at: changes.count, to: end.event)
          let size = events.count * MemoryLayout<input_event>.stride
          return CInt(truncatingIfNeeded: write(descriptor.number, events.baseAddress, size))
        }
      }
    } catch {
      guard error.code == EAGAIN else { throw error }
      return false
    }
    return true
  }

  private static func create(_ model: Model, on number: CInt) throws(SystemError) {
    try system("ioctl UI_SET_EVBIT", path: path) { sleight_uinput_set_event(number, EV_KEY) }
    for key in model.keys {
      try system("ioctl UI_SET_KEYBIT", path: path) { sleight_uinput_set_key(number, CInt(key.number)) }
    }
    if !model.axes.isEmpty {
      try system("ioctl UI_SET_EVBIT", path: path) { sleight_uinput_set_event(number, EV_REL) }
    }
    for axis in model.axes {
      try system("ioctl UI_SET_RELBIT", path: path) { sleight_uinput_set_relative(number, axis) }
    }
    if !model.absoluteAxes.isEmpty {
      try system("ioctl UI_SET_EVBIT", path: path) { sleight_uinput_set_event(number, EV_ABS) }
    }
    for axis in model.absoluteAxes {
      var setup = uinput_abs_setup()
      setup.code = UInt16(axis.code)
      setup.absinfo.maximum = axis.maximum
      setup.absinfo.resolution = axis.resolution
      try system("ioctl UI_ABS_SETUP", path: path) { sleight_uinput_setup_axis(number, &setup) }
    }
    for property in model.properties {
      try system("ioctl UI_SET_PROPBIT", path: path) { sleight_uinput_set_property(number, property) }
    }
    if let place = model.place {
      try system("ioctl UI_SET_PHYS", path: path) { sleight_uinput_set_phys(number, place) }
    }
    var setup = uinput_setup()
    setup.id = input_id(bustype: UInt16(BUS_VIRTUAL), vendor: 0, product: 0, version: 1)
    // The names are shorter than the 80 bytes, which are zero.
    withUnsafeMutableBytes(of: &setup.name) { $0.copyBytes(from: model.name.utf8.prefix($0.count - 1)) }
    try system("ioctl UI_DEV_SETUP", path: path) { sleight_uinput_setup(number, &setup) }
    try system("ioctl UI_DEV_CREATE", path: path) { sleight_uinput_create(number) }
  }

  /// The file that udev writes after it has processed the device's event node and set its permissions.
  private static func udevRecord(of number: CInt) -> String? {
    var name = [UInt8](repeating: 0, count: 64)
    let answer = name.withUnsafeMutableBytes { sleight_uinput_name(number, $0.baseAddress, $0.count) }
    guard answer >= 0 else { return nil }
    let device = "/sys/devices/virtual/input/" + String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    for node in names(inDirectory: device) where node.hasPrefix("event") {
      guard let file = try? Descriptor.open("\(device)/\(node)/dev", O_RDONLY),
        let number = try? file.read(upTo: 32)
      else { continue }
      return "/run/udev/data/c" + String(decoding: number.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    return nil
  }
}
