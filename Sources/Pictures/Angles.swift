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
  /// The angles of its members, in degrees clockwise from the right.
  var angles: [Double] { (0..<8).filter { rawValue & (1 << $0) != 0 }.map { Double($0) * 45 } }

  /// A set of one direction of movement; empty for the directions of a pinch or a rotation.
  init(_ direction: Direction?) {
    switch direction {
    case .right: self = .right
    case .downRight: self = .downRight
    case .down: self = .down
    case .downLeft: self = .downLeft
    case .left: self = .left
    case .upLeft: self = .upLeft
    case .up: self = .up
    case .upRight: self = .upRight
    case .inwards, .outwards, .clockwise, .counterclockwise, nil: self = []
    }
  }
}

extension Vector {
  /// The angle, in degrees clockwise from the right as seen.
  var angle: Double { atan2(dy, dx) * 180 / .pi }
}
