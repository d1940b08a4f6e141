/// Names one device for as long as it is plugged in; never given to another while the program runs.
public struct DeviceID: Hashable, Sendable, Comparable {
  /// A number, from 0.
  public let number: Int

  /// The device with a number.
  public init(_ number: Int) { self.number = number }

  /// In the order the devices were found.
  public static func < (left: DeviceID, right: DeviceID) -> Bool { left.number < right.number }
}

/// A touchpad or a touchscreen.
public struct Device: Hashable, Sendable {
  /// What kind of surface it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Moves a pointer; libinput recognises swipes, pinches and holds on it and keeps the finger positions to itself.
    case touchpad
    /// Lies over a screen; libinput reports every finger's position and recognises nothing.
    case touchscreen
  }

  /// Its number.
  public var id: DeviceID
  /// Its name as the kernel has it.
  public var name: String
  /// Touchpad or touchscreen.
  public var kind: Kind
  /// Its size, or nil where the kernel does not know the resolution. Positions on a device of unknown size are
  /// fractions of its extent, 0 to 1.
  public var size: Size?
  /// Whether it is part of the machine, rather than plugged into it.
  public var isBuiltIn: Bool
  /// The output that a touchscreen lies over, where the system's administrator has said so.
  public var outputName: String?

  /// A device.
  public init(
    id: DeviceID, name: String, kind: Kind, size: Size?, isBuiltIn: Bool = false, outputName: String? = nil
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.size = size
    self.isBuiltIn = isBuiltIn
    self.outputName = outputName
  }

  /// The size, in millimetres, that fractions are taken of where a touchscreen's own is unknown: that of a 7" 16:10
  /// panel, between a telephone's and a laptop's, and the commonest of those that do not tell: the ones sold for
  /// single-board computers. A threshold of 12 mm is then 8 % of the width: 5 mm on a telephone held upright, 27 mm on
  /// a large laptop.
  public static let assumedTouchscreenSize = (width: 151.0, height: 94.0)

  /// The size, in millimetres, that libinput takes a touchpad to have where nothing tells it another one
  /// (`tp_init_default_resolution`). It then reports this size as if it were known, up to a rounding of the resolution,
  /// and movements by it, so that only a recording may have a touchpad of unknown size.
  public static let assumedTouchpadSize = (width: 69.0, height: 50.0)

  /// Its size in millimetres, or the one that is assumed.
  public var extent: (width: Double, height: Double) {
    size.map { ($0.width, $0.height) } ?? Self.assumedTouchscreenSize
  }

  /// Where `position`, as the device's events give it, is in millimetres.
  public func inMillimetres(_ position: Point) -> Point {
    guard size == nil else { return position }
    return Point(
      x: position.x * Self.assumedTouchscreenSize.width, y: position.y * Self.assumedTouchscreenSize.height)
  }
}
