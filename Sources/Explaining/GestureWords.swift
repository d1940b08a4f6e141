internal import Diagnostics
internal import Gestures
internal import Rules
internal import RulesFile
internal import Touch
internal import YAML

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

extension GestureWords {
  /// The trigger of a rule with these words. They are read as a rule is, so that they mean the same, and what is wrong
  /// with them is said in the same way.
  /// - Parameter rules: whose shapes may be named besides those that are built in.
  func trigger(strokesOf rules: RuleSet) throws(Misunderstanding) -> Trigger {
    let gestures = Vocabulary.words.filter { $0.place == .rule && $0.role == .gesture }.map(\.name)
    guard gestures.contains(gesture) else {
      let foreign = ForeignWord.find(gesture, in: .rule)?.suggestion.flatMap { gestures.contains($0) ? $0 : nil }
      let meant = foreign ?? Suggestion.nearest(to: gesture, among: gestures)
      throw Misunderstanding(
        "unknown gesture \(Phrase.quote(gesture)); "
          + (meant.map { "did you mean '\($0)'?" } ?? "there are \(Phrase.all(gestures))"))
    }
    if value == nil, usualValue == nil { throw missingValue }
    let file = RulesFile.check(text: ruleText(strokesOf: rules), name: "")
    if let mistake = file.diagnostics.first(where: { $0.severity == .error }) { throw Misunderstanding(mistake) }
    guard let trigger = file.rules?.rules.first?.trigger else { throw Misunderstanding("this is no gesture") }
    return trigger
  }

  /// A file with one rule of these words.
  private func ruleText(strokesOf rules: RuleSet) -> String {
    var fields = ["\(gesture): \((value ?? usualValue).map(YAMLText.element) ?? "")"]
    for qualifier in qualifiers where !qualifier.values.isEmpty {
      let values = qualifier.values
      fields.append("\(qualifier.name): \(values.count == 1 ? YAMLText.element(values[0]) : YAMLText.list(values))")
    }
    return strokesText(of: rules) + "rules: [{\(fields.joined(separator: ", ")), do: none}]\n"
  }

  /// What stands behind a gesture that does not need to be told which way.
  var usualValue: String? {
    switch Gesture.Kind(rawValue: gesture) {
    case .tap: "single"
    case .longPress: "1s"
    case .swipe, .pan, .pinch, .rotate, .stroke, nil: nil
    }
  }

  /// Says what the gesture needs to be told.
  private var missingValue: Misunderstanding {
    let place: Word.Place =
      switch Gesture.Kind(rawValue: gesture) {
      case .pinch: .pinch
      case .rotate: .rotate
      case .stroke: .stroke
      case .tap, .longPress, .swipe, .pan, nil: .direction
      }
    return Misunderstanding("'\(gesture)' needs one of \(Phrase.list(Self.oneWay(place)))")
  }

  /// The words of `place` for one way, not for several.
  static func oneWay(_ place: Word.Place) -> [String] {
    Vocabulary.names(in: place).filter { !["horizontal", "vertical", "any"].contains($0) }
  }

  /// The shapes that `rules` ask for.
  private func strokesText(of rules: RuleSet) -> String {
    guard gesture == Gesture.Kind.stroke.rawValue else { return "" }
    var shapes: [String: [String]] = [:]
    for rule in rules.rules {
      if case .stroke(let pattern) = rule.trigger.pattern { shapes[pattern.name] = pattern.templates.map(\.text) }
    }
    guard !shapes.isEmpty else { return "" }
    let texts = shapes.sorted { $0.key < $1.key }.map { "\(YAMLText.element($0.key)): \(YAMLText.list($0.value))" }
    return "strokes: {\(texts.joined(separator: ", "))}\n"
  }
}

extension GestureWords.Misunderstanding {
  /// What a checker says of a rule, where the rule is not there to be seen.
  fileprivate init(_ diagnostic: Diagnostic) {
    if let suggestion = diagnostic.suggestion {
      self.init("\(diagnostic.message); did you mean '\(suggestion)'?")
    } else {
      self.init([diagnostic.message, diagnostic.help].compactMap { $0 }.joined(separator: "; "))
    }
  }
}
