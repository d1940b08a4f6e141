internal import Glibc
internal import Touch

/// A path, normalised for comparison: 32 points equally far apart along it, in units of its size. Position and speed
/// are gone; which end it began at is not.
///
/// 32 points distinguish more shapes than Protractor's 16, because headings are compared too, and cost less than $1's
/// 64.
struct Outline: Hashable, Sendable {
  /// The number of points.
  static let count = 32

  /// A path whose ends are this share of its length apart is a line, and so is one no thicker than this.
  private static let straightest = 0.93
  private static let thinnest = 0.06
  /// A line with a leg is a shape: a check whose short leg is tiny. The leg has at least so many of the 31 segments, 7
  /// % of the line, which is more than the hook of a finger that slides as it lands; and the cosine of the turn: 60° to
  /// 140°, since a hand that goes back the same way draws a line.
  private static let leg = (segments: 2, cosines: -0.77...0.5)

  /// The points; the larger side of the box around them is 1.
  let points: [Vector]
  /// The spread of the points across their main axis, divided by the spread along it: 0 for a line and 1 for a circle.
  let thickness: Double
  /// True if it is a line with a leg.
  let isLine: Bool

  /// Nil if the path is no shape: fewer than three points, not finite, without size, or nearly straight.
  init?(_ path: [Vector]) {
    guard path.count >= 3, let points = Self.points(along: path, Self.count), let box = Box(points) else { return nil }
    self.points = points.map { ($0 - box.corner) * (1 / box.side) }
    thickness = Self.thickness(of: self.points)
    let isStraight = (points[Self.count - 1] - points[0]).length.value >= Self.straightest * Self.length(of: path)
    isLine = isStraight || thickness < Self.thinnest
    guard !isLine || Self.hasLeg(points) || Self.hasLeg(points.reversed()) else { return nil }
  }

  /// True if the first segments turn into a line.
  private static func hasLeg(_ points: [Vector]) -> Bool {
    let first = points[leg.segments] - points[0]
    let rest = points[count - 1] - points[leg.segments + 1]
    return leg.cosines.contains(first.dot(rest) / max(first.length.value * rest.length.value, .leastNormalMagnitude))
  }

  /// The ratio of the two principal axes.
  private static func thickness(of points: [Vector]) -> Double {
    let centroid = points.reduce(.zero, +) * (1 / Double(points.count))
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for point in points {
      let arm = point - centroid
      xx += arm.dx * arm.dx
      yy += arm.dy * arm.dy
      xy += arm.dx * arm.dy
    }
    let difference = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
    return (max(xx + yy - difference, 0) / (xx + yy + difference)).squareRoot()
  }

  static func length(of path: [Vector]) -> Double {
    zip(path.dropFirst(), path).reduce(0) { $0 + ($1.0 - $1.1).length.value }
  }

  /// The distance between the ends, in sizes of the path.
  var gap: Double { (points[Self.count - 1] - points[0]).length.value }

  /// `count` points from one end of `path` to the other, equally far apart along it; nil if its length is 0 or not
  /// finite.
  static func points(along path: [Vector], _ count: Int) -> [Vector]? {
    let length = length(of: path)
    guard length > 0, length.isFinite else { return nil }
    let step = length / Double(count - 1)
    var points = [path[0]]
    var passed = 0.0
    for (next, last) in zip(path.dropFirst(), path) {
      let piece = (next - last).length.value
      while points.count < count - 1, Double(points.count) * step <= passed + piece {
        points.append(last + (next - last) * ((Double(points.count) * step - passed) / piece))
      }
      passed += piece
    }
    // Rounding may leave the last point but one just out of reach.
    while points.count < count { points.append(path[path.count - 1]) }
    return points
  }
}

/// The bounding box of some points.
struct Box {
  /// Its upper left corner.
  let corner: Vector
  /// Its larger side.
  let side: Double

  /// Nil if the points coincide, or if not all are finite.
  init?(_ points: [Vector]) {
    guard var least = points.first else { return nil }
    var most = least
    for point in points {
      least = Vector(dx: min(least.dx, point.dx), dy: min(least.dy, point.dy))
      most = Vector(dx: max(most.dx, point.dx), dy: max(most.dy, point.dy))
    }
    corner = least
    side = max(most.dx - least.dx, most.dy - least.dy)
    guard side > 0, side.isFinite else { return nil }
  }
}
