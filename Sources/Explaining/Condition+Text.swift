internal import Gestures
public import Rules
internal import RulesFile
internal import YAML

extension Condition {
  /// The condition in the syntax of rules files, on one line: `app: firefox, fullscreen: true`; empty if it always
  /// holds.
  public var text: String { clauses.map(\.text).joined(separator: ", ") }

  /// The first clause that fails or is unknown in `situation`, with the actual and the required value; nil if the
  /// condition holds.
  ///
  /// Failing clauses precede unknown ones: to know the latter would not help.
  func obstacle(in situation: Situation) -> Obstacle? {
    let failing = clauses.first { $0.holds(in: situation) == false }
    guard let clause = failing ?? clauses.first(where: { $0.holds(in: situation) == nil }) else { return nil }
    return Obstacle(isKnown: failing != nil, message: clause.refusal(in: situation))
  }

  /// The reason why a condition does not hold, or is not known to.
  struct Obstacle: Hashable {
    /// True if the condition does not hold; false if that is unknown.
    var isKnown: Bool
    /// The message for users.
    var message: String
  }
}

extension Condition.Clause {
  /// The clause in the syntax of rules files, on one line.
  public var text: String {
    switch self {
    case .app(let patterns): "app: \(Self.list(patterns.map(\.text)))"
    case .title(let patterns): "title: \(Self.list(patterns.map(\.text)))"
    case .fullscreen(let wanted): "fullscreen: \(wanted)"
    case .output(let patterns): "output: \(Self.list(patterns.map(\.text)))"
    case .orientation(let wanted): "orientation: \(Self.list(Self.words(wanted)))"
    case .modifiers(let wanted): wanted.isEmpty ? "modifiers: []" : "modifiers: \(Self.list(Self.words(wanted)))"
    case .mode(let wanted): "mode: \(Self.list(wanted))"
    case .locked(let wanted): "locked: \(wanted)"
    case .not(let condition): "not: {\(condition.text)}"
    case .any(let conditions): "any: [\(conditions.map { "{\($0.text)}" }.joined(separator: ", "))]"
    }
  }

  /// A message on a clause that fails or is unknown in `situation`: the actual and the required value.
  fileprivate func refusal(in situation: Situation) -> String {
    switch self {
    case .app(let patterns): Self.compare("app", situation.app, with: patterns)
    case .title(let patterns): Self.compare("title", situation.title, with: patterns)
    case .output(let patterns): Self.compare("output", situation.output, with: patterns)
    case .fullscreen(let wanted):
      situation.isFullscreen == nil
        ? "it is not known whether the window is fullscreen, and the rule is for one that is\(wanted ? "" : " not")"
        : "the window is \(wanted ? "not " : "")fullscreen, and the rule is for one that is\(wanted ? "" : " not")"
    case .orientation(let wanted):
      "\(Self.known("orientation", situation.orientation?.rawValue)), and the rule is for "
        + Phrase.list(Self.words(wanted))
    case .modifiers(let wanted): Self.compare(situation.modifiers, with: wanted)
    case .mode(let wanted):
      "\(Self.known("mode", situation.mode)), and the rule is for \(Phrase.list(wanted))"
    case .locked(let wanted):
      "the session is \(wanted ? "not " : "")locked, and the rule is for one that is\(wanted ? "" : " not")"
    case .not(let condition):
      condition.holds(in: situation) == nil
        ? "it is not known whether '\(condition.text)' holds, and the rule is for where it does not"
        : "'\(condition.text)' holds, and the rule is for where it does not"
    case .any(let conditions): Self.refuse(any: conditions, in: situation)
    }
  }

  private static func compare(_ name: String, _ value: String?, with patterns: [Wildcard]) -> String {
    let isNowhere = value?.isEmpty == true && name != "output"
    let what = isNowhere ? "no window has the focus" : known(name, value)
    return "\(what), and the rule is for \(Phrase.list(patterns.map(\.text)))"
  }

  private static func compare(_ held: Set<Chord.Modifier>?, with wanted: Set<Chord.Modifier>) -> String {
    let asked = wanted.isEmpty ? "none" : words(wanted).joined(separator: "+")
    guard let held else { return "it is not known which modifiers are held, and the rule is for \(asked)" }
    return "\(held.isEmpty ? "no modifier" : words(held).joined(separator: "+")) is held, and the rule is for \(asked)"
  }

  private static func refuse(any conditions: [Condition], in situation: Situation) -> String {
    let unknown = conditions.filter { $0.holds(in: situation) == nil }
    guard unknown.isEmpty else {
      return "it is not known whether \(Phrase.list(unknown.map(\.text))) holds"
    }
    return conditions.count == 1
      ? "'\(conditions[0].text)' does not hold" : "none of \(Phrase.all(conditions.map(\.text))) holds"
  }

  /// `app is 'foot'`, or `app is not known`.
  private static func known(_ name: String, _ value: String?) -> String {
    value.map { "\(name) is \(Phrase.quote($0))" } ?? "\(name) is not known"
  }

  /// The texts in YAML: a scalar for one, a list for several.
  private static func list(_ texts: [String]) -> String {
    texts.count == 1 ? YAMLText.element(texts[0]) : YAMLText.list(texts)
  }

  /// The words of `values`, in the order of `allCases`.
  private static func words<Value: RawRepresentable<String> & CaseIterable & Hashable>(
    _ values: Set<Value>
  ) -> [String] {
    Value.allCases.filter(values.contains).map(\.rawValue)
  }
}
