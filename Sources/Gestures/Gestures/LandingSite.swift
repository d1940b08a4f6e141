internal import Touch

/// The positions at which the fingers of a touch sequence landed, as far as start regions need them.
struct LandingSite: Sendable {
  private(set) var centroid: Point
  /// The distances of the nearest finger from the left, right, top and bottom edge, in mm.
  private var edges: SIMD4<Double>
  /// The distances of the nearest finger from both edges of a corner, in mm: top left, top right, bottom left, bottom
  /// right.
  private var corners: SIMD4<Double>
  /// Each landing, for regions that require several fingers.
  private var landings: FingerPositions
  private let size: (width: Double, height: Double)

  /// The largest distance between two of the landings.
  var apart: Millimetres { landings.apart }

  /// The size of the device.
  var extent: Size? { Size(width: size.width, height: size.height) }

  /// - Parameters:
  ///   - landings: the position of each landing. Without one, the site is in no region and not far from any other.
  ///   - size: the device's, in mm.
  init(_ landings: some Sequence<Point>, on size: (width: Double, height: Double)) {
    self.size = size
    self.landings = FingerPositions()
    edges = SIMD4(repeating: .infinity)
    corners = edges
    var (sum, count) = (Vector.zero, 0.0)
    for landing in landings {
      self.landings.append(landing)
      sum += landing - Point(x: 0, y: 0)
      count += 1
      let own = Self.edges(of: landing, on: size)
      edges = pointwiseMin(edges, own)
      corners = pointwiseMin(corners, Self.corners(own))
    }
    // Of no landing, it is NaN.
    centroid = Point(x: 0, y: 0) + sum * (1 / count)
  }

  /// The distances of a position from the left, right, top and bottom edge.
  private static func edges(of point: Point, on size: (width: Double, height: Double)) -> SIMD4<Double> {
    SIMD4(point.x, size.width - point.x, point.y, size.height - point.y)
  }

  /// The distances of a position from both edges of each corner.
  private static func corners(_ edges: SIMD4<Double>) -> SIMD4<Double> {
    pointwiseMax(
      SIMD4(edges[0], edges[1], edges[0], edges[1]), SIMD4(edges[2], edges[2], edges[3], edges[3]))
  }

  /// True if a touch that starts here starts in `region`.
  func isIn(_ region: StartRegion) -> Bool {
    switch region {
    case .edge(let wanted, let margin): contains(wanted.rawValue, edges, within: margin)
    case .corner(let wanted, let margin): contains(wanted.rawValue, corners, within: margin)
    case .allEdges(let wanted, let margin):
      containsEach(wanted.rawValue, edges, within: margin) { $0 }
    case .allCorners(let wanted, let margin):
      containsEach(wanted.rawValue, corners, within: margin, Self.corners)
    case .zone(let zone):
      zone.left.millimetres(of: size.width) <= centroid.x && centroid.x <= zone.right.millimetres(of: size.width)
        && zone.top.millimetres(of: size.height) <= centroid.y && centroid.y <= zone.bottom.millimetres(of: size.height)
    }
  }

  /// The failure of a touch that starts here and makes no gesture of `candidate`; nil if it is not one distance.
  func miss(of candidate: Candidate) -> Failure? {
    if let region = candidate.start, !isIn(region) { return miss(of: region) }
    return candidate.apart.map { .distanceApart(apart, $0) }
  }

  private func miss(of region: StartRegion) -> Failure? {
    let (bits, distances, margin): (UInt8, SIMD4<Double>, Millimetres)
    switch region {
    case .edge(let wanted, let limit): (bits, distances, margin) = (wanted.rawValue, edges, limit)
    case .corner(let wanted, let limit): (bits, distances, margin) = (wanted.rawValue, corners, limit)
    case .allEdges, .allCorners, .zone: return nil
    }
    var least = Double.infinity
    for bit in 0..<4 where bits & (1 << bit) != 0 { least = min(least, distances[bit]) }
    return least.isFinite ? .outside(distance: Millimetres(least), margin: margin) : nil
  }

  private func contains(_ bits: UInt8, _ distances: SIMD4<Double>, within margin: Millimetres) -> Bool {
    for bit in 0..<4 where bits & (1 << bit) != 0 && distances[bit] <= margin.value { return true }
    return false
  }

  /// True if a finger is within `margin` of each wanted place, and every place has a finger of its own: one finger in a
  /// corner is at two edges.
  private func containsEach(
    _ bits: UInt8, _ distances: SIMD4<Double>, within margin: Millimetres,
    _ places: (SIMD4<Double>) -> SIMD4<Double>
  ) -> Bool {
    for bit in 0..<4 where bits & (1 << bit) != 0 && distances[bit] > margin.value { return false }
    // Landings are stored with less precision than distances.
    let reach = margin.value + 0.001
    /// True if each of `open` places has one of the fingers from `index` on.
    func assign(_ open: UInt8, from index: Int) -> Bool {
      guard open != 0 else { return true }
      guard index < landings.count else { return false }
      let own = places(Self.edges(of: landings[index], on: size))
      for bit in 0..<4 where open & (1 << bit) != 0 && own[bit] <= reach {
        if assign(open & ~(1 << UInt8(bit)), from: index + 1) { return true }
      }
      return assign(open, from: index + 1)
    }
    return assign(bits, from: 0)
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
