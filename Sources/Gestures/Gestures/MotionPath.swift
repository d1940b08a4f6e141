internal import Glibc
internal import Time
internal import Touch

/// The path of the fingers' centroid in one touch sequence, judged on every sample. All swipes and pans share it, so it
/// is computed once.
///
///     hook   ╭─────────────▶      the path from the landing turns: it is judged from where it left the circle
///            │      path
///            ▼ landing, in a circle of 6 mm
///
/// For each of the eight directions, the path must stay near the axis and must not turn back. The first millimetres
/// decide nothing, because many swipes begin with a hook: the path is judged twice, from the landing and from the point
/// where it left the circle around the landing.
///
///     fingers ╱╲╱╲╱╲╱╲╱╲     a tremor of 4 to 6 Hz
///     rope  ──────────▶      10 mm behind
///
/// The path of a hand that trembles turns back and leaves its direction all the time. Once it has been seen to tremble,
/// the path of the end of a longer rope that the fingers pull is judged as well. A low pass by time, such as the 1€
/// filter (Casiez, Roussel and Vogel 2012), would let the path lag behind all hands, and behind those that tremble
/// most: it follows what is fast. A rope takes 10 mm of way, whatever the speed and the frame rate, and steady hands
/// never wait for it.
struct MotionPath: Sendable {
  /// The largest distance from the landing within which a path may turn, in mm.
  private static let hook = 6.0
  /// The cosine of the largest angle between the beginning of a path and the rest without a hook: 30°.
  private static let leastHookless = 0.866_025_403_784_438_6
  /// The length of a path beside which a hook does not matter, as a multiple of the swipe's distance.
  private static let longBeside = 2.0
  /// The part of the path after a hook, in mm, from which its direction is judged, as a share of the swipe's distance.
  static let leastRest = 0.75

  /// The path from one origin.
  struct Course: Sendable {
    /// The largest deviation of a sample from an axis: a share of the distance along it plus so many mm.
    let tolerance: (share: Double, millimetres: Double)
    /// The cosine of the largest angle between the heading and the path so far. Beyond it the fingers are turning.
    let leastStraightness: Double
    /// The vector from the origin to the present position, and its length, in mm.
    private(set) var vector = Vector.zero
    private(set) var length = 0.0
    /// The distance along each of the eight directions, in mm.
    private(set) var along = SIMD8<Double>.zero
    /// The farthest distance along each direction, in mm.
    private var farthest = SIMD8<Double>.zero
    /// The directions that no sample has ruled out.
    private(set) var possible = Directions.any
    /// True if the heading continues the path so far: a path that bends is the beginning of a circle or a turn.
    private(set) var isStraight = false

    init(tolerance: (share: Double, millimetres: Double), leastStraightness: Double) {
      self.tolerance = tolerance
      self.leastStraightness = leastStraightness
    }

    /// The largest distance of a sample behind the farthest one, for jitter: this share of the farthest plus this many
    /// mm.
    private static let backtrack = (share: 0.15, millimetres: 1.0)

    /// Adds the present position.
    /// - Parameter isJudged: true if it may rule out directions.
    @inline(__always)
    mutating func add(_ vector: Vector, heading: Vector, isJudged: Bool) {
      self.vector = vector
      length = vector.length.value
      let straight = heading.dx * vector.dx + heading.dy * vector.dy
      isStraight = straight >= leastStraightness * heading.length.value * length
      along = EightDirections.along(vector)
      farthest = pointwiseMax(farthest, along)
      guard isJudged else { return }
      let across = EightDirections.across(vector)
      let width = tolerance.share * pointwiseMax(along, .zero) + tolerance.millimetres
      let least = (1 - Self.backtrack.share) * farthest - Self.backtrack.millimetres
      let isPossible = (across .<= width) .& (across .>= -width) .& (along .>= least)
      for bit in 0..<8 where !isPossible[bit] { possible.remove(Directions(bit: bit)) }
    }

    /// How far the path leaves a direction, as a multiple of the limit, and the limit that it exceeds most.
    func departure(from bit: Int) -> (excess: Double, failure: Failure) {
      let beside = abs(EightDirections.across(vector)[bit])
      let width = tolerance.share * max(along[bit], 0) + tolerance.millimetres
      let back = farthest[bit] - along[bit]
      let most = Self.backtrack.share * farthest[bit] + Self.backtrack.millimetres
      return beside / width >= back / most
        ? (beside / width, .beside(Millimetres(beside), limit: Millimetres(width)))
        : (back / most, .back(Millimetres(back), limit: Millimetres(most)))
    }
  }

  /// A direction is possible up to 45° from it, and 3 mm beside that.
  private static let wholeTolerance = (share: 1.0, millimetres: 3.0)

  /// The path from the landing.
  private(set) var whole = Course(tolerance: wholeTolerance, leastStraightness: 0.923_879_532_511_286_7)
  /// The path from the edge of the circle around the landing, which is over the hook. It has to be straighter, because
  /// it is shorter: a small circle is no swipe from any of its points.
  private(set) var rest = Course(tolerance: (0.5, 1.5), leastStraightness: 0.965_925_826_289_068_3)
  /// The path of the end of the longer rope, and that end, from the landing, as `whole`: a hand that trembles has moved
  /// by millimetres when its last finger lands.
  private(set) var steady = Course(tolerance: (0.5, 3), leastStraightness: 0.923_879_532_511_286_7)
  private var steadyEnd = Vector.zero
  /// The length of the longer rope, in mm: a tremor moves the fingers by 5 mm to each side.
  private static let tremor = 10.0
  /// The least movement between two turns of a tremor, in mm, and the number of turns by which one is known: a hook has
  /// one.
  private static let turn = (length: 2.0, least: 2)
  /// The turns of the path along the axes of the device: the last extreme, and the sign of the movement after it.
  private var (extreme, sign, turns) = (Vector.zero, SIMD2<Double>.zero, 0)
  /// True if the fingers tremble.
  private var trembles: Bool { turns >= Self.turn.least }
  /// The number of turns that only a tremor makes, and not a hand that goes to and fro; 0 if they are too few.
  var tremor: Int { shakes >= Self.turn.least ? shakes : 0 }
  private var shakes = 0
  private var swings: (x: Swing, y: Swing)

  /// The movement along one axis since its last turn.
  private struct Swing: Sendable {
    /// The longest movement from one turn of a tremor to the next, 5 mm to each side and the width of noise; and the
    /// longest time, half a period at 3.3 Hz.
    private static let longest = (length: 12.0, time: Duration.milliseconds(150))
    var start: Double
    var since: Timestamp

    /// Takes in that the path turned back at `peak`.
    /// - Returns: true if a tremor may have done that.
    mutating func turn(at peak: Double, _ time: Timestamp) -> Bool {
      defer { (start, since) = (peak, time) }
      return abs(peak - start) <= Self.longest.length && time - since <= Self.longest.time
    }
  }
  /// The point at which the path left the circle around the landing.
  private var exit: Vector?
  /// The last position in the circle.
  private var lastInside = Vector.zero

  /// The vector from the landing to the present position.
  var vector: Vector { whole.vector }
  /// The length of `vector`, in mm.
  var length: Double { whole.length }
  /// The distance along each of the eight directions, in mm.
  var along: SIMD8<Double> { whole.along }
  /// The nearest direction, as a bit of `Directions`.
  private(set) var nearest = 0
  /// The directions that no sample has ruled out.
  var possibleDirections: Directions {
    let possible = whole.possible.union(rest.possible)
    return trembles ? possible.union(steady.possible) : possible
  }
  /// The same, with those of a hand that may yet turn out to tremble.
  var openDirections: Directions {
    turns > 0 || length <= Self.tremor ? possibleDirections.union(steady.possible) : possibleDirections
  }
  /// The last moment before the fingers left their starting position.
  private(set) var start: Timestamp
  /// True if the fingers, once they have left it, still move together.
  private(set) var isTogether = true
  /// True once the fingers have left their starting position.
  private(set) var hasLeft = false
  /// The end of a rope of 3 mm that the fingers pull. It points where they head, whatever the frame rate, without their
  /// tremor.
  private var ropeEnd: Vector

  /// The directions of the swipes that rules ask for with these fingers: of these, the nearest one is meant.
  var asked: Directions

  /// True if no rule asks for a pinch or a rotation with these fingers, three or more: what libinput takes for one may
  /// be a swipe.
  let takesPinches: Bool

  init(at sample: Sample, asked: Directions = [], takesPinches: Bool = false) {
    self.asked = asked
    self.takesPinches = takesPinches
    start = sample.landed
    (ropeEnd, extreme) = (sample.translation, sample.translation)
    swings = (
      Swing(start: sample.translation.dx, since: sample.time), Swing(start: sample.translation.dy, since: sample.time)
    )
  }

  mutating func add(_ sample: Sample) {
    let length = sample.translation.length
    if length <= Thresholds.slop { start = sample.time } else { hasLeft = true }
    isTogether = !hasLeft || (takesPinches && sample.source == .pinch ? sample.isNearlySwipe : sample.isTogether)
    let heading = Self.advance(&ropeEnd, to: sample.translation, length: Thresholds.slop.value)
    followTremor(to: sample.translation, at: sample.time)
    whole.add(sample.translation, heading: heading, isJudged: hasLeft)
    nearest = EightDirections.nearest(whole.along)
    if exit == nil {
      if length.value <= Self.hook { lastInside = sample.translation } else { exit = lastInside }
    }
    if let exit { rest.add(sample.translation - exit, heading: heading, isJudged: true) }
  }

  /// True if `vector`, from the landing, lies in none of these directions: only a hook leads to one of them. The path
  /// before does not matter, so that a hook which has turned already is none of these paths.
  static func leads(_ vector: Vector, beside directions: Directions) -> Bool {
    let (along, across) = (EightDirections.along(vector), EightDirections.across(vector))
    let width = wholeTolerance.share * pointwiseMax(along, .zero) + wholeTolerance.millimetres
    let isNear = (across .<= width) .& (across .>= -width) .& (along .>= -1)
    return !(0..<8).contains { isNear[$0] && directions.contains(bit: $0) }
  }

  /// The failure of a swipe in one of `directions`, none of which is possible any more: the nearest one that was left.
  func departure(from directions: Directions) -> Failure {
    let wanted = directions.isEmpty ? .any : directions
    guard wanted.contains(bit: nearest) else { return .otherDirection(EightDirections.name(nearest)) }
    var (failure, least) = (Failure.otherDirection(EightDirections.name(nearest)), Double.infinity)
    for course in hasExit ? [whole, rest] : [whole] {
      for bit in 0..<8 where wanted.contains(bit: bit) {
        let departure = course.departure(from: bit)
        if departure.excess > 1, departure.excess < least { (failure, least) = (departure.failure, departure.excess) }
      }
    }
    return failure
  }

  /// The failure of a path that is long enough and matches none of `directions`.
  /// - Parameter limit: the largest angle between it and one of them, in degrees.
  func deviation(from directions: Directions, limit: Double) -> Failure {
    let wanted = directions.isEmpty ? .any : directions
    if length > 0, let best = EightDirections.nearest(along, of: wanted) {
      let angle = acos(max(-1, min(along[best] / length, 1))) * 180 / .pi
      if angle > limit + 0.5, angle < Self.nextDirection { return .offDirection(angle, limit: limit) }
    }
    guard wanted.contains(bit: nearest) || length == 0 else {
      return .otherDirection(EightDirections.name(nearest))
    }
    let heading = vector - ropeEnd
    let cosine = heading.dot(vector) / max(heading.length.value * length, 1e-9)
    return .turning(acos(max(-1, min(cosine, 1))) * 180 / .pi, limit: acos(whole.leastStraightness) * 180 / .pi)
  }

  /// The angle from a direction at which the path no longer goes in the next one, in degrees.
  private static let nextDirection = 67.5

  /// True if the path has left the circle around the landing, in which it may turn.
  var hasExit: Bool { exit != nil }

  /// The match of a swipe of `distance` with the path from the landing, or after the hook; nil if it has none yet.
  func match(_ distance: Millimetres, _ match: (Course) -> Match?) -> Match? {
    guard length >= distance.value else { return nil }
    if whole.isStraight, !hasHook || length >= Self.longBeside * distance.value, let match = match(whole) {
      return match
    }
    if rest.isStraight, rest.length >= Self.leastRest * distance.value, let match = match(rest) { return match }
    return trembles && steady.isStraight && steady.length >= distance.value ? match(steady) : nil
  }

  /// True if the path has turned in the circle around the landing.
  private var hasHook: Bool {
    guard let exit, exit.length.value > 2, rest.length > 2 else { return false }
    let product = exit.dx * rest.vector.dx + exit.dy * rest.vector.dy
    return product < Self.leastHookless * exit.length.value * rest.length
  }

  /// Counts the turns of the path, and pulls the longer rope.
  private mutating func followTremor(to position: Vector, at time: Timestamp) {
    let (way, peak) = (position - extreme, extreme)
    if Self.turns(way.dx, &extreme.dx, &sign.x) {
      turns += 1
      if swings.x.turn(at: peak.dx, time) { shakes += 1 }
    }
    if Self.turns(way.dy, &extreme.dy, &sign.y) {
      turns += 1
      if swings.y.turn(at: peak.dy, time) { shakes += 1 }
    }
    let before = steadyEnd
    let heading = Self.advance(&steadyEnd, to: position, length: Self.tremor)
    if steadyEnd != before { steady.add(steadyEnd, heading: heading, isJudged: true) }
  }

  /// Follows one coordinate, which has moved by `way` from its last extreme.
  /// - Returns: true if it has turned.
  @inline(__always)
  private static func turns(_ way: Double, _ extreme: inout Double, _ sign: inout Double) -> Bool {
    if way * sign > 0 || sign == 0 && abs(way) >= turn.length {
      extreme += way
      if sign == 0 { sign = way > 0 ? 1 : -1 }
    } else if sign != 0, abs(way) >= turn.length {
      extreme += way
      sign = -sign
      return true
    }
    return false
  }

  /// Pulls a rope of `length` behind the fingers and returns its direction.
  private static func advance(_ end: inout Vector, to position: Vector, length: Double) -> Vector {
    let heading = position - end
    let distance = heading.length.value
    guard distance > length else { return heading }
    end += heading * (1 - length / distance)
    return position - end
  }
}
