internal import Time
internal import Touch

/// An estimator of the velocity of a touch sequence at its last sample: the slope there of the least-squares parabola
/// through the samples of the last 100 ms, zero after 40 ms without movement. These are the strategy and the numbers of
/// Android's VelocityTracker (LSQ2) and of Flutter's.
///
///     samples   · · · · · ● ● ● ● ●      the rest before a movement does not count, nor does the way before a turn
///     distance  d d d d d │  …  d 0      d: the largest distance from the last sample
///
/// A parabola through a rest and the movement after it fits neither. So only the samples count from the last one on
/// that is nearly as far from the present position as any: there the movement began or turned.
struct VelocityEstimator: Sendable {
  /// The rates of change, each per second.
  struct Velocity: Hashable, Sendable {
    /// The velocity of the centroid, in mm.
    var translation = Vector.zero
    /// The rate of the distance between the fingers, as a multiple of the initial one.
    var scale = 0.0
    /// The rate of rotation, in degrees, clockwise positive.
    var rotation = 0.0

    init() {}

    /// The speed that rules limit: of a pinch in multiples of the initial distance, of a rotation in degrees, of others
    /// in mm, each per second.
    func speed(of kind: Gesture.Kind) -> Double {
      switch kind.change {
      case .place: translation.length.value
      case .scale: abs(scale)
      case .rotation: abs(rotation)
      }
    }

    fileprivate init(_ values: SIMD4<Double>) {
      translation = Vector(dx: values[0], dy: values[1])
      scale = values[2]
      rotation = values[3]
    }
  }

  private struct Entry {
    var time: Timestamp
    /// The translation, the scale and the rotation.
    var values: SIMD4<Double>
  }

  // In microseconds: with every sample of an ongoing gesture, a dozen ages are compared with these.
  private static let horizon: Int64 = 100_000
  private static let rest: Int64 = 40_000
  /// More samples than a device that reports every millisecond makes within the horizon.
  private static let least = 128
  private static let capacity = 2 * least

  /// The last samples, in order. At `capacity`, all but `least` are dropped, so that few samples move others.
  private var entries: [Entry] = []

  init() { entries.reserveCapacity(Self.capacity) }

  mutating func reset() { entries.removeAll(keepingCapacity: true) }

  mutating func add(_ sample: Sample) {
    if entries.count == Self.capacity { entries.removeFirst(Self.capacity - Self.least) }
    entries.append(
      Entry(
        time: sample.time,
        values: SIMD4(sample.translation.dx, sample.translation.dy, sample.scale, sample.rotation)))
  }

  /// The share of the largest distance from the last sample at which the movement has begun: before, the fingers
  /// rested.
  private static let begun = 0.92
  /// The shortest time from which a velocity is estimated, in microseconds, if there are older samples: two frames.
  private static let shortest: Int64 = 20_000

  /// The velocity at the last sample, `now` or shortly before.
  func velocity(at now: Timestamp) -> Velocity {
    let count = window(at: now.microseconds)
    guard count >= 2 else { return Velocity() }
    let last = entry(1)
    // Sums over the samples: the powers of their times before the last one, in seconds, and the products with the
    // values.
    var sums = (t: 0.0, tt: 0.0, ttt: 0.0, tttt: 0.0)
    var values = (sum: SIMD4<Double>.zero, t: SIMD4<Double>.zero, tt: SIMD4<Double>.zero)
    for back in 1...count {
      let sample = entry(back)
      let t = Double(sample.time.microseconds - last.time.microseconds) / 1e6
      let value = sample.values - last.values
      sums.t += t
      sums.tt += t * t
      sums.ttt += t * t * t
      sums.tttt += t * t * t * t
      values.sum += value
      values.t += t * value
      values.tt += t * t * value
    }
    let n = Double(count)
    // The moments about the means: of the times and their squares, and with the values.
    let (stt, st2, s22) = (
      sums.tt - sums.t * sums.t / n, sums.ttt - sums.t * sums.tt / n, sums.tttt - sums.tt * sums.tt / n
    )
    let (sty, s2y) = (values.t - values.sum * (sums.t / n), values.tt - values.sum * (sums.tt / n))
    let divisor = stt * s22 - st2 * st2
    // Times that all but coincide (1 ns² and less) yield no speed.
    guard stt > 1e-9 else { return Velocity() }
    // The slope of y = a + b t + c t² at t = 0 is b.
    guard count >= 3, divisor > 1e-6 * stt * s22 else { return Velocity(sty / stt) }
    var velocity = Velocity((sty * s22 - s2y * st2) / divisor)
    let bend = Velocity((s2y * stt - sty * st2) / divisor).translation
    // Fingers that slow down are not faster now than they were over the last two frames.
    let recent = recentVelocity(in: count)
    if bend.dx * recent.dx + bend.dy * recent.dy < 0 {
      let (speed, most) = (velocity.translation.length.value, recent.length.value)
      if speed > most { velocity.translation = velocity.translation * (most / speed) }
    }
    return velocity
  }

  /// The mean velocity of the centroid over the last two frames, in mm/s.
  private func recentVelocity(in count: Int) -> Vector {
    let last = entry(1)
    var back = 2
    while back < count, last.time.microseconds - entry(back).time.microseconds < Self.shortest { back += 1 }
    let values = last.values - entry(back).values
    let time = Double(last.time.microseconds - entry(back).time.microseconds) / 1e6
    return Vector(dx: values[0], dy: values[1]) * (1 / max(time, 1e-6))
  }

  /// The entry so many places back, 1 for the last one.
  @inline(__always)
  private func entry(_ back: Int) -> Entry { entries[entries.count - back] }

  /// The number of the last samples from which the velocity is estimated.
  private func window(at now: Int64) -> Int {
    guard !entries.isEmpty else { return 0 }
    let last = entry(1)
    // The movement of a finger, in mm, by a change of one in each value: 25 mm from the centroid.
    let weights = SIMD4(1.0, 1.0, 25.0, 25.0 * .pi / 180)
    // The square of a distance from the last sample: of the centroid, in mm, or, where the fingers turn or part about
    // it, as much as those of one hand move by it.
    func squaredDistance(_ entry: Entry) -> Double {
      let difference = (entry.values - last.values) * weights
      return (difference * difference).sum()
    }
    var count = 0
    var later = now
    var largest = 0.0
    while count < min(entries.count, Self.least) {
      let entry = entry(count + 1)
      let time = entry.time.microseconds
      guard now - time <= Self.horizon, later - time <= Self.rest else { break }
      later = time
      count += 1
      largest = max(largest, squaredDistance(entry))
    }
    guard count > 2 else { return count }
    let least = Self.begun * Self.begun * largest
    for back in 2...count {
      let entry = entry(back)
      if last.time.microseconds - entry.time.microseconds >= Self.shortest, squaredDistance(entry) >= least {
        return back
      }
    }
    return count
  }
}
