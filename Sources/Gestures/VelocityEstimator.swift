internal import Touch

/// How fast the fingers' middle moves: the slope of the straight line that fits the last 100 ms best (least squares),
/// zero once nothing has moved for 40 ms. Both numbers are those of Flutter's VelocityTracker; a straight line instead
/// of its parabola does not overshoot when a finger leaves.
struct VelocityEstimator: Sendable {
  private struct Entry {
    var time: Timestamp
    var translation: Vector
  }

  private static let horizon = Duration.milliseconds(100)
  private static let rest = Duration.milliseconds(40)
  /// As many as a device that reports every millisecond has within the horizon, and some.
  private static let capacity = 128

  private var entries: [Entry] = []
  private var next = 0

  init() { entries.reserveCapacity(Self.capacity) }

  mutating func reset() {
    entries.removeAll(keepingCapacity: true)
    next = 0
  }

  mutating func add(_ time: Timestamp, _ translation: Vector) {
    let entry = Entry(time: time, translation: translation)
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[next] = entry
    }
    next = (next + 1) % Self.capacity
  }

  /// Millimetres per second at `now`.
  func velocity(at now: Timestamp) -> Vector {
    var count = 0.0
    var later = now
    var sum = (t: 0.0, x: 0.0, y: 0.0, tt: 0.0, tx: 0.0, ty: 0.0)
    for back in 1...max(entries.count, 1) where back <= entries.count {
      let entry = entries[(next - back + 2 * Self.capacity) % Self.capacity]
      guard now - entry.time <= Self.horizon, later - entry.time <= Self.rest else { break }
      later = entry.time
      let t = (entry.time - now).inSeconds
      count += 1
      sum.t += t
      sum.x += entry.translation.dx
      sum.y += entry.translation.dy
      sum.tt += t * t
      sum.tx += t * entry.translation.dx
      sum.ty += t * entry.translation.dy
    }
    let divisor = count * sum.tt - sum.t * sum.t
    // Moments that all but coincide (1 ns² and less) say nothing about speed.
    guard count >= 2, divisor > 1e-9 else { return .zero }
    return Vector(
      dx: (count * sum.tx - sum.t * sum.x) / divisor, dy: (count * sum.ty - sum.t * sum.y) / divisor)
  }
}
