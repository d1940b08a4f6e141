internal import Diagnostics
public import Gestures
public import Rules

extension RuleSet {
  /// The error of a name that does not identify one rule.
  public struct NotFound: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message for people.
    public let description: String
  }

  /// The rules' names, each once, in the file's order.
  public var names: [String] {
    var seen: Set<String> = []
    return rules.compactMap(\.name).filter { seen.insert($0).inserted }
  }

  /// The index of the rule with the name `text`, or at that location: `rules.yml:12`.
  /// - Throws: `NotFound` if there is none, or more than one.
  public func index(ofRuleCalled text: String) throws(NotFound) -> RuleIndex {
    let named = rules.indices.filter { rules[$0].name == text }
    if named.count > 1 {
      let places = named.map { rules[$0].place }.joined(separator: ", ")
      throw NotFound(description: "\(named.count) rules are called \(Phrase.quote(text)): say which of \(places)")
    }
    let placed = rules.indices.filter { rules[$0].place == text }
    if named.isEmpty, placed.count > 1 {
      throw NotFound(description: "\(placed.count) rules stand at \(text): give the one that is meant a name")
    }
    if let index = named.first ?? placed.first { return RuleIndex(index) }
    let meant = Suggestion.nearest(to: text, among: names + rules.map(\.place))
    throw NotFound(
      description: "no rule is called \(Phrase.quote(text)), and none stands there; "
        + (meant.map { "did you mean '\($0)'?" } ?? "'sleight explain' lists all, with their places"))
  }
}
