internal import YAML

/// A key of a rule with its values, as words: outside of a file nobody writes YAML.
public struct WordedKey: Hashable, Sendable {
  public var name: String
  /// The values, of which several make a list.
  public var values: [String]

  public init(_ name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }

  /// The key with its value. Several edges or corners are those of a hand, which has a finger in each.
  var entry: YAMLValue.Entry {
    let value = YAMLValue(values)
    let isEach = values.count > 1 && ["edge", "corner"].contains(name)
    return .init(name, isEach ? .mapping([.init("all", value)]) : value)
  }
}
