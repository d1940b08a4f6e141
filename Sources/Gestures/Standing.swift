/// When a trigger is asked for, and before which others.
///
/// Several rules may have the same trigger, each under a condition of its own. What is asked for changes with the
/// situation, and with it whose turn it is; fingers that are down are not disturbed by that.
public struct Standing: Hashable, Sendable {
  /// The lowest rank it can have: of two triggers that are fulfilled at once, the one of lower rank goes first.
  public var first: Int
  /// The rank it has in any situation, or a lower one; nil where there are situations in which nobody asks for it.
  public var certain: Int?

  /// A standing.
  public init(first: Int, certain: Int?) {
    self.first = first
    self.certain = certain
  }
}
