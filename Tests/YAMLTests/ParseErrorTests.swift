import Diagnostics
import Testing
import YAML

@Suite("Invalid YAML is refused with a position")
struct ParseErrorTests {
  private func error(_ bytes: [UInt8]) -> ParseError? {
    do {
      _ = try Node.parse(bytes)
      return nil
    } catch {
      return error
    }
  }

  private func describe(_ text: String) -> String {
    guard let error = error(Array(text.utf8)) else { return "fine" }
    let location = error.span.map { "\($0.start.line):\($0.start.column) " } ?? ""
    let note = error.note.map { "; \($0.message): \($0.span.start.line):\($0.span.start.column)" } ?? ""
    return location + error.message + note
  }

  @Test("the message describes the error at its position")
  func sentences() {
    let expected = [
      "a: b: c": "1:4 a value that contains ': ' needs quotes, or braces for a mapping",
      "a: b, c: d": "1:7 second key on one line: 'c'",
      "- a: b c: d": "1:8 second key on one line: 'c'",
      "a: 3 c: d": "1:6 second key on one line: 'c'",
      "a: b c: d": "1:4 a value that contains ': ' needs quotes",
      "a: 1\n  b: 2":
        "2:3 this key is indented deeper than the key above it, which has a value; the key above it is here: 1:1",
      "a:\n  b: 1\n c: 2": "3:2 this is not a key of the mapping above it; the mapping starts here: 1:1",
      "a: b\nc\n": "2:1 a ':' is missing after this key",
      "- a\nb: c": "2:1 this key is not part of an entry of the list above it",
      "a: [b": "1:4 unclosed '['",
      "a: {b: c": "1:4 unclosed '{'",
      "// x\na: b": "1:1 a comment starts with '#', not with '//'",
      "a:\n  /* x */\n  - b: c": "2:3 a comment starts with '#', not with '/*'",
      "a:\n  -- x\n  - b: c": "2:3 a comment starts with '#', not with '--'",
      "; x\na: b": "1:1 a comment starts with '#', not with ';'",
      "{\n// x\n\"a\": b}": "2:1 a comment starts with '#', not with '//'",
      "a:\n  — b: c\n    d: e": "2:3 an entry of a list starts with '- ', not with '—'",
      "a:\n  • b: c\n    d: e": "2:3 an entry of a list starts with '- ', not with '•'",
      "a:\n  * b: c": "2:3 an entry of a list starts with '- ', not with '*'",
      "a\n- b: c": "1:1 a ':' is missing after this key",
      "a\n  - b: c\n    d: e": "1:1 a ':' is missing after this key",
      "a: 1\n\(String(repeating: "b", count: 1100)): 2": "2:1 a key of more than 1000 characters",
      "a: \"b": "1:4 unclosed quote",
      "a:\n\t- b": "2:1 tabs are not allowed for indentation in YAML",
      "- a: b\n\tc: d": "2:1 tabs are not allowed for indentation in YAML",
      "a: @b": "1:4 an unquoted value cannot start with '@'",
      "a: *.png": "1:4 an unquoted value cannot start with '*'",
      "a: \"\\q\"": "1:5 unknown escape sequence in double quotes",
      "a: *b": "1:4 '*b' has no anchor: no '&b' is above it",
      "a: &b [*b]": "1:8 '*b' is inside the value of its anchor; '&b' is here: 1:4",
      "a: !!str b": "1:4 YAML tags such as '!!str' are not supported",
      "a: b\n---\nc: d": "2:1 a second document starts here",
      "a: \u{1}": "1:4 control characters are not allowed in YAML",
      "a: \u{0}b": "1:4 control characters are not allowed in YAML",
    ]
    for (text, sentence) in expected { #expect(describe(text) == sentence, "\(text.debugDescription)") }
  }

  @Test("a byte that is not UTF-8 has its line and column")
  func encoding() {
    let error = error(Array("a: b\nä: ".utf8) + [0xff])
    #expect(error?.reason == .encoding)
    #expect(error?.span?.start == Mark(line: 2, column: 4))
  }
}

@Suite("Hostile YAML is refused quickly")
struct HostileTests {
  private func reason(_ text: String) -> ParseError.Reason? {
    do {
      _ = try Node.parse(Array(text.utf8))
      return nil
    } catch {
      return error.reason
    }
  }

  @Test("10,000 levels of each kind are too deep")
  func depth() {
    #expect(reason(String(repeating: "[", count: 10_000)) == .tooDeep)
    #expect(reason(String(repeating: "{a: ", count: 10_000)) == .tooDeep)
    #expect(reason(String(repeating: "- ", count: 10_000)) == .tooDeep)
    #expect(reason(String(repeating: "? ", count: 10_000)) == .tooDeep)
    let blocks = (0..<1_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(reason(blocks) == .tooDeep)
  }

  @Test("64 levels are not")
  func depthLimit() {
    #expect(reason(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)) == nil)
    #expect(reason(String(repeating: "[", count: 65) + String(repeating: "]", count: 65)) == .tooDeep)
  }

  @Test("aliases are nested no deeper than values")
  func aliasDepth() {
    let lines = (1...80).map { "a\($0): &a\($0) [*a\($0 - 1)]\n" }
    #expect(reason("a0: &a0 x\n" + lines.joined()) == .tooDeep)
  }

  @Test("a billion laughs are too many values")
  func laughs() {
    let lines = (1...9).map { level in
      "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
    }
    #expect(reason("a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + lines.joined()) == .tooMany)
  }

  @Test("10 MB are too large, whatever the content")
  func size() {
    #expect(reason(String(repeating: "- a\n", count: 2_500_000)) == .tooLarge)
  }

  @Test("1 MiB of the shortest values are too many")
  func count() {
    #expect(reason("[" + String(repeating: "a,", count: 500_000) + "]") == .tooMany)
  }
}
