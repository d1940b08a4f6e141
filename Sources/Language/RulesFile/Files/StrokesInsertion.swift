internal import Diagnostics
internal import YAML

/// The position of a new drawing.
extension RulesText {
  /// The insertions, in the text's order, that add `drawing`, in quotes, to the shape `name`; nil if their position is
  /// unclear.
  func pieces(for name: String, drawing: String) -> [Piece]? {
    guard let section = value(of: .strokes), let shape = section.entries.first(where: { $0.key.text == name }) else {
      return pieces(for: name, drawing, in: .strokes)
    }
    guard section.alias == nil else { return nil }
    if case .sequence(let drawings) = shape.value.content { return longer(shape.value, drawings, by: drawing) }
    return list(of: shape, and: drawing, isFlow: isFlow(section))
  }

  // MARK: New keys

  /// The insertions that add an entry to the mapping under `key`, which may be new; nil if their position is unclear.
  /// - Parameter value: the value as it stands in brackets.
  func pieces(for name: String, _ value: String, in key: Word) -> [Piece]? {
    guard let section = self.value(of: key) else { return newSection(key, name, value) }
    guard section.alias == nil, case .mapping(let entries) = section.content else { return nil }
    return newEntry(name, value, in: section, entries)
  }

  /// The mapping under `key` before `rules` or `include`, whose comment stays with them.
  private func newSection(_ key: Word, _ name: String, _ value: String) -> [Piece]? {
    guard let next = entries.first(where: { [Word.rules.name, Word.include.name].contains($0.key.text) })?.key else {
      return nil
    }
    if isFlow(root) {
      let (section, name) = isQuoted(next) ? ("\"\(key.name)\"", "\"\(name)\"") : (key.name, name)
      return [Piece("\(section): {\(name): \(value)}, ", at: offset(next.location.start))]
    }
    guard isFirstOnLine(next.location.start) else { return nil }
    var line = startOfComment(above: next.location.start.line)
    // A comment at the top of a file is about the file.
    if line == 1 { line = next.location.start.line }
    let indent = spaces(next.location.start.column - 1)
    let text = "\(indent)\(key.name):\(lineBreak)\(indent)  \(name): \(value)\(lineBreak)\(lineBreak)"
    return [Piece(text, at: lines.range(ofLine: line).lowerBound)]
  }

  /// An entry after the last one.
  private func newEntry(
    _ name: String, _ value: String, in section: Node, _ entries: [Node.Entry]
  ) -> [Piece]? {
    guard isFlow(section) else {
      guard let first = entries.first, let last = entries.last else { return nil }
      return [line(behind: last.value, indent: first.key.location.start.column - 1, "\(name): \(value)")]
    }
    guard let last = entries.last else {
      return [Piece("\(name): \(value)", at: start(of: section) + 1)]
    }
    let key = isQuoted(last.key) ? "\"\(name)\"" : name
    return [Piece(", \(key): \(value)", at: offset(last.value.location.end))]
  }

  // MARK: Another drawing of a shape

  /// A list with an additional element.
  private func longer(_ list: Node, _ drawings: [Node], by drawing: String) -> [Piece]? {
    guard list.alias == nil, let last = drawings.last else { return nil }
    if isFlow(list) { return [Piece(", \(drawing)", at: offset(last.location.end))] }
    return [line(behind: last, indent: lines.mark(atByte: start(of: list)).column - 1, "- \(drawing)")]
  }

  /// A list that replaces a single drawing.
  private func list(of shape: Node.Entry, and drawing: String, isFlow: Bool) -> [Piece]? {
    let value = shape.value.location
    let start = offset(value.start)
    if isFlow {
      return [Piece("[", at: start), Piece(", \(drawing)]", at: offset(value.end))]
    }
    if isFirstOnLine(value.start) {
      let indent = value.start.column - 1
      return [Piece("- ", at: start), line(behind: shape.value, indent: indent, "- \(drawing)")]
    }
    // The drawing moves to its own line, with the comment after it.
    let key = offset(shape.key.location.end)
    guard key <= start, let colon = bytes[key..<start].firstIndex(of: UInt8(ascii: ":")) else { return nil }
    guard bytes[colon + 1..<start].allSatisfy(Self.isBlank) else { return nil }
    let indent = shape.key.location.start.column + 1
    return [
      Piece(range: colon + 1..<start, text: "\(lineBreak)\(spaces(indent))- "),
      line(behind: shape.value, indent: indent, "- \(drawing)"),
    ]
  }
}
