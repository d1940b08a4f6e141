import JSONLines
import Testing

@testable import LanguageServer

@Suite("Names in the language server")
struct NameTests {
  private static let text = """
    include: more.yml
    strokes: {mine: "M 0 0 L 10 10 L 20 0"}
    gestures:
      code: [{tap: single}, {swipe: up, fingers: 2}]
    x-common: &base {fingers: 3}
    rules:
      - <<: *base
        swipe: left
        name: back
        do: {mode: resize}
      - swipe: right
        fingers: 3
        unless: [back, code]
        when: {mode: [resize, "other"]}
        do: [{mode: {name: other}}, x]
      - gesture: code
        do: x
      - {stroke: mine, do: x}
      - {stroke: circle, do: x}

    """
  private static let more = "file:///home/u/more.yml"

  private static func client(_ capabilities: JSONValue = .object([])) -> TestClient {
    var client = TestClient(
      files: ["/home/u/more.yml": "rules:\n  - {swipe: up, unless: back, do: x}\n"], capabilities: capabilities)
    client.open(text)
    client.settle()
    return client
  }

  private static func places(_ value: JSONValue) -> [String] {
    value.array?.map {
      "\($0["uri"]?.string == TestClient.address ? "" : "more:")\($0["range"]?.placeText ?? "")"
    } ?? []
  }

  @Test(
    "a definition is found from each use, also in another file",
    arguments: [
      (12, 14, ["8:10-8:14"]), (8, 11, ["8:10-8:14"]), (12, 20, ["3:2-3:6"]), (15, 14, ["3:2-3:6"]),
      (17, 14, ["1:10-1:14"]), (6, 9, ["4:10-4:15"]), (13, 19, ["9:15-9:21"]), (13, 27, ["14:23-14:28"]),
      (18, 14, []), (0, 12, ["more:0:0-0:0"]),
    ] as [(Int, Int, [String])])
  func definition(line: Int, column: Int, places: [String]) {
    var client = Self.client()
    let answer = client.ask("definition", at: (line, column))
    #expect(Self.places(answer["uri"] == nil ? answer : .array([answer])) == places)
  }

  @Test("all uses are found, with the files that belong together")
  func references() {
    var client = Self.client()
    #expect(Self.places(client.ask("references", at: (8, 11))) == ["8:10-8:14", "12:13-12:17", "more:1:24-1:28"])
    #expect(Self.places(client.ask("references", at: (3, 3))) == ["3:2-3:6", "12:19-12:23", "15:13-15:17"])
    #expect(client.ask("documentHighlight", at: (8, 11)).array?.count == 2)
    let without = client.request(
      "textDocument/references",
      [
        "textDocument": ["uri": .string(TestClient.address)], "position": Position(line: 8, column: 11).json,
        "context": ["includeDeclaration": false],
      ])["result"]
    #expect(without?.array?.count == 2)
  }

  private static func rename(_ client: inout TestClient, _ position: (Int, Int), _ name: String) -> JSONValue {
    client.request(
      "textDocument/rename",
      [
        "textDocument": ["uri": .string(TestClient.address)],
        "position": Position(line: position.0, column: position.1).json, "newName": .string(name),
      ])
  }

  @Test("a new name is written at each use, in quotes where YAML requires them")
  func rename() {
    var client = Self.client()
    let answer = Self.rename(&client, (12, 14), "go: back")["result"]?["changes"]
    let own = answer?[TestClient.address]?.array?.map { $0["newText"]?.string }
    #expect(own == ["\"go: back\"", "\"go: back\""])
    #expect(answer?[Self.more]?.array?.count == 1)
    let mode = Self.rename(&client, (13, 27), "m")["result"]?["changes"]?[TestClient.address]?.array
    #expect(mode?.map { $0["range"]?.placeText } == ["13:26-13:33", "14:23-14:28"])
    let anchor = Self.rename(&client, (4, 12), "b")["result"]?["changes"]?[TestClient.address]?.array
    #expect(anchor?.map { $0["newText"]?.string } == ["&b", "*b"])
    #expect(client.ask("prepareRename", at: (4, 12))["range"]?.placeText == "4:10-4:15")
  }

  @Test(
    "a rename that would change the meaning is refused, with the reason",
    arguments: [
      (8, 11, "", "one line"), (8, 11, "a\nb", "one line"), (4, 12, "a b", "letters"), (18, 14, "x", "built in"),
      (0, 12, "x.yml", "does not rename"), (7, 6, "x", "no name"),
    ])
  func refused(line: Int, column: Int, name: String, reason: String) {
    var client = Self.client()
    #expect(Self.rename(&client, (line, column), name)["error"]?["message"]?.string?.contains(reason) == true)
  }

  @Test("in a text that is no YAML, nothing is renamed, and names are still offered")
  func broken() {
    var client = Self.client()
    #expect(client.ask("definition", at: (8, 11)).array?.count == 1)
    client.edit((6, 0), (6, 0), "  - {when: {mode: \n")
    #expect(Self.rename(&client, (9, 11), "x")["error"]?["code"]?.integer == -32803)
    #expect(client.ask("references", at: (9, 11)) == .null)
    let labels = client.ask("completion", at: (6, 18))["items"]?.array?.map { $0["label"]?.string } ?? []
    #expect(labels.contains("resize"))
  }

  @Test("an included file is renamed with its path")
  func file() {
    var client = Self.client([
      "workspace": ["workspaceEdit": ["documentChanges": true, "resourceOperations": ["rename"]]]
    ])
    let changes = Self.rename(&client, (0, 12), "other.yml")["result"]?["documentChanges"]?.array ?? []
    #expect(changes.count == 2)
    #expect(changes.last?["newUri"]?.string == "file:///home/u/other.yml")
    #expect(changes.first?["edits"]?.array?.first?["newText"]?.string == "other.yml")
  }

  @Test("symbols are the keys and the rules by their names, and values of several lines fold")
  func outline() {
    var client = Self.client()
    let symbols = client.ask("documentSymbol", at: (0, 0)).array ?? []
    #expect(symbols.map { $0["name"]?.string } == ["include", "strokes", "gestures", "x-common", "rules"])
    #expect(
      symbols.last?["children"]?.array?.map { $0["name"]?.string }
        == ["back", "swipe right", "gesture code", "stroke mine", "stroke circle"])
    #expect(symbols.last?["children"]?.array?.first?["selectionRange"]?.placeText == "8:10-8:14")
    for symbol in symbols + (symbols.last?["children"]?.array ?? []) {
      #expect(symbol["range"]?.placeText.isEmpty == false)
    }
    let folds = client.ask("foldingRange", at: (0, 0)).array?.map {
      "\($0["startLine"]?.integer ?? -1)-\($0["endLine"]?.integer ?? -1)"
    }
    #expect(folds?.contains("2-3") == true && folds?.contains("10-14") == true && folds?.contains("5-18") == true)
  }
}
