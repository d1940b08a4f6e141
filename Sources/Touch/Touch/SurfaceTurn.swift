/// The turn of a surface against the user's view: rotated, and then possibly mirrored, as for a screen whose picture is
/// flipped. These are the eight ways in which one rectangle can lie on another.
public struct SurfaceTurn: Hashable, Sendable {
  /// The rotation of the surface.
  public var orientation: Device.Orientation
  /// True if left and right are exchanged after the rotation.
  public var isMirrored: Bool

  /// No turn.
  public static let none = SurfaceTurn(.normal)

  public init(_ orientation: Device.Orientation, isMirrored: Bool = false) {
    self.orientation = orientation
    self.isMirrored = isMirrored
  }
}

extension SurfaceTurn {
  /// The size of a surface of `size` in the user's view.
  func turned(_ size: Size) -> Size { orientation.turned(size) }

  /// A position on a surface of `size`, in the user's view.
  func turned(_ position: Point, on size: Size) -> Point {
    let position = orientation.turned(position, on: size)
    return isMirrored ? Point(x: turned(size).width - position.x, y: position.y) : position
  }

  // Negative numbers are 0 minus the number, so that 0 keeps no sign.

  /// A movement in the user's view.
  func turned(_ movement: Vector) -> Vector {
    let movement = orientation.turned(movement)
    return isMirrored ? Vector(dx: 0 - movement.dx, dy: movement.dy) : movement
  }

  /// A movement in the user's view; nil for an axis without movement stays nil.
  func turned(dx: Double?, dy: Double?) -> (dx: Double?, dy: Double?) {
    let (dx, dy) = orientation.turned(dx: dx, dy: dy)
    return (isMirrored ? dx.map { 0 - $0 } : dx, dy)
  }

  /// A rotation of the fingers in the user's view, in degrees, clockwise positive.
  func turned(rotation: Double) -> Double { isMirrored ? 0 - rotation : rotation }
}
