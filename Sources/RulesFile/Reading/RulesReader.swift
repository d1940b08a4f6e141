internal import Diagnostics
internal import Gestures
internal import Hyprland
internal import YAML

/// Reads a document as rules. Reading continues after each mistake, so that one pass finds all of them; a function
/// returns nil if a mistake leaves nothing to return.
struct RulesReader {
  /// The number of mistakes that are listed: nobody reads more, and a hostile file could have a million.
  static let mostMistakes = 1_000

  /// The number of messages after which no more suggestions are searched for.
  static let mostSuggestions = 100

  /// The number of names and patterns that are searched for another tool's syntax: a search takes half a millisecond.
  static let mostPatterns = 1_000

  /// The beginning of the locations that rules are known by.
  var fileName = ""
  let keyNames: KeyNames?
  /// The texts of all files, for parts that the YAML nodes leave out.
  var sources: SourceFiles?
  /// The messages, in the order of finding.
  private(set) var diagnostics: [Diagnostic] = []
  /// The number of errors among them.
  private(set) var errorCount = 0
  /// The messages so far: a mistake in a value with several aliases is reported once.
  private var reported: Set<ReportedMistake> = []
  /// Suggestions for mistyped key names: a search through all names is slow.
  var meantKeys: [String: String?] = [:]
  /// The names for these suggestions; nil until the first search.
  var candidateKeys: [String]?
  /// The number of names and patterns that were searched for another tool's syntax.
  var searchedPatterns = 0
  /// The defaults of limits that a rule leaves out.
  var defaults = Defaults()
  /// The shapes of `strokes`.
  var strokes: [String: [StrokeTemplate]] = [:]
  /// The modes that rules set and require.
  var modes: [String: ModeUse] = [:]
  /// True if `settings` permit reading keyboards.
  var mayReadKeyboards = false
  /// True if the contacts of touchpads may be read.
  var mayReadContacts = true
  /// The numbers of the files that define the shapes.
  var strokeFiles: [String: Int] = [:]
  /// The running Hyprland; nil if unknown.
  var hyprland: HyprlandRelease?
  /// True if no other file could contain rules.
  var isAlone = true
  /// True if a file could not be read: then nothing can be reported as missing.
  var hasUnreadFile = false

  private struct ReportedMistake: Hashable {
    var id: String
    var span: SourceSpan?
    var file: Int
  }

  /// True if valid values that probably have another meaning are reported, and suggestions are searched for. False for a
  /// reader that tries a suggestion.
  var warnsOfDoubts = true

  /// Creates a reader that has read nothing yet.
  init(keyNames: KeyNames?) { self.keyNames = keyNames }

  /// Adds a message about the text in `span`.
  mutating func report(
    _ id: MessageID, _ message: String, at span: Span?, suggestion: String? = nil, help: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    add(Diagnostic(id, message, at: span.map { SourceSpan($0) }, suggestion: suggestion, help: help, notes: notes))
  }

  /// Adds a YAML error of the file with this number.
  mutating func report(_ error: ParseError, in file: Int) { add(Diagnostic(error, in: file)) }

  /// Adds an objection to the whole file with this number, at the location that includes it.
  mutating func report(_ objection: Diagnostic, of file: Int, includedAt location: Span?) {
    let notes = location.map { [Diagnostic.Note("included here", at: SourceSpan($0))] } ?? []
    add(
      Diagnostic(
        objection.severity, id: objection.id, objection.message, of: file, help: objection.help, notes: notes))
  }

  /// True if the limit of messages is reached, so that an expensive message need not be composed.
  var hasReportedEnough: Bool { diagnostics.count > Self.mostMistakes }

  /// True if the file has so many errors that the rest need not be read.
  var hasFailed: Bool { errorCount > Self.mostMistakes }

  /// True while suggestions are searched for: a search is slow, and nobody reads as many messages.
  var seeksSuggestions: Bool { diagnostics.count < Self.mostSuggestions }

  /// The candidate most like `word`; nil if there is none, or if suggestions are not searched for any more.
  func nearest(to word: String, among candidates: @autoclosure () -> [String]) -> String? {
    seeksSuggestions ? Suggestion.nearest(to: word, among: candidates()) : nil
  }

  private mutating func add(_ diagnostic: Diagnostic) {
    let mistake = ReportedMistake(id: diagnostic.id, span: diagnostic.span, file: diagnostic.file)
    guard reported.insert(mistake).inserted else { return }
    if diagnostic.severity == .error { errorCount += 1 }
    guard diagnostics.count < Self.mostMistakes else {
      guard diagnostics.count == Self.mostMistakes else { return }
      diagnostics.append(
        Diagnostic(
          .tooManyMistakes, "more than \(Self.mostMistakes) messages; the others are not listed", at: diagnostic.span))
      return
    }
    diagnostics.append(diagnostic)
  }
}

extension RulesReader {
  /// The text of the value of `key`; reports a value without text. `expected` describes the value, with an article, and
  /// `example` is one. Nil if the file has failed.
  mutating func text(of value: Node, for key: String, expected: String, example: String) -> String? {
    guard !hasFailed else { return nil }
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
        .boolean, "YAML reads '\(text)' as true or false; '\(key)' takes \(expected)", at: value.span,
        help: "write '\(key): \(example)'")
      return nil
    }
    return text
  }

  /// The longest line, in bytes, that is searched for comments: a file of one line would be searched again for each of
  /// its commands, and no line with a comment is that long.
  private static let longestLine = 1000

  /// The comment after `mark` on its line; nil if there is none.
  func comment(behind mark: Mark) -> String? {
    guard let line = sources?[mark.file].line(mark.line), line.count <= Self.longestLine else { return nil }
    let text = String(decoding: line, as: UTF8.self).unicodeScalars.dropFirst(mark.column - 1)
    let rest = text.drop { $0 == " " || $0 == "\t" }
    return rest.first == "#" ? String(rest) : nil
  }

  /// Reports that `key` has no value.
  mutating func reportMissing(_ value: Node, for key: String, expected: String, example: String) {
    report(
      .missingValue, "'\(key)' has no value; it takes \(expected)", at: value.span, help: "write '\(key): \(example)'")
  }

  /// The elements of a list, or a single value as a list of one; nil if there is no value.
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

  /// True if YAML 1.1 reads a plain `text` as a truth value (except its letters y and n, which are also keys).
  static func isBoolean(_ text: String) -> Bool {
    ["true", "false", "yes", "no", "on", "off"].contains(text.lowercased())
  }
}

extension SourceSpan {
  /// The source location of a YAML span.
  init(_ span: Span) {
    self.init(
      SourcePosition(line: span.start.line, column: span.start.column),
      SourcePosition(line: span.end.line, column: span.end.column), file: span.start.file)
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
