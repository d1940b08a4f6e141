internal import Linux
internal import Rules

/// Plasma's settings of touchpads and touchscreens, as KWin reports its input devices on the session's bus.
///
/// KWin has an object for each device, and sends no signal when a setting of it changes, but writes the settings into a
/// file: each change of the file is a reason to ask again.
final class PlasmaTouchpads {
  static let service = "org.kde.KWin"
  static let path = "/org/kde/KWin/InputDevice"
  private static let managerInterface = "org.kde.KWin.InputDeviceManager"
  private static let deviceInterface = "org.kde.KWin.InputDevice"

  private let owner: String
  private let bus: MessageBus
  private let changed: (DesktopTouchpads) -> Void
  private var signals: [MessageBus.Slot] = []
  /// The calls for the list of devices and for their properties. Another list replaces all of them.
  private var calls: [MessageBus.Slot] = []
  /// True until KWin has answered for all devices.
  var isAwaited: Bool { calls.contains(where: \.isAwaited) }
  private var devices: [BusValue] = []

  /// Asks KWin, whose unique name is `owner`.
  /// - Parameter changed: called with each answer.
  /// - Throws: `SystemError` if there is no connection.
  init(at owner: String, on bus: MessageBus, changed: @escaping (DesktopTouchpads) -> Void) throws(SystemError) {
    (self.owner, self.bus, self.changed) = (owner, bus, changed)
    for signal in Self.changes(from: owner) {
      signals.append(try bus.listen(to: signal) { [unowned self] _ in refresh() })
    }
    refresh()
  }

  /// A device has come or gone.
  static func changes(from owner: String) -> [BusSignal] {
    ["deviceAdded", "deviceRemoved"].map {
      BusSignal(sender: owner, path: path, interface: managerInterface, member: $0)
    }
  }

  /// The file that KWin writes the settings of devices into; nil without a home.
  static var settingsFile: String? { UserDirectory.configuration.path.map { "\($0)/kcminputrc" } }

  /// Asks for all devices. If the connection is lost, the owner of the connection detects it.
  func refresh() {
    (devices, calls) = ([], [])
    let manager = BusProperties.getAll(of: Self.path, at: owner)
    let list = try? bus.call(manager, [.text(Self.managerInterface)]) { [unowned self] reply in
      // Without physical devices, KWin has no such object.
      let names = reply.first?["devicesSysNames"]?.elements.compactMap(\.text) ?? []
      for name in names { ask(for: name) }
      finish()
    }
    if let list { calls.append(list) }
  }

  private func ask(for name: String) {
    let properties = BusProperties.getAll(of: "\(Self.path)/\(name)", at: owner)
    let call = try? bus.call(properties, [.text(Self.deviceInterface)]) { [unowned self] reply in
      if let properties = reply.first { devices.append(properties) }
      finish()
    }
    if let call { calls.append(call) }
  }

  private func finish() {
    if !isAwaited { changed(Self.settings(of: devices)) }
  }

  /// The settings of devices with these properties.
  static func settings(of devices: [BusValue]) -> DesktopTouchpads {
    func flag(_ name: String, of device: BusValue) -> Bool { device[name]?.boolean == true }
    let hasMouse = devices.contains { device in
      flag("pointer", of: device) && !flag("touchpad", of: device)
        && DesktopTouchpads.isMouse(named: device["name"]?.text ?? "")
    }
    func touchpads(where isIncluded: (_ device: BusValue) -> Bool) -> DesktopTouchpads.Selection {
      let included = devices.filter { flag("touchpad", of: $0) && isIncluded($0) }
      return .named(Set(included.compactMap { $0["name"]?.text }))
    }
    var settings = DesktopTouchpads(
      disabled: touchpads {
        $0["enabled"]?.boolean == false || hasMouse && flag("disableEventsOnExternalMouse", of: $0)
      },
      reversed: touchpads { $0["naturalScroll"]?.boolean == false })
    for device in devices where flag("touchpad", of: device) {
      guard let name = device["name"]?.text, let setting = device["pointerAcceleration"]?.number else { continue }
      settings.accelerations[name] = TouchpadAcceleration(
        isFlat: flag("pointerAccelerationProfileFlat", of: device), setting: setting)
    }
    for device in devices where flag("touch", of: device) {
      // Empty if KWin chooses the output.
      guard let name = device["name"]?.text, let output = device["outputName"]?.text, !output.isEmpty else { continue }
      settings.outputs[name] = output
    }
    return settings
  }
}
