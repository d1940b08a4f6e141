internal import Diagnostics
internal import Gestures
internal import YAML

extension RulesReader {
  private static let expectedTemplates = "a drawing or a list of drawings"
  private static let recordHelp = "'sleight record --stroke NAME' writes what you draw into the file"

  /// Reads `strokes`, before any rule: shapes by the names that rules ask for them by. One that has a built-in shape's
  /// name takes its place.
  mutating func strokes(_ value: Node) {
    guard case .mapping(let entries) = value.content else {
      if value.isNull {
        report(
          .missingValue, "'strokes' has no value; it takes a mapping of names and drawings", at: value.span,
          help: Self.recordHelp)
      } else {
        report(
          .wrongShape, "'strokes' takes a mapping of names and drawings, not \(Phrase.shape(of: value))",
          at: value.span.firstCharacter, help: Self.recordHelp)
      }
      return
    }
    var seen: [String: Span] = [:]
    for entry in entries {
      guard let name = entry.key.text, !entry.key.isNull, !name.isEmpty else {
        report(
          .keyNotText, "a stroke's name is text, not \(Phrase.shape(of: entry.key))", at: entry.key.place.firstCharacter
        )
        continue
      }
      if let first = seen[name] {
        report(
          .duplicateKey, "\(Phrase.quote(name)) stands here twice", at: entry.key.place,
          help: "several drawings of one shape are a list", notes: [.init("the first is here", at: SourceSpan(first))])
        continue
      }
      seen[name] = entry.key.place
      // A name with a mistake in its drawings is a name all the same.
      strokes[name] = templates(entry.value, for: name)
      strokeFiles[name] = entry.key.place.start.file
    }
  }

  private mutating func templates(_ value: Node, for name: String) -> [StrokeTemplate] {
    let example = "\"0,50 50,0 99,50\""
    guard let elements = elements(of: value, for: name, expected: Self.expectedTemplates, example: example) else {
      return []
    }
    var templates: [StrokeTemplate] = []
    for element in elements {
      // Who writes one drawing's places as lists does so for all of them.
      guard let text = text(of: element, for: name, expected: Self.expectedTemplates, example: example) else {
        return templates
      }
      if let template = StrokeTemplate(text: text) {
        templates.append(template)
        continue
      }
      report(
        .notAStroke, "\(Phrase.quote(text)) is no drawing of a shape", at: element.span,
        help: "a drawing is places, three or more and not all in a line, such as \(example); \(Self.recordHelp)")
    }
    return templates
  }

  /// Reads the name of a shape.
  mutating func stroke(_ value: Node) -> StrokePattern? {
    guard let name = text(of: value, for: "stroke", expected: "a shape's name", example: "circle") else { return nil }
    if let templates = strokes[name] ?? BuiltInStroke.templates(named: name) {
      return StrokePattern(name, templates: templates)
    }
    // It may stand in a file that cannot be read, which is a mistake that was named.
    guard !hasUnreadFile else { return nil }
    let names = BuiltInStroke.allCases.map(\.name) + strokes.keys.sorted()
    let foreign = ForeignWord.find(name, in: .stroke)
    let meant = foreign == nil ? Suggestion.nearest(to: name, among: names) : foreign?.suggestion
    report(
      .unknownStroke, "unknown stroke \(Phrase.quote(name))", at: value.span, suggestion: meant,
      help: meant == nil ? "there are \(Phrase.all(names)); \(Self.recordHelp)" : nil)
    return nil
  }
}
