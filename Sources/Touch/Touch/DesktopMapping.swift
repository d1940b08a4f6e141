/// A position on the desktop, the rectangle around all outputs: shares of its width and its height, in 65536ths.
public struct DesktopPosition: Hashable, Sendable {
  /// The share from the left edge, 0 to 65535.
  public var x: Int32
  /// The share from the top edge, 0 to 65535.
  public var y: Int32

  /// The width and the height of the desktop in the unit of positions.
  public static let extent: Int32 = 65_536

  public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }

  /// The position as shares of the desktop's width and height, 0 to 1.
  public var share: (x: Double, y: Double) { (Double(x) / Double(Self.extent), Double(y) / Double(Self.extent)) }
}

/// The part of the desktop that an output shows: shares of the desktop's width and height, 0 to 1.
public struct DesktopArea: Hashable, Sendable {
  /// The left edge.
  public var left: Double
  /// The top edge.
  public var top: Double
  /// Its width, as a share of the desktop's.
  public var width: Double
  /// Its height, as a share of the desktop's.
  public var height: Double

  /// The desktop of one output.
  public static let all = DesktopArea(left: 0, top: 0, width: 1, height: 1)

  public init(left: Double, top: Double, width: Double, height: Double) {
    self.left = left
    self.top = top
    self.width = width
    self.height = height
  }
}

/// Maps positions on a touchscreen to the desktop.
///
///     position in the user's view, mm ── times width of the output ÷ width of the surface, plus its left edge ── desktop
public struct DesktopMapping: Hashable, Sendable {
  private let horizontal: Axis
  private let vertical: Axis

  /// The mapping of one axis, in 65536ths of the desktop.
  private struct Axis: Hashable, Sendable {
    let start: Double
    let unitsPerMillimetre: Double
    /// The first and the last position of the output: the edge of a surface is not on the next output.
    let range: ClosedRange<Int32>

    init(start: Double, length: Double, millimetres: Double) {
      let extent = Double(DesktopPosition.extent)
      self.start = start * extent
      unitsPerMillimetre = length * extent / millimetres
      let first = Self.clamp(self.start.rounded(.up))
      range = first...max(first, Self.clamp(((start + length) * extent).rounded(.up) - 1))
    }

    func position(_ millimetres: Double) -> Int32 {
      let position = Self.clamp((start + millimetres * unitsPerMillimetre).rounded())
      return min(max(position, range.lowerBound), range.upperBound)
    }

    private static func clamp(_ units: Double) -> Int32 {
      units.isNaN ? 0 : Int32(min(max(units, 0), Double(DesktopPosition.extent - 1)))
    }
  }

  /// The mapping of a touchscreen that lies over an output.
  /// - Parameters:
  ///   - device: the touchscreen as the user sees it, after `SurfaceAdjustment`.
  ///   - area: the part of the desktop that the output shows.
  public init(of device: Device, on area: DesktopArea) {
    let (width, height) = device.extent
    horizontal = Axis(start: area.left, length: area.width, millimetres: width)
    vertical = Axis(start: area.top, length: area.height, millimetres: height)
  }

  /// The position on the desktop under a position on the touchscreen, in millimetres in the user's view. Positions
  /// beyond the surface are moved to its edge.
  public func position(under point: Point) -> DesktopPosition {
    DesktopPosition(x: horizontal.position(point.x), y: vertical.position(point.y))
  }
}
