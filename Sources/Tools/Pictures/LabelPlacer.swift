internal import Touch

/// Places labels: near their object, within the area, over no other label, and over as few points of the paths as
/// possible.
struct LabelPlacer {
  let area: PixelBox
  private var taken: [PixelBox] = []
  private let paths: [PixelPoint]

  init(in area: PixelBox, beside paths: [PixelPoint]) {
    self.area = area
    self.paths = paths
  }

  /// Keeps labels out of a rectangle.
  mutating func block(_ box: PixelBox) { taken.append(box) }

  /// The rectangle for a label, which is kept free from now on.
  /// - Parameters:
  ///   - size: the label's size, in pixels.
  ///   - point: the object that it labels.
  ///   - angle: the preferred direction from there, in degrees clockwise from the right.
  ///   - gaps: the possible distances from there to its edge, in pixels; the first is preferred.
  mutating func place(
    _ size: (width: Double, height: Double), near point: PixelPoint, towards angle: Double,
    gaps: [Double] = [4, 12, 24]
  ) -> PixelBox {
    var best: (box: PixelBox, cost: Double)?
    for (rank, gap) in gaps.enumerated() {
      for deviation in [0.0, 45, -45, 90, -90, 135, -135, 180] {
        let direction = Vector(clockwise: angle + deviation)
        let middle =
          point + Vector(dx: direction.dx * (gap + size.width / 2), dy: direction.dy * (gap + size.height / 2))
        let box = PixelBox(
          x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
        var cost = Double(rank) * 3 + abs(deviation) / 90
        if !area.contains(box) { cost += 1_000 }
        cost += Double(taken.count { $0.overlaps(box) }) * 300
        if cost < best?.cost ?? .infinity { cost += Double(min(paths.count { box.contains($0) }, 40)) * 2 }
        if cost < best?.cost ?? .infinity { best = (box, cost) }
      }
    }
    let box = best?.box ?? PixelBox(x: point.x, y: point.y, width: size.width, height: size.height)
    taken.append(box)
    return box
  }
}
