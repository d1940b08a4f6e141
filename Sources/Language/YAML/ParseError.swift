public import Diagnostics

/// The reason for which a text is not a readable YAML document.
public struct ParseError: Error, Hashable, Sendable {
  /// The kinds of reasons.
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// A violation of YAML's grammar.
    case syntax
    /// Invalid UTF-8.
    case encoding
    case controlCharacter
    /// More bytes than `Node.sizeLimit`.
    case tooLarge
    /// A key or value of more bytes than `Node.textLimit`.
    case textTooLong
    /// Deeper nesting than `Node.depthLimit`.
    case tooDeep
    /// More values than `Node.countLimit` after expanding aliases.
    case tooMany
    /// An alias has no anchor before it.
    case unknownAlias
    /// An alias refers to a value that contains it.
    case aliasLoop
    /// `<<` has a value that cannot be merged.
    case merge
    /// A value has a tag; types are fixed here.
    case tag
    /// More than one document.
    case secondDocument
  }

  /// A note on a related position.
  public struct Note: Hashable, Sendable {
    /// The text of the note.
    public var message: String
    /// The related position.
    public var span: Span
  }

  /// The kind of error, or of YAML that is not read here.
  public var reason: Reason
  /// The message for people.
  public var message: String
  /// The position; nil for the whole text.
  public var span: Span?
  /// Instructions to fix it.
  public var help: String?
  /// The beginning of the construct.
  public var note: Note?
}
