internal import Text
public import Touch

/// The strips along a touchpad's edges in which libinput takes a finger for a palm, so that it does not move the
/// pointer.
///
/// From libinput, src/evdev-mt-touchpad.c, `tp_init_palmdetect_edge`, and measured with 1.22, 1.28 and 1.31. A
/// compositor uses the same strips. A contact that leaves its strip within `patience` of its landing becomes a finger
/// again, and one that leaves it later stays a palm.
public struct PalmZone: Hashable, Sendable {
  /// The width of the strips at the left and right edges, in mm: 8 % of the touchpad's, at most 8 mm; 0 below 70 mm.
  public let side: Double
  /// The height of the strip at the top edge, in mm: 5 % of the touchpad's; 0 up to 55 mm. The bottom has none.
  public let top: Double
  /// The height of the strip at the bottom of a clickpad that has its buttons there, in mm; 0 if libinput looks for
  /// palms there as well (`Device.pointsAtButtons`).
  public let buttons: Double
  private let width: Double
  private let height: Double

  /// The time within which a contact that leaves the strips becomes a finger.
  static let patience = Duration.milliseconds(200)
  /// The error of a position at the border of a strip, in mm.
  private static let tolerance = 0.5

  /// The strips of a touchpad of this size. External touchpads and Apple's have none (`isDetected`).
  /// - Parameter pointsAtButtons: true if fingers that land where a clickpad has its buttons are no palms.
  public init(width: Double, height: Double, pointsAtButtons: Bool = false) {
    self.width = width
    self.height = height
    buttons = pointsAtButtons ? Device.buttonStrip(ofHeight: height) : 0
    side = width < 70 ? 0 : min(8, width * 0.08)
    top = width < 70 || height <= 55 ? 0 : height * 0.05
  }

  /// The strips of a touchpad whose contacts are known.
  public init(of device: Device) {
    self.init(
      width: device.extent.width, height: device.extent.height,
      pointsAtButtons: device.pointsAtButtons && device.contacts?.isClickpad ?? false)
  }

  /// True if libinput looks for palms at the edges of `device`, as far as its properties tell.
  public static func isDetected(on device: Device) -> Bool {
    device.isBuiltIn && !["apple", "bcm5974"].contains { device.name.lowercased().contains($0) }
  }

  /// True if a contact that lands at `position` is a palm to libinput until it leaves.
  func holds(landing position: Point) -> Bool {
    contains(position) && (buttons == 0 || position.y < height - buttons)
  }

  /// True if `position` is in the strips.
  func contains(_ position: Point) -> Bool { position.x <= side || position.x >= width - side || position.y <= top }

  /// True if one finger can make `pattern` from `start` within the strips: the pointer then stays where it is.
  public func holdsPointer(_ pattern: Pattern, from start: StartRegion) -> Bool {
    switch start {
    case .edge(let edges, let margin):
      guard !edges.contains(.bottom), !edges.isEmpty else { return false }
      let isAtSide = !edges.isDisjoint(with: [.left, .right])
      return (!isAtSide || goesAlongSide(pattern, margin.value))
        && (!edges.contains(.top) || goesAlongTop(pattern, margin.value))
    case .corner(let corners, let margin):
      let isAtTop = !corners.isEmpty && corners.isDisjoint(with: [.bottomLeft, .bottomRight])
      guard isAtTop || buttons == 0 else { return false }
      return goesAlongSide(pattern, margin.value) || isAtTop && goesAlongTop(pattern, margin.value)
    // They require more than one finger.
    case .allEdges, .allCorners: return false
    case .zone(let zone):
      let (left, right) = (zone.left.millimetres(of: width), zone.right.millimetres(of: width))
      guard buttons == 0 || zone.top.millimetres(of: height) < height - buttons else { return false }
      return goesAlongSide(pattern, min(right, width - left))
        || goesAlongTop(pattern, zone.bottom.millimetres(of: height))
    }
  }

  private func goesAlongSide(_ pattern: Pattern, _ margin: Double) -> Bool {
    side > 0 && margin <= side + Self.tolerance && pattern.isWithin(.vertical)
  }

  private func goesAlongTop(_ pattern: Pattern, _ margin: Double) -> Bool {
    top > 0 && margin <= top + Self.tolerance && pattern.isWithin(.horizontal)
  }
}

extension Pattern {
  /// True if the fingers stay where they are or move in `directions` alone.
  fileprivate func isWithin(_ directions: Directions) -> Bool {
    let (line, angles) = (line, angles)
    return line.isEmpty && angles.isEmpty ? isRest : angles.isEmpty && directions.isSuperset(of: line)
  }
}
