/// libinput's quirks of a device, by name: `AttrPalmPressureThreshold=180`.
public struct QuirkValues: Hashable, Sendable {
  /// The values as they are written.
  public var texts: [String: String]

  /// Quirks; none by default.
  public init(texts: [String: String] = [:]) { self.texts = texts }

  /// The number of a quirk; nil if the device lacks it, or it is no number.
  public func number(_ name: String) -> Int32? {
    texts[name].flatMap { Self.number($0) }.map { Int32(clamping: $0) }
  }

  /// The range of a quirk, which is written with its upper limit first: `10:8`.
  public func range(_ name: String) -> ContactLimits.Hysteresis? {
    let limits = texts[name]?.split(separator: ":").map { Int32($0) } ?? []
    guard limits.count == 2, let high = limits[0], let low = limits[1], low <= high else { return nil }
    return .init(low: low, high: high)
  }

  /// True if libinput ignores an event code, such as `ABS_MT_PRESSURE`.
  public func disables(_ code: String) -> Bool {
    let disabled = texts["AttrEventCodeDisable"]?.split(separator: ";") ?? []
    // This spelling replaced the other one in 1.24.
    let changed = texts["AttrEventCode"]?.split(separator: ";") ?? []
    return disabled.contains { $0 == code } || changed.contains { $0 == "-\(code)" }
  }

  /// A number as libinput's files write it: decimal, or hexadecimal after `0x`.
  public static func number(_ text: some StringProtocol) -> Int? {
    text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
  }
}
