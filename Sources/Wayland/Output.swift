/// A screen as the compositor tells of it (wl_output).
public struct Output: Hashable, Sendable {
  /// Which one, for as long as the connection stands.
  public struct ID: Hashable, Sendable {
    /// The compositor's number for it (its name in wl_registry).
    let name: UInt32
  }

  /// How its picture is turned against the panel: `wl_output.transform`, counted counter-clockwise as Wayland does.
  public enum Transform: Int32, CaseIterable, Hashable, Sendable {
    /// As the panel is built.
    case normal = 0
    /// By 90 degrees counter-clockwise.
    case turned90 = 1
    /// By 180 degrees.
    case turned180 = 2
    /// By 270 degrees counter-clockwise.
    case turned270 = 3
    /// Mirrored at a vertical axis.
    case flipped = 4
    /// Mirrored, then turned by 90 degrees counter-clockwise.
    case flipped90 = 5
    /// Mirrored, then turned by 180 degrees.
    case flipped180 = 6
    /// Mirrored, then turned by 270 degrees counter-clockwise.
    case flipped270 = 7

    /// Whether width and height change places.
    public var swapsSides: Bool { rawValue & 1 == 1 }
  }

  /// Two lengths, in the unit that the property says.
  public struct Size: Hashable, Sendable {
    /// From left to right.
    public var width: Int
    /// From top to bottom.
    public var height: Int

    /// A size from its sides.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// Which one.
  public let id: ID
  /// What the compositor calls it: `eDP-1`. Nil where the compositor does not say (before version 4).
  public internal(set) var name: String?
  /// What it is, for people; nil where the compositor does not say.
  public internal(set) var description: String?
  /// Who made the panel, as the panel says.
  public internal(set) var make = ""
  /// What the maker calls it.
  public internal(set) var model = ""
  /// The panel in millimetres, as it is built: the transform does not change it. Nil where nobody knows (a projector,
  /// a virtual screen).
  public internal(set) var physicalSize: Size?
  /// The panel in pixels, as it is built; nil where none was told.
  public internal(set) var pixelSize: Size?
  /// How its picture is turned.
  public internal(set) var transform = Transform.normal
  /// How many pixels make one of the units that windows are measured in: a whole number, rounded up where the
  /// compositor's is none.
  public internal(set) var scale = 1

  /// What windows see of it: the picture as it stands, in their units. Approximate where the scale is rounded.
  public var logicalSize: Size? {
    pixelSize.map {
      let size = Size(width: $0.width / max(scale, 1), height: $0.height / max(scale, 1))
      return transform.swapsSides ? Size(width: size.height, height: size.width) : size
    }
  }
}
