public import Touch

/// What the devices report, made into what the rules file says that they are like, and turned with the outputs that
/// touchscreens lie over: to be put between them and the recognition, which then never hears of one that is ignored.
///
/// What is said of a device is looked up once, when it comes or when something else is said.
public struct DeviceAdjustments: Sendable {
  /// What becomes of a device's events.
  private enum Treatment: Hashable, Sendable {
    case none
    case adjustment(SurfaceAdjustment)
    case ignored
  }

  private struct Surface: Sendable {
    /// As it reports itself.
    let device: Device
    var treatment: Treatment
  }

  private var statements: [DeviceStatement]
  private var panels: [Panel] = []
  private var surfaces: [Surface] = [] {
    didSet { leavesAll = surfaces.allSatisfy { $0.treatment == .none } }
  }
  /// Whether each event stays as it is.
  private var leavesAll = true

  /// Adjustments by what a rules file says, without devices.
  public init(_ statements: [DeviceStatement] = []) { self.statements = statements }

  /// The devices that are there and not ignored, as they are after adjustment, in the order they came.
  public var devices: [Device] {
    surfaces.compactMap { surface in
      switch surface.treatment {
      case .none: surface.device
      case .adjustment(let adjustment): adjustment.adjusted(surface.device)
      case .ignored: nil
      }
    }
  }

  /// The devices that are there, as they report themselves, ignored ones too, in the order they came.
  public var reported: [Device] { surfaces.map(\.device) }

  /// What is said of a device.
  public func properties(of device: Device) -> DeviceProperties { statements.properties(of: device) }

  /// The panel that a touchscreen lies over; nil where that is not known.
  public func panel(under device: Device) -> Panel? {
    panels.panel(under: device, stated: properties(of: device).output)
  }

  /// Which way a device lies: what the rules file says, or else how the output's picture is turned that a touchscreen
  /// lies over.
  public func turn(of device: Device) -> SurfaceTurn {
    // An output that the user turns does not turn what the user says of the device.
    if let stated = properties(of: device).orientation { return SurfaceTurn(stated) }
    return panel(under: device)?.turn ?? .none
  }

  /// What `event` is then; nil where its device is ignored.
  public mutating func adjust(_ event: TouchEvent) -> TouchEvent? {
    var event = event
    return admit(&event) ? event : nil
  }

  /// Adjusts `event` in its place, which most events leave as they are.
  /// - Returns: false where its device is ignored.
  public mutating func admit(_ event: inout TouchEvent) -> Bool {
    switch event.kind {
    case .deviceAdded(let device):
      surfaces.removeAll { $0.device.id == event.device }
      surfaces.append(Surface(device: device, treatment: treatment(of: device)))
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

  /// Goes by what another rules file says from now on. `devices` are then others: the recognition has to be told.
  /// - Returns: the devices whose events are others now.
  @discardableResult
  public mutating func replaceStatements(with statements: [DeviceStatement]) -> [DeviceID] {
    self.statements = statements
    return treatAnew()
  }

  /// Goes by other outputs from now on, or by outputs that are turned another way, as `replaceStatements` does.
  /// - Returns: the devices whose events are others now.
  @discardableResult
  public mutating func replacePanels(with panels: [Panel]) -> [DeviceID] {
    self.panels = panels
    return treatAnew()
  }

  private mutating func treatAnew() -> [DeviceID] {
    var others: [DeviceID] = []
    for index in surfaces.indices {
      let device = surfaces[index].device
      let treatment = treatment(of: device)
      if treatment != surfaces[index].treatment { others.append(device.id) }
      surfaces[index].treatment = treatment
    }
    return others
  }

  private func treatment(of device: Device) -> Treatment {
    let properties = properties(of: device)
    if properties.isIgnored == true { return .ignored }
    return SurfaceAdjustment(of: device, size: properties.size, turn: turn(of: device)).map { .adjustment($0) } ?? .none
  }
}
