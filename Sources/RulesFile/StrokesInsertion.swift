internal import YAML

/// The position of a new drawing in a rules file's text, for the usual ways of writing one.
struct StrokesInsertion {
  /// Text that replaces some bytes, or none.
  struct Piece {
    var range: Range<Int>
    var text: String
  }

  private let bytes: [UInt8]
  private let lines: SourceLines
  private let entries: [Node.Entry]
  private let root: Node
  /// The line break of the text's first line.
  private let lineBreak: String

  /// The text without a byte order mark, and the mapping that was read from it; nil if it is no mapping.
  init?(_ bytes: [UInt8], _ root: Node) {
    guard case .mapping(let entries) = root.content else { return nil }
    self.bytes = bytes
    self.root = root
    self.entries = entries
    lines = SourceLines(bytes)
    lineBreak = lines.firstBreak.map { String(decoding: $0, as: UTF8.self) } ?? "\n"
  }

  /// The insertions, in the text's order, that add `drawing`, in quotes, to the shape `name`; nil if their position is
  /// unclear.
  func pieces(for name: String, drawing: String) -> [Piece]? {
    guard let section = entries.first(where: { $0.key.text == "strokes" })?.value else {
      return newSection(name, drawing)
    }
    guard section.alias == nil, case .mapping(let shapes) = section.content else { return nil }
    guard let shape = shapes.first(where: { $0.key.text == name }) else {
      return newShape(name, drawing, in: section, shapes)
    }
    if case .sequence(let drawings) = shape.value.content { return longer(shape.value, drawings, by: drawing) }
    return list(of: shape, and: drawing, isFlow: isFlow(section))
  }

  // MARK: New keys

  /// `strokes` before `rules` or `include`, whose comment stays with them.
  private func newSection(_ name: String, _ drawing: String) -> [Piece]? {
    guard let next = entries.first(where: { ["rules", "include"].contains($0.key.text) })?.key else { return nil }
    let start = offset(next.place.start)
    if isFlow(root) {
      let (section, name) = isQuoted(next) ? ("\"strokes\"", "\"\(name)\"") : ("strokes", name)
      return [Piece(range: start..<start, text: "\(section): {\(name): \(drawing)}, ")]
    }
    guard isFirstOnLine(next.place.start) else { return nil }
    var line = next.place.start.line
    while line > 1, isComment(line - 1) { line -= 1 }
    // A comment at the top of a file is about the file.
    if line == 1 { line = next.place.start.line }
    let place = lines.range(ofLine: line).lowerBound
    let indent = spaces(next.place.start.column - 1)
    let text = "\(indent)strokes:\(lineBreak)\(indent)  \(name): \(drawing)\(lineBreak)\(lineBreak)"
    return [Piece(range: place..<place, text: text)]
  }

  /// A shape after the last one.
  private func newShape(
    _ name: String, _ drawing: String, in section: Node, _ shapes: [Node.Entry]
  ) -> [Piece]? {
    guard isFlow(section) else {
      guard let first = shapes.first, let last = shapes.last else { return nil }
      return [line(behind: last.value, indent: first.key.place.start.column - 1, "\(name): \(drawing)")]
    }
    guard let last = shapes.last else {
      let inside = start(of: section) + 1
      return [Piece(range: inside..<inside, text: "\(name): \(drawing)")]
    }
    let end = offset(last.value.place.end)
    return [Piece(range: end..<end, text: ", \(isQuoted(last.key) ? "\"\(name)\"" : name): \(drawing)")]
  }

  // MARK: Another drawing of a shape

  /// A list with an additional element.
  private func longer(_ list: Node, _ drawings: [Node], by drawing: String) -> [Piece]? {
    guard list.alias == nil, let last = drawings.last else { return nil }
    let start = start(of: list)
    if isFlow(list) {
      let end = offset(last.place.end)
      return [Piece(range: end..<end, text: ", \(drawing)")]
    }
    return [line(behind: last, indent: lines.mark(atByte: start).column - 1, "- \(drawing)")]
  }

  /// A list that replaces a single drawing.
  private func list(of shape: Node.Entry, and drawing: String, isFlow: Bool) -> [Piece]? {
    let value = shape.value.place
    let start = offset(value.start)
    if isFlow {
      let end = offset(value.end)
      return [Piece(range: start..<start, text: "["), Piece(range: end..<end, text: ", \(drawing)]")]
    }
    if isFirstOnLine(value.start) {
      let indent = value.start.column - 1
      return [
        Piece(range: start..<start, text: "- "), line(behind: shape.value, indent: indent, "- \(drawing)"),
      ]
    }
    // The drawing moves to its own line, with the comment after it.
    let key = offset(shape.key.place.end)
    guard key <= start, let colon = bytes[key..<start].firstIndex(of: UInt8(ascii: ":")) else { return nil }
    guard bytes[colon + 1..<start].allSatisfy(Self.isBlank) else { return nil }
    let indent = shape.key.place.start.column + 1
    return [
      Piece(range: colon + 1..<start, text: "\(lineBreak)\(spaces(indent))- "),
      line(behind: shape.value, indent: indent, "- \(drawing)"),
    ]
  }

  // MARK: Text

  /// A new line after the one that `node` ends on.
  private func line(behind node: Node, indent: Int, _ text: String) -> Piece {
    let end = lines.range(ofLine: node.place.end.line).upperBound
    return Piece(range: end..<end, text: lineBreak + spaces(indent) + text)
  }

  private func offset(_ mark: Mark) -> Int { lines.offset(of: mark) }

  /// The first byte of a node's content, after its anchor.
  private func start(of node: Node) -> Int {
    var index = offset(node.span.start)
    guard index < bytes.count, bytes[index] == UInt8(ascii: "&") else { return index }
    while index < bytes.count, !Self.isSpace(bytes[index]) { index += 1 }
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    return index
  }

  /// True if it is written in brackets.
  private func isFlow(_ node: Node) -> Bool {
    let index = start(of: node)
    return index < bytes.count && (bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "["))
  }

  private func isQuoted(_ key: Node) -> Bool {
    let index = start(of: key)
    return index < bytes.count && bytes[index] == UInt8(ascii: "\"")
  }

  private func isFirstOnLine(_ mark: Mark) -> Bool {
    bytes[lines.range(ofLine: mark.line).lowerBound..<offset(mark)].allSatisfy { $0 == 0x20 }
  }

  private func isComment(_ line: Int) -> Bool {
    bytes[lines.range(ofLine: line)].first { !Self.isBlank($0) } == UInt8(ascii: "#")
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  private static func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || byte == 0x0a || byte == 0x0d }
}
