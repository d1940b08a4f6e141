public import Diagnostics

/// A value in a YAML document, with its position.
public struct Node: Hashable, Sendable {
  public var content: Content
  /// The position, including the anchor. A node from an alias has the position of the original text.
  public var span: Span
  /// The position of the alias that the node is from; nil otherwise. Nodes inside it have none, except keys and values
  /// that `<<` merged into a mapping, which have that of the alias after the `<<`.
  public var alias: Span?

  /// The three kinds of values. Scalars are not converted: a reader that expects a number converts the text.
  public enum Content: Hashable, Sendable {
    /// Text. It is plain if it is neither quoted nor a block: only then `null` means no value.
    case scalar(String, isPlain: Bool)
    /// A list.
    case sequence([Node])
    /// The entries in their order, including repeated keys; then those that `<<` merged.
    case mapping([Entry])
  }

  /// A key and its value.
  public struct Entry: Hashable, Sendable {
    /// The key: usually a scalar, but YAML permits any value.
    public var key: Node
    /// The value; an empty plain scalar if there is none.
    public var value: Node

    /// Creates an entry.
    public init(key: Node, value: Node) {
      self.key = key
      self.value = value
    }
  }

  /// Creates a node at this position, which is from no alias.
  public init(content: Content, span: Span) {
    self.content = content
    self.span = span
  }

  /// The position in the document: that of the alias, or else of its own text.
  public var location: Span { alias ?? span }

  /// The text of a scalar; nil for other kinds.
  public var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

  /// The entries of a mapping; empty for other kinds.
  package var entries: [Entry] { if case .mapping(let entries) = content { entries } else { [] } }

  /// The number of values in it, with itself; nil if one of them is from an alias.
  package var ownCount: Int? {
    guard alias == nil else { return nil }
    var count = 1
    switch content {
    case .scalar: break
    case .sequence(let elements):
      for element in elements {
        guard let own = element.ownCount else { return nil }
        count += own
      }
    case .mapping(let entries):
      for entry in entries {
        guard let key = entry.key.ownCount, let value = entry.value.ownCount else { return nil }
        count += key + value
      }
    }
    return count
  }

  /// True for no value: nothing, `~` or `null`, without quotes.
  public var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }
}
