internal import Glibc
public import Touch

/// The sign by which three contacts or more are the parts of a palm, with its amount and its limit for fingers.
public enum PalmSign: Hashable, Sendable {
  /// They landed one after another within this time.
  case slow(Duration, limit: Duration)
  /// Two of them landed so near to each other.
  case near(Millimetres, least: Millimetres)
  /// Two neighbours landed so far apart, beside others that landed nearer.
  case uneven(Millimetres, limit: Millimetres)
  /// They landed so far off a row.
  case offRow(Millimetres, limit: Millimetres)
}

/// Tells three fingers or more that rest from the parts of a palm, by the places where they landed.
///
///     fingers     ●  ● ●  ●        thumb        ●  ●        palm    ●●
///                 in a row                    ●                    ●   ●
///
/// The tips of a hand lie in a row, a thumb apart from it. The parts of a palm lie close to each other, and anywhere.
/// Any three of them often lie nearly in a row; a palm that is laid down lands slowly, and then the row must be more
/// even.
enum FingerRow {
  /// The limits of one row.
  private struct Limits {
    /// The least distance of two neighbours, in mm: fingertips are wider.
    var gap = 8.0
    /// The largest distance of two neighbours, as a multiple of the least one.
    var ratio = 2.2
    /// The depth of the row, as a share of the mean distance of its neighbours: the middle finger is ahead of the
    /// others.
    var depth = 0.75
  }

  /// The limits of two fingers and a thumb.
  private struct TripodLimits {
    /// The least distance of the two fingers, in mm.
    var gap: Double
    /// The distance of the thumb from the nearer finger, as a multiple of that of the two.
    var thumb: ClosedRange<Double>
    /// The largest length of the way from the thumb over the nearer finger to the other one, as a multiple of the
    /// straight one: the thumb is beside both.
    var bend: Double
  }

  /// The limits of rows of three, of three that landed slowly, and of more. Of 8,000 hands of three fingers, one of
  /// them a thumb (`HandStyle`), 99.7 % meet them; of palms whose three parts lie anywhere within 40 mm, 9 in 100 do,
  /// and of those of five parts 1 in 200.
  private static let (three, slowThree, more) = (
    Limits(gap: 9, ratio: 1.8, depth: 0.6), Limits(gap: 9.5, ratio: 1.5, depth: 0.45), Limits()
  )
  private static let (tripod, slowTripod) = (
    TripodLimits(gap: 11, thumb: 1.4...3.2, bend: 1.22), TripodLimits(gap: 11.5, thumb: 1.45...2.4, bend: 1.16)
  )
  /// The time within which most hands land.
  private static let quickLanding = Duration.milliseconds(40)
  /// The least distance of a thumb from the fingers, in mm, and as a multiple of that of two of them.
  private static let thumb = (least: 22.0, ratio: 1.4)
  /// The diameter of a palm, in mm: contacts farther apart are those of two hands, or of a hand that is spread.
  private static let palm = 60.0
  /// The largest distance of two neighbours in one palm, or in one hand, in mm.
  private static let step = 38.0
  /// The time for which no finger is seen as two contacts: sensors split a broad one for 10 to 40 ms.
  static let longestSplit = Duration.milliseconds(60)

  /// The sign by which the contacts that landed at `places`, in mm, are a palm; nil if they may be fingers.
  /// - Parameter landing: the time from the first landing to the last.
  static func palmSign(of places: FingerPositions, within landing: Duration) -> PalmSign? {
    guard places.count > 2 else { return nil }
    let isSlow = landing > quickLanding
    guard isSpread(places) else { return sign(of: places, isSlow) }
    // Two hands, a hand that is spread, or a palm beside fingers.
    var rest = places
    while let first = rest.first {
      let group = group(around: first, in: rest)
      if group.count > 2, !isSpread(group), let sign = sign(of: group, isSlow) { return sign }
      rest = FingerPositions(rest.filter { place in !group.contains { $0 == place } })
    }
    return nil
  }

  /// True if some of the places are farther apart than the parts of a palm.
  static func isSpread(_ places: FingerPositions) -> Bool {
    places.contains { place in places.contains { (place - $0).length.value > palm } }
  }

  /// The places that are linked to one by steps from one to the next.
  private static func group(around place: Point, in places: FingerPositions) -> FingerPositions {
    var group = FingerPositions([place])
    var index = 0
    while index < group.count {
      let from = group[index]
      for other in places where (other - from).length.value <= step && !group.contains(where: { $0 == other }) {
        group.append(other)
      }
      index += 1
    }
    return group
  }

  /// The sign by which the places are a palm, whichever of them may be a thumb.
  private static func sign(of places: FingerPositions, _ isSlow: Bool) -> PalmSign? {
    guard let sign = sign(of: places, thumb: nil, isSlow) else { return nil }
    return places.indices.contains { self.sign(of: places, thumb: $0, isSlow) == nil } ? nil : sign
  }

  /// The sign by which two contacts so far apart are parts of a palm.
  static func sign(ofParts distance: Millimetres) -> PalmSign { .near(distance, least: Millimetres(more.gap)) }

  /// The sign by which the places, but for that of the thumb, do not lie in a row, or the thumb is not apart from it.
  private static func sign(of places: FingerPositions, thumb left: Int?, _ isSlow: Bool) -> PalmSign? {
    var (count, sum) = (0.0, Vector.zero)
    for index in places.indices where index != left {
      count += 1
      sum += places[index] - Point(x: 0, y: 0)
    }
    let centroid = Point(x: sum.dx / count, y: sum.dy / count)
    let axis = axis(of: places, thumb: left, around: centroid)
    func along(_ index: Int) -> Double { (places[index] - centroid).dot(axis) }
    let order = places.indices.filter { $0 != left }.sorted { along($0) < along($1) }
    if order.count == 2, let left { return sign(ofThumb: places[left], beside: order.map { places[$0] }, isSlow) }
    var (least, most, across) = (Double.infinity, 0.0, (low: Double.infinity, high: -Double.infinity))
    var areBeside = true
    for (index, next) in zip(order, order.dropFirst()) {
      let gap = (places[next] - places[index]).length.value
      (least, most) = (min(least, gap), max(most, gap))
      // Neighbours are beside each other.
      if along(next) - along(index) < gap / 2 { areBeside = false }
    }
    for index in order {
      let own = places[index] - centroid
      let side = own.dy * axis.dx - own.dx * axis.dy
      across = (min(across.low, side), max(across.high, side))
    }
    let limits = order.count > 3 ? more : isSlow ? slowThree : three
    let depth = limits.depth * (along(order[order.count - 1]) - along(order[0])) / (count - 1)
    if least < limits.gap { return .near(Millimetres(least), least: Millimetres(limits.gap)) }
    if across.high - across.low > depth || !areBeside {
      return .offRow(Millimetres(across.high - across.low), limit: Millimetres(depth))
    }
    if most > limits.ratio * least { return .uneven(Millimetres(most), limit: Millimetres(limits.ratio * least)) }
    guard let left else { return nil }
    let distance = order.reduce(Double.infinity) { min($0, (places[$1] - places[left]).length.value) }
    let apart = max(thumb.least, thumb.ratio * most)
    return distance < apart ? .near(Millimetres(distance), least: Millimetres(apart)) : nil
  }

  /// The direction in which the places, but for that of the thumb, extend farthest (principal axis).
  private static func axis(of places: FingerPositions, thumb left: Int?, around centroid: Point) -> Vector {
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for index in places.indices where index != left {
      let own = places[index] - centroid
      (xx, yy, xy) = (xx + own.dx * own.dx, yy + own.dy * own.dy, xy + own.dx * own.dy)
    }
    let angle = atan2(2 * xy, xx - yy) / 2
    return Vector(dx: cos(angle), dy: sin(angle))
  }

  /// The sign by which a contact is no thumb beside two fingers.
  private static func sign(ofThumb place: Point, beside fingers: [Point], _ isSlow: Bool) -> PalmSign? {
    let limits = isSlow ? slowTripod : tripod
    let gap = (fingers[1] - fingers[0]).length.value
    let ways = fingers.map { (place - $0).length.value }
    let (near, far) = (min(ways[0], ways[1]), max(ways[0], ways[1]))
    if gap < limits.gap { return .near(Millimetres(gap), least: Millimetres(limits.gap)) }
    let apart = max(thumb.least, limits.thumb.lowerBound * gap)
    if near < apart { return .near(Millimetres(near), least: Millimetres(apart)) }
    if near > limits.thumb.upperBound * gap {
      return .uneven(Millimetres(near), limit: Millimetres(limits.thumb.upperBound * gap))
    }
    if gap + near > limits.bend * far {
      return .offRow(Millimetres(gap + near), limit: Millimetres(limits.bend * far))
    }
    return nil
  }
}
