import Glibc
import Touch

/// The manner of one hand in all its movements: drawn once for each hand.
struct HandStyle {
  /// The course of its speed during a movement.
  enum Profile: CaseIterable {
    /// From rest to rest, fastest in the middle.
    case leastJerk
    /// Constant: a hand that lands and leaves in full movement, or a robot.
    case constant
    /// Fastest soon after the start, then slower.
    case early
    /// Slow at first, fastest shortly before the end.
    case late
  }

  /// The order in which the fingers land or lift.
  enum Order: CaseIterable {
    /// All within one frame.
    case together
    /// In any order, most of them close to each other.
    case loose
    /// One after another, each in a frame of its own.
    case oneByOne
  }

  var profile: Profile
  var landing: Order
  var lifting: Order
  /// True for a robot: no tremor, no arc, no hook, no finger behind the others.
  var isExact: Bool

  init(_ random: inout SplitMix) {
    isExact = random.chance(0.08)
    profile =
      isExact
      ? .constant : random.chance(0.5) ? .leastJerk : Profile.allCases.randomElement(using: &random) ?? .leastJerk
    landing = random.chance(0.5) ? .loose : Order.allCases.randomElement(using: &random) ?? .loose
    lifting = random.chance(0.5) ? .loose : Order.allCases.randomElement(using: &random) ?? .loose
  }

  /// The completed share of a movement when `share` of its time has passed.
  func progress(_ share: Double) -> Double {
    let u = min(max(share, 0), 1)
    return switch profile {
    case .leastJerk: Hands.leastJerk(u)
    case .constant: u
    case .early: Hands.leastJerk(pow(u, 0.6))
    case .late: Hands.leastJerk(pow(u, 1.5))
    }
  }

  func tremor(_ random: inout SplitMix) -> Tremor { isExact ? .none : Tremor(&random) }

  /// The times at which fingers land, in ms: the first at 0, the second up to 85 ms later; of more than two, the last
  /// sometimes up to 110 ms after the first.
  func landings(_ count: Int, _ random: inout SplitMix) -> [Double] {
    switch landing {
    case .together: return [Double](repeating: 0, count: count)
    case .oneByOne:
      // None comes more than 85 ms after the one before, nor the last more than 110 ms after the first.
      let gap = min(85, 110 / Double(max(count - 1, 1)))
      var last = 0.0
      return (0..<count).map { index in
        if index > 0 { last += random.within(min(15, gap)...gap) }
        return last
      }.shuffled(using: &random)
    case .loose:
      let skew = random.within(0...1) * random.within(0...85)
      var landings = (0..<count).map { _ in random.within(0...skew) }
      landings[0] = 0
      return landings.shuffled(using: &random)
    }
  }

  /// The times at which they lift, in ms: from `start` on, the last up to `window` later.
  func lifts(_ count: Int, from start: Double, within window: Double, _ random: inout SplitMix) -> [Double] {
    switch lifting {
    case .together: return [Double](repeating: start, count: count)
    case .oneByOne:
      let gap = window / Double(max(count - 1, 1))
      var last = start
      return (0..<count).map { index in
        if index > 0 { last += random.within(gap / 4...gap) }
        return last
      }.shuffled(using: &random)
    case .loose:
      let skew = random.within(0...1) * random.within(0...window)
      return (0..<count).map { _ in start + random.within(0...skew) }
    }
  }
}

/// A hand before a movement: the positions of its fingers, the times of their landings, and its manner.
struct Poise {
  let style: HandStyle
  var homes: [Vector]
  let lands: [Double]

  /// - Parameters:
  ///   - spacing: the distance between neighbours, in mm.
  ///   - withThumb: true if one of the fingers is the thumb.
  init(_ count: Int, spacing: ClosedRange<Double>, withThumb: Bool, _ random: inout SplitMix) {
    style = HandStyle(&random)
    homes = Self.homes(count, spacing: random.within(spacing), withThumb: withThumb, &random)
    lands = style.landings(count, &random)
  }

  /// Fingers that move as one: a row of neighbours, or all five.
  init(_ count: Int, _ random: inout SplitMix) {
    self.init(count, spacing: count == 5 ? 12...28 : 12...35, withThumb: count == 5, &random)
  }

  var lastLanding: Double { lands.max() ?? 0 }
  /// The distance of the outermost finger from the centroid.
  var radius: Double { homes.map(\.length.value).max() ?? 0 }

  /// The motion of these fingers, which lift from `end` on, the last up to `window` ms later.
  func motion(until end: Double, lifting window: Double = 100, _ random: inout SplitMix) -> Motion {
    let lifts = style.lifts(homes.count, from: end, within: window, &random)
    return Motion(
      contacts: homes.indices.map { Motion.Contact(home: homes[$0], lands: lands[$0], lifts: lifts[$0]) },
      tremor: style.tremor(&random))
  }

  /// The fingers of a hand at rest, their centroid at 0: neighbours `spacing` apart on an arc, the thumb (the first,
  /// where there is one) below and beside. Left and right hands, most of them upright, some held at any angle.
  private static func homes(
    _ count: Int, spacing: Double, withThumb: Bool, _ random: inout SplitMix
  ) -> [Vector] {
    var homes: [Vector] = withThumb ? [Vector(dx: -0.8, dy: 1.8)] : []
    let tips = [Vector(dx: 0, dy: 0), Vector(dx: 1, dy: -0.35), Vector(dx: 2, dy: -0.2), Vector(dx: 3, dy: 0.4)]
    homes += tips.prefix(count - homes.count)
    let mirror = random.side()
    let tilt = random.chance(0.3) ? random.within(-.pi ... .pi) : random.within(-0.6...0.6)
    var centroid = Vector.zero
    for home in homes { centroid += home * (1 / Double(count)) }
    return homes.map { home in
      let own = (home - centroid) * spacing
      return Vector(dx: own.dx * mirror, dy: own.dy).turned(by: tilt)
        + Vector(dx: random.within(-1.5...1.5), dy: random.within(-1.5...1.5))
    }
  }
}
