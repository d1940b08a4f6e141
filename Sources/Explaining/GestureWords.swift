/// A gesture as somebody asks about it: in the words of a rule for it.
public struct GestureWords: Hashable, Sendable {
  /// What narrows a gesture: `fingers` and what it says.
  public struct Qualifier: Hashable, Sendable {
    /// The word of the language.
    public var name: String
    /// What it says; several are a list.
    public var values: [String]

    /// A qualifier.
    public init(_ name: String, _ values: [String]) {
      self.name = name
      self.values = values
    }
  }

  /// Why they name no gesture that one hand can do.
  public struct Misunderstanding: Error, Hashable, Sendable, CustomStringConvertible {
    /// For people.
    public var description: String

    init(_ description: String) { self.description = description }
  }

  /// The gesture's word: `swipe`.
  public var gesture: String
  /// What stands behind it: `left`; nil where nothing does.
  public var value: String?
  /// The rest.
  public var qualifiers: [Qualifier]

  /// Words.
  public init(_ gesture: String, _ value: String? = nil, _ qualifiers: [Qualifier] = []) {
    self.gesture = gesture
    self.value = value
    self.qualifiers = qualifiers
  }

  /// What `name` says; nil where it is left out.
  subscript(_ name: String) -> [String]? { qualifiers.first { $0.name == name }?.values }
}
