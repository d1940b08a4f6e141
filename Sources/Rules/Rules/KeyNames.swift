/// The keysym names that exist. The caller gets them from xkbcommon: this module has no keymaps.
public struct KeyNames: Sendable {
  /// True if a keysym of this name exists.
  public var isKnown: @Sendable (String) -> Bool
  /// All keysym names, in order of preference for suggestions. Called only when a name is unknown.
  public var all: @Sendable () -> [String]

  /// Creates access to key names.
  public init(isKnown: @escaping @Sendable (String) -> Bool, all: @escaping @Sendable () -> [String]) {
    self.isKnown = isKnown
    self.all = all
  }
}
