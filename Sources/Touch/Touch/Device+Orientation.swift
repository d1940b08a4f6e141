extension Device {
  /// The rotation of a device's surface against the user's view: against the screen it lies over, or, for a touchpad,
  /// as it lies in front of the user. `right` is clockwise, as in libinput's rotation angles and calibration matrices.
  public enum Orientation: String, Hashable, Sendable, CaseIterable {
    /// Its own top edge is at the top.
    case normal
    /// Rotated by 90° counterclockwise: its own top edge is on the left.
    case left
    /// Rotated by 90° clockwise: its own top edge is on the right.
    case right
    /// Rotated by 180°: its own top edge is at the bottom.
    case inverted
  }
}

extension Device.Orientation {
  /// The size of a surface of `size` in the user's view.
  func turned(_ size: Size) -> Size {
    switch self {
    case .normal, .inverted: return size
    case .left, .right:
      var turned = size
      (turned.width, turned.height) = (size.height, size.width)
      return turned
    }
  }

  /// A position on a surface of `size`, in the user's view.
  func turned(_ position: Point, on size: Size) -> Point {
    switch self {
    case .normal: position
    case .left: Point(x: position.y, y: size.width - position.x)
    case .right: Point(x: size.height - position.y, y: position.x)
    case .inverted: Point(x: size.width - position.x, y: size.height - position.y)
    }
  }

  // Negative numbers are 0 minus the number, so that 0 keeps no sign.

  /// A movement in the user's view.
  func turned(_ movement: Vector) -> Vector {
    switch self {
    case .normal: movement
    case .left: Vector(dx: movement.dy, dy: 0 - movement.dx)
    case .right: Vector(dx: 0 - movement.dy, dy: movement.dx)
    case .inverted: Vector(dx: 0 - movement.dx, dy: 0 - movement.dy)
    }
  }

  /// A movement in the user's view; nil for an axis without movement stays nil.
  func turned(dx: Double?, dy: Double?) -> (dx: Double?, dy: Double?) {
    switch self {
    case .normal: (dx, dy)
    case .left: (dy, dx.map { 0 - $0 })
    case .right: (dy.map { 0 - $0 }, dx)
    case .inverted: (dx.map { 0 - $0 }, dy.map { 0 - $0 })
    }
  }
}
