/// Why a text cannot be read as one YAML document, and where.
public struct ParseError: Error, Hashable, Sendable {
  /// The kinds of reason.
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// It does not follow YAML's grammar.
    case syntax
    /// Its bytes are not UTF-8.
    case encoding
    /// A control character stands in it.
    case controlCharacter
    /// It is larger than `Node.sizeLimit`.
    case tooLarge
    /// It is nested deeper than `Node.depthLimit`.
    case tooDeep
    /// It has more values than `Node.countLimit`, aliases written out.
    case tooMany
    /// An alias names nothing that stands in front of it.
    case unknownAlias
    /// An alias names something it is itself part of.
    case aliasLoop
    /// `<<` stands in front of what cannot be merged.
    case merge
    /// A value has a tag, and there is no type to choose here.
    case tag
    /// There is more than one document.
    case secondDocument
  }

  /// A remark on another place.
  public struct Note: Hashable, Sendable {
    /// What is there.
    public var message: String
    /// Where.
    public var span: Span
  }

  /// The kind of reason.
  public var reason: Reason
  /// What is wrong, as a sentence for people.
  public var message: String
  /// Where; nil where it is the whole text.
  public var span: Span?
  /// What to do about it.
  public var help: String?
  /// Where it began.
  public var note: Note?
}
