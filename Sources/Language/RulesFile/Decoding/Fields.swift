internal import Diagnostics
internal import YAML

/// A key of the language, with its value.
package struct Field {
  let word: Word
  let key: Node
  let value: Node

  var name: String { word.name }

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

  subscript(_ key: Word) -> Field? {
    // `first(where:)` would copy each field that it compares.
    for index in known.indices where known[index].word.isNamed(as: key) { return known[index] }
    return nil
  }

  /// The known keys that state where the gesture starts.
  var starts: [Field] {
    var starts: [Field] = []
    // As above.
    for index in known.indices where Word.starts.contains(where: { $0 === known[index].word }) {
      starts.append(known[index])
    }
    return starts
  }
}

extension RulesDecoder {
  /// Sorts the keys of a mapping in `context`, and reports keys that are not text or occur twice. The caller reports
  /// the unknown ones.
  mutating func fields(of entries: [Node.Entry], in context: Word.Context) -> Fields {
    var fields = Fields()
    var seen: [String: Span] = [:]
    // After a second gesture of the same name come the keys of a rule whose '- ' is missing.
    var isSecondRule = false
    for entry in entries {
      guard let name = entry.key.text, !entry.key.isNull else {
        mismatch(
          .keyNotText, "a key must be text, not \(Phrase.shape(of: entry.key))", at: entry.key.span.firstCharacter)
        fields.hasNonTextKeys = true
        continue
      }
      if let first = seen[name] {
        guard !isSecondRule else { continue }
        isSecondRule = Vocabulary.word(name, in: context)?.role == .gesture
        mismatch(
          .duplicateKey, "duplicate key \(Phrase.quote(name))", at: entry.key.location,
          help: isSecondRule
            ? "start a second rule with '- ': '- \(name): …'"
            : name == .rules ? "write all rules in one list" : nil,
          notes: [.init("the first is here", at: first)])
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

  /// The entries of a mapping whose keys are names of the author's choice; reports keys that are not text, and names
  /// that occur twice.
  /// - Parameters:
  ///   - what: what has the names.
  ///   - help: the help for a name that occurs twice.
  ///   - ignoresCase: true if names that differ in case are the same.
  mutating func named(
    _ entries: [Node.Entry], _ what: String, help: String? = nil, ignoresCase: Bool = false
  ) -> [(name: String, entry: Node.Entry)] {
    var seen: [String: Node] = [:]
    return entries.compactMap { entry in
      // The reader of devices reports an empty name.
      guard let name = entry.key.text, !entry.key.isNull, ignoresCase || !name.isEmpty else {
        mismatch(
          .keyNotText, "\(what)'s name must be text, not \(Phrase.shape(of: entry.key))",
          at: entry.key.location.firstCharacter)
        return nil
      }
      let folded = ignoresCase ? name.lowercased() : name
      if let first = seen[folded] {
        mismatch(
          .duplicateKey,
          "duplicate key \(Phrase.quote(name))" + (first.text == name ? "" : ": names ignore case"),
          at: entry.key.location, help: help, notes: [.init("the first is here", at: first.location)])
        return nil
      }
      seen[folded] = entry.key
      return (name, entry)
    }
  }

  /// Sorts the keys of a mapping in `context`, and reports the unknown ones as well.
  mutating func checkedFields(
    of entries: [Node.Entry], in context: Word.Context, as what: String = "key"
  ) -> Fields {
    let fields = fields(of: entries, in: context)
    for entry in fields.unknown { unknown(entry, in: context, as: what) }
    return fields
  }

  /// True for `press` with a time or keys as its value, which is another tool's word and not that of a touchpad's
  /// button.
  private static func isForeignPress(_ entry: Node.Entry, in context: Word.Context) -> Bool {
    guard context == .rule, entry.key.text == Word.press.name, let value = entry.value.text else { return false }
    // A bare number is one of fingers.
    return value.contains("+") || value.first?.isNumber == true && !isFingerCount(value)
  }

  /// Reports that the key of `entry` is unknown in `context`.
  mutating func unknown(
    _ entry: Node.Entry, in context: Word.Context, as what: String = "key", id: MessageID = .unknownKey,
    found: Found? = nil
  ) {
    // The location of the text, not of an alias: a mistake merged into several mappings is reported once.
    mismatch(
      id, "unknown \(what) \(Phrase.quote(entry.key.text ?? ""))", at: entry.key.span,
      found: found ?? .key(UnknownKey(entry: entry, context: context)), help: Self.help(for: context),
      notes: entry.key.alias.map { [Diagnostic.Note("merged here", at: $0)] } ?? [])
  }

  /// The keys that a mapping may have, for help.
  private static func help(for context: Word.Context) -> String {
    // A list of all keys of a rule helps nobody.
    context == .rule
      ? "a rule has a gesture, its actions such as 'do', and its limits such as 'fingers' and 'when'; see sleight(5)"
      : "the keys here are \(Vocabulary.list(of: context))"
  }
}
