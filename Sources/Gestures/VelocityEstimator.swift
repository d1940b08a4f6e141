internal import Time
internal import Touch

/// An estimator of the velocity of a touch sequence: the slope of the least-squares line through the last 100 ms, zero
/// after 40 ms without movement. Both numbers are those of Flutter's VelocityTracker; unlike its parabola, a straight
/// line does not overshoot when a finger leaves.
struct VelocityEstimator: Sendable {
  /// The rates of change, each per second.
  struct Velocity: Hashable, Sendable {
    /// The velocity of the centroid, in mm.
    var translation = Vector.zero
    /// The rate of the distance between the fingers, as a multiple of the initial one.
    var scale = 0.0
    /// The rate of rotation, in degrees, clockwise positive.
    var rotation = 0.0
  }

  private struct Entry {
    var time: Timestamp
    /// The translation, the scale and the rotation.
    var values: SIMD4<Double>
  }

  // In microseconds: with every sample of an ongoing gesture, a dozen ages are compared with these.
  private static let horizon: Int64 = 100_000
  private static let rest: Int64 = 40_000
  /// More entries than a device that reports every millisecond makes within the horizon.
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
    // Times that all but coincide (1 ns² and less) yield no speed.
    guard count >= 2, divisor > 1e-9 else { return Velocity() }
    let slope = (count * values.t - sum.t * values.sum) / divisor
    return Velocity(translation: Vector(dx: slope[0], dy: slope[1]), scale: slope[2], rotation: slope[3])
  }
}
