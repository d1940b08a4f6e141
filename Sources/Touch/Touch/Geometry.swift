/// A length in millimetres of the hand's own movement, independent of the device's resolution.
public struct Millimetres: Hashable, Comparable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// The number of millimetres.
  public var value: Double

  /// A length from a number of millimetres.
  public init(_ value: Double) { self.value = value }
  /// A length from a literal.
  public init(floatLiteral value: Double) { self.value = value }
  /// A length from a literal.
  public init(integerLiteral value: Int) { self.value = Double(value) }

  /// Orders by length.
  public static func < (left: Millimetres, right: Millimetres) -> Bool { left.value < right.value }
}

/// A movement in millimetres: x to the right, y downwards, as on the device in front of the user.
public struct Vector: Hashable, Sendable {
  /// The movement to the right, in millimetres.
  public var dx: Double
  /// The movement downwards, in millimetres.
  public var dy: Double

  /// No movement.
  public static let zero = Vector(dx: 0, dy: 0)

  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// The length. Inlinable, because recognisers compute it three times for each finger of a frame.
  @inlinable public var length: Millimetres { Millimetres((dx * dx + dy * dy).squareRoot()) }

  /// The sum of two movements.
  public static func + (left: Vector, right: Vector) -> Vector {
    Vector(dx: left.dx + right.dx, dy: left.dy + right.dy)
  }

  /// Adds a movement.
  public static func += (left: inout Vector, right: Vector) { left = left + right }

  /// The difference of two movements.
  public static func - (left: Vector, right: Vector) -> Vector {
    Vector(dx: left.dx - right.dx, dy: left.dy - right.dy)
  }

  /// The scalar product of two movements, in mm².
  @inlinable public func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }

  /// The movement `factor` times as long.
  public static func * (left: Vector, factor: Double) -> Vector { Vector(dx: left.dx * factor, dy: left.dy * factor) }
}

/// A position on a device, in millimetres from its top left corner.
public struct Point: Hashable, Sendable {
  /// The distance from the left edge, in millimetres.
  public var x: Double
  /// The distance from the top edge, in millimetres.
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The movement from `right` to `left`.
  public static func - (left: Point, right: Point) -> Vector { Vector(dx: left.x - right.x, dy: left.y - right.y) }

  /// The position at the end of `vector`.
  public static func + (point: Point, vector: Vector) -> Point { Point(x: point.x + vector.dx, y: point.y + vector.dy) }
}

/// The size of a device's sensitive surface.
public struct Size: Hashable, Sendable {
  /// The width in millimetres, more than 0.
  public var width: Double
  /// The height in millimetres, more than 0.
  public var height: Double

  /// A size; nil unless both lengths are possible for a device (more than 0, up to 10 m).
  public init?(width: Double, height: Double) {
    guard width > 0, height > 0, width <= 10_000, height <= 10_000 else { return nil }
    self.width = width
    self.height = height
  }
}
