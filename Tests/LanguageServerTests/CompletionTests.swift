import JSONLines
import Testing

@testable import LanguageServer

@Suite("What the language server offers while somebody types")
struct CompletionTests {
  /// The answer for the place of `|` in a text.
  static func answer(
    _ marked: String, snippets: Bool = false, machine change: (inout ServerMachine) -> Void = { _ in }
  ) -> [JSONValue] {
    var client = TestClient(
      capabilities: [
        "textDocument": ["completion": ["completionItem": ["snippetSupport": .bool(snippets)]]]
      ], machine: change)
    let lines = marked.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.firstIndex { $0.contains("|") } ?? 0
    let column = lines[line].prefix { $0 != "|" }.utf16.count
    client.open(marked.replacing("|", with: ""))
    return client.ask("completion", at: (line, column))["items"]?.array ?? []
  }

  static func labels(_ marked: String, machine change: (inout ServerMachine) -> Void = { _ in }) -> [String] {
    answer(marked, machine: change).compactMap { $0["label"]?.string }
  }

  @Test("the keys of the rule's gesture, and no others")
  func keys() {
    let pinch = Self.labels("rules:\n  - pinch: in\n    |\n")
    #expect(Set(["fingers", "distance", "every", "do", "begin", "when"]).isSubset(of: pinch))
    #expect(Set(["gap", "movement", "moved", "pinch", "swipe"]).isDisjoint(with: pinch))
    let tap = Self.labels("rules:\n  - tap: double\n    fingers: 2\n    g|\n    do: foot\n")
    #expect(tap.contains("gap") && !tap.contains("fingers") && !tap.contains("every"))
    #expect(Self.labels("rules:\n  - {tap: double, |}\n").contains("gap"))
    #expect(Self.labels("rules:\n  - {tap: double, |\n").contains("gap"))
  }

  @Test("gestures where a rule begins")
  func gestures() {
    for text in ["rules:\n  - |\n", "rules:\n  - sw|\n  - tap: double\n    do: x\n", "rules:\n- |", "rules: [{|}]\n"] {
      let labels = Self.labels(text)
      #expect(Set(["swipe", "long-press", "tip-tap", "gesture"]).isSubset(of: labels), "\(text)")
      #expect(!labels.contains("distance"), "\(text)")
    }
  }

  @Test(
    "the words of a value",
    arguments: [
      ("rules:\n  - swipe: |\n    do: x\n", ["left", "up-right", "horizontal"], ["in", "touchpad"]),
      ("rules:\n  - pinch: i|\n    do: x\n", ["in", "out", "any"], ["left"]),
      ("rules:\n  - swipe: [left, |]\n    do: x\n", ["right"], ["in"]),
      ("rules:\n  - swipe: left\n    device: |\n", ["touchpad", "touchscreen"], ["left"]),
      ("rules:\n  - swipe: left\n    do: {workspace: |}\n", ["next", "previous"], ["overview", "left"]),
      ("rules:\n  - swipe: left\n    do: {desktop: |\n", ["overview", "lock"], ["next"]),
      ("rules:\n  - swipe: left\n    also: |\n    do: x\n", ["true", "false"], ["left"]),
      ("rules:\n  - swipe: left\n    when: {fullscreen: |}\n", ["true", "false"], ["left"]),
      ("settings: {inject: |}\n", ["uinput", "wayland"], ["true"]),
      ("rules:\n  - pan: left\n    resume: |\n", ["true", "false"], ["left"]),
      ("rules:\n  - pan: left\n    begin: {feed: |}\n", [], ["true", "false"]),
      ("rules:\n  - tap: double\n    edge: \"|\"\n    do: x\n", ["left", "bottom"], ["touchpad"]),
    ] as [(String, [String], [String])])
  func values(text: String, offered: [String], others: [String]) {
    let labels = Self.labels(text)
    #expect(Set(offered).isSubset(of: labels))
    #expect(Set(others).isDisjoint(with: labels))
  }

  @Test(
    "the commands of a compositor",
    arguments: [
      ("{sway: |}", ["focus left", "workspace", "fullscreen toggle"], ["dispatch", "focus-column-left"]),
      ("{sway: \"focus l|\"}", ["focus left"], []), ("{hyprland: |}", ["dispatch movefocus", "reload"], ["kill x"]),
      ("{niri: |}", ["focus-column-left"], ["dispatch workspace"]), ("{type: |}", [], ["workspace"]),
    ] as [(String, [String], [String])])
  func commands(action: String, offered: [String], others: [String]) {
    let labels = Self.labels("rules:\n  - swipe: left\n    do: \(action)\n")
    #expect(Set(offered).isSubset(of: labels))
    #expect(Set(others).isDisjoint(with: labels))
  }

  @Test("units behind a number: those that the key has under this gesture")
  func units() {
    #expect(Set(Self.labels("rules:\n  - swipe: left\n    distance: 20|\n")).isSuperset(of: ["20mm", "20cm"]))
    let angle = Self.labels("rules:\n  - rotate: any\n    distance: 20|\n")
    #expect(angle.contains("20°") && !angle.contains("20mm"))
    #expect(Self.labels("rules:\n  - swipe: left\n    within: 1.5|\n").contains("1.5s"))
    let speed = Self.labels("rules:\n  - swipe: left\n    speed: 30|\n")
    #expect(speed.contains("30cm/s") && !speed.contains("30cm"))
  }

  @Test("the keys of conditions, actions, settings and devices")
  func mappings() {
    #expect(Self.labels("rules:\n  - swipe: left\n    when:\n      |\n").contains("fullscreen"))
    #expect(Self.labels("rules:\n  - swipe: left\n    when: {app: a, |}\n").contains("under"))
    let action = Self.labels("rules:\n  - swipe: left\n    do:\n      |\n")
    #expect(action.contains("keys") && action.contains("workspace") && !action.contains("fullscreen"))
    #expect(Self.labels("settings:\n  swipe: {|}\n").contains("distance"))
    #expect(Self.labels("settings:\n  |\n").contains("while-typing"))
    #expect(Self.labels("devices:\n  pad: {|}\n").contains("own"))
    #expect(Self.labels("|").contains("rules"))
    #expect(Self.labels("rules: []\nse|\n").contains("settings"))
    #expect(Self.labels("gestures:\n  code:\n    - {tap: double, |}\n").contains("corner"))
  }

  @Test("each has its meaning from the manual, and replaces what was typed")
  func documentation() throws {
    let items = Self.answer("rules:\n  - swipe: left\n    dis|\n")
    let item = try #require(items.first { $0["label"]?.string == "distance" })
    // A client that names no format is sent none.
    let text = item["documentation"]?.string ?? ""
    #expect(text.contains("Default: 12mm.") && text.contains("sleight(5), QUALIFIERS"))
    #expect(item["textEdit"]?["newText"]?.string == "distance: ")
    #expect(item["textEdit"]?["range"]?.placeText == "2:4-2:7")
    let word = Self.answer("rules:\n  - pinch: |\n").first { $0["label"]?.string == "in" }
    #expect(word?["documentation"]?.string == "The fingers come together.")
  }

  @Test(
    "a key is written as its place requires",
    arguments: [
      ("rules:\n  - swipe: left\n    do: |\n", "{keys: }"), ("rules:\n  - swipe: left\n    do:\n      |\n", "keys: "),
      ("rules:\n  - swipe: left\n    do: [a, |]\n", "{keys: }"),
      ("rules:\n  - swipe: left\n    do:\n      - |\n", "keys: "),
      ("rules:\n  - swipe: left\n    do: {k|: ctrl+w}\n", "keys"),
    ])
  func keyText(text: String, inserted: String) {
    let item = Self.answer(text).first { $0["label"]?.string == "keys" }
    #expect(item?["textEdit"]?["newText"]?.string == inserted)
  }

  @Test("an example that means something else to YAML is in quotes")
  func examples() {
    for (text, inserted) in [
      ("rules:\n  - swipe: left\n    when: {title: |}\n", "\"*YouTube*\""),
      ("rules:\n  - swipe: left\n    do: {plasma-shortcut: |}\n", "\"kwin,Window Close\""),
      ("rules:\n  - swipe: left\n    distance: |\n", "12mm"),
    ] {
      let texts = Self.answer(text).compactMap { $0["textEdit"]?["newText"]?.string }
      #expect(texts.contains(inserted), "\(text): \(texts)")
    }
  }

  private static let file = """
    strokes: {mine: "M 0 0 L 10 10 L 20 0"}
    gestures:
      code: [{tap: single}, {tap: double}]
    x-common: &base {fingers: 3}
    rules:
      - swipe: left
        name: back
        do: {mode: resize}

    """

  @Test(
    "names of the file",
    arguments: [
      ("  - swipe: up\n    when: {mode: |}\n", "resize"), ("  - swipe: up\n    do: {mode: |}\n", "resize"),
      ("  - gesture: |\n    do: x\n", "code"), ("  - stroke: |\n    do: x\n", "mine"),
      ("  - swipe: up\n    unless: |\n    do: x\n", "back"), ("  - swipe: up\n    before: [|]\n", "back"),
      ("  - <<: *|\n    swipe: up\n", "*base"),
    ])
  func names(rule: String, name: String) {
    #expect(Self.labels(Self.file + rule).contains(name))
  }

  @Test("names of the machine")
  func machine() {
    func labels(_ text: String) -> [String] {
      Self.labels(text) { machine in
        machine.names = { kind in
          switch kind {
          case .applications: [NamedThing("org.kde.dolphin", "Dolphin")]
          case .titles: [NamedThing("a: title")]
          case .outputs: [NamedThing("eDP-1")]
          case .devices: [NamedThing("Pad 1")]
          case .keys: [NamedThing("Page_Down"), NamedThing("eacute", "é")]
          }
        }
      }
    }
    #expect(labels("rules:\n  - swipe: up\n    when: {app: |}\n").contains("org.kde.dolphin"))
    #expect(labels("rules:\n  - swipe: up\n    when: {under: {title: |}}\n").contains("a: title"))
    #expect(labels("rules:\n  - swipe: up\n    when: {output: |}\n").contains("eDP-1"))
    #expect(labels("devices:\n  pad: {output: |}\n").contains("eDP-1"))
    #expect(labels("rules:\n  - swipe: up\n    device: |\n").contains("Pad 1"))
    #expect(labels("rules:\n  - swipe: up\n    do: {keys: |}\n").contains("Page_Down"))
    #expect(labels("rules:\n  - swipe: up\n    do: {keys: super+|}\n").contains("Page_Down"))
    #expect(labels("rules:\n  - swipe: up\n    do: {hold: |}\n").contains("super"))
  }

  @Test("keys of the keyboard are found by their character, and stand behind the modifiers")
  func chords() throws {
    let items = Self.answer("rules:\n  - swipe: up\n    do: {keys: super+e|}\n") {
      $0.names = { $0 == .keys ? [NamedThing("eacute", "é")] : [] }
    }
    let item = try #require(items.first { $0["label"]?.string == "eacute" })
    #expect(item["filterText"]?.string == "super+eacute é")
    #expect(item["textEdit"]?["newText"]?.string == "super+eacute")
  }

  @Test("whole rules and recipes, by the words of users, only for clients that fill in places")
  func rules() throws {
    let recipe = Recipe(
      title: "Change the volume", remark: "", lines: ["- pan: vertical", "  do: x"], wishes: ["louder", "sound"])
    let text = "rules:\n  - |\n"
    let items = Self.answer(text, snippets: true) { $0.recipes = { [recipe] } }
    let rule = try #require(items.first { $0["label"]?.string == "swipe …" })
    #expect(rule["insertTextFormat"]?.integer == 2)
    #expect(rule["textEdit"]?["newText"]?.string?.hasPrefix("swipe: ${1:left}\n") == true)
    let volume = try #require(items.first { $0["label"]?.string == "Change the volume" })
    #expect(volume["filterText"]?.string == "Change the volume louder sound")
    #expect(volume["textEdit"]?["newText"]?.string == "pan: vertical\n  do: x")
    #expect(!Self.labels(text).contains("swipe …"))
  }

  @Test("included files")
  func files() {
    var client = TestClient(files: ["/home/u/more.yml": "rules: []\n", "/home/u/x y.yml": ""])
    client.open("include: \n")
    let labels = client.ask("completion", at: (0, 9))["items"]?.array?.map { $0["label"]?.string } ?? []
    #expect(labels.contains("more.yml"))
  }

  @Test("nothing in a document that cannot be understood, and no crash at any place of any text")
  func everywhere() {
    let texts = [
      "rules: [\n", "{{{{", "rules:\n  - swipe: \"\n", "\t- a\n", "a: &a [*a]\n", "%YAML\n", "\u{feff}rules:\n  - \n",
      Self.file, "rules:\n  -\n    -\n  - ? a\n", "🙂: 🙂\n", "---\n---\n",
    ]
    for text in texts {
      var client = TestClient()
      client.open(text)
      client.settle()
      for (line, content) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        for column in 0...content.utf16.count {
          let others = ["hover", "definition", "references", "prepareRename", "documentHighlight"]
          for method in ["completion"] + (column % 5 == 0 ? others : []) {
            _ = client.ask(method, at: (line, column))
          }
        }
      }
      for method in ["documentSymbol", "foldingRange", "codeLens"] { _ = client.ask(method, at: (0, 0)) }
      #expect(client.takeAll().allSatisfy { $0["error"] == nil })
    }
  }
}
