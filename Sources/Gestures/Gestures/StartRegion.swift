public import Touch

/// A region of a device in which a touch must start. Once it has, the fingers may go anywhere.
public enum StartRegion: Hashable, Sendable {
  /// One of the fingers lands within `margin` of one of these edges.
  case edge(Edges, margin: Millimetres = 6)
  /// One of the fingers lands within `margin` of both edges that meet in one of these corners.
  case corner(Corners, margin: Millimetres = 12)
  /// A finger lands within `margin` of each of these edges, and every edge has a finger of its own.
  case allEdges(Edges, margin: Millimetres = 6)
  /// A finger lands within `margin` of both edges of each of these corners, and every corner has a finger of its own.
  case allCorners(Corners, margin: Millimetres = 12)
  /// The fingers' centroid lies in a part of the device.
  case zone(Zone)

  /// True if a touch whose fingers land at `landings`, in mm, on `device` starts in the region.
  public func contains(_ landings: [Point], on device: Device) -> Bool {
    LandingSite(landings, on: device.extent).isIn(self)
  }

  /// The least number of fingers that can start in it.
  public var leastFingers: Int {
    switch self {
    case .allEdges(let edges, _): max(edges.rawValue.nonzeroBitCount, 1)
    case .allCorners(let corners, _): max(corners.rawValue.nonzeroBitCount, 1)
    case .edge, .corner, .zone: 1
    }
  }

  /// The region that each finger of a touch lands in.
  var ofEachFinger: StartRegion {
    switch self {
    case .allEdges(let edges, let margin): .edge(edges, margin: margin)
    case .allCorners(let corners, let margin): .corner(corners, margin: margin)
    case .edge, .corner, .zone: self
    }
  }
}

/// A set of a device's edges.
public struct Edges: OptionSet, Hashable, Sendable {
  /// One bit per edge.
  public let rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let left = Edges(rawValue: 1)
  public static let right = Edges(rawValue: 2)
  /// The edge farthest from the user
  public static let top = Edges(rawValue: 4)
  /// The edge nearest to the user
  public static let bottom = Edges(rawValue: 8)
  /// All four
  public static let any: Edges = [.left, .right, .top, .bottom]
}

/// A set of a device's corners.
public struct Corners: OptionSet, Hashable, Sendable {
  /// One bit per corner.
  public let rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The corner of the top and left edges
  public static let topLeft = Corners(rawValue: 1)
  /// The corner of the top and right edges
  public static let topRight = Corners(rawValue: 2)
  /// The corner of the bottom and left edges
  public static let bottomLeft = Corners(rawValue: 4)
  /// The corner of the bottom and right edges
  public static let bottomRight = Corners(rawValue: 8)
  /// All four
  public static let any: Corners = [.topLeft, .topRight, .bottomLeft, .bottomRight]
}

/// A rectangle on a device.
public struct Zone: Hashable, Sendable {
  /// A distance from the left or the top edge.
  public enum Position: Hashable, Sendable {
    /// A share of the device's width or height, 0 to 1.
    case share(Double)
    case length(Millimetres)
  }

  /// The left end, from the left edge.
  public var left: Position
  /// The right end, from the left edge.
  public var right: Position
  /// The top end, from the top edge.
  public var top: Position
  /// The bottom end, from the top edge.
  public var bottom: Position

  /// A rectangle; omitted ends lie at the device's edges.
  public init(
    left: Position = .share(0), right: Position = .share(1), top: Position = .share(0), bottom: Position = .share(1)
  ) {
    self.left = left
    self.right = right
    self.top = top
    self.bottom = bottom
  }
}
