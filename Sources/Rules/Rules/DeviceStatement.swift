public import Gestures
public import Touch

/// An entry of `devices`: a filter and the properties of the devices that match it.
public struct DeviceStatement: Hashable, Sendable {
  /// The devices it is about.
  public var filter: DeviceFilter
  public var properties: DeviceProperties

  public init(_ filter: DeviceFilter, _ properties: DeviceProperties) {
    self.filter = filter
    self.properties = properties
  }
}

/// The properties of a device that the rules file states; nil for those it omits.
public struct DeviceProperties: Hashable, Sendable {
  /// The size of the surface, before it is turned.
  public var size: Size?
  public var orientation: Device.Orientation?
  /// The output under a touchscreen, by the compositor's name.
  public var output: String?
  /// True if no gesture is recognised on it.
  public var isIgnored: Bool?
  /// True if the desktop sees of it only what rules leave.
  public var isOwned: Bool?
  /// True if the desktop sees its fingers also while rules take them, unless it is owned.
  public var isKept: Bool?
  /// The longest time for which it loses a finger that stays down.
  public var bounce: Duration?

  public init(
    size: Size? = nil, orientation: Device.Orientation? = nil, output: String? = nil, isIgnored: Bool? = nil,
    isOwned: Bool? = nil, isKept: Bool? = nil, bounce: Duration? = nil
  ) {
    self.size = size
    self.orientation = orientation
    self.output = output
    self.isIgnored = isIgnored
    self.isOwned = isOwned
    self.isKept = isKept
    self.bounce = bounce
  }
}

extension [DeviceStatement] {
  /// The properties of `device`, merged from all entries that match it; the first one wins.
  public func properties(of device: Device) -> DeviceProperties {
    var all = DeviceProperties()
    for statement in self where statement.filter.matches(device) {
      let said = statement.properties
      all.size = all.size ?? said.size
      all.orientation = all.orientation ?? said.orientation
      all.output = all.output ?? said.output
      all.isIgnored = all.isIgnored ?? said.isIgnored
      all.isOwned = all.isOwned ?? said.isOwned
      all.isKept = all.isKept ?? said.isKept
      all.bounce = all.bounce ?? said.bounce
    }
    return all
  }
}
