public import Gestures
internal import YAML

/// A rules file's text that has one more drawing.
public struct StrokesEdit: Hashable, Sendable {
  /// The whole text.
  public let bytes: [UInt8]
  /// The line the drawing stands on, from 1.
  public let line: Int
  /// How many drawings its shape has now.
  public let drawings: Int
}

/// Writes drawings into the text of a rules file, under `strokes`, and leaves every other byte as it is.
///
/// YAML can be written in more ways than anyone thinks of. So an edit is made where the usual ways have its place, and
/// what came of it is read again: it counts where it says what the text said before and the drawing, and nothing else.
public enum StrokesEditor {
  /// Whether `text` can be a shape's name without quotes: letters, digits, '-' and '_', of which neither of the last
  /// two comes first, at most 40, and no word that YAML takes for something else.
  public static func isName(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, scalars.count <= 40, first != "-", first != "_" else { return false }
    guard !RulesReader.isBoolean(text), text.lowercased() != "null" else { return false }
    return scalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .nonspacingMark, .spacingMark:
        true
      default: scalar == "-" || scalar == "_"
      }
    }
  }

  /// The line that a shape has under `strokes`, for those who write it themselves.
  public static func line(_ drawing: StrokeTemplate, as name: String) -> String { "\(name): \"\(drawing.text)\"" }

  /// Adds `drawing` to the shape `name`, which may be new, as may be `strokes` itself. Nil where the text is no YAML
  /// mapping with either `strokes` or `rules`, and where it is written in a way that is not edited.
  public static func add(_ drawing: StrokeTemplate, as name: String, to bytes: [UInt8]) -> StrokesEdit? {
    let mark = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.prefix(3) : []
    let text = Array(bytes.dropFirst(mark.count))
    guard let root = try? Node.parse(text), let place = StrokesPlace(text, root) else { return nil }
    guard let pieces = place.pieces(for: name, drawing: "\"\(drawing.text)\"") else { return nil }
    var edited = text
    // From the last to the first, so that the places of those before stay what they were.
    for piece in pieces.reversed() { edited.replaceSubrange(piece.range, with: Array(piece.text.utf8)) }
    guard let result = try? Node.parse(edited), result.equals(root, with: drawing.text, as: name) else { return nil }
    let drawings = result.drawings(of: name)
    guard let last = drawings.last else { return nil }
    return StrokesEdit(bytes: mark + edited, line: last.place.start.line, drawings: drawings.count)
  }
}

extension Node {
  /// Whether it is the rules file `other` and has, besides, `drawing` as the last one of the shape `name`.
  fileprivate func equals(_ other: Node, with drawing: String, as name: String) -> Bool {
    let shapes = entries(at: "strokes")
    let others = other.entries(at: "strokes")
    let drawings = drawings(of: name)
    let known = other.drawings(of: name)
    guard drawings.count == known.count + 1, case .scalar(drawing, isPlain: false) = drawings.last?.content else {
      return false
    }
    return Self.agree(entries.filter { $0.key.text != "strokes" }, other.entries.filter { $0.key.text != "strokes" })
      && Self.agree(shapes.filter { $0.key.text != name }, others.filter { $0.key.text != name })
      && zip(drawings, known).allSatisfy { $0.says($1) }
  }

  /// A rules file's drawings of one shape.
  fileprivate func drawings(of name: String) -> [Node] {
    guard let value = entries(at: "strokes").first(where: { $0.key.text == name })?.value else { return [] }
    if case .sequence(let elements) = value.content { return elements }
    return [value]
  }

  private var entries: [Entry] { if case .mapping(let entries) = content { entries } else { [] } }

  private func entries(at key: String) -> [Entry] { entries.first { $0.key.text == key }?.value.entries ?? [] }

  private static func agree(_ entries: [Entry], _ others: [Entry]) -> Bool {
    entries.count == others.count
      && zip(entries, others).allSatisfy { $0.key.says($1.key) && $0.value.says($1.value) }
  }

  /// Whether it says what `other` says, wherever that stands.
  private func says(_ other: Node) -> Bool {
    switch (content, other.content) {
    case (.sequence(let elements), .sequence(let others)):
      elements.count == others.count && zip(elements, others).allSatisfy { $0.says($1) }
    case (.mapping(let entries), .mapping(let others)): Self.agree(entries, others)
    case (.scalar, .scalar): content == other.content
    case (.scalar, _), (.sequence, _), (.mapping, _): false
    }
  }
}
