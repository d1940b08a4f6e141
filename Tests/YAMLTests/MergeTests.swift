import Diagnostics
import Testing
import YAML

@Suite("What << merges into a mapping")
struct MergeTests {
  /// The entries of the mapping at `key` of a text: `a=1*3:7`, with the position of an alias after the `*`.
  private func entries(at key: String, of text: String) throws -> [String] {
    let root = try #require(try Node.parse(Array(text.utf8)))
    guard case .mapping(let entries) = root.content,
      case .mapping(let inside) = entries.last(where: { $0.key.text == key })?.value.content
    else { return ["no mapping"] }
    return inside.map { entry in
      let alias = entry.key.alias.map { "*\($0.start.line):\($0.start.column)" } ?? ""
      #expect(entry.key.alias == entry.value.alias)
      return "\(entry.key.text ?? "?")=\(entry.value.text ?? "?")\(alias)"
    }
  }

  @Test("merges keys that the mapping does not have, and records their alias")
  func one() throws {
    let text = """
      base: &base {a: 1, b: 2}
      it:
        <<: *base
        b: 3
        c: 4
      """
    #expect(try entries(at: "it", of: text) == ["b=3", "c=4", "a=1*3:7"])
  }

  @Test("keeps the original span of a merged key and its value")
  func locations() throws {
    let root = try #require(try Node.parse(Array("base: &base {a: 1}\nit: {<<: *base}\n".utf8)))
    guard case .mapping(let entries) = root.content, case .mapping(let inside) = entries[1].value.content else {
      Issue.record("no mapping")
      return
    }
    #expect(inside.map(\.key.span) == [Span(Mark(line: 1, column: 14), Mark(line: 1, column: 15))])
    #expect(inside.map(\.value.span) == [Span(Mark(line: 1, column: 17), Mark(line: 1, column: 18))])
    #expect(inside.map(\.key.location) == [Span(Mark(line: 2, column: 10), Mark(line: 2, column: 15))])
  }

  @Test("uses the first of several mappings with a key, each with its own alias")
  func several() throws {
    let text = """
      one: &one {a: 1}
      two: &two {a: 2, b: 2}
      it: {<<: [*one, *two, {b: 3, c: 3}]}
      """
    #expect(try entries(at: "it", of: text) == ["a=1*3:11", "b=2*3:17", "c=3"])
  }

  @Test("treats two << in a mapping as one with both values")
  func two() throws {
    let text = "one: &one {a: 1}\ntwo: &two {a: 2, b: 2}\nit:\n  <<: *one\n  <<: *two\n"
    #expect(try entries(at: "it", of: text) == ["a=1*4:7", "b=2*5:7"])
  }

  @Test("merges entries that were merged already, with the nearest alias")
  func chains() throws {
    let text = "one: &one {a: 1}\ntwo: &two {<<: *one, b: 2}\nit: {<<: *two}\nnone: {<<: []}\n"
    #expect(try entries(at: "two", of: text) == ["b=2", "a=1*2:16"])
    #expect(try entries(at: "it", of: text) == ["b=2*3:10", "a=1*3:10"])
    #expect(try entries(at: "none", of: text) == [])
  }

  @Test("merges a list that an alias refers to")
  func aliasOfList() throws {
    #expect(try entries(at: "it", of: "all: &all [{a: 1}, {b: 2}]\nit: {<<: *all}\n") == ["a=1*2:10", "b=2*2:10"])
  }

  @Test("keeps a repeated key of a mapping, but merges it once")
  func duplicates() throws {
    let text = "base: &base {a: 1, a: 2}\nit: {<<: *base}\nme: {a: 1, a: 2, <<: *base}"
    #expect(try entries(at: "it", of: text) == ["a=1*2:10"])
    #expect(try entries(at: "me", of: text) == ["a=1", "a=2"])
  }

  @Test("is an ordinary key in quotes", arguments: ["'<<'", "\"<<\""])
  func quoted(key: String) throws {
    #expect(try entries(at: "it", of: "it: {\(key): x}") == ["<<=x"])
  }

  @Test("rejects values that are not mappings")
  func wrong() {
    func message(_ text: String) -> String {
      do throws(ParseError) {
        _ = try Node.parse(Array(text.utf8))
        return "fine"
      } catch {
        #expect(error.reason == .merge)
        let start = error.span?.start
        return "\(start?.line ?? 0):\(start?.column ?? 0) \(error.message)"
      }
    }
    let expected = "'<<' takes a mapping or a list of mappings, not "
    #expect(message("a: {<<: x}") == "1:9 \(expected)text")
    #expect(message("a: {<<: }") == "1:9 \(expected)nothing")
    #expect(message("a: {<<: [{b: c}, [d]]}") == "1:18 \(expected)a list in a list")
    #expect(message("a: &a x\nb:\n  <<: *a\n") == "3:7 \(expected)text")
    #expect(message("a: &a [x]\nb:\n  <<: *a\n") == "3:7 \(expected)text")
  }

  @Test("counts copies: a small text cannot expand to millions of values")
  func count() {
    func reason(_ text: String) -> ParseError.Reason? {
      do throws(ParseError) {
        _ = try Node.parse(Array(text.utf8))
        return nil
      } catch {
        return error.reason
      }
    }
    let base = "base: &base {" + (0..<1_000).map { "k\($0): v" }.joined(separator: ", ") + "}\n"
    func copies(_ count: Int) -> String { base + (0..<count).map { "a\($0): {<<: *base}\n" }.joined() }
    #expect(reason(copies(90)) == nil)
    #expect(reason(copies(110)) == .tooMany)
    // Each level has all keys of the previous one and one more, and merges it twice.
    let lines = (1...40).map { "a\($0): &a\($0) {<<: [*a\($0 - 1), *a\($0 - 1)], k\($0): [*a\($0 - 1)]}\n" }
    #expect(reason("a0: &a0 {k: v}\n" + lines.joined()) == .tooMany)
  }

  @Test("keeps the file number in every mark")
  func files() throws {
    let root = try #require(try Node.parse(Array("a: &b |\n  x\nc: *b\n".utf8), file: 7))
    guard case .mapping(let entries) = root.content else {
      Issue.record("no mapping")
      return
    }
    let spans = [root.span] + entries.flatMap { [$0.key.span, $0.value.span, $0.value.location] }
    #expect(spans.allSatisfy { $0.start.file == 7 && $0.end.file == 7 })
    do throws(ParseError) {
      _ = try Node.parse(Array("a: ".utf8) + [0xff], file: 7)
    } catch {
      #expect(error.span?.start.file == 7)
    }
  }
}
