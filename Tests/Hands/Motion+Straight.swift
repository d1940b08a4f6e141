import Glibc
import Touch

/// Straight movements from rest to rest, and fingers that land late.
extension Motion {
  /// A straight movement from rest to rest, of `length` mm in `duration` ms, after all fingers have rested for `rest`
  /// ms.
  static func straight(
    _ heading: Double, _ poise: Poise, rest: Double, length: Double, duration: Double, stay: Double,
    hook: Vector = .zero, hookTime: Double = 0, _ random: inout SplitMix
  ) -> Motion {
    let start = poise.lastLanding + rest
    var motion = poise.motion(until: start + hookTime + duration + stay, lifting: 60, &random)
    motion.pose = { time in
      let hooked = hookTime > 0 ? hook * leastJerk((time - start) / hookTime) : .zero
      return Pose(shift: Vector.heading(heading) * (length * leastJerk((time - start - hookTime) / duration)) + hooked)
    }
    return motion
  }

  /// The first time at which the hand has moved by `distance`; nil if it never does.
  func time(ofDistance distance: Double) -> Double? {
    stride(from: 0, through: end, by: 0.5).first { pose($0).shift.length.value >= distance }
  }

  /// The speed at a time, in mm/s.
  func speed(at time: Double) -> Double { (pose(time + 0.5).shift - pose(time - 0.5).shift).length.value * 1000 }

  /// The same motion, at rest from `time` on.
  func resting(after time: Double) -> Motion {
    var motion = self
    let pose = pose
    motion.pose = { pose(min($0, time)) }
    return motion
  }

  /// A swipe of fingers of which the last lands `delay` ms after the first, before any has moved.
  static func late(_ fingers: Int, by delay: Double, heading: Double, _ random: inout SplitMix) -> Motion {
    let poise = Poise(fingers, &random)
    let start = delay + random.within(15...150)
    let duration = random.within(120...350)
    let length = random.within(20...50)
    var motion = poise.motion(until: start + duration + random.within(0...80), lifting: 60, &random)
    for index in motion.contacts.indices { motion.contacts[index].lands = random.within(0...40) }
    motion.contacts[0].lands = 0
    motion.contacts[fingers - 1].lands = delay
    motion.pose = { Pose(shift: Vector.heading(heading) * (length * leastJerk(($0 - start) / duration))) }
    return motion
  }
}

extension Tremor {
  /// The trembling of an ill hand, 4 to 12 times a second.
  static func strong(_ random: inout SplitMix, _ size: ClosedRange<Double>) -> Tremor {
    Tremor(size: random.anyWay(size), pace: random.within(4...12) * 2 * .pi / 1000)
  }
}
