/// What is known of keysym names. Keymaps are not this module's business: whoever has xkbcommon passes this in.
public struct KeyNames: Sendable {
  /// Whether a keysym of this name exists.
  public var isKnown: @Sendable (String) -> Bool
  /// Every keysym name, in the order suggestions should prefer them. Asked for only when one is unknown.
  public var all: @Sendable () -> [String]

  /// Names by two questions.
  public init(isKnown: @escaping @Sendable (String) -> Bool, all: @escaping @Sendable () -> [String]) {
    self.isKnown = isKnown
    self.all = all
  }
}
