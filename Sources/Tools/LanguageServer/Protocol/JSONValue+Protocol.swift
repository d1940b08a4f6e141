internal import JSONLines
internal import Text

extension Position {
  /// Reads a position.
  /// - Throws: `Refusal`.
  init(_ value: JSONValue?) throws(Refusal) {
    guard let line = value?["line"]?.integer, let column = value?["character"]?.integer, line >= 0, column >= 0 else {
      throw Refusal(.invalidParameters, "a position has a 'line' and a 'character', from 0")
    }
    (self.line, self.column) = (line, column)
  }

  var json: JSONValue { ["line": .number(Double(line)), "character": .number(Double(column))] }
}

extension JSONValue {
  /// The text of a member.
  /// - Throws: `Refusal` if there is none.
  func text(_ name: String) throws(Refusal) -> String {
    guard let text = self[name]?.string else {
      throw Refusal(.invalidParameters, "'\(name)' is missing, or is no string")
    }
    return text
  }

  /// A member of members: `capabilities`, `general`, `positionEncodings`.
  func member(_ names: String...) -> JSONValue? {
    names.reduce(Optional(self)) { $0?[$1] }
  }

  static func range(_ start: Position, _ end: Position) -> JSONValue { ["start": start.json, "end": end.json] }

  /// Text in Markdown, or without its marks.
  static func markup(_ text: String, isMarkdown: Bool) -> JSONValue {
    [
      "kind": isMarkdown ? "markdown" : "plaintext",
      "value": .string(
        isMarkdown ? text : text.replacing("**", with: "").replacing("```yaml\n", with: "").replacing("\n```", with: "")
      ),
    ]
  }
}

extension DocumentText {
  /// A range of bytes as the protocol writes it.
  func json(_ range: Range<Int>, _ encoding: PositionEncoding) -> JSONValue {
    .range(position(at: range.lowerBound, encoding), position(at: range.upperBound, encoding))
  }
}
