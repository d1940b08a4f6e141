internal import CLinux
internal import CUinput
internal import Glibc
internal import Linux

/// A virtual device of the kernel's. It exists as long as this value: the kernel removes it when the descriptor that
/// created it is closed.
struct VirtualDevice: ~Copyable {
  /// One absolute axis.
  struct Axis {
    var code: CInt
    var minimum: CInt = 0
    var maximum: CInt
    /// Units per millimetre; 0 if the device does not know its size.
    var resolution: CInt = 0
  }

  /// One change of state that the device reports.
  struct Event {
    var type: CInt
    var code: CInt
    var value: CInt
  }

  /// The device node: /dev/input/event7.
  let node: String
  private let descriptor: Descriptor

  /// Plugs the device in and waits until udev knows it.
  /// - Parameters:
  ///   - relativeAxes: those of a mouse: REL_X.
  ///   - switches: SW_TABLET_MODE, for example.
  ///   - bus: the bus that it seems to be on.
  ///   - isAwaited: false does not wait, for a device that may go unnoticed.
  /// - Throws: `SystemError`, and `TimedOut` if udev does not notice it.
  init(
    name: String, keys: [CInt], axes: [Axis], relativeAxes: [CInt] = [], switches: [CInt] = [], properties: [CInt],
    bus: CInt = BUS_USB,
    isAwaited: Bool = true
  ) throws {
    let path = "/dev/uinput"
    let descriptor = try Descriptor.open(path, O_WRONLY)
    let number = descriptor.number
    try system("UI_SET_EVBIT", path: path) { sleight_uinput_set_event(number, EV_KEY) }
    try system("UI_SET_EVBIT", path: path) { sleight_uinput_set_event(number, EV_ABS) }
    for key in keys { try system("UI_SET_KEYBIT", path: path) { sleight_uinput_set_key(number, key) } }
    if !relativeAxes.isEmpty {
      try system("UI_SET_EVBIT", path: path) { sleight_uinput_set_event(number, EV_REL) }
    }
    for axis in relativeAxes {
      try system("UI_SET_RELBIT", path: path) { sleight_uinput_set_relative(number, axis) }
    }
    if !switches.isEmpty {
      try system("UI_SET_EVBIT", path: path) { sleight_uinput_set_event(number, EV_SW) }
    }
    for code in switches { try system("UI_SET_SWBIT", path: path) { sleight_uinput_set_switch(number, code) } }
    for property in properties {
      try system("UI_SET_PROPBIT", path: path) { sleight_uinput_set_property(number, property) }
    }
    for axis in axes {
      var setup = uinput_abs_setup()
      setup.code = UInt16(axis.code)
      setup.absinfo.minimum = axis.minimum
      setup.absinfo.maximum = axis.maximum
      setup.absinfo.resolution = axis.resolution
      try system("UI_ABS_SETUP", path: path) { sleight_uinput_setup_axis(number, &setup) }
    }
    var setup = uinput_setup()
    setup.id = input_id(bustype: UInt16(bus), vendor: 0x1209, product: 1, version: 1)
    withUnsafeMutableBytes(of: &setup.name) { $0.copyBytes(from: name.utf8.prefix($0.count - 1)) }
    try system("UI_DEV_SETUP", path: path) { sleight_uinput_setup(number, &setup) }
    let files = Guest.names(in: "/run/udev/data").map { "/run/udev/data/\($0)" }
    let old = Dictionary(uniqueKeysWithValues: files.map { ($0, Self.inode(of: $0)) })
    try system("UI_DEV_CREATE", path: path) { sleight_uinput_create(number) }

    var sysname = [CChar](repeating: 0, count: 64)
    try system("UI_GET_SYSNAME", path: path) { sleight_uinput_name(number, &sysname, 64) }
    let input = sysname.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    let folder = "/sys/devices/virtual/input/\(input)"
    let event = try wait(otherwise: { "\(folder) has no event device" }) {
      Guest.names(in: folder).first { $0.hasPrefix("event") }
    }

    if isAwaited {
      // Once its queue is empty again, udev has written its data about the device, and has run its rules. The data may
      // also be that of an earlier device with this number: udev takes notice of what happened since only when it runs.
      let device = Guest.read("\(folder)/\(event)/dev")?.filter { !$0.isWhitespace } ?? ""
      let data = "/run/udev/data/c\(device)"
      try wait(otherwise: { "udev does not initialise \(event)" }) { () -> Void? in
        guard let inode = Self.inode(of: data) else { return nil }
        return inode != old[data] && access("/run/udev/queue", F_OK) != 0 ? () : nil
      }
    }
    node = "/dev/input/\(event)"
    self.descriptor = descriptor
  }

  /// The number of a file, which udev replaces when it writes it; nil if there is none.
  private static func inode(of path: String) -> ino_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : nil
  }

  /// Reports `events` as one frame.
  /// - Throws: `SystemError`.
  func report(_ events: [Event]) throws(SystemError) {
    var events = events.map {
      input_event(time: timeval(), type: UInt16($0.type), code: UInt16($0.code), value: $0.value)
    }
    events.append(input_event(time: timeval(), type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0))
    try descriptor.write(events.withUnsafeBytes { Array($0) })
  }
}
