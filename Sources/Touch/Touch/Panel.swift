/// The panel of an output, as far as it matters to the touchscreen that lies over it.
public struct Panel: Hashable, Sendable {
  /// The compositor's name for the output, as in `eDP-1`.
  public var output: String
  /// The panel's size as built, regardless of the picture's rotation; nil if unknown.
  public var size: Size?
  /// The turn of a surface that is fixed to the panel, against the picture that the panel shows.
  public var turn: SurfaceTurn
  /// The part of the desktop that the output shows; nil if unknown.
  public var area: DesktopArea?

  public init(output: String, size: Size?, turn: SurfaceTurn = .none, area: DesktopArea? = nil) {
    self.output = output
    self.size = size
    self.turn = turn
    self.area = area
  }

  /// True if it is part of the machine: outputs are named after the kernel's connectors, and only built-in panels have
  /// these.
  public var isBuiltIn: Bool { ["eDP", "LVDS", "DSI"].contains { output.hasPrefix($0 + "-") } }
}

extension [Panel] {
  /// The panel that a touchscreen lies over: the one that the user states, the one that the desktop maps it to, the one
  /// that udev states (`WL_OUTPUT`), the built-in one for a built-in touchscreen, the one of the same size, or else the
  /// only one.
  /// - Parameters:
  ///   - stated: the output that the user states.
  ///   - mapped: the outputs that the desktop maps touchscreens to, by their names. One that is off does not count.
  /// - Returns: nil if that is ambiguous, if the stated output is off, and for a touchpad, which lies over none.
  public func panel(under device: Device, stated: String?, mapped: [String: String] = [:]) -> Panel? {
    guard device.kind == .touchscreen else { return nil }
    if stated == nil, let name = mapped[device.name], let panel = first(where: { $0.output == name }) { return panel }
    if let name = stated ?? device.outputName { return first { $0.output == name } }
    let builtIn = device.isBuiltIn ? filter(\.isBuiltIn) : []
    // An external screen may be as large as the built-in one.
    let possible = builtIn.isEmpty ? self : builtIn
    if possible.count == 1 { return possible[0] }
    let equal = possible.filter { $0.isAsLarge(as: device) }
    return equal.count == 1 ? equal[0] : nil
  }
}

extension Panel {
  /// The largest difference between two sizes of the same panel, as a share: mutter's tolerance
  /// (`MAX_SIZE_DIFFERENCE`).
  private static let tolerance = 0.05

  fileprivate func isAsLarge(as device: Device) -> Bool {
    guard let size, let other = device.knownSize else { return false }
    return abs(1 - size.width / other.width) < Self.tolerance && abs(1 - size.height / other.height) < Self.tolerance
  }
}
