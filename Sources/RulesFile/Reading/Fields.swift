internal import Diagnostics
internal import YAML

/// A key that the language has, with its value.
struct Field {
  var word: Word
  var key: Node
  var value: Node

  /// Key and value.
  var span: Span { Span(key.place.start, value.place.end) }
}

/// The keys of one mapping, sorted by what is known of them.
struct Fields {
  /// Those understood, in the file's order.
  var known: [Field] = []
  /// The others.
  var unknown: [Node.Entry] = []
  /// Whether there are keys that are no text.
  var hasOther = false

  /// The key `name`, or nil.
  subscript(_ name: String) -> Field? { known.first { $0.word.name == name } }
}

extension RulesReader {
  /// Sorts the keys of a mapping in `place`; reports those that are no text or occur twice. What to say of unknown
  /// ones is left to the caller.
  mutating func fields(of entries: [Node.Entry], in place: Word.Place) -> Fields {
    var fields = Fields()
    var seen: [String: Span] = [:]
    // Behind a second gesture of the same name stand the keys of a rule whose '- ' is missing.
    var isSecondRule = false
    for entry in entries {
      guard let name = entry.key.text, !entry.key.isNull else {
        report(
          .keyNotText, "a key is text, not \(Phrase.shape(of: entry.key))", at: entry.key.span.firstCharacter)
        fields.hasOther = true
        continue
      }
      if let first = seen[name] {
        guard !isSecondRule else { continue }
        isSecondRule = Vocabulary.word(name, in: place)?.role == .gesture
        report(
          .duplicateKey, "\(Phrase.quote(name)) stands here twice", at: entry.key.place,
          help: isSecondRule ? "a second rule starts with '- ', as in '- \(name): …'" : nil,
          notes: [.init("the first is here", at: SourceSpan(first))])
        continue
      }
      seen[name] = entry.key.place
      guard let word = Vocabulary.word(name, in: place) else {
        fields.unknown.append(entry)
        continue
      }
      fields.known.append(Field(word: word, key: entry.key, value: entry.value))
    }
    return fields
  }

  /// Says that `entry` has a key that `place` does not know, and what was probably meant. Answers whether something
  /// was.
  @discardableResult
  mutating func reportUnknown(
    _ entry: Node.Entry, in place: Word.Place, as what: String = "key", id: MessageID = .unknownKey
  ) -> Bool {
    guard let name = entry.key.text, !hasSaidEnough else { return false }
    let message = "unknown \(what) \(Phrase.quote(name))"
    // Where it is written: what is merged into several mappings is wrong once.
    let span = entry.key.span
    let notes = entry.key.alias.map { [Diagnostic.Note("it is brought in here", at: SourceSpan($0))] } ?? []
    if let known = Self.gluedKey(name, in: place) {
      report(
        id, message, at: span, help: "a space is missing behind the ':' of '\(known):'", notes: notes)
      return true
    }
    if let foreign = ForeignWord.find(name, in: place) {
      report(id, message, at: span, suggestion: foreign.suggestion, help: foreign.help, notes: notes)
      return true
    }
    if let home = Self.home(of: entry, called: name, insteadOf: place) {
      report(id, message, at: entry.key.place, help: home)
      return false
    }
    let meant = Suggestion.nearest(to: name, among: Vocabulary.names(in: place))
    let help = meant == nil ? "known here: \(Vocabulary.list(of: place))" : nil
    report(id, message, at: span, suggestion: meant, help: help, notes: notes)
    return meant != nil
  }

  /// Where a key belongs that the file or its settings have elsewhere.
  private static func home(of entry: Node.Entry, called name: String, insteadOf place: Word.Place) -> String? {
    switch place {
    case .file:
      let isOfRule = Vocabulary.word(name, in: .rule) != nil
      // A gesture with a mapping behind it has limits for all rules there.
      if Vocabulary.word(name, in: .settings) != nil, !isOfRule || entry.value.isMapping {
        return "it stands under 'settings': 'settings: {\(name): …}'"
      }
      return isOfRule
        ? "'\(name)' is a key of a rule: it begins in the column of the rule's first key, behind the '- '" : nil
    case .settings:
      if Vocabulary.word(name, in: .file) != nil {
        return "'\(name)' is a key of the file: it begins in the first column"
      }
      let meant = ForeignWord.find(name, in: .rule)?.suggestion ?? name
      guard ["distance", "within", "after", "speed"].contains(meant) else { return nil }
      return "it stands under a gesture: 'swipe: {\(meant): …}'"
    default: return nil
    }
  }

  /// The known key that `text` starts with where only the space behind its colon is missing: `swipe:left`.
  static func gluedKey(_ text: String, in place: Word.Place) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = String(text[..<colon])
    return Vocabulary.word(name, in: place) == nil ? nil : name
  }
}
