/// An output as the compositor describes it (wl_output).
public struct Output: Hashable, Sendable {
  /// The id of an output on one connection.
  public struct ID: Hashable, Sendable {
    /// The compositor's number for it (the numeric name in wl_registry).
    let name: UInt32
  }

  /// The rotation and reflection of the picture relative to the panel: `wl_output.transform`, counter-clockwise as in
  /// Wayland.
  public enum Transform: Int32, CaseIterable, Hashable, Sendable {
    /// Not transformed.
    case normal = 0
    /// Rotated by 90 degrees counter-clockwise.
    case turned90 = 1
    /// Rotated by 180 degrees.
    case turned180 = 2
    /// Rotated by 270 degrees counter-clockwise.
    case turned270 = 3
    /// Mirrored at a vertical axis.
    case flipped = 4
    /// Mirrored, then rotated by 90 degrees counter-clockwise.
    case flipped90 = 5
    /// Mirrored, then rotated by 180 degrees.
    case flipped180 = 6
    /// Mirrored, then rotated by 270 degrees counter-clockwise.
    case flipped270 = 7

    /// True if the transform swaps width and height.
    public var swapsSides: Bool { rawValue & 1 == 1 }
  }

  /// A width and a height, in the unit that the property states.
  public struct Size: Hashable, Sendable {
    /// The horizontal extent.
    public var width: Int
    /// The vertical extent.
    public var height: Int

    /// A size with these extents.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// The part of the desktop that an output shows, in logical units.
  public struct Rectangle: Hashable, Sendable {
    /// The left edge.
    public var x: Int
    /// The top edge.
    public var y: Int
    /// The width and the height of the transformed picture.
    public var size: Size

    /// A rectangle with these properties.
    public init(x: Int, y: Int, size: Size) {
      self.x = x
      self.y = y
      self.size = size
    }

    /// The position, in logical units, at shares of the width and the height.
    public func position(atX x: Double, y: Double) -> (x: Double, y: Double) {
      (Double(self.x) + x * Double(size.width), Double(self.y) + y * Double(size.height))
    }

    /// True if the position is inside.
    public func contains(x: Int, y: Int) -> Bool {
      self.x..<self.x + size.width ~= x && self.y..<self.y + size.height ~= y
    }
  }

  /// Its identity on this connection.
  public let id: ID
  /// The compositor's name for it: `eDP-1`. Nil before version 4 of the protocol without zxdg_output_v1.
  public internal(set) var name: String?
  /// A description for people; nil before version 4.
  public internal(set) var description: String?
  /// The panel's manufacturer, as the panel reports it.
  public internal(set) var make = ""
  /// The panel's model.
  public internal(set) var model = ""
  /// The size of the panel in millimetres, not transformed; nil if unknown (a projector, a virtual output).
  public internal(set) var physicalSize: Size?
  /// The size of the panel in pixels, not transformed; nil if the compositor sent none.
  public internal(set) var pixelSize: Size?
  /// The transform from the panel to the picture on it.
  public internal(set) var transform = Transform.normal
  /// The number of pixels for each logical unit, in which windows are measured; a fractional scale is rounded up.
  public internal(set) var scale = 1

  /// The part of the desktop that it shows; nil if the compositor does not report it (zxdg_output_v1).
  public internal(set) var rectangle: Rectangle?

  /// The size of the transformed picture in logical units, approximate if only a rounded scale is known.
  public var logicalSize: Size? {
    rectangle?.size
      ?? pixelSize.map {
        let size = Size(width: $0.width / max(scale, 1), height: $0.height / max(scale, 1))
        return transform.swapsSides ? Size(width: size.height, height: size.width) : size
      }
  }
}
