internal import Touch

/// Which part of a device is drawn, and how large: millimetres to pixels.
struct View: Sendable {
  /// What is left free around what must be seen, in mm.
  private static let margin = 4.0
  /// No part smaller than this is looked at: tremor would look like a movement.
  private static let leastWidth = 44.0
  /// Where the whole device would be drawn smaller than by this share, only a part of it is.
  private static let leastShare = 0.42

  /// Pixels for a millimetre.
  let scale: Double
  /// The place in the top left corner, in mm.
  let corner: Point
  /// Whether it is only a part of the device.
  let isPart: Bool

  /// - Parameters:
  ///   - places: what must be seen, in mm; not empty.
  ///   - extent: the device's size, in mm.
  ///   - area: what there is room for, in pixels.
  init(on places: [Point], extent: (width: Double, height: Double), area: (width: Double, height: Double)) {
    let part = Frame(places)
    let whole = Frame(places + [Point(x: 0, y: 0), Point(x: extent.width, y: extent.height)])
    isPart = whole.scale(in: area, least: 0) < Self.leastShare * part.scale(in: area, least: Self.leastWidth)
    let frame = isPart ? part : whole
    scale = frame.scale(in: area, least: isPart ? Self.leastWidth : 0)
    corner = Point(
      x: (frame.left + frame.right - area.width / scale) / 2, y: (frame.top + frame.bottom - area.height / scale) / 2)
  }

  /// Where a place is drawn.
  func spot(_ place: Point) -> Spot { Spot(x: (place.x - corner.x) * scale, y: (place.y - corner.y) * scale) }

  /// What just holds some places.
  private struct Frame {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    init(_ places: [Point]) {
      left = places.reduce(.infinity) { min($0, $1.x) }
      top = places.reduce(.infinity) { min($0, $1.y) }
      right = places.reduce(-.infinity) { max($0, $1.x) }
      bottom = places.reduce(-.infinity) { max($0, $1.y) }
    }

    func scale(in area: (width: Double, height: Double), least: Double) -> Double {
      min(
        area.width / max(right - left + 2 * View.margin, least),
        area.height / max(bottom - top + 2 * View.margin, least * area.height / area.width))
    }
  }
}
