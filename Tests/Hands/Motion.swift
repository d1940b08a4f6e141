import Glibc
import Touch

/// What a hand does on a surface, as hands do it: where each of its fingers is at each moment, in millimetres from the
/// hand's middle and in milliseconds from its first landing. It knows nothing of devices; `events(on:)` says what one
/// would report.
///
/// The hand moves as one body: it shifts, turns and grows about a pivot. What its fingers do beyond that is their
/// `gain`: how much of the shift each one follows.
struct Motion {
  /// One finger, from landing to lift.
  struct Contact {
    var home: Vector
    var lands: Double
    var lifts: Double
    /// 0 for a finger that stays where the others shift.
    var gain = 1.0
    /// The device takes it for a palm where the finger would lift.
    var isPalm = false
  }

  /// What the whole hand has done up to one moment.
  struct Pose {
    var shift = Vector.zero
    var scale = 1.0
    /// Radians, clockwise.
    var turn = 0.0
  }

  var contacts: [Contact]
  var pivot = Vector.zero
  var pose: (Double) -> Pose = { _ in Pose() }

  /// When the last finger lifts.
  var end: Double { contacts.map(\.lifts).max() ?? 0 }

  /// Where a finger is.
  func place(of contact: Contact, at time: Double) -> Vector {
    let pose = pose(time)
    let arm = (contact.home - pivot) * pose.scale
    return pivot + arm.turned(by: pose.turn) + pose.shift * contact.gain
  }
}

extension Vector {
  /// A movement of one millimetre, `radians` clockwise from right.
  static func heading(_ radians: Double) -> Vector { Vector(dx: cos(radians), dy: sin(radians)) }

  func turned(by radians: Double) -> Vector {
    let (sine, cosine) = (sin(radians), cos(radians))
    return Vector(dx: dx * cosine - dy * sine, dy: dx * sine + dy * cosine)
  }
}

extension SplitMix {
  mutating func within(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

  mutating func chance(_ share: Double) -> Bool { within(0...1) < share }

  /// Around 0, rarely farther than twice `deviation`, never farther than `limit`.
  mutating func bell(_ deviation: Double, limit: Double) -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += within(0...1) }
    return min(max(sum * deviation, -limit), limit)
  }

  mutating func side() -> Double { chance(0.5) ? 1 : -1 }
}

/// How far a movement has come when `share` of its time is over: that of least jerk (Flash and Hogan 1985), which
/// hands follow from rest to rest.
func leastJerk(_ share: Double) -> Double {
  let u = min(max(share, 0), 1)
  return u * u * u * (10 - 15 * u + 6 * u * u)
}
