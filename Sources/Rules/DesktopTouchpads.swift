public import Touch

/// The desktop's settings of touchpads that apply to gestures as well.
public struct DesktopTouchpads: Hashable, Sendable {
  /// A set of touchpads.
  public enum Selection: Hashable, Sendable {
    /// The touchpads with these names.
    case named(Set<String>)
    /// All touchpads.
    case all

    /// No touchpad.
    public static let none = Selection.named([])

    /// True for a touchpad of the set.
    public func contains(_ device: Device) -> Bool {
      guard device.kind == .touchpad else { return false }
      return switch self {
      case .named(let names): names.contains(device.name)
      case .all: true
      }
    }
  }

  /// The touchpads that are switched off.
  public var disabled: Selection
  /// The touchpads without natural scrolling: the content moves against the fingers that scroll it.
  public var reversed: Selection

  /// Settings by which these touchpads are switched off, and these scroll against the fingers.
  public init(disabled: Selection = .none, reversed: Selection = .none) {
    self.disabled = disabled
    self.reversed = reversed
  }
}
