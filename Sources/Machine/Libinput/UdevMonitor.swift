internal import CUdev
internal import Glibc
internal import Linux
internal import Text
internal import Touch

/// The event node of an input device, as udev describes it.
struct InputNode: Hashable, Sendable {
  /// The change that udev reports.
  enum Action: Hashable, Sendable {
    /// The device was added, or existed already.
    case added
    case changed
    case removed
  }

  var action: Action
  /// `/dev/input/event3`; a later device may reuse it.
  var path: String
  /// Its path in sysfs, which no other device ever has: `/sys/devices/…/input/input7/event3`.
  var systemPath: String
  /// Nil if it is neither a touchpad nor a touchscreen.
  var kind: Device.Kind?
  var name: String
  var isKeyboard: Bool
  /// True if it moves a pointer, and is neither a touchpad nor a pointing stick.
  var isMouse = false
  /// True if pens are used on it.
  var isTablet = false
  /// True if it has the switch of machines that serve as tablets.
  var hasTabletSwitch = false
  /// True if it is part of the machine.
  var isBuiltIn: Bool
  /// The physical path of its connection, as the kernel names it.
  var phys = ""
  /// True if the kernel gives resolutions, from which udev computes a size. What hwdb adds later does not count.
  var hasSize = false
}

/// The input devices that exist, and those that come and go, after udev has initialised them (libudev).
struct UdevMonitor: ~Copyable {
  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// - Throws: `SystemError`.
  init() throws(SystemError) { (udev, monitor) = try Self.listen(to: "input") }

  /// Listens to the changes of the devices of a subsystem.
  /// - Returns: udev and the monitor, which the caller releases.
  /// - Throws: `SystemError`.
  static func listen(to subsystem: String) throws(SystemError) -> (udev: OpaquePointer, monitor: OpaquePointer) {
    guard let udev = udev_new() else { throw SystemError.last("udev_new") }
    // "udev" rather than "kernel": the events follow udev's rules, so that tags, links and permissions are set.
    guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
      let error = SystemError.last("udev_monitor_new_from_netlink")
      udev_unref(udev)
      throw error
    }
    udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
    let result = udev_monitor_enable_receiving(monitor)
    guard result >= 0 else {
      udev_monitor_unref(monitor)
      udev_unref(udev)
      throw SystemError("udev_monitor_enable_receiving", code: -result)
    }
    return (udev, monitor)
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(udev)
  }

  var descriptor: CInt { udev_monitor_get_fd(monitor) }

  /// The devices that exist and are initialised.
  func present() -> [InputNode] {
    Self.present(in: "input", by: udev) { Self.node($0, action: .added) }
  }

  /// The devices of a subsystem that exist and are initialised.
  /// - Parameter read: nil leaves one out.
  static func present<Node>(
    in subsystem: String, by udev: OpaquePointer, _ read: (_ device: OpaquePointer) -> Node?
  ) -> [Node] {
    guard let enumeration = udev_enumerate_new(udev) else { return [] }
    defer { udev_enumerate_unref(enumeration) }
    udev_enumerate_add_match_subsystem(enumeration, subsystem)
    udev_enumerate_add_match_is_initialized(enumeration)
    udev_enumerate_scan_devices(enumeration)
    var nodes: [Node] = []
    var entry = udev_enumerate_get_list_entry(enumeration)
    while let current = entry {
      entry = udev_list_entry_get_next(current)
      guard let device = udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) else { continue }
      defer { udev_device_unref(device) }
      if let node = read(device) { nodes.append(node) }
    }
    return nodes
  }

  /// The socket's buffer overflowed, and events were lost.
  struct Overflow: Error {}

  /// The next change since the last call; nil if there is none.
  /// - Throws: `Overflow`, after which `present` lists the existing devices.
  func next() throws(Overflow) -> InputNode? {
    while true {
      errno = 0
      guard let device = udev_monitor_receive_device(monitor) else {
        guard errno != ENOBUFS else { throw Overflow() }
        return nil
      }
      defer { udev_device_unref(device) }
      let action: InputNode.Action
      switch udev_device_get_action(device).map({ String(cString: $0) }) {
      case "add": action = .added
      case "remove": action = .removed
      default: action = .changed
      }
      if let node = Self.node(device, action: action) { return node }
    }
  }

  private static func node(_ device: OpaquePointer, action: InputNode.Action) -> InputNode? {
    guard let path = udev_device_get_devnode(device).map({ String(cString: $0) }),
      let systemPath = udev_device_get_syspath(device).map({ String(cString: $0) }),
      let sysname = udev_device_get_sysname(device).map({ String(cString: $0) }), sysname.hasPrefix("event")
    else { return nil }
    let kind: Device.Kind? =
      if isSet(device, "ID_INPUT_TOUCHPAD") {
        .touchpad
      } else if isSet(device, "ID_INPUT_TOUCHSCREEN") {
        .touchscreen
      } else {
        nil
      }
    let isKeyboard = isSet(device, "ID_INPUT_KEYBOARD")
    let parent = udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
    let name = parent.flatMap { udev_device_get_sysattr_value($0, "name") }.map { String(cString: $0) }
    return InputNode(
      action: action, path: path, systemPath: systemPath, kind: kind, name: name ?? path, isKeyboard: isKeyboard,
      isMouse: isSet(device, "ID_INPUT_MOUSE") && kind == nil && !isSet(device, "ID_INPUT_POINTINGSTICK"),
      isTablet: isSet(device, "ID_INPUT_TABLET") && !isSet(device, "ID_INPUT_TABLET_PAD"),
      hasTabletSwitch: isSet(device, "ID_INPUT_SWITCH") && hasTabletSwitch(parent),
      isBuiltIn: kind == .touchpad ? isBuiltInTouchpad(device, parent) : isBuiltIn(device),
      phys: parent.flatMap { udev_device_get_sysattr_value($0, "phys") }.map { String(cString: $0) } ?? "",
      hasSize: property("ID_INPUT_WIDTH_MM", of: device) != nil)
  }

  /// True if an input device has the switch SW_TABLET_MODE, by the last word of its bits, in hexadecimal digits.
  private static func hasTabletSwitch(_ input: OpaquePointer?) -> Bool {
    let bits = input.flatMap { udev_device_get_sysattr_value($0, "capabilities/sw") }.map { String(cString: $0) } ?? ""
    return bits.split(separator: " ").last.flatMap { UInt64($0, radix: 16) }.map {
      $0 & 1 << UInt64(HeldKeys.tabletMode) != 0
    } ?? false
  }

  /// True if a device is part of the machine: by udev's database, else by its connection. The latter is sway's
  /// criterion: `platform-…`, or `pci-…-platform-…` for devices on an I²C controller.
  private static func isBuiltIn(_ device: OpaquePointer) -> Bool {
    if let integration = property("ID_INTEGRATION", of: device) { return integration == "internal" }
    guard let path = property("ID_PATH", of: device) else { return false }
    return path.hasPrefix("platform-") || path.hasPrefix("pci-") && path.contains("-platform-")
  }

  /// True if libinput takes a touchpad for a part of the machine (`evdev_tag_touchpad`): by udev's database, else by
  /// its connection and its maker.
  private static func isBuiltInTouchpad(_ device: OpaquePointer, _ input: OpaquePointer?) -> Bool {
    if let integration = property("ID_INPUT_TOUCHPAD_INTEGRATION", of: device) { return integration == "internal" }
    func id(_ name: String) -> CInt? {
      input.flatMap { udev_device_get_sysattr_value($0, "id/\(name)") }.flatMap { CInt(String(cString: $0), radix: 16) }
    }
    return isBuiltInTouchpad(bus: id("bustype"), vendor: id("vendor"))
  }

  /// The same for a touchpad that udev's database does not describe.
  static func isBuiltInTouchpad(bus: CInt?, vendor: CInt?) -> Bool {
    // Logitech makes none for machines.
    let (bluetooth, logitech): (CInt, CInt) = (0x05, 0x046d)
    return bus != bluetooth && vendor != logitech
  }

  private static func property(_ name: String, of device: OpaquePointer) -> String? {
    udev_device_get_property_value(device, name).map { String(cString: $0) }
  }

  private static func isSet(_ device: OpaquePointer, _ name: String) -> Bool { property(name, of: device) == "1" }
}
