internal import Touch

/// How fast a touch sequence changes: the slope of the straight line that fits the last 100 ms best (least squares),
/// zero once nothing has moved for 40 ms. Both numbers are those of Flutter's VelocityTracker; a straight line instead
/// of its parabola does not overshoot when a finger leaves.
struct VelocityEstimator: Sendable {
  /// What is measured, each per second.
  struct Velocity: Hashable, Sendable {
    /// Of the fingers' middle, in millimetres.
    var translation = Vector.zero
    /// Of the fingers' distance, as a multiple of what it was.
    var scale = 0.0
    /// Of their turn, in degrees, clockwise positive.
    var rotation = 0.0
  }

  private struct Entry {
    var time: Timestamp
    /// The translation, the scale and the rotation.
    var values: SIMD4<Double>
  }

  // In microseconds: with every sample of a gesture that goes on, a dozen ages are held against these.
  private static let horizon: Int64 = 100_000
  private static let rest: Int64 = 40_000
  /// As many as a device that reports every millisecond has within the horizon, and some.
  private static let capacity = 128

  private var entries: [Entry] = []
  private var next = 0

  init() { entries.reserveCapacity(Self.capacity) }

  mutating func reset() {
    entries.removeAll(keepingCapacity: true)
    next = 0
  }

  mutating func add(_ sample: Sample) {
    let entry = Entry(
      time: sample.time,
      values: SIMD4(sample.translation.dx, sample.translation.dy, sample.scale, sample.rotation))
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[next] = entry
    }
    next = (next + 1) % Self.capacity
  }

  /// The velocity at `now`.
  func velocity(at now: Timestamp) -> Velocity {
    var count = 0.0
    let now = now.microseconds
    var later = now
    var sum = (t: 0.0, tt: 0.0)
    var values = (sum: SIMD4<Double>.zero, t: SIMD4<Double>.zero)
    for back in 1...max(entries.count, 1) where back <= entries.count {
      let entry = entries[(next - back + 2 * Self.capacity) % Self.capacity]
      let time = entry.time.microseconds
      guard now - time <= Self.horizon, later - time <= Self.rest else { break }
      later = time
      let t = Double(time - now) / 1e6
      count += 1
      sum.t += t
      sum.tt += t * t
      values.sum += entry.values
      values.t += t * entry.values
    }
    let divisor = count * sum.tt - sum.t * sum.t
    // Moments that all but coincide (1 ns² and less) say nothing about speed.
    guard count >= 2, divisor > 1e-9 else { return Velocity() }
    let slope = (count * values.t - sum.t * values.sum) / divisor
    return Velocity(translation: Vector(dx: slope[0], dy: slope[1]), scale: slope[2], rotation: slope[3])
  }
}
