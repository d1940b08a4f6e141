import Glibc
import Touch

/// The gestures. Every number is drawn anew for every hand, from ranges measured on hands or, where nothing was
/// measured, from what their anatomy allows.
extension Motion {
  /// Fingers of a hand at rest, their middle at 0: neighbours `spacing` apart on an arc, the thumb (the first, where
  /// there is one) below and beside. Left and right hands, held at any angle a person holds them at.
  static func homes(_ count: Int, spacing: Double, withThumb: Bool, _ random: inout SplitMix) -> [Vector] {
    var homes: [Vector] = withThumb ? [Vector(dx: -0.8, dy: 1.8)] : []
    let tips = [Vector(dx: 0, dy: 0), Vector(dx: 1, dy: -0.35), Vector(dx: 2, dy: -0.2), Vector(dx: 3, dy: 0.4)]
    homes += tips.prefix(count - homes.count)
    let mirror = random.side()
    let tilt = random.within(-0.6...0.6)
    var middle = Vector.zero
    for home in homes { middle += home * (1 / Double(count)) }
    return homes.map { home in
      let own = (home - middle) * spacing
      return Vector(dx: own.dx * mirror, dy: own.dy).turned(by: tilt)
        + Vector(dx: random.within(-1.5...1.5), dy: random.within(-1.5...1.5))
    }
  }

  /// When fingers land: the first at 0, the second up to 85 ms later; of more than two, the last now and then up to
  /// 110 ms after the first.
  static func landings(_ count: Int, _ random: inout SplitMix) -> [Double] {
    let isLate = count > 2 && random.chance(0.05)
    let skew = isLate ? random.within(85...110) : random.within(0...1) * random.within(0...85)
    var landings = (0..<count).map { _ in random.within(0...skew) }
    landings[0] = 0
    // None comes more than 85 ms after the one before.
    if isLate { landings[1] = skew / 2 }
    return landings.shuffled(using: &random)
  }

  /// When they lift: one after another from `start` on, up to 100 ms apart.
  static func lifts(_ count: Int, from start: Double, within window: Double, _ random: inout SplitMix) -> [Double] {
    let skew = random.within(0...1) * random.within(0...window)
    return (0..<count).map { _ in start + random.within(0...skew) }
  }

  static func contacts(_ homes: [Vector], lands: [Double], lifts: [Double]) -> [Contact] {
    homes.indices.map { Contact(home: homes[$0], lands: lands[$0], lifts: lifts[$0]) }
  }

  /// Fingers move one way: `heading` is the way from where they started to where they end, in radians clockwise from
  /// right. The path is an arc of the wrist or the elbow, some begin with a hook, the fingers spread or close by some
  /// millimetres, and each follows a little more or less. The fingers of a flick lift while it is still under way.
  /// - Parameters:
  ///   - reach: How much farther than elsewhere.
  ///   - quickest: How long the quickest flicks take, in ms.
  static func swipe(
    _ heading: Double, fingers: Int, reach: Double = 1, quickest: Double = 60, _ random: inout SplitMix
  ) -> Motion {
    let isFlick = random.chance(0.35)
    let isSlow = !isFlick && random.chance(0.3)
    let duration =
      isFlick ? random.within(quickest...150) : isSlow ? random.within(450...800) : random.within(180...400)
    let length = random.within(isFlick ? 24...50 : 18...55) * reach
    let homes = homes(
      fingers, spacing: random.within(fingers == 5 ? 12...30 : 12...35), withThumb: fingers == 5, &random)
    let lands = landings(fingers, &random)
    let last = lands.max() ?? 0
    // A quick hand is on its way before its last finger is down.
    let start = isFlick ? max(0, last - random.within(0...25)) : last + random.within(0...60)

    let aim = heading + random.bell(5, limit: 14) * .pi / 180
    let radius = random.chance(0.6) ? random.side() * random.within(150...400) : .infinity
    let hook =
      !isFlick && random.chance(0.25) ? Vector.heading(random.within(0...(2 * .pi))) * random.within(0.5...2) : .zero
    let hookTime = hook == .zero ? 0 : random.within(25...50)
    let outermost = homes.map(\.length.value).max() ?? 0
    let growth = fingers == 1 ? 0 : random.bell(2, limit: 5) / outermost
    // The hand of a flick is at its fastest, or still close to it, when it leaves the surface.
    let shareOfProfile = isFlick ? random.within(0.55...0.8) : 1
    let lifting =
      isFlick
      ? lifts(fingers, from: start + duration * random.within(0.85...1), within: 60, &random)
      : lifts(fingers, from: start + hookTime + duration + random.within(0...80), within: 100, &random)

    var motion = Motion(contacts: contacts(homes, lands: lands, lifts: lifting))
    for index in motion.contacts.indices { motion.contacts[index].gain = 1 + random.bell(0.05, limit: 0.12) }
    motion.pose = { time in
      let share = (time - start - hookTime) / duration
      // A flick goes on as fast as it left.
      let done =
        isFlick && share > 1
        ? 1 + (share - 1) : leastJerk(min(share, 1) * shareOfProfile) / leastJerk(shareOfProfile)
      let turn = done * length / radius
      let whole = length / radius
      let chord = radius.isFinite ? 2 * radius * sin(turn / 2) : done * length
      let way = Vector.heading(aim - whole / 2 + turn / 2) * chord
      let hooked = hook * leastJerk((time - start) / max(hookTime, 1))
      return Pose(shift: way + hooked, scale: 1 + growth * done, turn: turn)
    }
    return motion
  }

  /// Fingers come together or part: about their middle, or one of them stays (the thumb, mostly), or the thumb stays
  /// and the others come and go as one. The hand drifts and turns a little meanwhile.
  static func pinch(inwards isInwards: Bool, fingers: Int, _ random: inout SplitMix) -> Motion {
    let spacing: Double
    if fingers == 2 {
      // Thumb and forefinger are about twice this apart.
      spacing = isInwards ? random.within(22...45) : random.within(8...16)
    } else {
      spacing = isInwards ? random.within(20...35) : random.within(12...18)
    }
    let homes = homes(fingers, spacing: spacing, withThumb: true, &random)
    let lands = landings(fingers, &random)
    let start = (lands.max() ?? 0) + random.within(0...80)
    let duration = random.within(120...900)
    let scale = isInwards ? random.within(0.35...0.65) : random.within(1.6...2.6)
    let drift = Vector.heading(random.within(0...(2 * .pi))) * random.within(0...8)
    let turn = random.bell(6, limit: 14) * .pi / 180
    let end = start + duration + random.within(0...80)
    var motion = Motion(contacts: contacts(homes, lands: lands, lifts: lifts(fingers, from: end, within: 100, &random)))
    switch random.within(0...1) {
    case ..<0.5:
      motion.pose = { time in
        let done = leastJerk((time - start) / duration)
        return Pose(shift: drift * done, scale: 1 + (scale - 1) * done, turn: turn * done)
      }
    case ..<0.75:
      motion.pivot = homes[random.chance(0.7) ? 0 : fingers - 1]
      motion.pose = { time in
        let done = leastJerk((time - start) / duration)
        return Pose(scale: 1 + (scale - 1) * done, turn: turn * done)
      }
    default:
      motion.contacts[0].gain = 0
      // From the thumb to the middle of the others, which is opposite to it.
      let arm = homes[0] * (-Double(fingers) / Double(max(fingers - 1, 1)))
      motion.pose = { time in
        let done = leastJerk((time - start) / duration)
        return Pose(shift: arm * ((scale - 1) * done), scale: 1 + (scale > 1 ? 0.1 : -0.1) * done)
      }
    }
    return motion
  }

  /// Fingers rest until they have seen what comes of it: 0.5 s of rest drift 0.6 mm, 2 s 2.1 mm.
  static func longPress(fingers: Int, _ random: inout SplitMix) -> Motion {
    let homes = homes(fingers, spacing: random.within(12...35), withThumb: fingers == 5, &random)
    let lands = landings(fingers, &random)
    let end = (lands.max() ?? 0) + random.within(650...1500)
    var motion = Motion(contacts: contacts(homes, lands: lands, lifts: lifts(fingers, from: end, within: 100, &random)))
    let drift = Vector.heading(random.within(0...(2 * .pi))) * random.within(0.0002...0.0012)
    motion.pose = { Pose(shift: drift * $0) }
    return motion
  }
}
