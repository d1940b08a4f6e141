import Glibc
import Touch

/// Fingers that move in one direction. Every number is drawn anew for every hand, from ranges measured on hands or,
/// where nothing was measured, from what their anatomy allows.
extension Motion {
  /// The pace of a movement.
  enum Gait: CaseIterable {
    /// They leave the surface in full movement.
    case flick
    /// They come to rest before they lift.
    case brisk
    case slow
  }

  /// A swipe: `heading` is the direction from its start to its end, in radians clockwise from right.
  /// - Parameters:
  ///   - reach: the factor by which it is longer, on devices that lose a part of the movement or do not report their
  ///     size.
  ///   - quickest: the time of the quickest flicks, in ms.
  static func swipe(
    _ heading: Double, fingers: Int, reach: Double = 1, quickest: Double = 60, _ random: inout SplitMix
  ) -> Motion {
    let poise = Poise(fingers, &random)
    let gait: Gait = random.chance(0.35) ? .flick : random.chance(0.3) ? .slow : .brisk
    var length = random.within(14...55) * reach
    let duration: Double
    switch gait {
    case .flick:
      duration = random.within(quickest...150)
      // A device reports a flick a frame late and a frame short: this is the least that it reports.
      length = random.within(15...50) * reach / (1 - 26 / duration)
    case .brisk: duration = random.within(150...400)
    // The first 12 mm of it take no longer than 700 ms.
    case .slow: duration = random.within(400...min(800, 48 * length / reach))
    }
    return go(heading, poise, length: length, duration: duration, gait: gait, &random)
  }

  /// A drag: slow or quick, short or long. One that starts slower than 3 mm in 0.4 s is a rest.
  static func pan(_ heading: Double, fingers: Int, reach: Double = 1, _ random: inout SplitMix) -> Motion {
    let poise = Poise(fingers, &random)
    let isSlow = random.chance(0.5)
    let length = random.within(isSlow ? 8...60 : 14...60) * reach
    var duration = isSlow ? random.within(400...2500) : random.within(120...400)
    while poise.style.progress(300 / duration) * length < 5 * reach { duration *= 0.9 }
    return go(heading, poise, length: length, duration: duration, gait: isSlow ? .slow : .brisk, &random)
  }

  /// A movement along an arc of the wrist or the elbow. Some begin with a hook, the fingers spread or close by some
  /// millimetres, and each follows a little more or less. The fingers of a flick lift while it is still under way.
  static func go(
    _ heading: Double, _ poise: Poise, length: Double, duration: Double, gait: Gait, _ random: inout SplitMix
  ) -> Motion {
    let style = poise.style
    let isFlick = gait == .flick
    // A quick hand moves before its last finger is down.
    let start = isFlick ? max(0, poise.lastLanding - random.within(0...25)) : poise.lastLanding + random.within(0...60)
    let aim = heading + (style.isExact ? 0 : random.bell(5, limit: 14) * .pi / 180)
    let radius =
      !style.isExact && random.chance(0.6) ? random.side() * max(random.within(150...400), 3 * length) : .infinity
    let hook = !style.isExact && !isFlick && random.chance(0.25) ? random.anyWay(0.5...2) : .zero
    let hookTime = hook == .zero ? 0 : random.within(25...50)
    let growth = poise.homes.count == 1 || style.isExact ? 0 : random.bell(2, limit: 5) / poise.radius
    // The hand of a flick is at its fastest, or still close to it, when it leaves the surface.
    let share = isFlick && style.profile != .early ? random.within(0.55...0.8) : 1
    let end = isFlick ? start + duration * random.within(0.9...1) : start + hookTime + duration + random.within(0...80)

    var motion = poise.motion(until: end, lifting: isFlick ? 60 : 100, &random)
    if !style.isExact {
      for index in motion.contacts.indices { motion.contacts[index].gain = 1 + random.bell(0.05, limit: 0.12) }
    }
    let left = style.progress(share)
    motion.pose = { time in
      let passed = (time - start - hookTime) / duration
      // A flick goes on as fast as it left.
      let done =
        isFlick && passed > 1
        ? 1 + (passed - 1) * (1 - style.progress(share * 0.9) / left) / 0.1
        : style.progress(min(passed, 1) * share) / left
      let turn = done * length / radius
      let chord = radius.isFinite ? 2 * radius * sin(turn / 2) : done * length
      let way = Vector.heading(aim - length / radius / 2 + turn / 2) * chord
      let hooked = hookTime == 0 ? .zero : hook * leastJerk((time - start) / hookTime)
      return Pose(shift: way + hooked, scale: 1 + growth * done, turn: turn)
    }
    return motion
  }

  /// To and fro `strokes` times along one line, the first time towards `heading`.
  static func toAndFro(
    _ heading: Double, fingers: Int, strokes: Int, length: ClosedRange<Double>, reach: Double = 1,
    _ random: inout SplitMix
  ) -> Motion {
    let poise = Poise(fingers, &random)
    let start = poise.lastLanding + random.within(0...60)
    let duration = random.within(90...300)
    let way = Vector.heading(heading) * (random.within(length) * reach)
    let total = duration * Double(strokes)
    var motion = poise.motion(until: start + total + random.within(0...80), &random)
    motion.pose = { time in
      let done = min(max(time - start, 0), total) / duration
      let share = poise.style.progress(
        done.truncatingRemainder(dividingBy: 2) > 1
          ? 2 - done.truncatingRemainder(dividingBy: 2) : done.truncatingRemainder(dividingBy: 2))
      return Pose(shift: way * share)
    }
    return motion
  }

  /// The centroid of the fingers draws circles.
  static func circle(
    fingers: Int, radius: ClosedRange<Double>, turns: ClosedRange<Double> = 1.2...3, reach: Double = 1,
    _ random: inout SplitMix
  ) -> Motion {
    let poise = Poise(fingers, &random)
    let start = poise.lastLanding + random.within(0...60)
    let turns = random.within(turns)
    let duration = turns * random.within(350...900)
    let radius = random.within(radius) * reach
    let sense = random.side()
    let first = random.within(0...(2 * .pi))
    var motion = poise.motion(until: start + duration, &random)
    motion.pose = { time in
      let angle = sense * turns * 2 * .pi * min(max((time - start) / duration, 0), 1)
      return Pose(shift: (Vector.heading(first + angle) - Vector.heading(first)) * radius)
    }
    return motion
  }
}
