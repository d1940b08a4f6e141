internal import Glibc
internal import Touch

/// A direction of a gesture.
public enum Direction: String, Hashable, Sendable, CaseIterable {
  /// Towards the device's left edge.
  case left
  /// Towards the right edge.
  case right
  /// Away from the user.
  case up
  /// Towards the user.
  case down
  /// Diagonally up and left.
  case upLeft = "up-left"
  /// Diagonally up and right.
  case upRight = "up-right"
  /// Diagonally down and left.
  case downLeft = "down-left"
  /// Diagonally down and right.
  case downRight = "down-right"
  /// The fingers of a pinch come together.
  case inwards = "in"
  /// The fingers of a pinch part.
  case outwards = "out"
  /// The fingers turn clockwise.
  case clockwise
  /// The fingers turn counterclockwise.
  case counterclockwise
  /// Between the fingers that rest.
  case middle
}

/// A set of the eight directions of movement.
public struct Directions: OptionSet, Hashable, Sendable {
  /// One bit per direction, clockwise from right.
  public let rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Right is the first bit, and the others follow clockwise.
  public static let right = Directions(rawValue: 1 << 0)
  public static let downRight = Directions(rawValue: 1 << 1)
  public static let down = Directions(rawValue: 1 << 2)
  public static let downLeft = Directions(rawValue: 1 << 3)
  public static let left = Directions(rawValue: 1 << 4)
  public static let upLeft = Directions(rawValue: 1 << 5)
  public static let up = Directions(rawValue: 1 << 6)
  public static let upRight = Directions(rawValue: 1 << 7)

  /// Left and right.
  public static let horizontal: Directions = [.left, .right]
  /// Up and down.
  public static let vertical: Directions = [.up, .down]
  /// The four main directions: together, they permit every movement.
  package static let main: Directions = [.left, .right, .up, .down]
  /// All eight
  public static let any = Directions(rawValue: .max)
}

/// The ways in which fingers may part or come together.
public struct PinchDirections: OptionSet, Hashable, Sendable {
  /// One bit per direction.
  public let rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The fingers come together.
  public static let inwards = PinchDirections(rawValue: 1)
  /// The fingers part.
  public static let outwards = PinchDirections(rawValue: 2)
  /// Either.
  public static let any: PinchDirections = [.inwards, .outwards]
}

/// The ways in which fingers may turn.
public struct RotationDirections: OptionSet, Hashable, Sendable {
  /// One bit per direction.
  public let rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let clockwise = RotationDirections(rawValue: 1)
  public static let counterclockwise = RotationDirections(rawValue: 2)
  /// Either.
  public static let any: RotationDirections = [.clockwise, .counterclockwise]
}

/// A set of the places, beside fingers that rest, at which another one taps.
public struct TipTapSides: OptionSet, Hashable, Sendable {
  /// One bit per place.
  public let rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Left of all of them
  public static let left = TipTapSides(rawValue: 1)
  /// Right of all of them
  public static let right = TipTapSides(rawValue: 2)
  /// Between them
  public static let middle = TipTapSides(rawValue: 4)
  /// Any of the three
  public static let any: TipTapSides = [.left, .right, .middle]

  /// True if the set contains `side`.
  func contains(_ side: Direction?) -> Bool {
    switch side {
    case .left: contains(.left)
    case .right: contains(.right)
    case .middle: contains(.middle)
    default: false
    }
  }

  /// The only place in the set; nil if there are several.
  var only: Direction? {
    switch self {
    case .left: .left
    case .right: .right
    case .middle: .middle
    default: nil
    }
  }
}

/// A range of angles, counterclockwise: 0° is right, 90° up, 180° left, 270° down, as on paper. A range that ends at a
/// smaller angle than it starts at passes through 0°.
public struct AngleRange: Hashable, Sendable {
  /// The start, in degrees, 0 up to 360.
  public var from: Double
  /// The end, in degrees, 0 to 360.
  public var to: Double

  /// The angles from `from` to `to`, in degrees.
  public init(from: Double, to: Double) {
    self.from = from
    self.to = to
  }

  /// True if the range contains `angle`, in degrees from 0 to 360.
  public func contains(_ angle: Double) -> Bool {
    from <= to ? from <= angle && angle <= to : angle >= from || angle <= to
  }
}

extension [AngleRange] {
  /// True if one of the ranges contains the angle of `movement`, or, if it `goesBack`, the opposite angle.
  func contains(_ movement: Vector, goesBack: Bool) -> Bool {
    guard !isEmpty else { return false }
    let turned = movement.angle
    let back = turned < 180 ? turned + 180 : turned - 180
    return contains { $0.contains(turned) || (goesBack && $0.contains(back)) }
  }

  /// The failure of a movement at another angle; nil if one of them contains it.
  func failure(of movement: Vector, goesBack: Bool = false) -> Failure? {
    guard !contains(movement, goesBack: goesBack) else { return nil }
    let (angle, back) = (movement.angle, (movement * -1).angle)
    func apart(_ one: Double, _ other: Double) -> Double { Swift.min(abs(one - other), 360 - abs(one - other)) }
    func distance(_ end: Double) -> Double { Swift.min(apart(end, angle), goesBack ? apart(end, back) : 360) }
    let nearest = flatMap { [$0.from, $0.to] }.min { distance($0) < distance($1) }
    return nearest.map { .otherAngle(goesBack && apart($0, back) < apart($0, angle) ? back : angle, nearest: $0) }
  }
}

extension Vector {
  /// The angle, in degrees, counterclockwise from the right, from 0 up to 360.
  package var angle: Double {
    let angle = atan2(-dy, dx) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }
}
