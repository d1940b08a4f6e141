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
    if let region = candidate.start, !isIn(region) { return landings.isEmpty ? .offSurface : miss(of: region) }
    return candidate.apart.map { .distanceApart(apart, $0) }
  }

  private func miss(of region: StartRegion) -> Failure {
    switch region {
    case .edge(let wanted, let margin): .outside(distance: least(wanted.rawValue, edges), margin: margin)
    case .corner(let wanted, let margin): .outside(distance: least(wanted.rawValue, corners), margin: margin)
    case .allEdges(let wanted, let margin):
      unoccupied(wanted.rawValue, edges, within: margin, { $0 }) { .edge(Edges(rawValue: $0), margin: margin) }
    case .allCorners(let wanted, let margin):
      unoccupied(wanted.rawValue, corners, within: margin, Self.corners) {
        .corner(Corners(rawValue: $0), margin: margin)
      }
    case .zone(let zone):
      .outsideZone(
        Vector(
          dx: Self.excess(
            centroid.x, zone.left.millimetres(of: size.width), zone.right.millimetres(of: size.width)),
          dy: Self.excess(
            centroid.y, zone.top.millimetres(of: size.height), zone.bottom.millimetres(of: size.height))
        ).length)
    }
  }

  /// The distance of a value below `low` or above `high`.
  private static func excess(_ value: Double, _ low: Double, _ high: Double) -> Double {
    max(low - value, value - high, 0)
  }

  /// The least distance of a finger from one of the wanted places.
  private func least(_ bits: UInt8, _ distances: SIMD4<Double>) -> Millimetres {
    Millimetres((0..<4).filter { bits & (1 << $0) != 0 }.map { distances[$0] }.min() ?? .infinity)
  }

  /// The place that is farthest from a finger; if each has one within `margin`, the number of those with one of its
  /// own.
  private func unoccupied(
    _ bits: UInt8, _ distances: SIMD4<Double>, within margin: Millimetres,
    _ places: (SIMD4<Double>) -> SIMD4<Double>, _ place: (UInt8) -> StartRegion
  ) -> Failure {
    let wanted = (0..<4).map { UInt8(1) << $0 }.filter { bits & $0 != 0 }
    let farthest = wanted.max { distances[$0.trailingZeroBitCount] < distances[$1.trailingZeroBitCount] }
    if let farthest, distances[farthest.trailingZeroBitCount] > margin.value {
      let distance = Millimetres(distances[farthest.trailingZeroBitCount])
      return .unoccupied(place(farthest), distance: distance, margin: margin)
    }
    let own = (UInt8(0)..<16).filter {
      $0 & ~bits == 0 && containsEach($0, distances, within: margin, places)
    }
    return .shared(own.map(\.nonzeroBitCount).max() ?? 0, of: wanted.count)
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
