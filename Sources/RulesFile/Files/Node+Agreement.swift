internal import YAML

/// Comparison of the content of two texts, wherever it stands.
extension Node {
  /// The entries of a mapping; empty for other values.
  var entries: [Entry] { if case .mapping(let entries) = content { entries } else { [] } }

  /// The entries of the mapping at a key; empty if there is none.
  func entries(at key: String) -> [Entry] { entries.first { $0.key.text == key }?.value.entries ?? [] }

  /// True if the entries have the same content, in the same order.
  static func agree(_ entries: [Entry], _ others: [Entry]) -> Bool {
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
