import Glibc
import Touch

/// How one hand goes about what it does, whatever that is: drawn once for each hand.
struct HandStyle {
  /// How its speed grows and falls on the way.
  enum Profile: CaseIterable {
    /// From rest to rest, fastest in the middle.
    case leastJerk
    /// As fast from the first moment to the last: a hand that lands and leaves in full movement, or a robot's.
    case constant
    /// Fastest soon after it starts, then it feels its way.
    case early
    /// Slow at first, fastest shortly before the end.
    case late
  }

  /// How the fingers land and lift.
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
  /// A robot's: no tremor, no arc, no hook, no finger behind the others.
  var isExact: Bool

  init(_ random: inout SplitMix) {
    isExact = random.chance(0.08)
    profile =
      isExact
      ? .constant : random.chance(0.5) ? .leastJerk : Profile.allCases.randomElement(using: &random) ?? .leastJerk
    landing = random.chance(0.5) ? .loose : Order.allCases.randomElement(using: &random) ?? .loose
    lifting = random.chance(0.5) ? .loose : Order.allCases.randomElement(using: &random) ?? .loose
  }

  /// How far a movement has come when `share` of its time is over.
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

  /// When fingers land: the first at 0, the second up to 85 ms later; of more than two, the last now and then up to
  /// 110 ms after the first.
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

  /// When they lift: from `start` on, the last up to `window` ms later.
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

/// A hand that is about to do something: where its fingers are, when they land, and how it goes about it.
struct Poise {
  let style: HandStyle
  var homes: [Vector]
  let lands: [Double]

  /// - Parameters:
  ///   - spacing: How far apart neighbours are, in mm.
  ///   - withThumb: Whether one of the fingers is the thumb.
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
  /// How far the finger that is farthest out is from the middle.
  var radius: Double { homes.map(\.length.value).max() ?? 0 }

  /// The motion of these fingers, which lift from `end` on, the last up to `window` ms later.
  func motion(until end: Double, lifting window: Double = 100, _ random: inout SplitMix) -> Motion {
    let lifts = style.lifts(homes.count, from: end, within: window, &random)
    return Motion(
      contacts: homes.indices.map { Motion.Contact(home: homes[$0], lands: lands[$0], lifts: lifts[$0]) },
      tremor: style.tremor(&random))
  }

  /// Fingers of a hand at rest, their middle at 0: neighbours `spacing` apart on an arc, the thumb (the first, where
  /// there is one) below and beside. Left and right hands, most of them upright, some held at any angle.
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
