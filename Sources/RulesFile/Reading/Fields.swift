internal import Diagnostics
internal import YAML

/// A key of the language, with its value.
struct Field {
  var word: Word
  var key: Node
  var value: Node

  /// The text from the key to the end of the value.
  var span: Span { Span(key.location.start, value.location.end) }
}

/// The keys of one mapping, known and unknown.
struct Fields {
  /// The known keys, in the file's order.
  var known: [Field] = []
  /// The unknown keys.
  var unknown: [Node.Entry] = []
  /// True if some keys are not text.
  var hasNonTextKeys = false

  /// The key `name`, or nil.
  subscript(_ name: String) -> Field? { known.first { $0.word.name == name } }
}

extension RulesReader {
  /// Sorts the keys of a mapping in `context`, and reports keys that are not text or occur twice. The caller reports
  /// the unknown ones.
  mutating func fields(of entries: [Node.Entry], in context: Word.Context) -> Fields {
    var fields = Fields()
    var seen: [String: Span] = [:]
    // After a second gesture of the same name come the keys of a rule whose '- ' is missing.
    var isSecondRule = false
    for entry in entries {
      guard let name = entry.key.text, !entry.key.isNull else {
        report(
          .keyNotText, "a key must be text, not \(Phrase.shape(of: entry.key))", at: entry.key.span.firstCharacter)
        fields.hasNonTextKeys = true
        continue
      }
      if let first = seen[name] {
        guard !isSecondRule else { continue }
        isSecondRule = Vocabulary.word(name, in: context)?.role == .gesture
        report(
          .duplicateKey, "duplicate key \(Phrase.quote(name))", at: entry.key.location,
          help: isSecondRule ? "start a second rule with '- ': '- \(name): …'" : nil,
          notes: [.init("the first is here", at: SourceSpan(first))])
        continue
      }
      seen[name] = entry.key.location
      guard let word = Vocabulary.word(name, in: context), !Self.isForeignPress(entry, in: context) else {
        fields.unknown.append(entry)
        continue
      }
      fields.known.append(Field(word: word, key: entry.key, value: entry.value))
    }
    return fields
  }

  /// True for `press` with a time or keys as its value, which is not meant for a touchpad's button: the messages for
  /// unknown keys suggest what is.
  private static func isForeignPress(_ entry: Node.Entry, in context: Word.Context) -> Bool {
    guard context == .rule, entry.key.text == "press", let value = entry.value.text else { return false }
    // A bare number is one of fingers.
    return value.contains("+") || value.first?.isNumber == true && value.wholeMatch(of: /[1-5]/) == nil
  }

  /// Reports that the key of `entry` is unknown in `context`, with a suggestion. Returns true if there is a suggestion.
  /// - Parameter isValid: tells whether a key may be suggested; nil permits all.
  @discardableResult
  mutating func reportUnknown(
    _ entry: Node.Entry, in context: Word.Context, as what: String = "key", id: MessageID = .unknownKey,
    isValid: ((String) -> Bool)? = nil, exampleOf example: ((String) -> String?)? = nil
  ) -> Bool {
    guard let name = entry.key.text, !hasReportedEnough else { return false }
    if reportFullWidthColon(entry) { return true }
    let message = "unknown \(what) \(Phrase.quote(name))"
    // The location of the text, not of an alias: a mistake merged into several mappings is reported once.
    let span = entry.key.span
    let notes = entry.key.alias.map { [Diagnostic.Note("merged here", at: SourceSpan($0))] } ?? []
    if let known = Self.gluedKey(name, in: context) {
      report(
        id, message, at: span, help: "a space is missing after '\(known):'", notes: notes)
      return true
    }
    if let ascii = LookAlike.corrected(name), Vocabulary.word(ascii, in: context) != nil {
      report(id, message, at: span, suggestion: ascii, help: LookAlike.explanation(of: name), notes: notes)
      return true
    }
    if let foreign = ForeignWord.find(name, in: context) {
      let isRefused = foreign.suggestion.map { isValid?($0) == false } ?? false
      report(
        id, message, at: span, suggestion: isRefused ? nil : foreign.suggestion,
        help: foreign.help ?? (isRefused ? foreign.suggestion.flatMap { example?($0) } : nil), notes: notes)
      return true
    }
    if let home = Self.home(of: entry, called: name, insteadOf: context) {
      report(id, message, at: entry.key.location, help: home)
      return false
    }
    let meant = nearest(to: name, among: Vocabulary.names(in: context))
    let isRefused = meant.map { isValid?($0) == false } ?? false
    let help = meant == nil ? Self.help(for: context) : isRefused ? meant.flatMap { example?($0) } : nil
    report(id, message, at: span, suggestion: isRefused ? nil : meant, help: help, notes: notes)
    return meant != nil
  }

  /// Reports a full-width colon in a key, which is the rest of the key's text for YAML. Returns false if there is none.
  mutating func reportFullWidthColon(_ entry: Node.Entry) -> Bool {
    guard let name = entry.key.text, let colon = name.unicodeScalars.first(where: { LookAlike.ascii(for: $0) == ":" })
    else { return false }
    let parts = name.split(separator: Character(colon), maxSplits: 1).map { String($0).trimmed }
    report(
      .wrongShape, LookAlike.explanation(of: colon), at: entry.key.span,
      suggestion: parts.count == 2 && entry.value.isNull ? "\(parts[0]): \(parts[1])" : nil,
      help: "write ':' and a space after each key")
    return true
  }

  /// Help for an unknown key that resembles none.
  private static func help(for context: Word.Context) -> String {
    // A list of all keys of a rule helps nobody.
    context == .rule
      ? "a rule has a gesture, its actions such as 'do', and its limits such as 'fingers' and 'when'; see sleight(5)"
      : "the keys here are \(Vocabulary.list(of: context))"
  }

  /// The other context in the file or its settings that has this key.
  private static func home(of entry: Node.Entry, called name: String, insteadOf context: Word.Context) -> String? {
    if context == .file || context == .settings,
      let limit = limit(name.lowercased().replacing("_", with: "-")), let gesture = limit.gesture
    {
      let path = "\(gesture): {\(limit.key): …}"
      return "write '\(context == .file ? "settings: {\(path)}" : path)'"
    }
    switch context {
    case .file:
      let isOfRule = Vocabulary.word(name, in: .rule) != nil
      // A gesture that is followed by a mapping has default limits for all rules, as in `settings`.
      if Vocabulary.word(name, in: .settings) != nil, !isOfRule || entry.value.isMapping {
        return "'\(name)' belongs under 'settings': 'settings: {\(name): …}'"
      }
      return isOfRule
        ? "'\(name)' is a key of a rule: start it in the column of the rule's first key, after the '- '" : nil
    case .settings:
      if Vocabulary.word(name, in: .file) != nil {
        return "'\(name)' is a key of the file: start it in the first column"
      }
      let meant = ForeignWord.find(name, in: .rule)?.suggestion ?? name
      guard ["distance", "within", "after", "speed"].contains(meant) else { return nil }
      return "'\(meant)' belongs under a gesture: 'swipe: {\(meant): …}'"
    default: return nil
    }
  }

  /// The known key that `text` starts with, if only the space after the colon is missing: `swipe:left`.
  static func gluedKey(_ text: String, in context: Word.Context) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = String(text[..<colon])
    return Vocabulary.word(name, in: context) == nil ? nil : name
  }
}
