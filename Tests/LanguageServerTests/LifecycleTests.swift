import JSONLines
import Testing

@testable import LanguageServer

@Suite("The connection of the language server")
struct LifecycleTests {
  private static let request: JSONValue = [
    "jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": .object([]),
  ]

  private static func code(_ answer: JSONValue?) -> Int? { answer?["error"]?["code"]?.integer }

  @Test("begins with 'initialize' and ends with 'exit'")
  func lifecycle() {
    var client = TestClient(initializes: false)
    client.send(Self.request)
    #expect(client.takeAll().map { Self.code($0) } == [-32002])
    client.open("rules: []\n")
    #expect(client.server.documents.isEmpty)
    let answer = client.request("initialize", ["capabilities": .object([])])
    #expect(answer["result"]?["capabilities"]?["textDocumentSync"]?["change"]?.integer == 2)
    #expect(Self.code(client.request("initialize", .object([]))) == -32600)
    #expect(client.request("shutdown", .null) == ["jsonrpc": "2.0", "id": 3, "result": .null])
    #expect(Self.code(client.request("textDocument/hover", .object([]))) == -32600)
    #expect(client.server.status == nil)
    client.notify("exit", .null)
    #expect(client.server.status == 0)
  }

  @Test("ends with 1 without 'shutdown'")
  func abruptEnd() {
    var client = TestClient()
    client.notify("exit", .null)
    #expect(client.server.status == 1)
  }

  @Test(
    "agrees on UTF-8 if it is offered, else on UTF-16",
    arguments: [
      (["utf-32", "utf-8"], "utf-8"), (["utf-16"], "utf-16"), (["utf-32"], "utf-16"), ([], "utf-16"),
    ] as [([String], String)])
  func encoding(offered: [String], agreed: String) {
    var client = TestClient(initializes: false)
    let capabilities: JSONValue =
      offered.isEmpty
      ? .object([]) : ["general": ["positionEncodings": .array(offered.map { .string($0) })]]
    let answer = client.request("initialize", ["capabilities": capabilities])
    #expect(answer["result"]?["capabilities"]?["positionEncoding"]?.string == agreed)
  }

  @Test(
    "answers an error to what is no valid message, and goes on",
    arguments: [
      ("{", -32700), ("", -32700), ("nul", -32700), ("\u{0}", -32700), ("{\"jsonrpc\": \"2.0\"", -32700),
      (String(repeating: "[", count: 100_000), -32700), ("[]", -32600), ("1", -32600), ("{}", -32600),
      (#"{"jsonrpc": "1.0", "id": 1, "method": "shutdown"}"#, -32600), (#"{"id": 1, "method": "shutdown"}"#, -32600),
      (#"{"jsonrpc": "2.0", "id": {}, "method": "shutdown"}"#, -32600),
      (#"{"jsonrpc": "2.0", "id": 1, "method": 3}"#, -32600),
      (#"{"jsonrpc": "2.0", "id": 1, "method": "shutdown", "params": 3}"#, -32600),
      (#"{"jsonrpc": "2.0", "id": 1, "method": "no/such"}"#, -32601),
      (#"{"jsonrpc": "2.0", "id": 1, "method": "$/such"}"#, -32601),
      (#"{"jsonrpc": "2.0", "id": 1, "method": "textDocument/formatting", "params": {}}"#, -32601),
      (#"{"jsonrpc": "2.0", "method": "textDocument/didOpen"}"#, -32602),
      (
        #"{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///a"}}}"#,
        -32602
      ),
      (
        #"{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///b"}}}"#,
        -32602
      ),
    ])
  func malformed(content: String, code: Int) {
    var client = TestClient()
    client.send(TestClient.framed(content))
    #expect(client.takeAll().map { Self.code($0) } == [code])
    #expect(client.request("shutdown", .null)["result"] == .null)
  }

  @Test(
    "finds the next message behind bytes that are none",
    arguments: [
      "Content-Length: -1\r\n\r\n", "Content-Length: 1x\r\n\r\n", "Content-Type: a\r\n\r\n", "\r\n\r\n",
      "Content-Length: 3\r\nContent-Length: 4\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n",
      String(repeating: "x", count: 5_000) + "\r\n",
    ])
  func resynchronizes(bytes: String) {
    var client = TestClient()
    client.send(Array(bytes.utf8))
    let answers = client.takeAll()
    #expect(answers.map { Self.code($0) } == [-32700])
    #expect(answers.first?["id"] == .null)
    #expect(client.request("shutdown", .null)["result"] == .null)
  }

  @Test("a message that is a byte too short costs the next one, and no other")
  func outOfStep() {
    var client = TestClient()
    client.send(Array("Content-Length: 5\r\n\r\n{\"a\"".utf8))
    client.send(Self.request)
    #expect(client.takeAll().map { Self.code($0) } == [-32700, -32700])
    #expect(client.request("shutdown", .null)["result"] == .null)
  }

  @Test("skips a message that is too long without keeping it")
  func tooLong() {
    var client = TestClient()
    let length = MessageStream.longestContent + 1
    client.send(Array("Content-Length: \(length)\r\n\r\n".utf8))
    #expect(client.takeAll().map { Self.code($0) } == [-32700])
    for _ in 0..<length / 4096 { client.send([UInt8](repeating: 0x20, count: 4096)) }
    client.send([UInt8](repeating: 0x20, count: length % 4096))
    #expect(client.request("shutdown", .null)["result"] == .null)
  }

  @Test("reads messages that come byte by byte, with header fields in any case")
  func pieces() {
    var client = TestClient()
    let content = #"{"jsonrpc": "2.0", "id": "a", "method": "shutdown"}"#
    let header =
      "content-type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH:  \(content.utf8.count) \r\n\r\n"
    for byte in (header + content).utf8 { client.send([byte]) }
    #expect(client.takeAll() == [["jsonrpc": "2.0", "id": "a", "result": .null]])
  }

  /// The requests in the table of the manual, by their states.
  private static let table: [String: [String]] = {
    var table: [String: [String]] = [:]
    for line in manual("sleight-editors.7") where line.hasPrefix(".It ") && line.contains(" Ta ") {
      let cells = line.dropFirst(4).split(separator: " Ta", omittingEmptySubsequences: false)
      if cells.count > 1 { table[cells[1].drop { $0 == " " }.description, default: []].append(String(cells[0])) }
    }
    return table
  }()

  @Test("the manual has the table of requests")
  func requests() {
    #expect(Self.table["served"]?.sorted() == (Server.served.keys + ["initialize", "shutdown"]).sorted())
    var client = TestClient()
    for method in (Self.table["refused"] ?? []) + (Self.table["not needed"] ?? []) {
      let error = client.request(method, .object([]))["error"]
      #expect(error?["code"]?.integer == -32601, "\(method)")
      #expect(error?["message"]?.string?.contains("author's form") == Self.table["refused"]?.contains(method))
    }
    #expect(Self.table["refused"]?.count == 3 && Self.table["not needed"]?.count ?? 0 > 15)
    let capabilities = TestClient(initializes: false).initialized()["capabilities"]
    for method in Server.served.keys where method != "textDocument/prepareRename" {
      let name = method.dropFirst("textDocument/".count)
      #expect(capabilities?["\(name)Provider"] != nil, "\(method)")
    }
  }

  @Test("ignores answers and unknown notifications")
  func ignored() {
    var client = TestClient()
    client.send(["jsonrpc": "2.0", "id": 4, "result": .null])
    client.notify("$/cancelRequest", ["id": 4])
    client.notify("$/setTrace", ["value": "off"])
    client.notify("no/such", .null)
    #expect(client.takeAll() == [])
  }

  @Test("random bytes never end it")
  func random() {
    var client = TestClient()
    var state: UInt64 = 1
    func next() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    let good = Array(TestClient.framed(Self.request.text))
    for _ in 0..<2_000 {
      var bytes = good
      for _ in 0..<(next() % 4) { bytes[Int(next()) % bytes.count] = next() }
      client.send(bytes)
    }
    #expect(client.server.status == nil)
    client.send([UInt8](repeating: 0x0a, count: 3))
    _ = client.takeAll()
  }
}
