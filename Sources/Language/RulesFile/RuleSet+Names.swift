internal import Diagnostics
public import Gestures
public import Rules
internal import Text

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
      let locations = named.map { rules[$0].location }.joined(separator: ", ")
      throw NotFound(description: "\(named.count) rules have the name \(Phrase.quote(text)); use one of \(locations)")
    }
    let placed = rules.indices.filter { rules[$0].location == text }
    if named.isEmpty, placed.count > 1 {
      throw NotFound(description: "\(placed.count) rules are at \(text); give the rule a name")
    }
    if let index = named.first ?? placed.first { return RuleIndex(index) }
    if let rule = disabled.first(where: { $0.name == text || $0.location == text }) {
      throw NotFound(description: "the rule at \(rule.location) is disabled ('enabled: false')")
    }
    if let around = location(around: text) {
      throw NotFound(description: "no rule starts at \(text); did you mean '\(around)'?")
    }
    let alike =
      names.filter { $0.lowercased().contains(text.lowercased()) }
      + rules.map(\.location).filter { $0.hasSuffix(":" + text) }
    let meant =
      Suggestion.nearest(to: text, among: names + rules.map(\.location)) ?? (alike.count == 1 ? alike.first : nil)
    throw NotFound(
      description: "no rule has the name or location \(Phrase.quote(text)); "
        + (meant.map { "did you mean '\($0)'?" } ?? "'sleight explain' lists all rules"))
  }
}

extension RuleSet {
  /// The location of the rule that contains a line, `rules.yml:12`, or of the first one behind it; nil if the text is
  /// no line of a file with rules.
  private func location(around text: String) -> String? {
    func parts(_ text: String) -> (file: Substring, line: Int)? {
      guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]) else { return nil }
      return (text[..<colon], line)
    }
    guard let wanted = parts(text) else { return nil }
    let starts = rules.compactMap { parts($0.location) }.filter { $0.file == wanted.file }.sorted { $0.line < $1.line }
    return (starts.last { $0.line <= wanted.line } ?? starts.first).map { "\($0.file):\($0.line)" }
  }
}

extension RuleSet {
  /// The modes that rules set or require, and the default mode, sorted.
  public var modes: [String] {
    let required = rules.flatMap { $0.condition.modes }
    let set = rules.flatMap { $0.reaction.all }.compactMap { if case .mode(let mode, _) = $0 { mode } else { nil } }
    return Set(required + set + [Situation.defaultMode]).sorted()
  }

  /// The reason why `mode` cannot be set, for people; nil if some rule sets or requires it.
  public func reasonAgainstMode(_ mode: String) -> String? {
    let modes = modes
    guard !modes.contains(mode) else { return nil }
    let meant = Suggestion.nearest(to: mode, among: modes)
    return "no rule uses the mode \(Phrase.quote(mode)); "
      + (meant.map { "did you mean '\($0)'?" } ?? "modes in use: \(modes.joined(separator: ", "))")
  }
}

extension Condition {
  /// The modes that the clauses name.
  fileprivate var modes: [String] {
    clauses.flatMap { (clause) -> [String] in
      switch clause {
      case .mode(let modes): modes
      case .not(let condition): condition.modes
      case .any(let conditions): conditions.flatMap(\.modes)
      case .app, .title, .fullscreen, .fact, .connected, .output, .orientation, .modifiers, .locked, .under, .ask: []
      }
    }
  }
}
