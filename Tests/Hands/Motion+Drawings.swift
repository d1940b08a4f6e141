import Glibc
import Touch

/// Fingers that draw.
extension Motion {
  /// A drawing from corner to corner, larger or smaller, leaning, wider or narrower than its model, and rounded where a
  /// hand does not stop. It slows down in its corners, as hands do.
  static func drawing(_ corners: [Vector], fingers: Int, reach: Double = 1, _ random: inout SplitMix) -> Motion {
    let poise = Poise(fingers, &random)
    let start = poise.lastLanding + random.within(0...60)
    let size = random.within(0.7...1.6) * reach
    let lean = random.bell(4, limit: 12) * .pi / 180
    let width = random.within(0.85...1.15)
    let slip = corners.count > 8 ? 0 : 1.0
    let positions = corners.map { corner in
      (Vector(dx: corner.dx * width, dy: corner.dy) + random.anyWay(0...1.5) * slip).turned(by: lean) * size
    }
    // A straight line takes longer than its length requires; a corner in a curve takes no additional time.
    var times = [0.0]
    for (from, to) in zip(positions, positions.dropFirst()) {
      times.append(times[times.count - 1] + (to - from).length.value * random.within(5...9) / reach + 40 * slip)
    }
    let isRound = slip == 0
    var motion = poise.motion(until: start + times[times.count - 1] + random.within(0...60), &random)
    motion.pose = { time in
      let passed = time - start
      guard let leg = times.lastIndex(where: { $0 <= passed }) else { return Pose() }
      guard leg + 1 < positions.count else { return Pose(shift: positions[positions.count - 1] - positions[0]) }
      let share = (passed - times[leg]) / (times[leg + 1] - times[leg])
      let done = isRound ? share : leastJerk(share)
      return Pose(shift: positions[leg] + (positions[leg + 1] - positions[leg]) * done - positions[0])
    }
    return motion
  }
}
