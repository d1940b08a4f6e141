public import Touch

/// The touchpads that the desktop's settings switch off.
public enum DisabledTouchpads: Hashable, Sendable {
  /// The devices with these names.
  case named(Set<String>)
  /// All of them.
  case all

  /// None.
  public static let none = DisabledTouchpads.named([])

  /// True for a device that is switched off.
  public func contains(_ device: Device) -> Bool {
    switch self {
    case .named(let names): names.contains(device.name)
    case .all: device.kind == .touchpad
    }
  }
}
