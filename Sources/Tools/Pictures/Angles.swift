internal import Gestures
internal import Glibc
internal import Touch

extension Vector {
  /// A unit vector at an angle, in degrees clockwise from the right as seen: y points down.
  init(clockwise degrees: Double) {
    let angle = degrees * .pi / 180
    self.init(dx: cos(angle), dy: sin(angle))
  }
}

extension Directions {
  /// The directions of movement in the order of their bits, 45° apart, clockwise from the right.
  private static let names: [Direction] = [.right, .downRight, .down, .downLeft, .left, .upLeft, .up, .upRight]

  /// Its members with their angles, in degrees clockwise from the right.
  var members: [(angle: Double, name: Direction)] {
    Self.names.enumerated().filter { rawValue & (1 << $0.offset) != 0 }.map { (Double($0.offset) * 45, $0.element) }
  }

  /// A set of one direction of movement; empty for the directions of a pinch or a rotation.
  init(_ direction: Direction?) {
    self.init(rawValue: direction.flatMap(Self.names.firstIndex).map { 1 << UInt8($0) } ?? 0)
  }
}

extension Vector {
  /// The angle, in degrees clockwise from the right as seen.
  var angle: Double { atan2(dy, dx) * 180 / .pi }
}
