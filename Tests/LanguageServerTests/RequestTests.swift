import JSONLines
import Testing

@testable import LanguageServer

@Suite("The requests of the language server")
struct RequestTests {
  private static let text = """
    settings: {swipe: {distance: 20mm}}
    rules:
      - {swype: left, fingers: 3, name: back, do: foot}
      - {tap: double, fingers: 3, when: {mode: m}, do: mpv}

    """
  private static let document: JSONValue = ["uri": .string(TestClient.address)]
  private static let position: JSONValue = ["line": 2, "character": 37]
  /// Those about a position.
  private static let placed = [
    "completion", "hover", "definition", "references", "documentHighlight", "prepareRename", "rename",
  ]
  /// Those about a range.
  private static let ranged = ["codeAction", "inlayHint"]

  private static func client() -> TestClient {
    var client = TestClient()
    client.open(text)
    client.settle()
    _ = client.takeAll()
    return client
  }

  @Test("each served one has an answer with a result", arguments: Server.served.keys.sorted())
  func answered(method: String) {
    var client = Self.client()
    let answer = client.request(
      method,
      [
        "textDocument": Self.document, "position": Self.position, "newName": "forth",
        "range": ["start": Self.position, "end": Self.position], "context": ["diagnostics": []],
      ])
    #expect(answer["result"] != nil && answer["error"] == nil)
    #expect(client.takeAll().isEmpty)
  }

  /// Parameters of each served request that are malformed, as JSON.
  private static let malformed: [(method: String, parameters: String)] = {
    let open = Self.document.text
    let everywhere = [
      "null", "[]", "{}", "[[[]]]", #"{"textDocument": null}"#, #"{"textDocument": 1}"#, #"{"textDocument": {}}"#,
      #"{"textDocument": {"uri": 1}}"#, #"{"textDocument": {"uri": ""}}"#,
      #"{"textDocument": {"uri": "file:///none"}}"#,
      #"{"textDocument": {"uri": "file:///%zz"}}"#, #"{"textDocument": [\#(open)]}"#,
    ]
    let positions = [
      "null", "1", "[]", "{}", #"{"line": 1}"#, #"{"character": 1}"#, #"{"line": -1, "character": 0}"#,
      #"{"line": 0, "character": -1}"#, #"{"line": "1", "character": 0}"#, #"{"line": 0.5, "character": 0}"#,
      #"{"line": 1e300, "character": 0}"#, #"{"line": 0, "character": {}}"#,
    ]
    return Server.served.keys.sorted().flatMap { method in
      let name = String(method.dropFirst("textDocument/".count))
      var all = everywhere
      if placed.contains(name) {
        all += ["{\"textDocument\": \(open)}"] + positions.map { "{\"textDocument\": \(open), \"position\": \($0)}" }
      }
      if ranged.contains(name) {
        all += ["{\"textDocument\": \(open)}", "{\"textDocument\": \(open), \"range\": 1}"]
        all += positions.flatMap { position in
          let good = Self.position.text
          return [(position, good), (good, position)].map {
            "{\"textDocument\": \(open), \"range\": {\"start\": \($0), \"end\": \($1)}}"
          }
        }
      }
      return all.map { (method, $0) }
    }
  }()

  @Test("malformed parameters get an error that says so, and the next request its answer")
  func refused() {
    var client = Self.client()
    for (number, (method, parameters)) in Self.malformed.enumerated() {
      client.send(
        TestClient.framed(#"{"jsonrpc": "2.0", "id": "m\#(number)", "method": "\#(method)", "params": \#(parameters)}"#)
      )
      let answers = client.takeAll()
      #expect(answers.count == 1 && answers[0]["id"]?.string == "m\(number)", "\(method) \(parameters)")
      #expect(answers.first?["error"]?["code"]?.integer == -32602, "\(method) \(parameters)")
      #expect(answers.first?["error"]?["message"]?.string?.isEmpty == false)
    }
    #expect(Self.malformed.count > 250)
    #expect(client.ask("hover", at: (3, 5))["contents"] != nil)
  }

  @Test(
    "malformed changes leave the text as it is",
    arguments: [
      "null", "{}", "1", "[1]", "[{}]", #"[{"text": 1}]"#, #"[{"text": "x", "range": 1}]"#,
      #"[{"text": "x", "range": {"start": {"line": 0, "character": 0}}}]"#,
      #"[{"text": "x", "range": {"start": {"line": -1, "character": 0}, "end": {"line": 0, "character": 0}}}]"#,
      #"[{"text": "x"}, {"text": 2}]"#,
    ])
  func unchanged(changes: String) {
    var client = Self.client()
    client.send(
      TestClient.framed(
        #"{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": \#(Self.document.text), "contentChanges": \#(changes)}}"#
      ))
    #expect(client.takeAll().map { $0["error"]?["code"]?.integer } == [-32602])
    #expect(client.server.documents.values.map { String(decoding: $0.text.bytes, as: UTF8.self) } == [Self.text])
  }

  @Test("positions behind the end of a line or of the text mean these ends")
  func ends() {
    var client = Self.client()
    for position in [(0, 9_999), (9_999, 0), (99, 99), (2, 1 << 40)] {
      for method in Self.placed where method != "rename" && method != "prepareRename" {
        _ = client.ask(method, at: position)
      }
    }
    client.edit((99, 0), (99, 9), "x: 1\n")
    #expect(client.server.documents.values.first?.text.bytes.suffix(5) == Array("x: 1\n".utf8)[...])
  }
}
