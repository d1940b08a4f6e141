import JSONLines
import RulesFile
import Testing

@testable import LanguageServer

@Suite("The texts of open documents")
struct DocumentTests {
  @Test(
    "positions count UTF-16 units or bytes, and are clamped to their line",
    arguments: [
      (0, 0, 0, 0), (0, 1, 1, 1), (0, 3, 5, 3), (0, 4, 5, 5), (0, 5, 6, 5), (0, 99, 6, 6), (1, 0, 8, 8), (1, 9, 8, 8),
      (2, 1, 10, 10), (3, 0, 12, 12), (4, 0, 12, 12),
    ])
  func positions(line: Int, column: Int, utf16: Int, utf8: Int) {
    // Four bytes, of two units, and lines with each line break.
    let text = DocumentText(Array("a😀b\r\n\rxy\nz".utf8))
    let position = Position(line: line, column: column)
    #expect(text.lineCount == 4)
    #expect(text.offset(of: position, .utf8) == Self.expected(line, column, bytes: true, text))
    #expect(text.offset(of: position, .utf16) == Self.expected(line, column, bytes: false, text))
  }

  /// The offset of a position, counted character by character.
  private static func expected(_ line: Int, _ column: Int, bytes: Bool, _ text: DocumentText) -> Int {
    let lines = ["a😀b", "", "xy", "z"]
    let starts = [0, 8, 9, 12]
    guard line < lines.count else { return text.bytes.count }
    var (offset, units) = (starts[line], 0)
    for scalar in lines[line].unicodeScalars {
      let length = String(scalar).utf8.count
      units += bytes ? length : String(scalar).utf16.count
      if units > column { break }
      offset += length
    }
    return offset
  }

  @Test("a change replaces its range, and several follow one another")
  func changes() {
    var client = TestClient()
    client.open("rules:\n  - swipe: left\n")
    client.edit((1, 11), (1, 15), "right")
    client.edit((0, 0), (0, 0), "# é😀\n")
    client.edit((0, 3), (0, 5), "")
    #expect(Self.text(client) == "# é\nrules:\n  - swipe: right\n")
    client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(TestClient.address), "version": 5],
        "contentChanges": [
          ["text": "a: 1\n"], ["range": TestClient.range((0, 3), (9, 9)), "text": "2"],
          ["range": TestClient.range((0, 4), (0, 4)), "text": "3"],
        ],
      ])
    #expect(Self.text(client) == "a: 23")
  }

  @Test("a change with an invalid position is refused as a whole")
  func invalidChange() {
    var client = TestClient()
    client.open("rules: []\n")
    client.edit((0, -1), (0, 2), "x")
    #expect(client.takeAll().last?["error"]?["code"]?.integer == -32602)
    client.edit((0, 3), (0, 1), "x")
    #expect(Self.text(client) == "rulxes: []\n")
  }

  @Test("random changes give the same text as a change of the whole")
  func random() {
    var client = TestClient()
    var expected = Array("rules:\n  - tap: double\n".unicodeScalars)
    client.open(String(String.UnicodeScalarView(expected)))
    var state: UInt64 = 7
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(limit, 1)
    }
    func position(_ index: Int) -> (Int, Int) {
      let before = expected[..<index]
      let line = before.count { $0 == "\n" }
      let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
      return (line, expected[start..<index].reduce(0) { $0 + ($1.value > 0xffff ? 2 : 1) })
    }
    let pieces = ["x", "\n", "", "é😀", "  - ", "a: b\n", "\u{2028}"].map { Array($0.unicodeScalars) }
    for version in 2..<500 {
      let start = next(expected.count + 1)
      let end = min(start + next(5), expected.count)
      let piece = pieces[next(pieces.count)]
      client.edit(position(start), position(end), String(String.UnicodeScalarView(piece)), version: version)
      expected.replaceSubrange(start..<end, with: piece)
    }
    #expect(Self.text(client) == String(String.UnicodeScalarView(expected)))
  }

  @Test(
    "addresses are the paths of files",
    arguments: [
      ("file:///home/u/rules.yml", "/home/u/rules.yml"), ("file:///a%20b/%C3%A9.yml", "/a b/é.yml"),
      ("FILE://localhost/a", "/a"), ("file:///a%2", "/a%2"), ("file:///100%25", "/100%"),
    ])
  func addresses(address: String, path: String) {
    #expect(FileAddress.path(of: address) == path)
    #expect(FileAddress.path(of: FileAddress.address(ofPath: path)) == path)
  }

  @Test(
    "other addresses are no paths",
    arguments: ["untitled:1", "file://host/a", "file:///a%00b", "file:///%ff", "a"])
  func noPath(address: String) {
    #expect(FileAddress.path(of: address) == nil)
  }

  @Test("more than a hundred documents are refused")
  func documents() {
    var client = TestClient()
    for number in 0...Server.mostDocuments { client.open("rules: []\n", "file:///\(number).yml") }
    #expect(client.server.documents.count == Server.mostDocuments)
    #expect(client.take("window/logMessage").count == 1)
  }

  @Test("the entries of the rules are found in a text that is no YAML")
  func entries() {
    let text = DocumentText(
      Array("# a\nrules:\n  # b\n  - swipe: left\n    do: |\n      - x\n\n  - {tap\n  -\nsettings:\n  - a\n".utf8))
    #expect(RuleEntries(text).all == [3..<7, 7..<8, 8..<9])
    #expect(RuleEntries(DocumentText(Array("rules:\n- a\n- b\nx: 1\n- c".utf8))).all == [1..<2, 2..<3])
    #expect(RuleEntries(DocumentText(Array("rules: [a]\n".utf8))).all == [])
    let masked = RuleEntries(text).masking(allBut: 7..<8, in: text)
    #expect(
      String(decoding: masked, as: UTF8.self)
        == "# a\nrules:\n  # b\n\n\n\n\n  - {tap\n\nsettings:\n  - a\n")
  }

  private static func text(_ client: TestClient) -> String {
    client.server.documents.values.first.map { String(decoding: $0.text.bytes, as: UTF8.self) } ?? ""
  }
}
