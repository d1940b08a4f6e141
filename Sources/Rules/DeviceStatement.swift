public import Gestures
public import Touch

/// An entry of `devices`: which devices it is about, and what they are like.
public struct DeviceStatement: Hashable, Sendable {
  /// The devices.
  public var filter: DeviceFilter
  /// What it says of them.
  public var properties: DeviceProperties

  /// A statement.
  public init(_ filter: DeviceFilter, _ properties: DeviceProperties) {
    self.filter = filter
    self.properties = properties
  }
}

/// What a rules file says of one device. What is nil, it says nothing of.
public struct DeviceProperties: Hashable, Sendable {
  /// How large the surface is, before it is turned.
  public var size: Size?
  /// Which way the surface is turned.
  public var orientation: Device.Orientation?
  /// The output that a touchscreen lies over, by the compositor's name for it.
  public var output: String?
  /// Whether what it reports counts for nothing.
  public var isIgnored: Bool?

  /// Properties.
  public init(
    size: Size? = nil, orientation: Device.Orientation? = nil, output: String? = nil, isIgnored: Bool? = nil
  ) {
    self.size = size
    self.orientation = orientation
    self.output = output
    self.isIgnored = isIgnored
  }
}

extension [DeviceStatement] {
  /// All that is said of `device`: what several statements say adds up, and of what two say the first counts.
  public func properties(of device: Device) -> DeviceProperties {
    var all = DeviceProperties()
    for statement in self where statement.filter.matches(device) {
      let said = statement.properties
      all.size = all.size ?? said.size
      all.orientation = all.orientation ?? said.orientation
      all.output = all.output ?? said.output
      all.isIgnored = all.isIgnored ?? said.isIgnored
    }
    return all
  }
}
