/// One value of a YAML document, with the place it was read from.
public struct Node: Hashable, Sendable {
  /// What it holds.
  public var content: Content
  /// Where it stands, its anchor included. A node that an alias brought in keeps the place of the text it was made from.
  public var span: Span
  /// Where the alias stands that brought it in; nil for what was written out. What is inside such a node has none, but
  /// keys and values that `<<` merged into a mapping have the alias behind the `<<`.
  public var alias: Span?

  /// The three kinds of value. Nothing is made of a scalar's text: whoever asks for a number reads it as one.
  public enum Content: Hashable, Sendable {
    /// Text. Plain text is what stands without quotes and not as a block: only there can `null` mean nothing.
    case scalar(String, isPlain: Bool)
    /// A list.
    case sequence([Node])
    /// Keys and values in the order they were written, keys that occur twice included; then what `<<` merged.
    case mapping([Entry])
  }

  /// A key and its value.
  public struct Entry: Hashable, Sendable {
    /// The key: usually a scalar, but YAML lets it be anything.
    public var key: Node
    /// The value; an empty plain scalar where nothing was written.
    public var value: Node
  }

  /// Where the document has it: the alias that brought it in, or else its own text.
  public var place: Span { alias ?? span }

  /// The text of a scalar, or nil.
  public var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

  /// Whether it says that there is no value: nothing at all, `~` or `null`, without quotes.
  public var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }
}
