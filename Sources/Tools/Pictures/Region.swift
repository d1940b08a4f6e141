internal import Gestures
internal import Touch

/// A rectangle of a touchscreen in which the touches of some rules must begin, in mm.
struct Region: Hashable, Sendable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  /// The rectangles that `start` covers on a surface of a size.
  static func regions(of start: StartRegion, on size: (width: Double, height: Double)) -> [Region] {
    let (width, height) = size
    switch start {
    case .edge(let edges, let margin), .allEdges(let edges, let margin):
      let depth = margin.value
      let all: [(Edges, Region)] = [
        (.left, Region(left: 0, top: 0, right: depth, bottom: height)),
        (.right, Region(left: width - depth, top: 0, right: width, bottom: height)),
        (.top, Region(left: 0, top: 0, right: width, bottom: depth)),
        (.bottom, Region(left: 0, top: height - depth, right: width, bottom: height)),
      ]
      return all.filter { edges.contains($0.0) }.map(\.1)
    case .corner(let corners, let margin), .allCorners(let corners, let margin):
      let depth = margin.value
      let all: [(Corners, Region)] = [
        (.topLeft, Region(left: 0, top: 0, right: depth, bottom: depth)),
        (.topRight, Region(left: width - depth, top: 0, right: width, bottom: depth)),
        (.bottomLeft, Region(left: 0, top: height - depth, right: depth, bottom: height)),
        (.bottomRight, Region(left: width - depth, top: height - depth, right: width, bottom: height)),
      ]
      return all.filter { corners.contains($0.0) }.map(\.1)
    case .zone(let zone):
      return [
        Region(
          left: zone.left.millimetres(of: width), top: zone.top.millimetres(of: height),
          right: zone.right.millimetres(of: width), bottom: zone.bottom.millimetres(of: height))
      ]
    }
  }
}

extension Zone.Position {
  fileprivate func millimetres(of extent: Double) -> Double {
    switch self {
    case .share(let share): share * extent
    case .length(let length): length.value
    }
  }
}
