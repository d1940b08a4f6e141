package import YAML

/// Comparison of the content of two texts, wherever it stands.
extension Node {
  /// The value of a key of a mapping; nil if there is none.
  func value(of key: String) -> Node? { entries.first { $0.key.text == key }?.value }
  package func value(of key: Word) -> Node? { value(of: key.name) }

  /// True if the entries but those of one key have the same content, in the same order.
  static func agree(_ entries: [Entry], _ others: [Entry], besides key: String) -> Bool {
    agree(entries.filter { $0.key.text != key }, others.filter { $0.key.text != key })
  }

  /// True if the entries have the same content, in the same order.
  private static func agree(_ entries: [Entry], _ others: [Entry]) -> Bool {
    entries.count == others.count
      && zip(entries, others).allSatisfy { $0.key.hasSameContent(as: $1.key) && $0.value.hasSameContent(as: $1.value) }
  }

  /// True if it has the same content as `other`, wherever that stands.
  func hasSameContent(as other: Node) -> Bool {
    switch (content, other.content) {
    case (.sequence(let elements), .sequence(let others)):
      elements.count == others.count && zip(elements, others).allSatisfy { $0.hasSameContent(as: $1) }
    case (.mapping(let entries), .mapping(let others)): Self.agree(entries, others)
    case (.scalar, .scalar): content == other.content
    case (.scalar, _), (.sequence, _), (.mapping, _): false
    }
  }
}
