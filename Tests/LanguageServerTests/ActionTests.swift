import JSONLines
import Testing

@testable import LanguageServer

@Suite("Quick fixes, hints and lenses of the language server")
struct ActionTests {
  private static func actions(
    _ client: inout TestClient, _ start: (Int, Int), _ end: (Int, Int), only: [String]? = nil
  ) -> [JSONValue] {
    var context: [JSONValue.Member] = [.init("diagnostics", .array([]))]
    if let only { context.append(.init("only", .array(only.map { .string($0) }))) }
    return client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(TestClient.address)], "range": TestClient.range(start, end),
        "context": .object(context),
      ])["result"]?.array ?? []
  }

  private static func edits(_ action: JSONValue?) -> [String] {
    action?["edit"]?["changes"]?[TestClient.address]?.array?.map {
      "\($0["range"]?.placeText ?? "") \($0["newText"]?.string ?? "")"
    } ?? []
  }

  @Test("a suggestion is an edit of exactly its span")
  func fix() throws {
    var client = TestClient()
    client.open("rules:\n  - {swype: left, do: foot}\n  - {swipe: lfet, fingers: 3, do: foot}\n")
    client.settle()
    let actions = Self.actions(&client, (1, 5), (1, 5), only: ["quickfix"])
    #expect(actions.map { $0["title"]?.string } == ["Replace with 'swipe'"])
    #expect(Self.edits(actions.first) == ["1:5-1:10 swipe"])
    #expect(actions.first?["diagnostics"]?.array?.first?["code"]?.string == "unknown-gesture")
    #expect(Self.actions(&client, (0, 0), (0, 3), only: ["quickfix"]).isEmpty)
    #expect(Self.actions(&client, (0, 0), (9, 0), only: ["quickfix"]).count == 2)
    #expect(Self.actions(&client, (0, 0), (9, 0), only: ["refactor"]).isEmpty)
  }

  @Test("'fix all' applies what the checker accepts, and nothing else")
  func fixAll() throws {
    var client = TestClient(
      capabilities: ["workspace": ["workspaceEdit": ["documentChanges": true]]])
    client.open(
      "settings: {swipe: {distance: 12}}\nrules:\n  - {swype: left, fingers: 3, do: foot}\n  - {swipe: up, fingrs: 99, do: x}\n"
    )
    client.settle()
    let all = Self.actions(&client, (0, 0), (9, 0), only: ["source.fixAll"])
    #expect(all.map { $0["kind"]?.string } == ["source.fixAll.sleight"])
    let change = all.first?["edit"]?["documentChanges"]?.array?.first
    #expect(change?["textDocument"]?["version"]?.integer == 1)
    let edits = change?["edits"]?.array?.map { "\($0["range"]?.placeText ?? "") \($0["newText"]?.string ?? "")" } ?? []
    #expect(edits.contains("0:29-0:31 12mm") && edits.contains("2:5-2:10 swipe"))
  }

  @Test("a suggestion moves along with its text, and is gone with it")
  func moved() {
    var client = TestClient()
    client.open("rules:\n  - {swype: left, do: foot}\n")
    client.settle()
    client.edit((0, 0), (0, 0), "# é\n")
    #expect(Self.edits(Self.actions(&client, (2, 6), (2, 6), only: ["quickfix"]).first) == ["2:5-2:10 swipe"])
    client.edit((2, 7), (2, 8), "")
    #expect(Self.actions(&client, (0, 0), (9, 0)).isEmpty)
  }

  @Test("defaults that a rule leaves out stand behind its gesture, or what settings state")
  func hints() {
    var client = TestClient()
    client.open(
      "settings: {swipe: {within: 1s}}\nrules:\n  - swipe: left\n    do: x\n  - {tap: double, fingers: 2, gap: 200ms, do: x}\n"
        + "  - fingers: 4\n    rules:\n      - pinch: in\n        do: x\n")
    func hints(_ start: (Int, Int), _ end: (Int, Int)) -> [String] {
      client.request(
        "textDocument/inlayHint",
        ["textDocument": ["uri": .string(TestClient.address)], "range": TestClient.range(start, end)])["result"]?.array?
        .map { "\($0["position"]?["line"]?.integer ?? -1): \($0["label"]?.string ?? "")" } ?? []
    }
    let all = hints((0, 0), (99, 0))
    #expect(all.first?.hasPrefix("2: fingers: 1") == true && all.first?.contains("within: 1s") == true)
    #expect(all.first?.contains("distance: 12mm") == true)
    #expect(all.count == 3)
    #expect(all.dropFirst().first?.contains("gap") == false && all.dropFirst().first?.contains("fingers") == false)
    #expect(all.last?.hasPrefix("7: distance: 10%") == true)
    #expect(hints((4, 0), (5, 0)).count == 1)
    #expect(hints((5, 0), (4, 0)).isEmpty)
  }

  @Test("what a daemon remembers stands above its rule, unless the text has changed")
  func lenses() {
    func lenses(_ client: inout TestClient) -> [String] {
      client.ask("codeLens", at: (0, 0)).array?.map {
        "\($0["range"]?["start"]?["line"]?.integer ?? -1) \($0["command"]?["title"]?.string ?? "")"
      } ?? []
    }
    let memories = [
      RuleMemory(line: 2, acted: 3, last: "10:04", missed: 5), RuleMemory(line: 99, acted: 1, last: nil, missed: 0),
    ]
    var client = TestClient(machine: { $0.memories = { $0 == "/home/u/rules.yml" ? memories : [] } })
    client.open("rules:\n  - {swipe: left, do: x}\n")
    #expect(lenses(&client) == ["1 acted 3 times, last 10:04", "1 nearly acted 5 times"])
    client.edit((0, 0), (0, 0), "\n")
    #expect(lenses(&client) == [])
    client = TestClient(options: ["showGesture": true])
    client.open("rules:\n  - {swipe: left, do: x}\n")
    #expect(lenses(&client) == ["1 show a gesture"])
  }
}
