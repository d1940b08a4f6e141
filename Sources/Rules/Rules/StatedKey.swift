/// A key that states a limit of a rule, or what it requires: its own, of its group, or of `settings`.
public struct StatedKey: Hashable, Sendable {
  /// The name of the key: `distance`; `swipe: distance` for that of `settings` where the rule has none.
  public var name: String
  /// The line on which it stands, from 1.
  public var line: Int
  /// The name of its file; nil if that is the file of the rule.
  public var file: String?

  public init(_ name: String, line: Int, file: String? = nil) {
    self.name = name
    self.line = line
    self.file = file
  }
}
