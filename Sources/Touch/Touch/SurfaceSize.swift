/// The judgement of reported sizes: a driver that does not know the size of its device reports none, or an absurd one.
///
/// Of 101 vendors' HID touch panels (bentiss/hid-devices), 31 report no resolution and 14 one of 1 to 3 units per
/// millimetre, by which they were 8 to 33 m wide.
extension Size {
  /// The lengths of a side, in mm, that surfaces of a kind have, and the most that the longer side is of the shorter
  /// one.
  private struct Limits {
    let sides: ClosedRange<Double>
    let ratio: Double
  }

  private static func limits(of kind: Device.Kind) -> Limits {
    switch kind {
    // From touchpads of handheld computers, 30 mm by 20 mm, to the finger area of the Wacom Intuos Pro L, 325 mm by 203
    // mm; the longest are those of Eee PCs with 2.2 times their height.
    case .touchpad: Limits(sides: 15...350, ratio: 4)
    // From watches, 1.2" or 21 mm by 21 mm, to interactive boards, 146" or 3.2 m by 1.8 m; the longest are bars of 1920
    // by 360 pixels.
    case .touchscreen: Limits(sides: 18...3500, ratio: 6)
    }
  }

  /// From which length on a screen is not square, in mm: the largest that nearly are unfold to 8", 155 mm wide.
  private static let longestSquare = 200.0
  /// The ratio of the sides below which it is square. Monitors of 5:4 are the next, and resolutions are whole numbers.
  private static let square = 1.15

  /// True if a surface of a kind can be so large.
  public func isPossible(for kind: Device.Kind) -> Bool {
    let limits = Self.limits(of: kind)
    let (longer, shorter) = (max(width, height), min(width, height))
    guard limits.sides.contains(longer), limits.sides.contains(shorter), longer <= limits.ratio * shorter else {
      return false
    }
    return kind == .touchpad || longer < Self.longestSquare || longer >= Self.square * shorter
  }

  /// True if libinput may have made it up for a touchpad without a size: `tp_init_default_resolution` divides the
  /// ranges by 69 mm and 50 mm, and rounds down. A range of fewer than 15 units per millimetre does not occur.
  public var isLibinputGuess: Bool {
    let (guess, rounding) = (Device.assumedTouchpadSize, 16.0 / 15)
    return (guess.width..<guess.width * rounding).contains(width)
      && (guess.height..<guess.height * rounding).contains(height)
  }

  /// The size of an output's panel; nil if the compositor reports none, as for a projector, or a ratio in its place:
  /// mutter ignores the same ones (`meta_monitor_has_aspect_as_size`).
  /// - Parameters:
  ///   - width: the width in mm, not transformed.
  ///   - height: the height in mm.
  ///   - pixels: the size in pixels, not transformed; nil if unknown. A panel whose sides are exchanged is turned.
  public init?(ofPanel width: Int, _ height: Int, pixels: (width: Int, height: Int)?) {
    let ratios = [(16, 9), (16, 10), (160, 90), (160, 100), (1600, 900), (1600, 1000)]
    guard !ratios.contains(where: { $0 == (width, height) || $0 == (height, width) }) else { return nil }
    let isTurned = pixels.map { ($0.width > $0.height) != (width > height) && $0.width != $0.height } ?? false
    let (width, height) = isTurned && width != height ? (height, width) : (width, height)
    guard let size = Size(width: Double(width), height: Double(height)), size.isPossible(for: .touchscreen) else {
      return nil
    }
    self = size
  }
}

extension Device {
  /// The size that is assumed for devices of a kind that do not report theirs.
  public static func assumedSize(of kind: Kind) -> (width: Double, height: Double) {
    kind == .touchpad ? assumedTouchpadSize : assumedTouchscreenSize
  }

  /// True if a size is none that a device of a kind has reported: it is absurd, or just the assumed one, which a
  /// converter has written into a recording.
  static func isAssumed(_ size: Size, _ kind: Kind) -> Bool {
    !size.isPossible(for: kind) || (size.width, size.height) == assumedSize(of: kind)
  }
}
