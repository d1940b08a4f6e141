internal import Glibc
public import Touch

/// The movement of an ideal hand that makes a gesture: taps, and then one touch whose fingers move, part and turn
/// together at constant speed, rest, press, or have another finger tap beside them.
public struct HandMovement: Hashable, Sendable {
  /// The number of taps before its last touch, and the time of each.
  public var taps = 0
  /// The time for which the fingers of each of those taps are down.
  public var tapTime = Self.usualTap
  /// True if the last touch is a tap as well.
  public var endsWithTap = false
  /// The movement in mm: straight lines, one after another.
  public var legs: [Vector] = []
  /// The final distance between the fingers, as a multiple of the initial one.
  public var scale = 1.0
  /// The rotation in degrees, clockwise positive.
  public var rotation = 0.0
  /// The time of the movement.
  public var moving = Duration.zero
  /// The time for which the fingers rest after it, or for which those that do not move touch.
  public var resting = Duration.zero
  /// The press that begins with the rest; nil for none.
  public var press: PressPattern.Force?
  /// The place of another finger's tap beside them; nil for none.
  public var tipTap: Direction?

  /// True if the fingers leave their places.
  public var moves: Bool { !legs.isEmpty || turns }

  /// True if the fingers part, come together or turn.
  public var turns: Bool { scale != 1 || rotation != 0 }
}

/// The amounts that somebody has stated of a gesture, so that its limits are not usual ones.
public struct StatedAmounts: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Its distance, or the angle or scale of a turn.
  public static let distance = StatedAmounts(rawValue: 1)
  /// Its time or speed.
  public static let time = StatedAmounts(rawValue: 2)
}

extension HandMovement {
  /// The time of a tap; real hands take 24 to 124 ms.
  public static let usualTap = Duration.milliseconds(80)
  /// The time of fingers that pinch, turn, press or are down.
  static let usualTime = Duration.milliseconds(400)
  /// The distance of a swipe or pan, and the longer side of a drawing, in mm.
  static let usualDistance = 40.0
  /// The speed of a swipe, and of fingers that are followed, in mm/s.
  static let usualSpeed = (swipe: 200.0, pan: 100.0)

  /// The time of a change at the typical speed of a range.
  static func time(of change: Double, at speed: ClosedRange<Double>) -> Duration {
    .microseconds(Int64(abs(change) / max(speed.typical, 0.01) * 1_000_000))
  }

  /// The movement along `legs` at a speed in mm/s.
  init(_ legs: [Vector], speed: Double, taps: Int = 0, resting: Duration = .zero) {
    self.legs = legs
    self.taps = taps
    self.resting = resting
    let way = legs.reduce(0) { $0 + $1.length.value }
    moving = .microseconds(Int64(way / max(speed, 0.1) * 1_000_000))
  }

  /// A touch that lasts for `resting`.
  init(resting: Duration) { self.resting = resting }
}

extension Vector {
  /// A vector of 1 mm at an angle in degrees, counterclockwise: 0 is right, 90 up.
  init(degrees: Double) {
    let angle = degrees * .pi / 180
    self.init(dx: cos(angle), dy: -sin(angle))
  }

  /// A vector of 1 mm in the only one of `directions`, or in the middle of the only range of angles; nil if there are
  /// several.
  init?(_ directions: Directions, _ angles: [AngleRange]) {
    if directions.isEmpty, angles.count == 1 {
      let span = angles[0].to - angles[0].from
      self.init(degrees: angles[0].from + (span < 0 ? span + 360 : span) / 2)
      return
    }
    guard angles.isEmpty, directions.isSingle else { return nil }
    self.init(degrees: Double(8 - directions.rawValue.trailingZeroBitCount) * 45)
  }
}

extension ClosedRange<Double> {
  /// The speed of a gesture from a rule's range: its lower bound if it is open, its middle otherwise.
  var typical: Double { upperBound.isFinite ? (lowerBound + upperBound) / 2 : lowerBound }
}
