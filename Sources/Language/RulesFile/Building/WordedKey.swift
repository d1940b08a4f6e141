internal import YAML

/// A key of a rule with its values, as words: outside of a file nobody writes YAML.
public struct WordedKey: Hashable, Sendable {
  public var name: String
  /// The values, of which several make a list.
  public var values: [String]

  public init(_ key: Word, _ values: [String]) { self.init(named: key.name, values) }

  /// The key called `name`, which an author typed.
  public init(named name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }

  /// The key with its value. Several edges or corners are those of a hand, which has a finger in each.
  var entry: YAMLValue.Entry {
    let value = YAMLValue(values)
    let isEach = values.count > 1 && (name == .edge || name == .corner)
    return .init(name, isEach ? .mapping([.init(Word.all.name, value)]) : value)
  }
}
