import JSONLines
import RulesFile
import Testing

@testable import LanguageServer

@Suite("What the language server explains")
struct HoverTests {
  private static let text = """
    settings: {swipe: {distance: 20mm}}
    rules:
      - swipe: left
        fingers: 3
        within: 300ms
        name: back
        when: {fullscreen: true}
        do: {keys: alt+Left}
      - {tap: single, fingers: 2, do: foot}
      - {tap: double, fingers: 2, do: mpv}

    """

  private static func hover(_ line: Int, _ column: Int, text: String = text) -> JSONValue {
    var client = TestClient(
      capabilities: ["textDocument": ["hover": ["contentFormat": ["markdown", "plaintext"]]]])
    client.open(text)
    client.settle()
    return client.ask("hover", at: (line, column))
  }

  @Test("the keys of a rule whose gesture is misspelt")
  func misspelt() {
    func words(_ text: String, _ line: Int, _ column: Int) -> String {
      Self.hover(line, column, text: text)["contents"]?["value"]?.string ?? ""
    }
    let rule = "rules:\n  - swype: left\n    fingers: 3\n    within: 300ms\n    do: foot\n"
    #expect(words(rule, 2, 6).hasPrefix("**fingers**: How many"))
    #expect(words(rule, 3, 6).hasPrefix("**within**: The longest time"))
    #expect(words(rule, 4, 4).hasPrefix("**do**: "))
    #expect(words("gestures: {g: [{swype: left, fingers: 3}]}\n", 0, 30).hasPrefix("**fingers**: How many"))
    // A group has no gesture, and its own keys.
    #expect(words("rules:\n  - name: a\n    within: 3s\n    rules: []\n", 2, 6) == "")
  }

  private static func words(_ line: Int, _ column: Int) -> String {
    hover(line, column)["contents"]?["value"]?.string ?? ""
  }

  @Test("the manual's entry of a key: meaning, default, range and chapter")
  func key() {
    let words = Self.words(4, 6)
    #expect(words.hasPrefix("**within**: The longest time"))
    #expect(words.contains("Default: 800ms. More than 0ms and at most 60s. See sleight(5), QUALIFIERS."))
    #expect(Self.hover(4, 6)["range"]?.placeText == "4:4-4:10")
    #expect(Self.words(0, 2).contains("See sleight(5), THE FILE."))
    #expect(Self.words(7, 10).contains("Presses and releases keys. See sleight(5), ACTIONS."))
    #expect(Self.words(6, 12).contains("See sleight(5), CONDITIONS."))
  }

  @Test("a word that is a value, and its key")
  func word() {
    let words = Self.words(2, 13)
    #expect(words.contains("**left**: To the left.") && words.contains("**swipe**: Fingers move one way"))
    #expect(Self.hover(2, 13)["range"]?.placeText == "2:11-2:15")
  }

  @Test("what a rule does, in the words of 'explain', and what it waits for")
  func rule() {
    #expect(Self.words(2, 5).contains("swipe left, 3 fingers: keys alt+Left"))
    #expect(Self.words(5, 11).contains("keys alt+Left"))
    let tap = Self.words(8, 6)
    #expect(tap.contains("this tap waits 300ms for another tap; because of this rule, line 10"))
  }

  @Test("without marks for a client that shows plain text")
  func plain() {
    var client = TestClient()
    client.open(Self.text)
    let contents = client.ask("hover", at: (2, 13))["contents"]
    #expect(contents?["kind"]?.string == "plaintext")
    #expect(contents?["value"]?.string?.hasPrefix("left: To the left.\n") == true)
  }

  @Test("nothing beside words")
  func nothing() {
    #expect(Self.hover(2, 0) == .null)
    #expect(Self.hover(99, 0) == .null)
    #expect(Self.hover(0, 0, text: "rules: [\n") == .null)
  }

  @Test("each key has an entry in the chapter of the manual that it names")
  func chapters() {
    let page = manual("sleight.5")
    #expect(page.count > 2_000)
    var chapters: [String: Set<String>] = [:]
    var chapter = ""
    for line in page {
      if line.hasPrefix(".Sh ") { chapter = String(line.dropFirst(4)) }
      if line.hasPrefix(".It ") {
        let words: [Substring] = line.replacing("\\-", with: "-").split(separator: " ")
        chapters[chapter, default: []].formUnion(words.map(String.init))
      }
    }
    for word in Vocabulary.words where word.form != nil {
      // The gestures and limits of a step are those of a rule.
      if word.context == .step, Vocabulary.word(word.name, in: .rule) != nil { continue }
      // Keys of one or two letters.
      if word.name.count <= 2 { continue }
      #expect(chapters[word.chapter]?.contains(word.name) == true, "\(word.context) \(word.name): \(word.chapter)")
    }
  }
}
