internal import Glibc
internal import Touch

/// Tells three fingers or more that rest from the parts of a palm, by the places where they landed.
///
///     fingers     ●  ● ●  ●        thumb        ●  ●        palm    ●●
///                 in a row                    ●                    ●   ●
///
/// The tips of a hand lie in a row, a thumb apart from it. The parts of a palm lie close to each other, and anywhere.
enum FingerRow {
  /// The least distance of two neighbours, in mm: fingertips are wider.
  private static let leastGap = 8.0
  /// The largest distance of two neighbours, as a multiple of the least one.
  private static let largestRatio = 2.2
  /// The depth of a row, as a share of the mean distance of its neighbours: the middle finger is ahead of the others.
  private static let depth = 0.65
  /// The least distance of a thumb from the fingers, in mm, and as a multiple of that of two of them.
  private static let thumb = (least: 22.0, ratio: 1.4)
  /// The diameter of a palm, in mm: contacts farther apart are those of two hands, or of a hand that is spread.
  private static let palm = 60.0

  /// True if the contacts that landed at `places`, in mm, may be fingers.
  static func mayBeFingers(_ places: FingerPositions) -> Bool {
    guard places.count > 2 else { return true }
    for place in places where places.contains(where: { (place - $0).length.value > palm }) { return true }
    return isRow(places, thumb: nil) || places.indices.contains { isRow(places, thumb: $0) }
  }

  /// True if the places, but for that of the thumb, lie in a row, and the thumb is apart from it.
  private static func isRow(_ places: FingerPositions, thumb left: Int?) -> Bool {
    var (count, sum) = (0.0, Vector.zero)
    for index in places.indices where index != left {
      count += 1
      sum += places[index] - Point(x: 0, y: 0)
    }
    let centroid = Point(x: sum.dx / count, y: sum.dy / count)
    // The direction in which they extend farthest (principal axis).
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for index in places.indices where index != left {
      let own = places[index] - centroid
      (xx, yy, xy) = (xx + own.dx * own.dx, yy + own.dy * own.dy, xy + own.dx * own.dy)
    }
    let angle = atan2(2 * xy, xx - yy) / 2
    let axis = Vector(dx: cos(angle), dy: sin(angle))
    func along(_ index: Int) -> Double {
      let own = places[index] - centroid
      return own.dx * axis.dx + own.dy * axis.dy
    }
    let order = places.indices.filter { $0 != left }.sorted { along($0) < along($1) }
    var (least, most, across) = (Double.infinity, 0.0, (low: Double.infinity, high: -Double.infinity))
    for (index, next) in zip(order, order.dropFirst()) {
      let gap = (places[next] - places[index]).length.value
      (least, most) = (min(least, gap), max(most, gap))
      // Neighbours are beside each other.
      guard along(next) - along(index) >= gap / 2 else { return false }
    }
    for index in order {
      let own = places[index] - centroid
      let side = own.dy * axis.dx - own.dx * axis.dy
      across = (min(across.low, side), max(across.high, side))
    }
    let mean = (along(order[order.count - 1]) - along(order[0])) / (count - 1)
    let isRow = least >= leastGap && most <= largestRatio * least && across.high - across.low <= depth * mean
    guard isRow, let left else { return isRow }
    let distance = order.reduce(Double.infinity) { min($0, (places[$1] - places[left]).length.value) }
    return distance >= max(thumb.least, thumb.ratio * most)
  }
}
