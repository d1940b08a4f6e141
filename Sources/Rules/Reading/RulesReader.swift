internal import Diagnostics
internal import Gestures
internal import YAML

/// Reads a document as rules. It goes on behind every mistake, so that one pass finds them all; what it answers is
/// nil where a mistake left nothing to answer with.
struct RulesReader {
  /// After this many mistakes the rest is not listed: nobody reads on, and a hostile file could have a million.
  static let mostMistakes = 1_000

  /// What places of rules start with.
  let fileName: String
  let keyNames: KeyNames?
  /// What was found, in the order it was looked at.
  private(set) var diagnostics: [Diagnostic] = []
  /// How many of them are errors.
  private(set) var errorCount = 0
  /// What was said already: a value that several aliases stand for is wrong once.
  private var said: Set<Said> = []
  /// What key names were mistyped for: looking through all of them takes a while.
  var meantKeys: [String: String?] = [:]
  /// What holds where a rule does not say otherwise.
  var defaults = Defaults()
  /// The shapes of `strokes`.
  var strokes: [String: [StrokeTemplate]] = [:]
  /// The modes that rules set and ask for.
  var modes: [String: ModeUse] = [:]
  /// Whether `settings` let keyboards be read.
  var mayReadKeyboards = false

  private struct Said: Hashable {
    var id: MessageID
    var span: SourceSpan?
  }

  /// A reader of one file.
  init(fileName: String, keyNames: KeyNames?) {
    self.fileName = fileName
    self.keyNames = keyNames
  }

  /// Adds a message about the text in `span`.
  mutating func report(
    _ id: MessageID, _ message: String, at span: Span?, suggestion: String? = nil, help: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    let place = span.map { SourceSpan($0) }
    guard said.insert(Said(id: id, span: place)).inserted else { return }
    if id.severity == .error { errorCount += 1 }
    guard diagnostics.count < Self.mostMistakes else {
      guard diagnostics.count == Self.mostMistakes else { return }
      diagnostics.append(
        Diagnostic(.tooManyMistakes, "more than \(Self.mostMistakes) messages; the rest is not listed", at: place))
      return
    }
    diagnostics.append(Diagnostic(id, message, at: place, suggestion: suggestion, help: help, notes: notes))
  }
}

extension RulesReader {
  /// The text of the value of `key`; says what is wrong where it has none. `expected` is what it should be, with an
  /// article, and `example` how that looks.
  mutating func text(of value: Node, for key: String, expected: String, example: String) -> String? {
    guard case .scalar(let text, let isPlain) = value.content else {
      report(
        .wrongShape, "'\(key)' takes \(expected), not \(Phrase.shape(of: value))", at: value.span.firstCharacter,
        help: "write '\(key): \(example)'")
      return nil
    }
    guard !value.isNull else {
      reportMissing(value, for: key, expected: expected, example: example)
      return nil
    }
    if isPlain, Self.isBoolean(text), expected != "text" {
      report(
        .boolean, "'\(text)' means yes or no in YAML, and '\(key)' takes \(expected)", at: value.span,
        help: "write '\(key): \(example)'")
      return nil
    }
    return text
  }

  /// Says that `key` has no value.
  mutating func reportMissing(_ value: Node, for key: String, expected: String, example: String) {
    report(
      .missingValue, "'\(key)' has no value; it takes \(expected)", at: value.span, help: "write '\(key): \(example)'")
  }

  /// The elements of a list, or what stands alone as a list of one; nil where there is nothing.
  mutating func elements(of value: Node, for key: String, expected: String, example: String) -> [Node]? {
    guard case .sequence(let elements) = value.content else { return [value] }
    guard !elements.isEmpty else {
      report(
        .missingValue, "'\(key)' has an empty list; it takes \(expected)", at: value.span,
        help: "write '\(key): \(example)'")
      return nil
    }
    return elements
  }

  /// Whether YAML 1.1 reads a plain `text` as a truth value (its letters y and n apart: those are keys, too).
  static func isBoolean(_ text: String) -> Bool {
    ["true", "false", "yes", "no", "on", "off"].contains(text.lowercased())
  }
}

extension SourceSpan {
  /// Where the YAML text has it.
  init(_ span: Span) {
    self.init(
      SourcePosition(line: span.start.line, column: span.start.column),
      SourcePosition(line: span.end.line, column: span.end.column))
  }
}

extension Span {
  /// The place where a value of several lines begins; the whole of what stands on one line.
  var firstCharacter: Span {
    start.line == end.line ? self : Span(start, Mark(line: start.line, column: start.column + 1))
  }
}
