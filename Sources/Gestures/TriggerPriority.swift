/// The precedence of a trigger over others, which depends on the situation.
///
/// Several rules may have the same trigger, each under a condition of its own. The situation determines which of them
/// is active, and so which trigger wins where two match at once. Fingers that are down are not disturbed by a change.
public struct TriggerPriority: Hashable, Sendable {
  /// The lowest rank the trigger can have: of two triggers that are fulfilled at once, the one of lower rank wins.
  public var first: Int
  /// The rank the trigger has in every situation, or a lower one; nil if no rule is active in some situations.
  public var certain: Int?

  /// A priority.
  public init(first: Int, certain: Int?) {
    self.first = first
    self.certain = certain
  }
}
