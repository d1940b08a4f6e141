import JSONLines
import Testing

@testable import LanguageServer

@Suite("The messages of the language server")
struct ServerDiagnosticTests {
  private static let good = "rules:\n  - swipe: left\n    fingers: 3\n    do: foot\n"

  @Test("are those of the checker, as one types")
  func typing() {
    var client = TestClient()
    client.open(Self.good)
    #expect(client.diagnostics() == [])
    client.edit((1, 4), (1, 9), "swype")
    #expect(client.diagnostics() == ["1:4-1:9 unknown-gesture"])
    client.edit((1, 4), (1, 9), "swipe", version: 3)
    #expect(client.diagnostics() == [])
    client.edit((0, 0), (0, 0), "settings: {swipe: {distance: 12}}\n", version: 4)
    #expect(client.diagnostics() == ["0:29-0:31 missing-unit"])
  }

  @Test("have a severity, a code, a page, a source, and related places")
  func members() throws {
    var client = TestClient(
      capabilities: [
        "textDocument": ["publishDiagnostics": ["relatedInformation": true, "codeDescriptionSupport": true]]
      ])
    client.open("rules:\n  - swipe: left\n    do: a\n  - swipe: left\n    do: b\n  - swype: up\n    do: c\n")
    client.settle()
    let last = try #require(client.take("textDocument/publishDiagnostics").last)
    #expect(last["version"]?.integer == 1)
    let messages = last["diagnostics"]?.array ?? []
    let hidden = try #require(messages.first { $0["code"]?.string == "hidden-rule" })
    #expect(hidden["severity"]?.integer == 2 && hidden["source"]?.string == "sleight")
    #expect(hidden["codeDescription"]?["href"]?.string == "man:sleight-messages(7)")
    let related = hidden["relatedInformation"]?.array?.first
    #expect(related?["location"]?["uri"]?.string == TestClient.address)
    #expect(related?["location"]?["range"]?.placeText == "1:4-1:15")
    let unknown = try #require(messages.first { $0["code"]?.string == "unknown-gesture" })
    #expect(unknown["severity"]?.integer == 1)
    #expect(unknown["message"]?.string?.contains("did you mean 'swipe'?") == true)
  }

  @Test("without related places, a client gets their texts")
  func notes() {
    var client = TestClient()
    client.open("rules:\n  - swipe: left\n    swipe: left\n    do: b\n")
    client.settle()
    let message = client.take("textDocument/publishDiagnostics").last?["diagnostics"]?.array?.first
    #expect(message?["message"]?.string?.contains("\nnote: the first is here") == true)
    #expect(message?["relatedInformation"] == nil && message?["codeDescription"] == nil)
  }

  @Test("count columns as the client does, also behind U+2028, which ends a line of YAML alone")
  func columns() {
    let text = "# a\u{2028}rules:\n  - {name: 😀é, swype: left, do: foot}\n"
    var client = TestClient()
    client.open(text)
    #expect(client.diagnostics() == ["1:16-1:21 unknown-gesture"])
    client = TestClient(capabilities: ["general": ["positionEncodings": ["utf-8"]]])
    client.open(text)
    #expect(client.diagnostics() == ["1:19-1:24 unknown-gesture"])
  }

  private static let including = "include: more.yml\nrules:\n  - swipe: up\n    do: foot\n"
  private static let more = "file:///home/u/more.yml"

  @Test("are sent for included files, open documents before the disk")
  func included() {
    var client = TestClient(files: ["/home/u/more.yml": "rules:\n  - swype: left\n    do: foot\n"])
    client.open(Self.including)
    #expect(client.diagnostics(Self.more) == ["1:4-1:9 unknown-gesture"])
    client.open("rules:\n  - {tap: double, fingers: 3, do: [foot}\n", Self.more)
    #expect(client.diagnostics(Self.more)?.first?.hasSuffix("yaml-syntax") == true)
    client.edit((1, 34), (1, 35), "", Self.more)
    #expect(client.diagnostics(Self.more) == [])
    client.close(Self.more)
    #expect(client.diagnostics(Self.more) == ["1:4-1:9 unknown-gesture"])
    client.close()
    #expect(client.diagnostics(Self.more) == [])
  }

  @Test("an included file is judged as part of the user's file, which need not be open")
  func usersFile() {
    let shape = "strokes: {mine: \"M 0 0 L 10 10 L 20 0\"}\n"
    var client = TestClient(
      files: ["/home/u/rules.yml": shape + Self.including, "/home/u/more.yml": "rules: []\n"],
      usersFile: "/home/u/rules.yml")
    let use = "rules:\n  - stroke: mine\n    do: foot\n"
    client.open(use, Self.more)
    #expect(client.diagnostics(Self.more)?.contains { $0.hasSuffix("unknown-stroke") } == false)
    client = TestClient()
    client.open(use, Self.more)
    #expect(client.diagnostics(Self.more) == ["1:12-1:16 unknown-stroke"])
  }

  @Test("a file that is included no more is judged by itself")
  func excluded() {
    var client = TestClient(files: ["/home/u/more.yml": "x: 1\n"])
    client.open("rules: []\nx: 1\n", Self.more)
    client.open(Self.including)
    #expect(client.diagnostics(Self.more) == ["1:0-1:1 unknown-key"])
    client.edit((0, 0), (1, 0), "")
    client.edit((1, 0), (1, 0), "y", Self.more)
    #expect(client.diagnostics(Self.more) == ["0:7-0:9 empty-rules", "1:0-1:2 unknown-key"])
  }

  @Test("of a large file come at once after a change of one rule")
  func large() {
    let rules = (0..<1_000).map { "  - swipe: left\n    when: {app: a\($0)}\n    do: foot\n" }
    var client = TestClient()
    client.open("rules:\n" + rules.joined() + "settings: {swipe: {distance: 12}}\n")
    #expect(client.server.hasLongWork)
    #expect(client.diagnostics() == ["3001:29-3001:31 missing-unit"])
    client.edit((1501, 4), (1501, 9), "swype")
    #expect(!client.server.hasLongWork)
    #expect(client.diagnostics() == ["1501:4-1501:9 unknown-gesture", "3001:29-3001:31 missing-unit"])
    // Settings are those of all rules.
    client.edit((3001, 29), (3001, 31), "12mm")
    #expect(client.diagnostics() == ["1501:4-1501:9 unknown-gesture"])
    client.edit((1501, 4), (1501, 9), "swipe")
    // Notes would distract from errors.
    #expect(client.diagnostics() == ["1:4-1:15 touchscreen-only"])
  }

  @Test("what a check found is dropped if the text has changed meanwhile, or is closed")
  func outdated() throws {
    var client = TestClient()
    client.open("rules:\n  - {swype: left, do: foot}\n")
    let first = client.nextWork()
    let work = try #require(first)
    client.edit((1, 5), (1, 10), "swipe")
    client.finish(work.run())
    #expect(client.take("textDocument/publishDiagnostics").isEmpty)
    #expect(client.diagnostics()?.contains { $0.hasSuffix("unknown-gesture") } == false)
    client.edit((1, 5), (1, 10), "swype")
    let second = client.nextWork()
    let last = try #require(second)
    client.close()
    _ = client.takeAll()
    client.finish(last.run())
    #expect(client.takeAll().isEmpty && !client.server.hasWork)
  }

  @Test("a text larger than a rules file may be has one message, and takes no more memory")
  func tooLarge() {
    var client = TestClient()
    client.open(String(repeating: "# comment\n", count: 300_000))
    #expect(client.diagnostics() == ["0:0-0:9 too-large"])
    client.edit((0, 0), (0, 0), "x")
    #expect(client.diagnostics() == ["0:0-0:9 too-large"])
    #expect((client.server.documents.values.first?.text.bytes.count ?? 0) < 2 << 20)
    client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(TestClient.address), "version": 5],
        "contentChanges": [["text": .string(Self.good)]],
      ])
    #expect(client.diagnostics() == [])
  }
}
