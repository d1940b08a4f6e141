/// The recognisers' claim on the fingers that are down on a device: what an owner of the device has to know to decide
/// what the desktop sees of them.
public struct TouchClaim: Hashable, Sendable {
  public enum Stage: Hashable, Sendable {
    /// No rule can take the fingers any more, or all that can let the desktop see them.
    case none
    /// A rule may take them, and the desktop may want them as well.
    case possible
    /// A rule starts just where they landed: the desktop sees them only if no rule takes them.
    case awaited
    /// Every movement of so many fingers belongs to a rule.
    case reserved
    /// A rule has taken them.
    case taken
  }

  public var stage: Stage
  /// True if a tap of these fingers belongs to a rule.
  public var includesTaps: Bool
  /// The number of fingers with which the desktop is to see the hand; nil for those that it has.
  public var fingers: Int?

  public init(_ stage: Stage, includesTaps: Bool = false, fingers: Int? = nil) {
    self.stage = stage
    self.includesTaps = includesTaps
    self.fingers = fingers
  }

  /// No claim.
  public static let none = TouchClaim(.none)
}

/// The rules' claim on the fingers that are down on a touchpad whose fingers are taken without a grab.
public struct TakingClaim: Hashable, Sendable {
  /// The stages.
  public enum Stage: Hashable, Sendable {
    /// No rule may act: the session is locked or inactive, or the rules are paused.
    case off
    /// No rule can take the fingers any more.
    case none
    /// A rule of so many fingers may take them.
    case possible
    /// A rule has taken them.
    case taken
  }

  /// The fewest fingers that are taken: fewer point, scroll and tap.
  public static let fewest = 3

  public var stage: Stage
  /// True if a tap of these fingers belongs to a rule.
  public var includesTaps: Bool

  public init(_ stage: Stage, includesTaps: Bool = false) {
    self.stage = stage
    self.includesTaps = includesTaps
  }
}
