public import Touch

/// Adjusts the events of devices to the properties that the rules file states, turns them with the outputs under
/// touchscreens, and drops those of ignored devices. It stands between the devices and `Recognition`.
///
/// The properties of a device are looked up once, when it is added or when the statements or panels change.
public struct DeviceAdjustments: Sendable {
  /// The treatment of a device's events.
  private enum Treatment: Hashable, Sendable {
    case none
    case adjustment(SurfaceAdjustment)
    case ignored
  }

  private struct Surface: Sendable {
    /// The device as it reports itself.
    let device: Device
    var treatment: Treatment
    /// The mapping to the desktop; nil for a touchpad, and while the output is unknown.
    var mapping: DesktopMapping?
    /// True if content moves against the fingers that scroll it.
    var scrollsReversed: Bool
    var acceleration: TouchpadAcceleration
  }

  private var statements: [DeviceStatement]
  private var touchpads = DesktopTouchpads()
  private var panels: [Panel] = []
  private var surfaces: [Surface] = [] {
    didSet { leavesAll = surfaces.allSatisfy { $0.treatment == .none } }
  }
  /// True if no device requires changes to its events: `adjust` then leaves all but the coming and going of devices.
  public private(set) var leavesAll = true

  /// Adjustments by `statements`, without devices.
  public init(_ statements: [DeviceStatement] = []) { self.statements = statements }

  /// The present devices that are not ignored, adjusted, in the order of their addition.
  public var devices: [Device] {
    surfaces.compactMap { surface in
      switch surface.treatment {
      case .none: surface.device
      case .adjustment(let adjustment): adjustment.adjusted(surface.device)
      case .ignored: nil
      }
    }
  }

  /// All present devices as they report themselves, in the order of their addition.
  public var reported: [Device] { surfaces.map(\.device) }
  /// A present device as it reports itself; nil if it is absent.
  public func reported(_ device: DeviceID) -> Device? { surfaces.first { $0.device.id == device }?.device }

  /// A device after adjustment, also if it is not present; nil if it is ignored.
  public func adjusted(_ device: Device) -> Device? {
    switch treatment(of: device) {
    case .none: device
    case .adjustment(let adjustment): adjustment.adjusted(device)
    case .ignored: nil
    }
  }

  /// The properties that the statements make together; the first one that states a property counts.
  public func properties(of device: Device) -> DeviceProperties { statements.properties(of: device) }

  /// The panel under a touchscreen; nil if unknown.
  public func panel(under device: Device) -> Panel? {
    panels.panel(under: device, stated: properties(of: device).output, mapped: touchpads.outputs)
  }

  /// The turn of a device: as the rules file states it, or else that of the output under a touchscreen.
  public func turn(of device: Device) -> SurfaceTurn {
    // Turning the output does not change what the rules file states.
    if let stated = properties(of: device).orientation { return SurfaceTurn(stated) }
    return panel(under: device)?.turn ?? .none
  }

  /// The mapping of a touchscreen to the desktop; nil if its output or the output's position is unknown, and for a
  /// touchpad.
  public func mapping(of device: DeviceID) -> DesktopMapping? {
    surfaces.first { $0.device.id == device }?.mapping
  }

  /// True for a touchpad on which content moves against the fingers that scroll it.
  public func scrollsReversed(on device: DeviceID) -> Bool {
    surfaces.first { $0.device.id == device }?.scrollsReversed ?? false
  }

  /// The acceleration of a pointer that follows the fingers on a device.
  public func acceleration(on device: DeviceID) -> TouchpadAcceleration {
    surfaces.first { $0.device.id == device }?.acceleration ?? touchpads.acceleration
  }

  /// The adjusted `event`; nil if its device is ignored.
  public mutating func adjusted(_ event: TouchEvent) -> TouchEvent? {
    var event = event
    return adjust(&event) ? event : nil
  }

  /// Adjusts `event` in place, which changes few events.
  /// - Returns: false if its device is ignored.
  public mutating func adjust(_ event: inout TouchEvent) -> Bool {
    switch event.kind {
    case .deviceAdded(let device):
      surfaces.removeAll { $0.device.id == event.device }
      surfaces.append(surface(of: device))
    case .deviceRemoved: break
    default: if leavesAll { return true }
    }
    guard let index = surfaces.firstIndex(where: { $0.device.id == event.device }) else { return true }
    let treatment = surfaces[index].treatment
    if case .deviceRemoved = event.kind { surfaces.remove(at: index) }
    switch treatment {
    case .none: break
    case .adjustment(let adjustment): event.kind = adjustment.adjusted(event.kind)
    case .ignored: return false
    }
    return true
  }

  /// Replaces the statements. `devices` may change, and the recognition must be given the new ones.
  /// - Returns: the devices whose events are treated differently now.
  @discardableResult
  public mutating func replaceStatements(with statements: [DeviceStatement]) -> [DeviceID] {
    self.statements = statements
    return treatAnew()
  }

  /// Replaces the outputs or their turns. `devices` may change, and the recognition must be given the new ones.
  /// - Returns: the devices whose events are treated differently now.
  @discardableResult
  public mutating func replacePanels(with panels: [Panel]) -> [DeviceID] {
    self.panels = panels
    return treatAnew()
  }

  /// Replaces the desktop's settings: devices that are switched off are ignored. `devices` may change, and the
  /// recognition must be given the new ones.
  /// - Returns: the devices whose events are treated differently now.
  public mutating func replaceSettings(with touchpads: DesktopTouchpads) -> [DeviceID] {
    self.touchpads = touchpads
    return treatAnew()
  }

  private mutating func treatAnew() -> [DeviceID] {
    var others: [DeviceID] = []
    for index in surfaces.indices {
      let surface = surface(of: surfaces[index].device)
      if surface.treatment != surfaces[index].treatment { others.append(surface.device.id) }
      surfaces[index] = surface
    }
    return others
  }

  private func surface(of device: Device) -> Surface {
    let treatment = treatment(of: device)
    let seen = if case .adjustment(let adjustment) = treatment { adjustment.adjusted(device) } else { device }
    let mapping = panel(under: device)?.area.map { DesktopMapping(of: seen, on: $0) }
    return Surface(
      device: device, treatment: treatment, mapping: mapping, scrollsReversed: touchpads.reversed.contains(device),
      acceleration: touchpads.accelerations[device.name] ?? touchpads.acceleration)
  }

  private func treatment(of device: Device) -> Treatment {
    let properties = properties(of: device)
    if properties.isIgnored == true || touchpads.disabled.contains(device) { return .ignored }
    let size = statements.size(of: device, over: panel(under: device))
    return SurfaceAdjustment(of: device, size: size, turn: turn(of: device), bounce: properties.bounce).map {
      .adjustment($0)
    } ?? .none
  }
}
