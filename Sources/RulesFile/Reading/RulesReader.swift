internal import Diagnostics
internal import Gestures
internal import YAML

/// Reads a document as rules. It goes on behind every mistake, so that one pass finds them all; what it answers is
/// nil where a mistake left nothing to answer with.
struct RulesReader {
  /// After this many mistakes the rest is not listed: nobody reads on, and a hostile file could have a million.
  static let mostMistakes = 1_000

  /// What places of rules start with.
  var fileName = ""
  let keyNames: KeyNames?
  /// The texts of all files, for what YAML leaves out of them.
  var sources: SourceFiles?
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
  /// The numbers of the files that they stand in.
  var strokeFiles: [String: Int] = [:]
  /// Whether there is no other file that rules could be in.
  var isAlone = true
  /// Whether some of what there is to read could not be read: then it is not known what is missing.
  var hasUnreadFile = false

  private struct Said: Hashable {
    var id: String
    var span: SourceSpan?
    var file: Int
  }

  /// A reader that has read nothing yet.
  init(keyNames: KeyNames?) { self.keyNames = keyNames }

  /// Adds a message about the text in `span`.
  mutating func report(
    _ id: MessageID, _ message: String, at span: Span?, suggestion: String? = nil, help: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    add(Diagnostic(id, message, at: span.map { SourceSpan($0) }, suggestion: suggestion, help: help, notes: notes))
  }

  /// Adds what YAML itself has against the file of this number.
  mutating func report(_ error: ParseError, in file: Int) { add(Diagnostic(error, in: file)) }

  /// Adds an objection to the whole file of this number, with the place that includes it.
  mutating func report(_ objection: Diagnostic, of file: Int, includedAt place: Span?) {
    let notes = place.map { [Diagnostic.Note("it is included here", at: SourceSpan($0))] } ?? []
    add(
      Diagnostic(
        objection.severity, id: objection.id, objection.message, of: file, help: objection.help, notes: notes))
  }

  /// Whether so much was said already that no more is: what takes time to be said well need not be made up then.
  var hasSaidEnough: Bool { diagnostics.count > Self.mostMistakes }

  private mutating func add(_ diagnostic: Diagnostic) {
    let said = Said(id: diagnostic.id, span: diagnostic.span, file: diagnostic.file)
    guard self.said.insert(said).inserted else { return }
    if diagnostic.severity == .error { errorCount += 1 }
    guard diagnostics.count < Self.mostMistakes else {
      guard diagnostics.count == Self.mostMistakes else { return }
      diagnostics.append(
        Diagnostic(
          .tooManyMistakes, "more than \(Self.mostMistakes) messages; the rest is not listed", at: diagnostic.span))
      return
    }
    diagnostics.append(diagnostic)
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

  /// The longest line, in bytes, in which comments are looked for: a file on one line would be read for each command in
  /// it, and nobody writes a comment behind so much.
  private static let longestLine = 1000

  /// The comment behind `mark`, on its line; nil where there is none.
  func comment(behind mark: Mark) -> String? {
    guard let line = sources?[mark.file].line(mark.line), line.count <= Self.longestLine else { return nil }
    let text = String(decoding: line, as: UTF8.self).unicodeScalars.dropFirst(mark.column - 1)
    let rest = text.drop { $0 == " " || $0 == "\t" }
    return rest.first == "#" ? String(rest) : nil
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
      SourcePosition(line: span.end.line, column: span.end.column), file: span.start.file)
  }
}

extension Span {
  /// The place where a value of several lines begins; the whole of what stands on one line.
  var firstCharacter: Span {
    start.line == end.line ? self : Span(start, start.advanced(by: 1))
  }
}

extension Node {
  var isSequence: Bool { if case .sequence = content { true } else { false } }
  var isMapping: Bool { if case .mapping = content { true } else { false } }
}

/// Where the rules of a file set a mode and ask for it.
struct ModeUse {
  /// The first place that sets it.
  private(set) var set: Span?
  /// The first place that asks for it.
  private(set) var asked: Span?

  /// Notes a place.
  mutating func note(_ place: Span, isSet: Bool) {
    if isSet { set = set ?? place } else { asked = asked ?? place }
  }
}
