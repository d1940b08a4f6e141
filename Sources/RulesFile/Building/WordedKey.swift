internal import Diagnostics
internal import YAML

/// A key of a rule with its values, as words: outside of a file nobody writes YAML.
public struct WordedKey: Hashable, Sendable {
  /// The key.
  public var name: String
  /// The values, of which several make a list.
  public var values: [String]

  public init(_ name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }

  /// True for several edges or corners: they are those of a hand, which has a finger in each.
  var isEach: Bool { values.count > 1 && ["edge", "corner"].contains(name) }
}

extension Node {
  /// A rule with these keys that does nothing.
  init(ruleWith keys: [WordedKey]) {
    var nodes = WordNodes()
    var entries = keys.map { nodes.entry($0) }
    // A rule has an action.
    entries.append(.init(key: nodes.text("do"), value: nodes.node(.scalar("none", isPlain: true))))
    self = nodes.node(.mapping(entries))
  }
}

/// Makes nodes of words. Each has a column of its own, because messages are told apart and sorted by their locations.
private struct WordNodes {
  private var column = 0

  mutating func entry(_ key: WordedKey) -> Node.Entry { .init(key: text(key.name), value: value(key)) }

  private mutating func value(_ key: WordedKey) -> Node {
    guard key.values.count != 1 else { return text(key.values[0]) }
    let name = key.isEach ? text("all") : nil
    let list = node(.sequence(key.values.map { text($0) }))
    return name.map { node(.mapping([.init(key: $0, value: list)])) } ?? list
  }

  /// A word as if in quotes: no word is one of YAML's own, such as `true`.
  mutating func text(_ text: String) -> Node { node(.scalar(text, isPlain: false)) }

  mutating func node(_ content: Node.Content) -> Node {
    column += 1
    return Node(content: content, span: Span(at: Mark(line: 1, column: column)))
  }
}
