internal import Diagnostics
internal import Gestures
internal import YAML

extension RulesDecoder {
  private static let expectedTemplates = "a drawing or a list of drawings"
  private static let recordHelp = "'sleight record --stroke NAME' adds a drawing to the file"

  /// Reads `strokes`, before all rules: shapes by name. A shape with a built-in shape's name replaces it.
  mutating func strokes(_ value: Node) {
    guard case .mapping(let entries) = value.content else {
      if value.isNull {
        mismatch(
          .missingValue, "'strokes' has no value; it takes a mapping of names and drawings", at: value.span,
          help: Self.recordHelp)
      } else {
        mismatch(
          .wrongShape, "'strokes' takes a mapping of names and drawings, not \(Phrase.shape(of: value))",
          at: value.span.firstCharacter, help: Self.recordHelp)
      }
      return
    }
    for (name, entry) in named(entries, "a stroke", help: "write several drawings of a shape as a list") {
      // A shape with a mistake in its drawings still counts as defined.
      content.strokes[name] = templates(entry.value, for: name)
      content.strokeFiles[name] = entry.key.location.start.file
    }
  }

  private mutating func templates(_ value: Node, for name: String) -> [StrokeTemplate] {
    let example = "\"0,50 50,0 99,50\""
    guard let elements = elements(of: value, for: name, expected: Self.expectedTemplates, example: example) else {
      return []
    }
    var templates: [StrokeTemplate] = []
    for element in elements {
      // A drawing whose points are written as lists is reported once: the others will be written the same way.
      guard let text = text(of: element, for: name, expected: Self.expectedTemplates, example: example) else {
        return templates
      }
      if let template = StrokeTemplate(text: text) {
        templates.append(template)
        continue
      }
      mismatch(
        .notAStroke, "\(Phrase.quote(text)) is not a drawing of a shape", at: element.span,
        help: "a drawing has three or more points that are not all on one line, such as \(example); \(Self.recordHelp)")
    }
    return templates
  }

  /// Reads the name of a shape.
  mutating func stroke(_ field: Field) -> StrokePattern? {
    let value = field.value
    guard let name = text(of: value, for: field.name, expected: "a shape's name", example: "circle") else {
      return nil
    }
    if let templates = content.strokes[name] ?? BuiltInStroke.templates(named: name) {
      return StrokePattern(name, templates: templates)
    }
    // The shape may be in a file that could not be read, which was reported.
    guard !hasUnreadFile else { return nil }
    let builtIn = BuiltInStroke.allCases.map(\.name)
    let names = builtIn + content.strokes.keys.filter { !builtIn.contains($0) }.sorted()
    mismatch(
      .unknownStroke, "unknown stroke \(Phrase.quote(name))", at: value.span, found: .stroke(name, names: names),
      help: "the strokes are \(Phrase.all(names)); \(Self.recordHelp)")
    return nil
  }
}
