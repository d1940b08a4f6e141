/// The panel of an output, as far as it matters to the touchscreen that lies over it.
public struct Panel: Hashable, Sendable {
  /// The output, by the compositor's name for it, as in `eDP-1`.
  public var output: String
  /// How large the panel is as it is built, however its picture is turned; nil where nobody knows.
  public var size: Size?
  /// How a surface that is fixed to the panel lies against the picture that the panel shows.
  public var turn: SurfaceTurn

  /// A panel.
  public init(output: String, size: Size?, turn: SurfaceTurn = .none) {
    self.output = output
    self.size = size
    self.turn = turn
  }

  /// Whether it is part of the machine: outputs are named after the kernel's connectors, and nothing else is plugged
  /// into these.
  var isBuiltIn: Bool { ["eDP", "LVDS", "DSI"].contains { output.hasPrefix($0 + "-") } }
}

extension [Panel] {
  /// The panel that a touchscreen lies over: the one that the user names, the one that udev does (`WL_OUTPUT`), that of
  /// the machine for one that is part of it, the one that is as large, and where there is no other, the only one.
  /// - Parameter stated: the output that the user names.
  /// - Returns: nil where that cannot be told, where the named one is off, and for a touchpad, which lies over none.
  public func panel(under device: Device, stated: String?) -> Panel? {
    guard device.kind == .touchscreen else { return nil }
    if let name = stated ?? device.outputName { return first { $0.output == name } }
    let builtIn = device.isBuiltIn ? filter(\.isBuiltIn) : []
    // A second screen that is plugged in may be as large as the machine's own.
    let possible = builtIn.isEmpty ? self : builtIn
    if possible.count == 1 { return possible[0] }
    let equal = possible.filter { $0.isAsLarge(as: device) }
    return equal.count == 1 ? equal[0] : nil
  }
}

extension Panel {
  /// How far two sizes of the same thing are apart at most, as a share: mutter's tolerance (`MAX_SIZE_DIFFERENCE`).
  private static let tolerance = 0.05

  fileprivate func isAsLarge(as device: Device) -> Bool {
    guard let size, let other = device.size else { return false }
    return abs(1 - size.width / other.width) < Self.tolerance && abs(1 - size.height / other.height) < Self.tolerance
  }
}
