import Glibc
import Touch

/// The movement of a hand on a surface: the position of each finger at each moment, in millimetres from the hand's
/// centroid and milliseconds from its first landing. It is independent of devices; `Touchscreen` and `LibinputTouchpad`
/// give the events that one would report.
///
/// The hand moves as one body: it shifts, turns and grows about a pivot. In addition each finger has a `gain`, the
/// share of the shift that it follows, and a `roll`.
struct Motion {
  /// One finger, from landing to lift.
  struct Contact {
    var home: Vector
    var lands: Double
    var lifts: Double
    /// The share of the shift that it follows; 0 for a finger that rests while the others move.
    var gain = 1.0
    /// The movement by which its pad rolls over the surface, or drifts, until it lifts.
    var roll = Vector.zero
    /// True if the device reports a palm instead of the lift.
    var isPalm = false
  }

  /// The movement of the whole hand up to one moment.
  struct Pose {
    var shift = Vector.zero
    var scale = 1.0
    /// The rotation in radians, clockwise.
    var turn = 0.0
  }

  var contacts: [Contact]
  var pivot = Vector.zero
  var tremor = Tremor.none
  var pose: (Double) -> Pose = { _ in Pose() }

  /// The time at which the last finger lands.
  var lastLanding: Double { contacts.map(\.lands).max() ?? 0 }
  /// The time at which the last finger lifts.
  var end: Double { contacts.map(\.lifts).max() ?? 0 }

  /// The movement of the centroid from the landing to the lift.
  var way: Vector {
    var sum = Vector.zero
    for contact in contacts {
      sum +=
        (position(of: contact, at: contact.lifts) - position(of: contact, at: contact.lands))
        * (1 / Double(contacts.count))
    }
    return sum
  }

  /// The position of a finger.
  func position(of contact: Contact, at time: Double) -> Vector {
    let pose = pose(time)
    let arm = (contact.home - pivot) * pose.scale
    let share = (time - contact.lands) / (contact.lifts - contact.lands)
    return pivot + arm.turned(by: pose.turn) + pose.shift * contact.gain + contact.roll * leastJerk(share)
      + tremor.shift(at: time)
  }
}

/// The trembling of every hand, 8 to 12 times a second.
struct Tremor {
  /// The amplitude, in mm.
  var size: Vector
  /// The same a quarter of a period later: fingers that go round.
  var across = Vector.zero
  /// The angular frequency, in radians per ms.
  var pace: Double

  static let none = Tremor(size: .zero, pace: 0)

  init(size: Vector, across: Vector = .zero, pace: Double) {
    self.size = size
    self.across = across
    self.pace = pace
  }

  init(_ random: inout SplitMix) {
    size = Vector.heading(random.within(0...(2 * .pi))) * random.within(0...0.15)
    pace = random.within(8...12) * 2 * .pi / 1000
  }

  func shift(at time: Double) -> Vector {
    size == .zero ? .zero : size * sin(pace * time) + across * cos(pace * time)
  }
}

extension Vector {
  /// A movement of one millimetre, `radians` clockwise from right.
  static func heading(_ radians: Double) -> Vector { Vector(dx: cos(radians), dy: sin(radians)) }

  func turned(by radians: Double) -> Vector {
    guard radians != 0 else { return self }
    let (sine, cosine) = (sin(radians), cos(radians))
    return Vector(dx: dx * cosine - dy * sine, dy: dx * sine + dy * cosine)
  }
}

extension SplitMix {
  mutating func within(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

  mutating func chance(_ share: Double) -> Bool { within(0...1) < share }

  /// A number of the normal distribution around 0, at most `limit`.
  mutating func bell(_ deviation: Double, limit: Double) -> Double {
    min(max(normal().dx * deviation, -limit), limit)
  }

  /// Two numbers of the normal distribution (Box and Muller 1958).
  mutating func normal() -> Vector {
    Vector.heading(within(0...(2 * .pi))) * (-2 * log(max(within(0...1), .leastNormalMagnitude))).squareRoot()
  }

  mutating func side() -> Double { chance(0.5) ? 1 : -1 }

  /// A movement in any direction, with a length in mm from `lengths`.
  mutating func anyWay(_ lengths: ClosedRange<Double>) -> Vector {
    Vector.heading(within(0...(2 * .pi))) * within(lengths)
  }
}

/// The completed share of a movement when `share` of its time has passed: that of least jerk (Flash and Hogan 1985),
/// which hands follow from rest to rest.
func leastJerk(_ share: Double) -> Double {
  let u = min(max(share, 0), 1)
  return u * u * u * (10 - 15 * u + 6 * u * u)
}
