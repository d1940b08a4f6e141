/// How a surface lies against what is seen: turned, and then perhaps mirrored, as a screen is whose picture is flipped.
/// These are the eight ways that a rectangle can lie on another.
public struct SurfaceTurn: Hashable, Sendable {
  /// Which way it is turned.
  public var orientation: Device.Orientation
  /// Whether, once it is turned, left and right are exchanged.
  public var isMirrored: Bool

  /// It lies as it is seen.
  public static let none = SurfaceTurn(.normal)

  /// A turn.
  public init(_ orientation: Device.Orientation, isMirrored: Bool = false) {
    self.orientation = orientation
    self.isMirrored = isMirrored
  }
}

extension SurfaceTurn {
  /// How large a surface of `size` is as it is seen.
  func turned(_ size: Size) -> Size { orientation.turned(size) }

  /// Where a place on a surface of `size` is seen.
  func turned(_ position: Point, on size: Size) -> Point {
    let position = orientation.turned(position, on: size)
    return isMirrored ? Point(x: turned(size).width - position.x, y: position.y) : position
  }

  // What is mirrored is taken from 0, so that 0 keeps no sign.

  /// Which way a movement is seen to go.
  func turned(_ movement: Vector) -> Vector {
    let movement = orientation.turned(movement)
    return isMirrored ? Vector(dx: 0 - movement.dx, dy: movement.dy) : movement
  }

  /// The same of a movement of which an axis may say nothing.
  func turned(dx: Double?, dy: Double?) -> (dx: Double?, dy: Double?) {
    let (dx, dy) = orientation.turned(dx: dx, dy: dy)
    return (isMirrored ? dx.map { 0 - $0 } : dx, dy)
  }

  /// Which way fingers are seen to turn, in degrees, clockwise positive.
  func turned(rotation: Double) -> Double { isMirrored ? 0 - rotation : rotation }
}
