internal import Diagnostics
public import Touch

/// A device of unknown size, for people.
extension Device {
  /// The effect of its unknown size: `the size of touchscreen 'Goodix' is unknown: distances are those of 151 x 94 mm`.
  public var unknownSizeText: String {
    let size = Self.assumedSize(of: kind)
    return "the size of \(kind) '\(name.legible)' is unknown: distances are those of "
      + "\(Int(size.width)) x \(Int(size.height)) mm"
  }

  /// How to state its size.
  public var statingSizeText: String {
    let example = kind == .touchpad ? "105mm x 65mm" : "344mm x 194mm"
    return "measure it and state it in the rules file, as in 'devices: {\"\(name.legible)\": {size: \(example)}}'"
  }
}

extension [DeviceStatement] {
  /// The size of a device before it is turned: as the rules file states it, or as the device reports it, or else that
  /// of the panel under a touchscreen. Nil if it is unknown.
  public func size(of device: Device, over panel: @autoclosure () -> Panel?) -> Size? {
    properties(of: device).size ?? device.knownSize ?? panel()?.size
  }
}
