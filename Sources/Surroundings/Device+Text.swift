internal import Diagnostics
public import Rules
public import Touch

extension Device {
  /// `100 x 70 mm`
  public var sizeText: String { size?.text ?? "size unknown" }

  /// What is told when it is there: that it is read, or ignored, what the rules file says of it, and what a touchscreen
  /// lies over.
  public func announcement(_ properties: DeviceProperties, over panel: Panel?) -> String {
    let name = "\(kind) '\(name.legible)'"
    if properties.isIgnored == true { return "\(name) is ignored, as the rules file says" }
    let texts = properties.texts + (panel?.texts(besides: properties) ?? [])
    return (["reading \(name)", sizeText] + texts).joined(separator: ", ")
  }
}

extension Panel {
  /// What it does to a touchscreen over it, for people; empty where the rules file says the same.
  /// - Parameter properties: what the file says of the touchscreen.
  public func texts(besides properties: DeviceProperties) -> [String] {
    let over = properties.output == nil ? "over \(output.legible)" : nil
    let turned = properties.orientation == nil ? turn.text.map { "\($0) with it" } : nil
    return [over, turned].compactMap { $0 }
  }
}

extension SurfaceTurn {
  /// What it is, for people; nil where it is none.
  fileprivate var text: String? {
    let turned: String? =
      switch orientation {
      case .left: "turned left"
      case .right: "turned right"
      case .inverted: "turned upside down"
      case .normal: nil
      }
    guard isMirrored else { return turned }
    return turned.map { "\($0) and mirrored" } ?? "mirrored"
  }
}

extension Size {
  /// `100 x 70 mm`
  fileprivate var text: String { "\(Int(width.rounded())) x \(Int(height.rounded())) mm" }
}

extension DeviceProperties {
  /// What is done about a device that is not ignored, for people; empty where nothing is.
  public var texts: [String] {
    let turn = orientation.flatMap { SurfaceTurn($0).text }
    return [size.map { "taken for \($0.text)" }, turn, output.map { "over \($0.legible)" }].compactMap { $0 }
  }
}
