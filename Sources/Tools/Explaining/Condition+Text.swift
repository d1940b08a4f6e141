internal import Diagnostics
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
    case .fact(let fact, let wanted): "\(fact.rawValue): \(wanted)"
    case .connected(let connections): "connected: \(Self.list(connections.map(\.text)))"
    case .output(let patterns): "output: \(Self.list(patterns.map(\.text)))"
    case .orientation(let wanted): "orientation: \(Self.list(Self.words(wanted)))"
    case .modifiers(let wanted): wanted.isEmpty ? "modifiers: []" : "modifiers: \(Self.list(Self.words(wanted)))"
    case .mode(let wanted): "mode: \(Self.list(wanted))"
    case .locked(let wanted): "locked: \(wanted)"
    case .under(let condition): "under: {\(condition.text)}"
    case .ask(let question): "ask: \(YAMLText.element(question.command))"
    case .not(let condition): "not: {\(condition.text)}"
    case .any(let conditions): "any: [\(conditions.map { "{\($0.text)}" }.joined(separator: ", "))]"
    }
  }

  /// A message on a clause that fails or is unknown in `situation`: the required and the actual value.
  fileprivate func refusal(in situation: Situation) -> String {
    let value: String? =
      switch self {
      case .app: Self.window("app", situation.app)
      case .title: Self.window("title", situation.title)
      case .output: Self.known("output", situation.output)
      case .fullscreen:
        situation.isFullscreen.map { "the window is \($0 ? "" : "not ")fullscreen" } ?? "fullscreen is unknown"
      case .fact(let fact, _): fact.text(situation.facts[fact])
      case .connected: holds(in: situation) == nil ? "what is connected is unknown" : "none of these is connected"
      case .orientation: Self.known("orientation", situation.orientation?.rawValue)
      case .modifiers: Self.held(situation.modifiers)
      case .mode: Self.known("mode", situation.mode)
      case .locked: "the session is \(situation.isLocked ? "" : "not ")locked"
      case .under(let condition): situation.touched.text(withTitle: condition.subjects.contains(.title))
      case .ask: "the program refused it"
      case .not(let condition): condition.holds(in: situation) == nil ? "unknown" : nil
      case .any(let conditions): conditions.contains { $0.holds(in: situation) == nil } ? "unknown" : nil
      }
    return "condition \(Phrase.quote(text)) not met" + (value.map { ": \($0)" } ?? "")
  }

  private static func window(_ name: String, _ value: String?) -> String {
    value?.isEmpty == true ? "no window has the focus" : known(name, value)
  }

  private static func held(_ modifiers: Set<Chord.Modifier>?) -> String {
    guard let modifiers else { return "the held modifiers are unknown" }
    return modifiers.isEmpty ? "no modifier is held" : "\(words(modifiers).joined(separator: "+")) is held"
  }

  /// `app is 'foot'`, or `app is unknown`.
  private static func known(_ name: String, _ value: String?) -> String {
    "\(name) is \(value.map(Phrase.quote) ?? "unknown")"
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

extension Fact {
  /// A value as a clause for people; nil if it is unknown.
  public func text(_ value: Bool?) -> String {
    switch (self, value) {
    case (_, nil): "\(rawValue) is unknown"
    case (.maximized, let value?): "the window is \(value ? "" : "not ")maximized"
    case (.overview, let value?): "the overview is \(value ? "open" : "closed")"
    case (.tabletMode, let value?): "the tablet mode is \(value ? "on" : "off")"
    case (.onBattery, let value?): "the machine runs \(value ? "" : "not ")on its battery"
    case (.penNear, let value?): "\(value ? "a" : "no") pen is near"
    }
  }
}

extension WindowAnswer {
  /// The window under the fingers as a clause for people; nil if it was not asked for.
  public func text(withTitle: Bool) -> String? {
    switch self {
    case .notAsked: nil
    case .unknown: TouchedWindow?.none.text(withTitle: withTitle)
    case .known(let window): Optional(window).text(withTitle: withTitle)
    }
  }
}

extension TouchedWindow? {
  /// The window under the fingers as a clause for people.
  public func text(withTitle: Bool) -> String {
    guard let window = self else { return "the window under the fingers is unknown" }
    if window == .absent { return "no window is under the fingers" }
    return "the window under the fingers is \(Phrase.quote(window.app))"
      + (withTitle ? ", titled \(Phrase.quote(window.title))" : "")
  }
}
