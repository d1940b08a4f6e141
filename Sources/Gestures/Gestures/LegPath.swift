internal import Glibc
internal import Time
internal import Touch

/// The path of the fingers' centroid as legs between corners, and the angle by which it has turned; kept while a
/// gesture with several legs or a circle is possible.
///
///     start ◀───────── chord ─────────▶ present position
///        ╲                           ╱
///          ╲───────── corner ──────╱     the point farthest from the chord, if the path turns there by 50° or more
///
/// A corner may be round. The path goes on behind it for 8 mm before it is one (as a polyline is simplified by Ramer
/// 1972 and Douglas and Peucker 1973). What is shorter than 8 mm before a corner is a hook, and no leg.
struct LegPath: Sendable {
  /// The least length of a leg, in mm.
  static let leastLeg = 8.0
  /// The least distance of a corner from the chord, in mm.
  private static let leastDeviation = 4.0
  /// The least angle between two legs, in degrees, and its cosine.
  static let cornerAngle = 50.0
  private static let corner = 0.642_787_6
  /// The least distance between two points that are kept, in mm, and the most of them: a leg of 192 mm.
  private static let spacing = 1.5
  private static let mostPoints = 128
  /// The largest angle between two chords of a curve, in degrees. A path that turns farther within one has a corner.
  private static let sharpest = 75.0
  /// The least angle between two chords of a curve, in degrees.
  private static let straightest = 4.0

  private struct Position {
    var place: Vector
    var time: Timestamp
  }

  /// The distance within which fingers rest, in mm, and the least time of a pause: a leg that is slower than this takes
  /// longer than any may.
  private static let rest = (distance: 2.0, pause: Duration.milliseconds(250))

  /// The points of the present leg, the first of which is its beginning.
  private var points: [Position] = []
  /// The finished legs: the first four, and the number of all.
  private var finished = (x: SIMD4<Double>.zero, y: SIMD4<Double>.zero)
  private(set) var finishedCount = 0
  /// The present leg, which may still grow.
  private(set) var leg = Vector.zero
  /// The moment at which the fingers left their starting position.
  private(set) var start: Timestamp
  /// The largest distance from the landing, in mm.
  private(set) var farthest = 0.0
  /// The place at which the fingers rest, or have just been, and since when.
  private var rested: Position
  /// The place and the end of the last pause; nil if there was none.
  private var pause: Position?
  /// The moment at which the present leg began, and the sum of the pauses in it.
  private var began: Timestamp
  private var paused = Duration.zero

  /// The angle by which the path has turned, in degrees, clockwise positive.
  private(set) var turned = 0.0
  /// True if two chords have been compared.
  private var hasTurned = false
  /// The length of the path where it turned, in mm.
  private(set) var turnedLength = 0.0
  /// The end and the direction of the last chord of the path, 3 mm long.
  private var chord: (end: Vector, direction: Vector?)

  init(at sample: Sample) {
    start = sample.landed
    began = sample.landed
    rested = Position(place: sample.translation, time: sample.time)
    chord = (sample.translation, nil)
  }

  /// Begins anew at `sample`; the points keep their memory.
  mutating func reset(at sample: Sample) {
    var points = points
    self = LegPath(at: sample)
    points.removeAll(keepingCapacity: true)
    points.reserveCapacity(Self.mostPoints)
    points.append(Position(place: sample.translation, time: sample.time))
    self.points = points
  }

  /// The finished leg at `index`, one of the first four.
  func finishedLeg(_ index: Int) -> Vector { Vector(dx: finished.x[index], dy: finished.y[index]) }

  /// The last moment at which a leg that may take `within` is in time, if the fingers move no farther, and true if it
  /// is then a rest that ends it: they may pause for half of that time, also at a corner, and a pause does not count.
  func lastChance(_ within: Duration) -> (until: Timestamp, isRest: Bool) {
    let due = (finishedCount == 0 ? start : began) + within + paused
    return rested.time <= due ? (rested.time + Self.longestRest(within), true) : (due, false)
  }

  /// The longest pause of fingers whose legs may each take `within`.
  static func longestRest(_ within: Duration) -> Duration { within / 2 }

  mutating func add(_ sample: Sample) {
    // A path that was never reset is one that nobody follows.
    guard let beginning = points.first?.place else { return }
    let position = sample.translation
    let length = position.length.value
    if farthest <= Thresholds.slop.value, length <= Thresholds.slop.value { start = sample.time }
    farthest = max(farthest, length)
    followRest(sample)
    addChord(to: position)
    leg = position - beginning
    if let last = points.last, (position - last.place).length.value >= Self.spacing {
      if points.count == Self.mostPoints { thin() }
      points.append(Position(place: position, time: sample.time))
    }
    if let index = corner(before: position) { turn(at: index, now: position) }
  }

  private mutating func followRest(_ sample: Sample) {
    guard (sample.translation - rested.place).length.value > Self.rest.distance else { return }
    if sample.time - rested.time >= Self.rest.pause, farthest > Thresholds.slop.value {
      paused += sample.time - rested.time
      pause = Position(place: rested.place, time: sample.time)
    }
    rested = Position(place: sample.translation, time: sample.time)
  }

  /// The index of the point at which the path has a corner; nil if it has none.
  private func corner(before position: Vector) -> Int? {
    var (farthest, corner) = (Self.leastDeviation, 0)
    let length = leg.length.value
    for index in points.indices.dropFirst() {
      let way = points[index].place - points[0].place
      // The nearest point of the chord: legs may lead back.
      let share = length > 0 ? max(0, min(1, way.dot(leg) / (length * length))) : 0
      let deviation = (way - leg * share).length.value
      if deviation > farthest { (farthest, corner) = (deviation, index) }
    }
    guard corner > 0 else { return nil }
    let (before, after) = (points[corner].place - points[0].place, position - points[corner].place)
    guard after.length.value >= Self.leastLeg,
      before.dot(after) < Self.corner * before.length.value * after.length.value
    else { return nil }
    return corner
  }

  /// Begins the next leg at the point with this index.
  private mutating func turn(at index: Int, now position: Vector) {
    let done = points[index].place - points[0].place
    if done.length.value >= Self.leastLeg {
      if finishedCount < finished.x.scalarCount {
        (finished.x[finishedCount], finished.y[finishedCount]) = (done.dx, done.dy)
      }
      finishedCount += 1
    }
    let corner = points[index]
    (began, paused) = (corner.time, .zero)
    // The fingers have rested at the corner.
    if let pause, (pause.place - corner.place).length.value <= 3 * Self.rest.distance { began = max(began, pause.time) }
    points.removeFirst(index)
    leg = position - points[0].place
  }

  /// Drops every second point but the first.
  private mutating func thin() {
    for index in 1..<points.count / 2 { points[index] = points[2 * index] }
    points.removeLast(points.count - points.count / 2)
  }

  private mutating func addChord(to position: Vector) {
    let direction = position - chord.end
    guard direction.length >= Thresholds.slop else { return }
    if let before = chord.direction {
      let cross = before.dx * direction.dy - before.dy * direction.dx
      let angle = atan2(cross, before.dot(direction)) * 180 / .pi
      if abs(angle) <= Self.sharpest {
        // The path has turned within the first chord and the last one as well, by half of such an angle each.
        let count = hasTurned ? 1.0 : 2.0
        turned += count * angle
        hasTurned = true
        if abs(angle) >= Self.straightest { turnedLength += count * direction.length.value }
      }
    }
    chord = (position, direction)
  }

  /// True if the fingers move together, over their way to the farthest point: legs lead back.
  func isTogether(_ sample: Sample) -> Bool { sample.isTogether(over: farthest) }
}

/// The legs that a pattern asks for, compared with a path.
struct LegMatcher: Hashable, Sendable {
  private let pattern: SwipePattern

  init(_ pattern: SwipePattern) { self.pattern = pattern }

  /// The result of a comparison.
  enum Result: Hashable, Sendable {
    /// The path may become it.
    case unfinished
    /// The path has all legs.
    case complete(Match)
    /// The path has other legs.
    case other
  }

  /// The least length of a leg before a corner, as a share of the distance: a corner is rounded.
  private static let leastShare = 0.75

  /// Compares the path so far.
  func compare(_ path: LegPath) -> Result {
    var matched = 0
    var fit = 1.0
    guard path.finishedCount <= SwipePattern.mostLegs else { return .other }
    let least = Self.leastShare * pattern.distance.value
    for index in 0..<path.finishedCount {
      let leg = path.finishedLeg(index)
      guard leg.length.value >= least else { continue }
      guard matched < pattern.legs - 1, let best = nearest(leg, matched) else { return .other }
      fit = min(fit, best.cosine)
      matched += 1
    }
    let length = path.leg.length.value
    guard length >= pattern.distance.value else { return .unfinished }
    guard let best = nearest(path.leg, matched) else { return .other }
    guard matched == pattern.legs - 1 else { return .unfinished }
    return .complete(Match(fit: min(fit, best.cosine), direction: EightDirections.name(best.bit)))
  }

  /// The reason why a path has other legs.
  func failure(of path: LegPath) -> Failure {
    var matched = 0
    let finished = (0..<min(path.finishedCount, SwipePattern.mostLegs)).map(path.finishedLeg)
    for leg in finished.filter({ $0.length.value >= Self.leastShare * pattern.distance.value }) + [path.leg] {
      guard matched < pattern.legs, nearest(leg, matched) != nil else {
        let wanted = matched == 0 ? pattern.directions : matched < pattern.legs ? pattern.then[matched - 1] : []
        return .otherLeg(
          matched + 1, EightDirections.name(EightDirections.nearest(EightDirections.along(leg))), wanted)
      }
      matched += 1
    }
    return .legs(path.finishedCount + 1, least: pattern.legs, turned: abs(path.turned), corner: LegPath.cornerAngle)
  }

  /// The nearest of the directions permitted for the leg at `index`; nil beyond 45°.
  private func nearest(_ leg: Vector, _ index: Int) -> (bit: Int, cosine: Double)? {
    let directions = index == 0 ? pattern.directions : pattern.then[index - 1]
    let along = EightDirections.along(leg)
    guard let best = EightDirections.nearest(along, of: directions) else { return nil }
    let cosine = along[best] / leg.length.value
    return cosine >= Thresholds.looseCosine ? (best, cosine) : nil
  }
}
