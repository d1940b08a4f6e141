internal import CUdev
public import Linux

/// The power supplies of the machine, as the kernel reports them: udev tells each change.
public final class PowerSupplies {
  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// True if the machine runs on its battery: it has one, and no other supply is on.
  public private(set) var isOnBattery = false

  /// The descriptor to wait for; call `dispatch` when it is readable. It does not change.
  public var descriptor: CInt { udev_monitor_get_fd(monitor) }

  /// Reads the supplies.
  /// - Throws: `SystemError`.
  public init() throws(SystemError) {
    (udev, monitor) = try UdevMonitor.listen(to: "power_supply")
    update()
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(udev)
  }

  /// Handles the changes since the last call.
  public func dispatch() {
    while let device = udev_monitor_receive_device(monitor) { udev_device_unref(device) }
    update()
  }

  private func update() {
    isOnBattery = Self.isOnBattery(UdevMonitor.present(in: "power_supply", by: udev) { Supply($0) })
  }

  /// The properties of a supply (Documentation/ABI/testing/sysfs-class-power).
  struct Supply: Hashable {
    /// `Battery`, `Mains`, `USB`
    var type: String
    /// `Device` for the battery of a mouse or a pen.
    var scope: String
    /// True if it supplies the machine; nil for a battery.
    var isOnline: Bool?
    /// `Discharging`, `Charging`, `Full`
    var status: String

    init(
      type: String, scope: String = "", isOnline: Bool? = nil, status: String = ""
    ) {
      (self.type, self.scope, self.isOnline, self.status) = (type, scope, isOnline, status)
    }

    init(_ device: OpaquePointer) {
      func read(_ name: String) -> String {
        udev_device_get_sysattr_value(device, name).map { String(cString: $0) } ?? ""
      }
      // 2 is a supply that can deliver other voltages as well.
      let online = read("online")
      self.init(
        type: read("type"), scope: read("scope"), isOnline: online.isEmpty ? nil : online != "0",
        status: read("status"))
    }
  }

  /// True if a machine with these supplies runs on its battery. Without another supply that the kernel knows, its
  /// battery is discharging.
  static func isOnBattery(_ supplies: [Supply]) -> Bool {
    let own = supplies.filter { $0.scope != "Device" }
    let batteries = own.filter { $0.type == "Battery" }
    let others = own.filter { $0.type != "Battery" && $0.isOnline != nil }
    guard !batteries.isEmpty, !others.contains(where: { $0.isOnline == true }) else { return false }
    return !others.isEmpty || batteries.contains { $0.status == "Discharging" }
  }
}
