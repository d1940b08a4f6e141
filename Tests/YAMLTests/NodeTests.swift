import Diagnostics
import Testing
import YAML

@Suite("A YAML text becomes values with positions")
struct NodeTests {
  /// A tree on one line: every value with its span, `2:3-2:7 left`.
  private func outline(_ text: String) throws -> String {
    try Node.parse(Array(text.utf8)).map(outline) ?? "nothing"
  }

  private func outline(_ node: Node) -> String {
    let span = node.span
    let location = "\(span.start.line):\(span.start.column)-\(span.end.line):\(span.end.column)"
    let alias = node.alias.map { " *\($0.start.line):\($0.start.column)" } ?? ""
    switch node.content {
    case .scalar(let text, let isPlain): return "\(location)\(alias) \(isPlain ? text : "\"\(text)\"")"
    case .sequence(let elements): return "\(location)\(alias) [\(elements.map(outline).joined(separator: ", "))]"
    case .mapping(let entries):
      let members = entries.map { "\(outline($0.key)): \(outline($0.value))" }
      return "\(location)\(alias) {\(members.joined(separator: ", "))}"
    }
  }

  @Test("a block ends with its last value, not before the next token")
  func blocks() throws {
    #expect(
      try outline("a:\n  - b\n  - c: d\n\n# remark\ne: f\n")
        == "1:1-6:5 {1:1-1:2 a: 2:3-3:9 [2:5-2:6 b, 3:5-3:9 {3:5-3:6 c: 3:8-3:9 d}], 6:1-6:2 e: 6:4-6:5 f}")
  }

  @Test("flow collections end with their bracket")
  func flow() throws {
    #expect(
      try outline("{a: [b, 'c']} # end\n")
        == "1:1-1:14 {1:2-1:3 a: 1:5-1:13 [1:6-1:7 b, 1:9-1:12 \"c\"]}")
  }

  @Test("a missing value is located after its colon or dash")
  func missing() throws {
    #expect(try outline("a:\nb:\n") == "1:1-2:3 {1:1-1:2 a: 1:3-1:3 , 2:1-2:2 b: 2:3-2:3 }")
    #expect(try outline("-\n- x\n") == "1:1-2:4 [1:2-1:2 , 2:3-2:4 x]")
  }

  @Test("a block of text ends with its last letter", arguments: ["|", ">", "|-", "|+"])
  func blockText(style: String) throws {
    let node = try #require(try Node.parse(Array("a: \(style)\n  one\n  two\n\n\nb: c\n".utf8)))
    guard case .mapping(let entries) = node.content else {
      Issue.record("no mapping")
      return
    }
    #expect(entries[0].value.span == Span(Mark(line: 1, column: 4), Mark(line: 3, column: 6)))
  }

  @Test("columns count characters, not bytes")
  func characters() throws {
    #expect(try outline("ä€😀: x\n") == "1:1-1:7 {1:1-1:4 ä€😀: 1:6-1:7 x}")
  }

  @Test("CR LF and a byte order mark do not change positions")
  func lineBreaks() throws {
    #expect(try outline("\u{feff}a: b\r\nc: d\r\n") == "1:1-2:5 {1:1-1:2 a: 1:4-1:5 b, 2:1-2:2 c: 2:4-2:5 d}")
  }

  @Test("an alias has its anchor's value and span")
  func aliases() throws {
    #expect(
      try outline("a: &x [b]\nc: *x\n")
        == "1:1-2:6 {1:1-1:2 a: 1:4-1:10 [1:8-1:9 b], 2:1-2:2 c: 1:4-1:10 *2:4 [1:8-1:9 b]}")
  }

  @Test("repeated keys are both kept")
  func duplicates() throws {
    #expect(try outline("a: b\na: c") == "1:1-2:5 {1:1-1:2 a: 1:4-1:5 b, 2:1-2:2 a: 2:4-2:5 c}")
  }

  @Test("an empty file and one with only comments have no value", arguments: ["", "\n\n", "# remark\n", "\u{feff}"])
  func empty(text: String) throws {
    #expect(try Node.parse(Array(text.utf8)) == nil)
  }

  @Test("null is no value only without quotes")
  func null() throws {
    for text in ["~", "null", "Null", "NULL"] {
      #expect(try Node.parse(Array(text.utf8))?.isNull == true)
      #expect(try Node.parse(Array("'\(text)'".utf8))?.isNull == false)
    }
    #expect(try Node.parse(Array("nULL".utf8))?.isNull == false)
  }
}
