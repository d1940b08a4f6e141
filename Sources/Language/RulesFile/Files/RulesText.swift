internal import Diagnostics
internal import YAML

/// The text of a rules file that is edited: where its values are, for the usual ways of writing them.
///
/// YAML can be written in more ways than anyone thinks of, so only the usual ones are edited, and the result is parsed
/// again: it is valid only if it differs from the old content by what was added alone.
struct RulesText {
  /// Text that replaces some bytes, or none.
  struct Piece {
    var range: Range<Int>
    var text: String

    init(range: Range<Int>, text: String) {
      self.range = range
      self.text = text
    }

    /// Text that replaces nothing.
    init(_ text: String, at offset: Int) { self.init(range: offset..<offset, text: text) }
  }

  let bytes: [UInt8]
  let lines: SourceLines
  let entries: [Node.Entry]
  let root: Node
  /// The line break of the text's first line.
  let lineBreak: String

  /// Inserts `pieces` into a rules file's text and leaves all other bytes unchanged.
  /// - Parameters:
  ///   - bytes: the text.
  ///   - pieces: the insertions, in the text's order; nil if their position is unclear.
  ///   - isExpected: true if the second content is the first with the addition.
  /// - Returns: the new text and its content; nil if the text is no mapping, or is written in an unusual way.
  static func edit(
    _ bytes: [UInt8], _ pieces: (RulesText) -> [Piece]?, isExpected: (_ old: Node, _ new: Node) -> Bool
  ) -> (bytes: [UInt8], root: Node)? {
    let mark = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.prefix(3) : []
    let text = Array(bytes.dropFirst(mark.count))
    guard let root = try? Node.parse(text), let pieces = RulesText(text, root).flatMap(pieces) else { return nil }
    var edited = text
    // Pieces are inserted from the last to the first, so that earlier offsets stay valid.
    for piece in pieces.reversed() { edited.replaceSubrange(piece.range, with: Array(piece.text.utf8)) }
    guard let result = try? Node.parse(edited), isExpected(root, result) else { return nil }
    return (mark + edited, result)
  }

  /// The text without a byte order mark, and the mapping that was read from it; nil if it is no mapping.
  init?(_ bytes: [UInt8], _ root: Node) {
    guard case .mapping(let entries) = root.content else { return nil }
    self.bytes = bytes
    self.root = root
    self.entries = entries
    lines = SourceLines(bytes)
    lineBreak = lines.firstBreak.map { String(decoding: $0, as: UTF8.self) } ?? "\n"
  }

  func value(of key: Word) -> Node? { root.value(of: key) }

  /// New lines after the one that `node` ends on; empty ones are not indented.
  func lines(behind node: Node, indent: Int, _ texts: [String]) -> Piece {
    Piece(
      texts.map { lineBreak + ($0.isEmpty ? "" : spaces(indent) + $0) }.joined(),
      at: lines.range(ofLine: node.location.end.line).upperBound)
  }

  /// A new line after the one that `node` ends on.
  func line(behind node: Node, indent: Int, _ text: String) -> Piece { lines(behind: node, indent: indent, [text]) }

  /// The first line of the comment right above `line`, or else `line` itself.
  func startOfComment(above line: Int) -> Int {
    var line = line
    while line > 1, isComment(line - 1) { line -= 1 }
    return line
  }

  func offset(_ mark: Mark) -> Int { lines.offset(of: mark) }

  /// The first byte of a node's content, after its anchor.
  func start(of node: Node) -> Int {
    var index = offset(node.span.start)
    guard index < bytes.count, bytes[index] == UInt8(ascii: "&") else { return index }
    while index < bytes.count, !Self.isSpace(bytes[index]) { index += 1 }
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    return index
  }

  /// True if it is written in brackets.
  func isFlow(_ node: Node) -> Bool {
    let index = start(of: node)
    return index < bytes.count && (bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "["))
  }

  func isQuoted(_ key: Node) -> Bool {
    let index = start(of: key)
    return index < bytes.count && bytes[index] == UInt8(ascii: "\"")
  }

  func isFirstOnLine(_ mark: Mark) -> Bool {
    bytes[lines.range(ofLine: mark.line).lowerBound..<offset(mark)].allSatisfy { $0 == 0x20 }
  }

  func isBlank(_ line: Int) -> Bool { bytes[lines.range(ofLine: line)].allSatisfy(Self.isBlank) }

  func isComment(_ line: Int) -> Bool {
    bytes[lines.range(ofLine: line)].first { !Self.isBlank($0) } == UInt8(ascii: "#")
  }

  func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  static func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || byte == 0x0a || byte == 0x0d }
}
