import Touch

/// Fingers that turn on their way, rest after it, or go round.
extension Motion {
  /// A movement along several legs, one after another, towards `headings`, in radians clockwise from right. Some hands
  /// stop in a corner, others round it off; no leg is quite straight where it was meant.
  /// - Parameter rest: the time for which the fingers rest at the end, in ms.
  static func legs(_ headings: [Double], fingers: Int, rest: Double? = nil, _ random: inout SplitMix) -> Motion {
    let poise = Poise(fingers, &random)
    let isExact = poise.style.isExact
    let size = random.within(18...32)
    var corners = [Vector.zero]
    for heading in headings {
      let aim = heading + (isExact ? 0 : random.bell(7, limit: 18) * .pi / 180)
      corners.append(corners[corners.count - 1] + Vector.heading(aim) * (size * random.within(0.85...1.4)))
    }
    let stops = random.chance(0.5)
    let rounding = stops || isExact ? 0 : random.within(0...5)
    let hook = !isExact && random.chance(0.2) ? random.anyWay(0.5...3) : .zero
    let points = rounded(corners, by: rounding)
    var lengths = [0.0]
    for (from, to) in zip(points, points.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + (to - from).length.value)
    }
    let length = lengths[lengths.count - 1]
    let pace = random.within(80...400)
    let start = poise.lastLanding + random.within(0...60)
    let duration = 1000 * length / pace
    var motion = poise.motion(
      until: start + duration + (rest ?? random.within(0...60)), lifting: rest == nil ? 60 : 100, &random)
    motion.pose = { time in
      var passed = max(0, min(1, (time - start) / duration))
      if stops {
        let at = passed * Double(headings.count)
        let index = min(Int(at), headings.count - 1)
        // Legs differ in length: the hand stops in the corners themselves.
        let ends = corners.indices.map { lengths[min($0, lengths.count - 1)] }
        passed = (ends[index] + (ends[index + 1] - ends[index]) * leastJerk(at - Double(index))) / length
      } else {
        passed = poise.style.progress(passed)
      }
      let way = passed * length
      let at = lengths.lastIndex { $0 <= way } ?? 0
      guard at + 1 < points.count else { return Pose(shift: points[points.count - 1]) }
      let share = (way - lengths[at]) / max(lengths[at + 1] - lengths[at], 1e-9)
      let hooked = hook * leastJerk((time - start) / 40)
      return Pose(shift: points[at] + (points[at + 1] - points[at]) * share + hooked)
    }
    return motion
  }

  /// Circles round one centre, or one that wanders, by `degrees`, clockwise positive.
  static func round(_ degrees: Double, fingers: Int, radius: ClosedRange<Double>, _ random: inout SplitMix) -> Motion {
    let poise = Poise(fingers, &random)
    let start = poise.lastLanding + random.within(0...60)
    let radius = random.within(radius)
    let oval = poise.style.isExact ? 1 : random.within(0.75...1.3)
    let drift = random.anyWay(0...6)
    let duration = abs(degrees) / 360 * random.within(450...1500)
    let first = random.within(0...(2 * .pi))
    var motion = poise.motion(until: start + duration + random.within(0...60), &random)
    motion.pose = { time in
      let share = max(0, min(1, (time - start) / duration))
      let angle = first + degrees * .pi / 180 * share
      let way = (Vector.heading(angle) - Vector.heading(first)) * radius
      return Pose(shift: Vector(dx: way.dx * oval, dy: way.dy) + drift * share)
    }
    return motion
  }

  /// The polyline through `corners`, each rounded off from `distance` mm before it to as much behind it.
  private static func rounded(_ corners: [Vector], by distance: Double) -> [Vector] {
    guard distance > 0 else { return corners }
    var points = [corners[0]]
    for index in corners.indices.dropFirst().dropLast() {
      let corner = corners[index]
      let from = corner + (corners[index - 1] - corner) * (distance / (corners[index - 1] - corner).length.value)
      let to = corner + (corners[index + 1] - corner) * (distance / (corners[index + 1] - corner).length.value)
      for step in 0...6 {
        let share = Double(step) / 6
        let (one, two) = (from + (corner - from) * share, corner + (to - corner) * share)
        points.append(one + (two - one) * share)
      }
    }
    return points + [corners[corners.count - 1]]
  }
}
