import Diagnostics
import Testing
import YAML

@Suite("A value is written as YAML that reads as the same value")
struct YAMLValueTests {
  /// Texts that YAML would read as anything else without quotes, or refuse.
  private static let texts = [
    "", " ", "left", "10%-30%", "ctrl+w", "?x", "Pad*", "*", "&a", "a b", " a", "a ", "a: b", "a:", ":a", "a:?b",
    "a #b", "#",
    "- a", "-", "--- a", "...", "null", "~", "~/bin", "true", "No", "none", "3", "0x10", "1.5", "[a, b]", "{a: b}",
    "a, b", "a]", "it's", "\"quoted\"", "both ' and \"", "back\\slash", "tab\t", "line\nbreak", "a\n  b\n\nc",
    "\nfirst", "last\n", "trailing \nspace", "%", "@", "`", "!tag", "|", ">", "é", "\u{7f}", "\u{85}", "\u{2028}",
    "\u{feff}", "😀", "a\u{0}",
  ]

  private func read(_ text: String) throws -> Node? { try Node.parse(Array(text.utf8)) }

  /// A node without its location.
  private func content(_ node: Node?) -> String {
    switch node?.content {
    case .scalar(let text, let isPlain): isPlain ? "plain \(text.debugDescription)" : text.debugDescription
    case .sequence(let elements): "[\(elements.map(content).joined(separator: ", "))]"
    case .mapping(let entries):
      "{\(entries.map { "\(content($0.key)): \(content($0.value))" }.joined(separator: ", "))}"
    case nil: "nothing"
    }
  }

  @Test("any text, behind a key and behind a dash", arguments: texts)
  func text(_ text: String) throws {
    let value = YAMLValue.mapping([.init("key", .text(text))])
    let node = Node(value, line: 1)
    #expect(try content(read("key: \(YAMLValue.text(text).line)")) == content(node))
    let lines = ["list:"] + YAMLValue.text(text).lines(behind: "  -") + ["key: end"]
    guard case .mapping(let entries)? = try read(lines.joined(separator: "\n"))?.content,
      case .sequence(let elements)? = entries.first?.value.content
    else { throw Unreadable(text: lines.joined(separator: "\n")) }
    #expect(elements.map(\.text) == [text])
    #expect(entries.last?.value.text == "end")
  }

  @Test("any text inside of brackets")
  func flow() throws {
    let list = YAMLValue.list(Self.texts.map { .text($0) })
    guard case .sequence(let elements)? = try read(list.flow)?.content else { throw Unreadable(text: list.flow) }
    #expect(elements.map(\.text) == Self.texts)
  }

  @Test("words that mean something are plain, and values may contain values")
  func words() throws {
    let value = YAMLValue.mapping([
      .init("when", .mapping([.init("not", .mapping([.init("app", YAMLValue(["a", "*b"]))]))])),
      .init("also", .word("true")), .init("do", .list([.word("none"), .text("true")])),
      .init("one", YAMLValue(["single"])), .init("y", YAMLValue([])),
    ])
    #expect(try content(read(value.flow)) == content(Node(value, line: 1)))
    #expect(content(Node(value, line: 1)).contains("plain \"also\": plain \"true\""))
    #expect(value.contains("app") && value.contains("y") && !value.contains("single"))
  }

  @Test("each node has a location of its own, in its line")
  func locations() {
    let node = Node(.mapping([.init("a", .list(["b", "b"].map { .text($0) })), .init("a", .text("b"))]), line: 7)
    var spans: [Span] = []
    func visit(_ node: Node) {
      spans.append(node.span)
      switch node.content {
      case .scalar: break
      case .sequence(let elements): elements.forEach(visit)
      case .mapping(let entries): for entry in entries { [entry.key, entry.value].forEach(visit) }
      }
    }
    visit(node)
    #expect(spans.count == 7 && Set(spans).count == 7 && spans.allSatisfy { $0.start.line == 7 })
  }

  private struct Unreadable: Error {
    var text: String
  }
}
