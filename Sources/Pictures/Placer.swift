internal import Touch

/// Places labels: near their object, within the area, over no other label, and over as few points of the paths as
/// possible.
struct Placer {
  let area: Box
  private var taken: [Box] = []
  private let paths: [Spot]

  init(in area: Box, beside paths: [Spot]) {
    self.area = area
    self.paths = paths
  }

  /// Keeps labels out of a rectangle.
  mutating func block(_ box: Box) { taken.append(box) }

  /// The rectangle for a label, which is kept free from now on.
  /// - Parameters:
  ///   - size: the label's size, in pixels.
  ///   - point: the object that it labels.
  ///   - angle: the preferred direction from there, in degrees clockwise from the right.
  ///   - gaps: the possible distances from there to its edge, in pixels; the first is preferred.
  mutating func place(
    _ size: (width: Double, height: Double), near spot: Spot, towards angle: Double, gaps: [Double] = [4, 12, 24]
  ) -> Box {
    var best: (box: Box, cost: Double)?
    for (rank, gap) in gaps.enumerated() {
      for turn in [0.0, 45, -45, 90, -90, 135, -135, 180] {
        let way = Vector(clockwise: angle + turn)
        let middle =
          spot + Vector(dx: way.dx * (gap + size.width / 2), dy: way.dy * (gap + size.height / 2))
        let box = Box(
          x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
        var cost = Double(rank) * 3 + abs(turn) / 90
        if !area.contains(box) { cost += 1_000 }
        cost += Double(taken.count { $0.overlaps(box) }) * 300
        if cost < best?.cost ?? .infinity { cost += Double(min(paths.count { box.contains($0) }, 40)) * 2 }
        if cost < best?.cost ?? .infinity { best = (box, cost) }
      }
    }
    let box = best?.box ?? Box(x: spot.x, y: spot.y, width: size.width, height: size.height)
    taken.append(box)
    return box
  }
}
