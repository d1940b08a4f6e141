public import Touch

/// Which devices a trigger looks at.
public enum DeviceFilter: Hashable, Sendable {
  /// All of one kind.
  case kind(Device.Kind)
  /// Those whose name a `Wildcard` matches.
  case named(String)

  /// Whether `device` is meant.
  public func matches(_ device: Device) -> Bool {
    switch self {
    case .kind(let kind): device.kind == kind
    case .named(let pattern): Wildcard(pattern).matches(device.name)
    }
  }
}
