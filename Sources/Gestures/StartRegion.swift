public import Touch

/// Where on a touchscreen a touch must begin. Once it has, the fingers may go anywhere.
public enum StartRegion: Hashable, Sendable {
  /// One of the fingers lands within `margin` of one of these edges.
  case edge(Edges, margin: Millimetres = 6)
  /// One of the fingers lands within `margin` of both edges that meet in one of these corners.
  case corner(Corners, margin: Millimetres = 12)
  /// The middle of the fingers lies in a part of the device.
  case zone(Zone)

  /// Whether a touch begins here whose fingers land at `landings`, in mm, on `device`.
  public func contains(_ landings: [Point], on device: Device) -> Bool {
    LandingSite(landings, on: device.extent).isIn(self)
  }
}

/// A set of a device's edges.
public struct Edges: OptionSet, Hashable, Sendable {
  /// One bit an edge.
  public let rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The left edge
  public static let left = Edges(rawValue: 1)
  /// The right edge
  public static let right = Edges(rawValue: 2)
  /// The edge away from the user
  public static let top = Edges(rawValue: 4)
  /// The edge next to the user
  public static let bottom = Edges(rawValue: 8)
  /// All four
  public static let any: Edges = [.left, .right, .top, .bottom]
}

/// A set of a device's corners.
public struct Corners: OptionSet, Hashable, Sendable {
  /// One bit a corner.
  public let rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Where the top and the left edge meet
  public static let topLeft = Corners(rawValue: 1)
  /// Where the top and the right edge meet
  public static let topRight = Corners(rawValue: 2)
  /// Where the bottom and the left edge meet
  public static let bottomLeft = Corners(rawValue: 4)
  /// Where the bottom and the right edge meet
  public static let bottomRight = Corners(rawValue: 8)
  /// All four
  public static let any: Corners = [.topLeft, .topRight, .bottomLeft, .bottomRight]
}

/// A rectangle on a device.
public struct Zone: Hashable, Sendable {
  /// A distance from the left or the top edge.
  public enum Position: Hashable, Sendable {
    /// As a share of the device's width or height, 0 to 1.
    case share(Double)
    /// In millimetres.
    case length(Millimetres)
  }

  /// Where it starts, from the left.
  public var left: Position
  /// Where it ends, from the left.
  public var right: Position
  /// Where it starts, from the top.
  public var top: Position
  /// Where it ends, from the top.
  public var bottom: Position

  /// A rectangle; what is not given reaches to the edge.
  public init(
    left: Position = .share(0), right: Position = .share(1), top: Position = .share(0), bottom: Position = .share(1)
  ) {
    self.left = left
    self.right = right
    self.top = top
    self.bottom = bottom
  }
}
