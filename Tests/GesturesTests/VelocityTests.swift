@testable import Hands
import Testing
import Time
import Touch

@testable import Gestures

/// Compares the estimated velocity with that of known movements.
@Suite("Velocities")
struct VelocityTests {
  /// The estimated speed in mm/s after `until` ms of a movement, sampled every `interval` ms.
  private static func speed(
    of position: (Double) -> Double, until end: Double, every interval: Double = 10, noise: Double = 0
  ) -> Double {
    var random = SplitMix(state: 5)
    var estimator = VelocityEstimator()
    var last = Timestamp.zero
    for time in stride(from: 0.0, through: end, by: interval) {
      last = Timestamp(microseconds: Int64(time * 1000))
      var sample = Sample(time: last, source: .contacts, fingers: 1, landed: .zero)
      sample.translation = Vector(dx: position(time) + random.within(-noise...noise), dy: 0)
      estimator.add(sample)
    }
    return estimator.velocity(at: last).translation.dx
  }

  @Test("a constant speed", arguments: [4.0, 10, 16])
  func constant(interval: Double) {
    #expect(abs(Self.speed(of: { 0.2 * $0 }, until: 160, every: interval) - 200) < 0.1)
  }

  @Test("a constant acceleration")
  func acceleration() {
    // 0.004 mm/ms²: 480 mm/s after 120 ms.
    #expect(abs(Self.speed(of: { 0.002 * $0 * $0 }, until: 120) - 480) < 5)
  }

  @Test("a movement after a rest, with and without the sensor's noise", arguments: [0.0, 0.1])
  func rest(noise: Double) {
    // 55 ms of rest, then 40 mm in 130 ms from rest to rest; 12 mm are reached at 522 mm/s.
    let speed = Self.speed(of: { 40 * leastJerk(($0 - 55) / 130) }, until: 110, every: 5.5, noise: noise)
    #expect(abs(speed - 540) < 75, "\(speed)")
  }

  @Test("a movement that has come to rest")
  func end() {
    #expect(abs(Self.speed(of: { 60 * leastJerk($0 / 330) }, until: 330)) < 15)
    #expect(Self.speed(of: { $0 < 100 ? 0.3 * $0 : 30 }, until: 200) < 1)
  }

  @Test("a movement that has turned")
  func turn() {
    let speed = Self.speed(of: { $0 < 80 ? 0.3 * $0 : 24 - 0.3 * ($0 - 80) }, until: 130)
    #expect(abs(speed + 300) < 30, "\(speed)")
  }

  @Test("no movement for 40 ms is a rest, and one sample has no speed")
  func still() {
    var estimator = VelocityEstimator()
    var sample = Sample(time: .zero, source: .contacts, fingers: 1, landed: .zero)
    estimator.add(sample)
    #expect(estimator.velocity(at: .zero) == VelocityEstimator.Velocity())
    sample.time = Timestamp(microseconds: 10_000)
    sample.translation.dx = 3
    estimator.add(sample)
    #expect(estimator.velocity(at: sample.time).translation.dx > 250)
    #expect(estimator.velocity(at: Timestamp(microseconds: 51_000)) == VelocityEstimator.Velocity())
  }
}
