internal import Touch

/// The eight directions of movement as unit vectors, clockwise from right, in the order of the bits of `Directions`; y
/// points down.
enum EightDirections {
  static let axes = (
    x: SIMD8(1, half, 0, -half, -1, -half, 0, half),
    y: SIMD8(0, half, 1, half, 0, -half, -1, -half)
  )
  private static let half = 0.5.squareRoot()
  private static let names: [Direction] = [.right, .downRight, .down, .downLeft, .left, .upLeft, .up, .upRight]

  /// The length of `movement` along each direction, in mm.
  static func along(_ movement: Vector) -> SIMD8<Double> { movement.dx * axes.x + movement.dy * axes.y }

  /// The deviation of `movement` sideways from each direction, in mm.
  static func across(_ movement: Vector) -> SIMD8<Double> { movement.dy * axes.x - movement.dx * axes.y }

  /// The direction with the largest of `along`.
  static func nearest(_ along: SIMD8<Double>) -> Int {
    var nearest = 0
    for bit in 1..<8 where along[bit] > along[nearest] { nearest = bit }
    return nearest
  }

  /// The one of `directions` with the largest of `along`; nil if there are none.
  static func nearest(_ along: SIMD8<Double>, of directions: Directions) -> Int? {
    var best: Int?
    for bit in 0..<8 where directions.contains(bit: bit) {
      if let other = best, along[other] >= along[bit] { continue }
      best = bit
    }
    return best
  }

  static func name(_ bit: Int) -> Direction { names[bit] }

  /// The bit of `direction`; nil for directions of a pinch or a rotation.
  static func bit(_ direction: Direction) -> Int? { names.firstIndex(of: direction) }

  /// The direction as a unit vector.
  static func axis(_ bit: Int) -> Vector { Vector(dx: axes.x[bit], dy: axes.y[bit]) }
}

extension Directions {
  init(bit: Int) { self.init(rawValue: 1 << bit) }

  func contains(bit: Int) -> Bool { rawValue & (1 << bit) != 0 }

  /// True if there is one direction only.
  var isSingle: Bool { rawValue.nonzeroBitCount == 1 }

  /// The opposite of each direction.
  public var opposites: Directions { Directions(rawValue: rawValue << 4 | rawValue >> 4) }
}
