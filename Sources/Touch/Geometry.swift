/// A length in millimetres of the hand's own movement, whatever the device's resolution.
public struct Millimetres: Hashable, Comparable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// The number of millimetres.
  public var value: Double

  /// A length.
  public init(_ value: Double) { self.value = value }
  /// A length.
  public init(floatLiteral value: Double) { self.value = value }
  /// A length.
  public init(integerLiteral value: Int) { self.value = Double(value) }

  /// Shorter comes first.
  public static func < (left: Millimetres, right: Millimetres) -> Bool { left.value < right.value }
}

/// A movement in millimetres: x to the right, y downwards, as on the device in front of the user.
public struct Vector: Hashable, Sendable {
  /// Millimetres to the right.
  public var dx: Double
  /// Millimetres downwards.
  public var dy: Double

  /// No movement.
  public static let zero = Vector(dx: 0, dy: 0)

  /// A movement.
  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// How far it goes. Inlinable, because recognisers ask for it three times for each finger of a frame.
  @inlinable public var length: Millimetres { Millimetres((dx * dx + dy * dy).squareRoot()) }

  /// Both movements one after the other.
  public static func + (left: Vector, right: Vector) -> Vector {
    Vector(dx: left.dx + right.dx, dy: left.dy + right.dy)
  }

  /// Both movements one after the other.
  public static func += (left: inout Vector, right: Vector) { left = left + right }

  /// What `right` lacks to be `left`.
  public static func - (left: Vector, right: Vector) -> Vector {
    Vector(dx: left.dx - right.dx, dy: left.dy - right.dy)
  }

  /// The movement `factor` times as long.
  public static func * (left: Vector, factor: Double) -> Vector { Vector(dx: left.dx * factor, dy: left.dy * factor) }
}

/// A place on a device, in millimetres from its top left corner.
public struct Point: Hashable, Sendable {
  /// Millimetres from the left edge.
  public var x: Double
  /// Millimetres from the top edge.
  public var y: Double

  /// A place.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The way from `right` to `left`.
  public static func - (left: Point, right: Point) -> Vector { Vector(dx: left.x - right.x, dy: left.y - right.y) }

  /// The place that `way` leads to.
  public static func + (point: Point, vector: Vector) -> Point { Point(x: point.x + vector.dx, y: point.y + vector.dy) }
}

/// How large a device's sensitive surface is.
public struct Size: Hashable, Sendable {
  /// Millimetres from left to right, more than 0.
  public var width: Double
  /// Millimetres from top to bottom, more than 0.
  public var height: Double

  /// A size, or nil where one of the two is not a length that a device can have (0 to 10 m).
  public init?(width: Double, height: Double) {
    guard width > 0, height > 0, width <= 10_000, height <= 10_000 else { return nil }
    self.width = width
    self.height = height
  }
}
