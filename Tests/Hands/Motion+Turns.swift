import Glibc
import Touch

/// Fingers that move against each other.
extension Motion {
  /// The point about which fingers pinch or turn.
  enum Centre {
    /// The centroid of all fingers.
    case centroid
    /// One of them, which rests.
    case finger
    /// The thumb, which rests; the others move together.
    case thumb

    init(_ random: inout SplitMix) {
      switch random.within(0...1) {
      case ..<0.5: self = .centroid
      case ..<0.75: self = .finger
      default: self = .thumb
      }
    }
  }

  /// Fingers pinch: about their centroid, or about one that rests (mostly the thumb), or the thumb rests and the others
  /// move together. The hand drifts and turns a little meanwhile. Fingers of two hands start or end up to 75 mm apart.
  /// - Parameter isWide: true if all fingers move, and far, as on touchpads: libinput ignores a thumb that rests, and
  ///   requires some millimetres of every finger for a pinch.
  static func pinch(inwards isInwards: Bool, fingers: Int, isWide: Bool = false, _ random: inout SplitMix) -> Motion {
    // Thumb and forefinger are about twice as far apart as neighbours.
    let spacing: ClosedRange<Double> =
      switch (isInwards, fingers) {
      case (true, 2): random.chance(0.2) ? 40...75 : 22...45
      case (true, _): 20...35
      case (false, 2): 8...18
      case (false, _): 12...18
      }
    let poise = Poise(fingers, spacing: spacing, withThumb: true, &random)
    let scale =
      isInwards
      ? random.within(isWide ? 0.25...0.45 : 0.35...0.7) : random.within(isWide ? 2.2...3.5 : 1.45...2.6)
    let start = poise.lastLanding + random.within(0...80)
    // The distance of a finger, in mm; a short one takes less time.
    let way = poise.radius * abs(scale - 1)
    let duration = random.within(120...max(130, min(900, 100 * way)))
    let isExact = poise.style.isExact
    let drift = isExact ? .zero : random.anyWay(0...8) * min(1, way / 12)
    let turn = isExact ? 0 : random.bell(6, limit: 14) * min(1, way / 12) * .pi / 180
    var motion = poise.motion(until: start + duration + random.within(0...80), &random)
    let progress = { (time: Double) in poise.style.progress((time - start) / duration) }
    switch isWide ? .centroid : Centre(&random) {
    case .centroid:
      motion.pose = { time in
        let done = progress(time)
        return Pose(shift: drift * done, scale: 1 + (scale - 1) * done, turn: turn * done)
      }
    case .finger:
      motion.pivot = poise.homes[random.chance(0.7) ? 0 : fingers - 1]
      motion.pose = { time in
        let done = progress(time)
        return Pose(scale: 1 + (scale - 1) * done, turn: turn * done)
      }
    case .thumb:
      motion.contacts[0].gain = 0
      // From the thumb to the centroid of the others, which is opposite to it.
      let arm = poise.homes[0] * (-Double(fingers) / Double(max(fingers - 1, 1)))
      motion.pose = { time in
        let done = progress(time)
        return Pose(shift: arm * ((scale - 1) * done), scale: 1 + (scale > 1 ? 0.1 : -0.1) * done)
      }
    }
    return motion
  }

  /// Fingers turn about their centroid or about one that rests; the hand opens or closes by some percent meanwhile, and
  /// drifts by some millimetres.
  /// - Parameter isWide: true if all fingers turn, as on touchpads: see `pinch`.
  static func rotation(
    clockwise isClockwise: Bool, degrees: ClosedRange<Double>, fingers: Int, isWide: Bool = false,
    _ random: inout SplitMix
  ) -> Motion {
    let poise = Poise(fingers, spacing: 15...30, withThumb: true, &random)
    let degrees = random.within(degrees)
    let turn = (isClockwise ? 1 : -1) * degrees * .pi / 180
    let start = poise.lastLanding + random.within(0...60)
    let duration = random.within(150...max(250, min(1200, 15 * degrees)))
    let isExact = poise.style.isExact
    let growth = isExact ? 0 : random.bell(0.04, limit: 0.1) * min(1, degrees / 45)
    let drift = isExact ? .zero : random.anyWay(0...5) * min(1, degrees / 45)
    var motion = poise.motion(until: start + duration + random.within(0...80), &random)
    if !isWide, random.chance(0.4) { motion.pivot = poise.homes[0] }
    motion.pose = { time in
      let done = poise.style.progress((time - start) / duration)
      return Pose(shift: drift * done, scale: 1 + growth * done, turn: turn * done)
    }
    return motion
  }
}
