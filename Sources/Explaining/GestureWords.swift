internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
internal import RulesFile
internal import Touch
internal import YAML

/// A gesture to explain, in the words of a rules file.
public struct GestureWords: Hashable, Sendable {
  /// A property that narrows the gesture, such as `fingers`.
  public struct Qualifier: Hashable, Sendable {
    /// The name of the property in rules files.
    public var name: String
    /// The values of the property.
    public var values: [String]

    public init(_ name: String, _ values: [String]) {
      self.name = name
      self.values = values
    }
  }

  /// The error for words that do not describe exactly one gesture.
  public struct Misunderstanding: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message for users.
    public var description: String

    init(_ description: String) { self.description = description }
  }

  /// The kind of gesture: `swipe`.
  public var gesture: String
  /// The value of the gesture: `left`; nil if it is omitted.
  public var value: String?
  /// The other properties.
  public var qualifiers: [Qualifier]

  /// Creates a description of a gesture.
  public init(_ gesture: String, _ value: String? = nil, _ qualifiers: [Qualifier] = []) {
    self.gesture = gesture
    self.value = value
    self.qualifiers = qualifiers
  }

  /// The values of the property `name`; nil if it is omitted.
  subscript(_ name: String) -> [String]? { qualifiers.first { $0.name == name }?.values }
}

extension GestureWords {
  /// The trigger of a rule with these words. They are parsed as a rule, for the same meaning and error messages.
  /// - Parameter rules: rules whose shapes may be named besides the built-in ones.
  func trigger(strokesOf rules: RuleSet) throws(Misunderstanding) -> Trigger {
    let gestures = Vocabulary.words.filter { $0.context == .rule && $0.role == .gesture }.map(\.name)
    guard gestures.contains(gesture) else {
      let foreign = ForeignWord.find(gesture, in: .rule)?.suggestion.flatMap { gestures.contains($0) ? $0 : nil }
      let meant = foreign ?? Suggestion.nearest(to: gesture, among: gestures)
      let isCount = gesture.wholeMatch(of: /(one|two|three|four|five|[1-5])(-?fingers?)?(-.*)?/) != nil
      throw Misunderstanding(
        "unknown gesture \(Phrase.quote(gesture)); "
          + (isCount
            ? "the number of fingers is an option: 'swipe left --fingers 3'"
            : meant.map { "did you mean '\($0)'?" } ?? "expected \(Phrase.list(gestures))"))
    }
    if value == nil, defaultValue == nil { throw missingValue }
    let file = RulesFile.check(text: ruleText(strokesOf: rules), name: "")
    if let mistake = file.diagnostics.first(where: { $0.severity == .error }) { throw Misunderstanding(mistake) }
    guard let trigger = file.rules?.rules.first?.trigger else { throw Misunderstanding("not a gesture") }
    return trigger
  }

  /// The text of a rules file with one rule of these words.
  private func ruleText(strokesOf rules: RuleSet) -> String {
    var fields = ["\(gesture): \((value ?? defaultValue).map(YAMLText.element) ?? "")"]
    for qualifier in qualifiers where !qualifier.values.isEmpty {
      let property = RuleText.Property(qualifier.name, qualifier.values)
      fields.append("\(property.name): \(property.flowValue)")
    }
    return strokesText(of: rules) + "rules: [{\(fields.joined(separator: ", ")), do: none}]\n"
  }

  /// The default value of gestures that have one; nil for gestures that require a value.
  var defaultValue: String? {
    switch Gesture.Kind(rawValue: gesture) {
    case .tap: "single"
    case .longPress: "1s"
    case .press: "click"
    case .touch: "any"
    default: nil
    }
  }

  /// The error for a gesture without a required value.
  private var missingValue: Misunderstanding {
    let context: Word.Context =
      switch Gesture.Kind(rawValue: gesture) {
      case .pinch: .pinch
      case .rotate, .circle: .rotate
      case .stroke: .stroke
      case .tipTap: .tipTap
      default: .direction
      }
    return Misunderstanding("'\(gesture)' requires \(Phrase.list(Self.singleDirections(in: context)))")
  }

  /// The words of `context` that denote a single direction.
  static func singleDirections(in context: Word.Context) -> [String] {
    Vocabulary.names(in: context).filter { !["horizontal", "vertical", "any"].contains($0) }
  }

  /// The `strokes` section with the shapes that `rules` use; empty if the gesture is no stroke.
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
  /// Creates an error from a diagnostic, without the source location.
  fileprivate init(_ diagnostic: Diagnostic) {
    if let suggestion = diagnostic.suggestion {
      self.init("\(diagnostic.message); did you mean '\(suggestion)'?")
    } else {
      self.init([diagnostic.message, diagnostic.help].compactMap { $0 }.joined(separator: "; "))
    }
  }
}
