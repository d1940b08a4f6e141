internal import Touch

/// The part of a device that is drawn, and its scale: millimetres to pixels.
struct Viewport: Sendable {
  /// The free space around what must be visible, in mm.
  private static let margin = 4.0
  /// The least width of a part, in mm: enlarged further, tremor would look like a movement.
  private static let leastWidth = 44.0
  /// The scale of the whole device relative to that of the part, below which only the part is drawn.
  private static let leastShare = 0.42

  /// In pixels per millimetre.
  let scale: Double
  /// The position of the top left corner, in mm.
  let corner: Point
  /// True if only a part of the device is drawn.
  let isPart: Bool

  /// - Parameters:
  ///   - positions: what must be visible, in mm; not empty.
  ///   - extent: the device's size, in mm.
  ///   - area: the size of the drawing, in pixels.
  init(on positions: [Point], extent: (width: Double, height: Double), area: (width: Double, height: Double)) {
    let part = Bounds(positions)
    let whole = Bounds(positions + [Point(x: 0, y: 0), Point(x: extent.width, y: extent.height)])
    isPart = whole.scale(in: area, least: 0) < Self.leastShare * part.scale(in: area, least: Self.leastWidth)
    let frame = isPart ? part : whole
    scale = frame.scale(in: area, least: isPart ? Self.leastWidth : 0)
    corner = Point(
      x: (frame.left + frame.right - area.width / scale) / 2, y: (frame.top + frame.bottom - area.height / scale) / 2)
  }

  /// The point at which a position is drawn.
  func point(_ position: Point) -> PixelPoint {
    PixelPoint(x: (position.x - corner.x) * scale, y: (position.y - corner.y) * scale)
  }

  /// The smallest rectangle around some positions.
  private struct Bounds {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    init(_ positions: [Point]) {
      left = positions.reduce(.infinity) { min($0, $1.x) }
      top = positions.reduce(.infinity) { min($0, $1.y) }
      right = positions.reduce(-.infinity) { max($0, $1.x) }
      bottom = positions.reduce(-.infinity) { max($0, $1.y) }
    }

    func scale(in area: (width: Double, height: Double), least: Double) -> Double {
      min(
        area.width / max(right - left + 2 * Viewport.margin, least),
        area.height / max(bottom - top + 2 * Viewport.margin, least * area.height / area.width))
    }
  }
}
