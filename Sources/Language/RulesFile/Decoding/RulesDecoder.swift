internal import Diagnostics
internal import YAML

/// Decodes documents as rules. Decoding continues after each mismatch, so that one pass finds all of them; a function
/// returns nil if a mismatch leaves nothing to return.
package struct RulesDecoder {
  /// The number of messages that are listed: nobody reads more, and a hostile file could have a million.
  static let mostMessages = 1_000

  /// The beginning of the locations that rules are known by.
  var fileName = ""
  let names: Names
  /// The findings, in order.
  private(set) var findings: [Finding] = []
  /// The number of mismatches that are errors.
  private(set) var errorCount = 0
  private var mismatchCount = 0
  /// The mismatches so far: one in a value with several aliases is reported once.
  private var known: Set<Identity> = []
  /// The number of comparisons of characters that all conditions together may take each time that the window in focus
  /// or its title changes: a few milliseconds. 2,000 titles with a star at both ends take as many.
  static let mostComparisons = 4 << 20

  /// The comparisons of the rules so far.
  var comparisons = 0
  /// The values that apply to all rules.
  var content = FileContent()
  /// The number of the rule that is being decoded.
  var ruleNumber = 0
  /// The entry of an action that is being decoded.
  var entry = ActionEntry()
  /// The gestures under `gestures` that are steps of themselves, or that contain others too deep.
  var endless: Set<String> = []
  /// True if no other file could contain rules.
  var isAlone = true
  /// True if a file could not be read: then nothing can be reported as missing.
  var hasUnreadFile = false
  /// The changes of rules to the content, which takes them when all are read.
  var effects: [RuleEffect] = []
  /// The entries of `rules` in the order of reading, if they are recorded.
  var records: [EntryRecord] = []
  /// The memory for the next check, or of the one before; nil if nothing is kept.
  var memory: CheckMemory?
  /// True if this check uses what an earlier one kept.
  var isRepeated = false
  /// True if it turned out to be of no use for these texts.
  var isMemoryUseless = false
  /// The changes of entries since the earlier check, by the number of their file.
  var changes: [Int: EntryChange] = [:]

  /// The first invisible character of each text that has one, with the location of the text.
  private(set) var invisible: [(scalar: Unicode.Scalar, span: Span)] = []

  /// The time that is left.
  let time: ReadingTime
  /// The number of values since the time was asked for.
  private var valueCount = 0
  /// True if the time was over: then nothing more is decoded.
  private(set) var isOverdue = false

  private struct Identity: Hashable {
    var id: MessageID
    var span: Span?
  }

  /// Tests of names that no list of words has.
  struct Names {
    /// The keysym of a key's name, which may be in any case; nil if there is none, or more than one.
    var key: (String) -> String?
    /// False for a text that is almost a kind of device.
    var isDevice: (String) -> Bool
  }

  init(_ names: Names, time: ReadingTime = .limited) {
    self.names = names
    self.time = time
  }

  /// Reports at `span`, once, that the time is over.
  /// - Returns: true if it is.
  mutating func checkTime(at span: Span?) -> Bool {
    if !isOverdue, time.isOver() {
      isOverdue = true
      mismatch(.tooSlow, MessageID.tooSlowText, at: span)
    }
    return isOverdue
  }

  /// Adds a mismatch.
  mutating func mismatch(
    _ id: MessageID, _ message: @autoclosure () -> String, at span: Span?, found: @autoclosure () -> Found? = nil,
    help: @autoclosure () -> String? = nil, notes: @autoclosure () -> [Diagnostic.Note] = []
  ) {
    guard known.insert(Identity(id: id, span: span)).inserted else { return }
    if id.severity == .error { errorCount += 1 }
    mismatchCount += 1
    guard !isFull else { return }
    findings.append(
      .mismatch(
        Mismatch(id: id, message: message(), span: span, help: help(), notes: notes(), found: found(), rule: ruleNumber)
      ))
  }

  mutating func mismatch(_ mismatch: Mismatch) {
    self.mismatch(
      mismatch.id, mismatch.message, at: mismatch.span, found: mismatch.found, help: mismatch.help,
      notes: mismatch.notes)
  }

  /// Adds a YAML error of the file with this number.
  mutating func mismatch(_ error: ParseError, in file: Int) { add(Diagnostic(error, in: file)) }

  /// Adds an objection to the whole file with this number, at the location that includes it.
  mutating func mismatch(_ objection: Diagnostic, of file: Int, includedAt location: Span?) {
    let notes = location.map { [Diagnostic.Note("included here", at: $0)] } ?? []
    add(
      Diagnostic(
        objection.severity, id: objection.id, objection.message, of: file, help: objection.help, notes: notes))
  }

  private mutating func add(_ message: Diagnostic) {
    if message.severity == .error { errorCount += 1 }
    findings.append(.message(message))
  }

  /// Notes the invisible characters of all keys and values.
  mutating func noteInvisible(in node: Node) {
    guard invisible.count < Self.mostMessages else { return }
    switch node.content {
    case .scalar(let text, _):
      // Nearly all texts are ASCII.
      guard text.utf8.contains(where: { $0 >= 0x80 }), let scalar = text.firstInvisible else { return }
      invisible.append((scalar, node.span))
    case .sequence(let elements): for element in elements { noteInvisible(in: element) }
    case .mapping(let entries):
      for entry in entries {
        noteInvisible(in: entry.key)
        noteInvisible(in: entry.value)
      }
    }
  }

  /// Adds a valid value for advisors.
  mutating func note(_ value: @autoclosure () -> ValidValue) { if !isFull { findings.append(.valid(value())) } }

  /// How much was decoded so far.
  /// - Parameter rules: the number of rules.
  func tally(rules: Int) -> EntryTally {
    EntryTally(
      rules: rules, findings: findings.count, effects: effects.count, errors: errorCount, mismatches: mismatchCount,
      comparisons: comparisons)
  }

  /// Counts entries that are not decoded again.
  mutating func count(_ tally: EntryTally) {
    errorCount += tally.errors
    mismatchCount += tally.mismatches
    comparisons += tally.comparisons
  }

  /// Removes and returns the findings from `index` on.
  mutating func takeFindings(from index: Int) -> [Finding] {
    defer { findings.removeSubrange(index...) }
    return Array(findings[index...])
  }

  mutating func append(_ others: [Finding]) { findings += others }

  /// True if all messages are listed, and no condition was too much: then an entry is decoded independently of others.
  var isWithinLimits: Bool {
    mismatchCount <= Self.mostMessages && comparisons <= Self.mostComparisons && !isOverdue
  }

  /// True if there are more mismatches than are listed.
  var isFull: Bool { mismatchCount > Self.mostMessages + 1 }
}

extension RulesDecoder {
  /// The text of the value of `key`; a value without text is a mismatch. `expected` describes the value, with an
  /// article, and `example` is one. Nil if the file has so many errors that the rest need not be decoded.
  mutating func text(of value: Node, for key: String, expected: String, example: String) -> String? {
    guard errorCount <= Self.mostMessages, !isOverdue else { return nil }
    // Asking takes as long as decoding a value.
    valueCount += 1
    if valueCount % 64 == 0, checkTime(at: value.span) { return nil }
    guard case .scalar(let text, let isPlain) = value.content, !value.isNull else {
      wrongShape(value, for: key, expected: expected, example: example)
      return nil
    }
    if isPlain, Self.isBoolean(text), expected != "text" {
      mismatch(
        .boolean, "YAML reads '\(text)' as true or false; '\(key)' takes \(expected)", at: value.span,
        help: "write '\(key): \(example)'")
      return nil
    }
    return text
  }

  /// Reports a value of another shape than `expected`, or that there is none.
  mutating func wrongShape(
    _ value: Node, for key: String, expected: String, example: String, found: Found? = nil, help: String? = nil
  ) {
    guard !value.isNull else { return missing(value, for: key, expected: expected, example: example) }
    mismatch(
      .wrongShape, "'\(key)' takes \(expected), not \(Phrase.shape(of: value))", at: value.span.firstCharacter,
      found: found, help: help ?? "write '\(key): \(example)'")
  }

  /// Reports that `key` has no value.
  mutating func missing(_ value: Node, for key: String, expected: String, example: String) {
    mismatch(
      .missingValue, "'\(key)' has no value; it takes \(expected)", at: value.span, help: "write '\(key): \(example)'")
  }

  /// The elements of a list, or a single value as a list of one; nil if there is no value.
  mutating func elements(of value: Node, for key: String, expected: String, example: String) -> [Node]? {
    guard case .sequence(let elements) = value.content else { return [value] }
    guard !elements.isEmpty else {
      mismatch(
        .missingValue, "'\(key)' has an empty list; it takes \(expected)", at: value.span,
        help: "write '\(key): \(example)'")
      return nil
    }
    return elements
  }

  /// True if YAML 1.1 reads a plain `text` as a truth value (except its letters y and n, which are also keys).
  static func isBoolean(_ text: String) -> Bool {
    ["true", "false", "yes", "no", "on", "off"].contains(text.lowercased())
  }
}

extension Span {
  /// The first character of a span of several lines; otherwise the whole span.
  var firstCharacter: Span {
    start.line == end.line ? self : Span(start, start.advanced(by: 1))
  }
}

extension Node {
  var isSequence: Bool { if case .sequence = content { true } else { false } }
  var isMapping: Bool { if case .mapping = content { true } else { false } }

  /// The word of `context` that its text is; nil if it is none.
  func word(in context: Word.Context) -> Word? { text.flatMap { Vocabulary.word($0, in: context) } }
}

extension String {
  /// True if it has no characters but spaces and line breaks.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

/// The locations at which rules set and require a mode.
struct ModeUse {
  /// The first location that sets it.
  private(set) var set: Span?
  /// The first location that requires it.
  private(set) var required: Span?

  /// Records a location.
  mutating func note(_ location: Span, isSet: Bool) {
    if isSet { set = set ?? location } else { required = required ?? location }
  }
}
