internal import Diagnostics
public import Gestures
internal import YAML

/// The text of a rules file with an additional drawing.
public struct StrokesEdit: Hashable, Sendable {
  /// The whole text.
  public let bytes: [UInt8]
  /// The line of the drawing, from 1.
  public let line: Int
  /// The number of drawings that its shape has now.
  public let drawings: Int
}

/// Writes drawings into the text of a rules file, under `strokes`, and leaves all other bytes unchanged.
public enum StrokesEditor {
  /// True if `text` can be a shape's name without quotes: at most 40 letters, digits, '-' and '_', of which neither of
  /// the last two comes first, and no word that YAML reads as something else.
  public static func isName(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, scalars.count <= 40, first != "-", first != "_" else { return false }
    guard !RulesDecoder.isBoolean(text), text.lowercased() != "null" else { return false }
    return scalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .nonspacingMark, .spacingMark:
        true
      default: scalar == "-" || scalar == "_"
      }
    }
  }

  /// The line of a shape under `strokes`, for authors who add it themselves.
  public static func line(_ drawing: StrokeTemplate, as name: String) -> String { "\(name): \"\(drawing.text)\"" }

  /// Adds `drawing` to the shape `name`, which may be new, as may be `strokes` itself. Nil if the text is no YAML
  /// mapping with `strokes` or `rules`, or is written in an unusual way.
  public static func add(_ drawing: StrokeTemplate, as name: String, to bytes: [UInt8]) -> StrokesEdit? {
    let edit = RulesText.edit(bytes) {
      $0.pieces(for: name, drawing: "\"\(drawing.text)\"")
    } isExpected: {
      $1.equals($0, with: drawing.text, as: name)
    }
    guard let edit else { return nil }
    let drawings = edit.root.drawings(of: name)
    guard let last = drawings.last else { return nil }
    return StrokesEdit(bytes: edit.bytes, line: last.location.start.line, drawings: drawings.count)
  }
}

extension Node {
  /// True if it is the rules file `other` with `drawing` as the additional, last drawing of the shape `name`.
  fileprivate func equals(_ other: Node, with drawing: String, as name: String) -> Bool {
    let shapes = value(of: .strokes)?.entries ?? []
    let others = other.value(of: .strokes)?.entries ?? []
    let drawings = drawings(of: name)
    let known = other.drawings(of: name)
    guard drawings.count == known.count + 1, case .scalar(drawing, isPlain: false) = drawings.last?.content else {
      return false
    }
    return Self.agree(entries, other.entries, besides: Word.strokes.name) && Self.agree(shapes, others, besides: name)
      && zip(drawings, known).allSatisfy { $0.hasSameContent(as: $1) }
  }

  /// The drawings of a shape in a rules file.
  fileprivate func drawings(of name: String) -> [Node] {
    guard let value = value(of: .strokes)?.value(of: name) else { return [] }
    if case .sequence(let elements) = value.content { return elements }
    return [value]
  }
}
