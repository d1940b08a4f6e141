import Diagnostics
import Testing
import Trials

@testable import RulesFile

@Suite("A check that keeps what it has decoded")
struct CheckMemoryTests {
  /// A check with a memory, compared with one without.
  private final class Checker {
    var files: [String: String] = [:]
    private var memory: CheckMemory? = CheckMemory()

    init(files: [String: String] = [:]) { self.files = files }

    /// The number of entries that the last check decoded.
    var decodedCount: Int { memory?.decodedCount ?? -1 }

    /// True if both say the same of a text.
    func agrees(on text: String) -> Bool {
      let bytes = Array(text.utf8)
      let own = RulesFile.check(
        bytes: bytes, name: "rules.yml", keyNames: keyNames, files: .texts(files), memory: &memory)
      let whole = RulesFile.check(bytes: bytes, name: "rules.yml", keyNames: keyNames, files: .texts(files))
      guard own.diagnostics != whole.diagnostics || own.paths != whole.paths else { return true }
      for message in own.diagnostics where !whole.diagnostics.contains(message) {
        print("only with memory: \(message)")
      }
      for message in whole.diagnostics where !own.diagnostics.contains(message) { print("only without: \(message)") }
      print(text)
      return false
    }
  }

  /// Rules that meet: some hide others, wait, and have names, modes and operations.
  private static func rules(_ count: Int) -> [String] {
    let gestures = [
      "swipe: left", "swipe: right", "pan: up", "tap: double", "tap: single", "long-press: 500ms", "stroke: circle",
      "pinch: in", "circle: any", "swype: up",
    ]
    let more = [
      "do: foot", "do: ctrl+w", "do: 'echo \"a'", "do: {mode: m}", "when: {mode: m}\n    do: {workspace: next}",
      "when: {app: a}\n    do: {keys: super+left}", "fingers: 4\n    do: foot # #aabbcc", "every: 5mm\n    do: x",
      "when: {title: b}\n    name: n\n    do: {type: \"{a}\"}", "do: [a, b, c]",
      "fingers: 2-3\n    do: missing-program",
      "unless: n\n    do: x",
    ]
    return (0..<count).map { number in
      "  - \(gestures[number * 7 % gestures.count])\n    \(more[number * 5 % more.count])\n"
    }
  }

  @Test("decodes the changed entry and the last one alone")
  func changed() {
    var entries = Self.rules(200)
    entries.removeAll { $0.contains("swype") }
    func text() -> String { "rules:\n" + entries.joined() }
    let checker = Checker()
    #expect(checker.agrees(on: text()))
    #expect(checker.decodedCount == entries.count)
    entries[80] = "  - swype: left\n    do: foot\n"
    #expect(checker.agrees(on: text()))
    #expect(checker.decodedCount == 2)
    // Lines move, and the messages with them.
    entries[40] = "\n  # a comment\n  - swipe: left\n    fingers: 3\n    do: foot\n"
    #expect(checker.agrees(on: text()))
    #expect(checker.decodedCount == 3)
    entries.remove(at: 3)
    #expect(checker.agrees(on: text()))
    entries.append("  - tap: single\n    fingers: 3\n    do: foot\n")
    #expect(checker.agrees(on: text()))
    #expect(checker.decodedCount == 2)
    entries.swapAt(5, 8)
    #expect(checker.agrees(on: text()))
    #expect(checker.decodedCount == 5)
  }

  @Test("a text that is no YAML, as while one types, is judged as a whole, and what was decoded stays")
  func noYAML() {
    var entries = Self.rules(60)
    let checker = Checker()
    #expect(checker.agrees(on: "rules:\n" + entries.joined()))
    entries[9] = "  - swipe: left\n    do: \"foot\n"
    #expect(checker.agrees(on: "rules:\n" + entries.joined()))
    entries[9] = "  - swipe: left\n    do: \"foot\"\n"
    #expect(checker.agrees(on: "rules:\n" + entries.joined()))
    #expect(checker.decodedCount == 2)
  }

  @Test("what counts for all rules, and what other rules refer to, is decoded again")
  func frame() {
    let rules = "rules:\n" + Self.rules(40).joined()
    let checker = Checker()
    for text in [
      rules, "settings: {swipe: {distance: 30mm}}\n" + rules, "settings: {swipe: {distance: 31}}\n" + rules,
      "strokes: {mine: \"M 0 0 L 10 10 L 20 0\"}\n" + rules + "  - stroke: mine\n    do: x\n",
      "strokes: {your: \"M 0 0 L 10 10 L 20 0\"}\n" + rules + "  - stroke: mine\n    do: x\n",
      "gestures: {g: [{tap: single}, {swipe: left}]}\n" + rules
        + "  - gesture: g\n    do: x\n  - gesture: h\n    do: x\n",
      "gestures: {g: [{tap: single}, {swipe: left}]}\n" + rules
        + "  - gesture: g\n    do: x\n\n  - gesture: g\n    do: x\n",
      rules + "  - gesture: g\n    do: x\ngestures: {g: [{tap: single}, {swipe: lift}]}\n",
      rules + "  - gesture: g\n    do: x\n\ngestures: {g: [{tap: single}, {swipe: lift}]}\n",
      rules + "  - &a {swipe: left, do: x}\n  - <<: *a\n    fingers: 4\n  - tap: single\n    do: x\n",
      rules + "  - &a {swipe: left, do: y}\n  - <<: *a\n    fingers: 4\n  - tap: single\n    do: x\n",
      "x-a: &a {fingers: 4}\n" + rules + "  - {<<: *a, swipe: left, do: x}\n", "rules: [{swipe: left, do: x}]\n",
      "\u{feff}" + rules, rules + "  - swipe: up\n  - do: x\n",
      rules + "  - swipe: up\n    name: \u{200b}\n  - do: x\n",
      "rules:\n  - name: a\n    rules:\n      - swipe: left\n        do: x\n" + Self.rules(3).joined(), "", "rules:\n",
    ] {
      #expect(checker.agrees(on: text))
      #expect(checker.agrees(on: text.replacing("foot", with: "f00t")))
    }
  }

  @Test("more messages than are listed are the same ones")
  func manyMessages() {
    let checker = Checker()
    func text(_ count: Int, _ last: String) -> String {
      "rules:\n" + (0..<count).map { "  - swype: left\n    do: \($0)\n" }.joined() + "  - tap: \(last)\n    do: x\n"
    }
    for count in [90, 110, 999, 1_001, 1_100, 90] {
      #expect(checker.agrees(on: text(count, "single")))
      #expect(checker.agrees(on: text(count, "singel")))
    }
  }

  @Test("rules of included files are kept as well, and a changed file is read")
  func included() {
    let main = "include: [a.yml, b.yml]\nrules:\n" + Self.rules(30).joined()
    let checker = Checker(files: [
      "a.yml": "rules:\n" + Self.rules(50).joined(), "b.yml": "rules: [{swipe: left, do: x}]\n",
    ])
    #expect(checker.agrees(on: main))
    checker.files["a.yml"]?.replace("  - pan", with: "\n  - pan")
    #expect(checker.agrees(on: main))
    #expect((1...60).contains(checker.decodedCount))
    checker.files["a.yml"] = "rules:\n" + Self.rules(50).dropFirst(2).joined()
    #expect(checker.agrees(on: main))
    checker.files["b.yml"] = nil
    #expect(checker.agrees(on: main))
    checker.files["b.yml"] = "settings: {swipe: {distance: 40mm}}\nrules: []\n"
    #expect(checker.agrees(on: main + "  - pan: any\n    do: x\n"))
  }

  @Test(
    "any edits of any file give the messages of the whole text",
    arguments: CorpusFile.Kind.allCases.flatMap(CorpusFile.all))
  func corpus(file: CorpusFile) {
    edits(
      of: String(decoding: file.bytes, as: UTF8.self), and: file.others, count: trials(1, thorough: 3),
      seed: UInt64(file.bytes.count))
  }

  @Test("any edits of a large file give the messages of the whole text", arguments: 0..<trials(2, thorough: 4))
  func large(seed: Int) {
    edits(
      of: "# a\nrules:\n" + Self.rules(60).joined() + "settings: {swipe: {distance: 40mm}}\n", count: 20,
      seed: UInt64(seed))
  }

  /// Compares checks after each of several edits: pieces of the text are removed, repeated and changed.
  private func edits(of text: String, and others: [String: String] = [:], count: Int, seed: UInt64) {
    var chance = SameNumbers(state: seed)
    let checker = Checker(files: others)
    var text = text
    #expect(checker.agrees(on: text))
    for _ in 0..<count {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let line = Int.random(in: 0..<lines.count, using: &chance)
      switch Int.random(in: 0..<7, using: &chance) {
      case 0: lines.remove(at: line)
      case 1: lines.insert(lines[line], at: line)
      case 2:
        lines.insert(
          ["", "  # x", "  - swipe: up", "    do: y", "- tap: single", "x: 1"].randomElement(using: &chance) ?? "",
          at: line)
      case 3: lines.swapAt(line, Int.random(in: 0..<lines.count, using: &chance))
      default:
        var characters = Array(lines[line])
        let place = Int.random(in: 0...characters.count, using: &chance)
        if place < characters.count, Bool.random(using: &chance) {
          characters.remove(at: place)
        } else {
          characters.insert(Array("a3:-'\"#[{ &*|\u{e9}").randomElement(using: &chance) ?? "a", at: place)
        }
        lines[line] = String(characters)
      }
      text = lines.joined(separator: "\n")
      #expect(checker.agrees(on: text))
    }
  }
}
