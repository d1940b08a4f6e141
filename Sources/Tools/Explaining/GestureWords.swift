internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
public import RulesFile
internal import Text

/// A number of fingers, with or without more words.
private let countFirst = WholePattern("(one|two|three|four|five|[1-5])(-?fingers?)?(-.*)?")

/// A gesture to explain, in the words of a rules file.
public struct GestureWords: Hashable, Sendable {
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
  public var qualifiers: [WordedKey]

  /// Creates a description of a gesture.
  public init(_ gesture: String, _ value: String? = nil, _ qualifiers: [WordedKey] = []) {
    self.gesture = gesture
    self.value = value
    self.qualifiers = qualifiers
  }

  /// The values of a property; nil if it is omitted.
  subscript(_ key: Word) -> [String]? { qualifiers.first { $0.name == key.name }?.values }
}

extension GestureWords {
  /// The trigger of a rule with these words. They are decoded as a rule, for the same meaning and error messages.
  /// - Parameter rules: rules whose shapes may be named besides the built-in ones.
  func trigger(strokesOf rules: RuleSet) throws(Misunderstanding) -> Trigger {
    let gestures = Vocabulary.gestures.map(\.name)
    guard gestures.contains(gesture) else {
      let foreign = ForeignWord.find(gesture, in: .rule)?.suggestion.flatMap { gestures.contains($0) ? $0 : nil }
      let meant = foreign ?? Suggestion.nearest(to: gesture, among: gestures)
      let isCount = gesture.wholeMatch(of: countFirst) != nil
      throw Misunderstanding(
        "unknown gesture \(Phrase.quote(gesture)); "
          + (isCount
            ? "the number of fingers is an option: 'swipe left --fingers 3'"
            : meant.map { "did you mean '\($0)'?" } ?? "expected \(Phrase.list(gestures))"))
    }
    if value == nil, defaultValue == nil { throw missingValue }
    var strokes: [String: [StrokeTemplate]] = [:]
    for rule in rules.rules {
      if let shape = rule.trigger.pattern.shape { strokes[shape.name] = shape.templates }
    }
    do throws(Diagnostic) {
      return try Trigger(keys, strokes: strokes)
    } catch {
      throw Misunderstanding(error)
    }
  }

  var keys: [WordedKey] { [WordedKey(named: gesture, [value ?? defaultValue ?? ""])] + qualifiers }

  /// The default value of gestures that have one; nil for gestures that require a value.
  var defaultValue: String? {
    Gesture.Kind(rawValue: gesture)?.usualValue
  }

  /// The error for a gesture without a required value.
  private var missingValue: Misunderstanding {
    Misunderstanding(
      "'\(gesture)' requires \(Phrase.list(Gesture.Kind(rawValue: gesture).map(Self.singleDirections) ?? []))")
  }

  /// The words for a single direction, place or shape of a gesture.
  static func singleDirections(of kind: Gesture.Kind) -> [String] {
    let words = Vocabulary.word(kind.rawValue, in: .rule)?.form?.examples(kind) ?? []
    return words.filter { !["horizontal", "vertical", "any"].contains($0) }
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
