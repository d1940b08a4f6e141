internal import Touch

/// The positions at which the fingers of a touch sequence landed, as far as start regions need them.
struct LandingSite: Sendable {
  /// The centroid of the landings.
  private(set) var centroid: Point
  /// The distances of the nearest finger from the left, right, top and bottom edge, in mm.
  private var edges: SIMD4<Double>
  /// The distances of the nearest finger from both edges of a corner, in mm: top left, top right, bottom left, bottom
  /// right.
  private var corners: SIMD4<Double>
  private let size: (width: Double, height: Double)

  /// The size of the device.
  var extent: Size? { Size(width: size.width, height: size.height) }

  /// - Parameters:
  ///   - landings: the position of each landing; not empty.
  ///   - size: the device's, in mm.
  init(_ landings: some Collection<Point>, on size: (width: Double, height: Double)) {
    self.size = size
    centroid = Point(x: 0, y: 0)
    edges = SIMD4(repeating: .infinity)
    corners = edges
    for landing in landings {
      centroid = Point(
        x: centroid.x + landing.x / Double(landings.count), y: centroid.y + landing.y / Double(landings.count))
      let own = SIMD4(landing.x, size.width - landing.x, landing.y, size.height - landing.y)
      edges = pointwiseMin(edges, own)
      let horizontal = SIMD4(own[0], own[1], own[0], own[1])
      let vertical = SIMD4(own[2], own[2], own[3], own[3])
      corners = pointwiseMin(corners, pointwiseMax(horizontal, vertical))
    }
  }

  /// True if a touch that starts here starts in `region`.
  func isIn(_ region: StartRegion) -> Bool {
    switch region {
    case .edge(let wanted, let margin): contains(wanted.rawValue, edges, within: margin)
    case .corner(let wanted, let margin): contains(wanted.rawValue, corners, within: margin)
    case .zone(let zone):
      zone.left.millimetres(of: size.width) <= centroid.x && centroid.x <= zone.right.millimetres(of: size.width)
        && zone.top.millimetres(of: size.height) <= centroid.y && centroid.y <= zone.bottom.millimetres(of: size.height)
    }
  }

  private func contains(_ bits: UInt8, _ distances: SIMD4<Double>, within margin: Millimetres) -> Bool {
    for bit in 0..<4 where bits & (1 << bit) != 0 && distances[bit] <= margin.value { return true }
    return false
  }
}

extension Zone.Position {
  /// The distance on a device with this extent, in mm.
  func millimetres(of extent: Double) -> Double {
    switch self {
    case .share(let share): share * extent
    case .length(let length): length.value
    }
  }
}
