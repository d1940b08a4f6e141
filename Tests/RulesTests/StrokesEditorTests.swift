import Gestures
import RulesFile
import Testing
import Touch

@Suite("Adding a drawing to a rules file changes nothing else in it")
struct StrokesEditorTests {
  /// The new drawing, for which the texts below have a placeholder; as long as one of a hand.
  static let drawing = StrokeTemplate(text: "0,99 50,0 99,99")

  /// `text` with the added drawing of `name`, written as `NEW`; nil if the text is not edited.
  func add(_ name: String, to text: String) -> String? {
    guard let drawing = Self.drawing, let edit = StrokesEditor.add(drawing, as: name, to: Array(text.utf8)) else {
      return nil
    }
    let edited = String(decoding: edit.bytes, as: UTF8.self)
    // The edit names the line of the drawing.
    #expect(
      edited.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[edit.line - 1].contains("99,99"))
    #expect(RulesFile.check(bytes: edit.bytes, name: "rules.yml").rules != nil, "\(edited)")
    return edited.replacing("\"\(drawing.text)\"", with: "NEW")
  }

  @Test("'strokes' is added before 'rules', whose comment stays with it")
  func newSection() {
    #expect(
      add("house", to: "# Mine.\nrules:  # all\n  - {swipe: left, fingers: 3, do: foot}\n")
        == "# Mine.\nstrokes:\n  house: NEW\n\nrules:  # all\n  - {swipe: left, fingers: 3, do: foot}\n")
    #expect(
      add("house", to: "# Mine.\n\n# What I do.\n# And so.\nrules:\n- {swipe: left, fingers: 3, do: foot}")
        == """
        # Mine.

        strokes:
          house: NEW

        # What I do.
        # And so.
        rules:
        - {swipe: left, fingers: 3, do: foot}
        """)
    #expect(
      add("house", to: "---\n  settings: {keyboard: de}\n  \"rules\": [{tap: single, fingers: 3, do: foot}]\n...\n")
        == """
        ---
          settings: {keyboard: de}
          strokes:
            house: NEW

          "rules": [{tap: single, fingers: 3, do: foot}]
        ...

        """)
  }

  @Test("a new shape comes after the last one, with its indentation")
  func newShape() {
    let rules = "rules: [{tap: single, fingers: 3, do: foot}]\n"
    #expect(
      add("house", to: "strokes: # shapes\n    a: \"0,9 5,0 9,9\"   # the first\n\n# Rules.\n\(rules)")
        == "strokes: # shapes\n    a: \"0,9 5,0 9,9\"   # the first\n    house: NEW\n\n# Rules.\n\(rules)")
    #expect(
      add("house", to: "\(rules)strokes:\n  a:\n  - 0,9 5,0 9,9\n  # Once more.\n  - '0,9 5,0\n     9,9'  # so")
        == "\(rules)strokes:\n  a:\n  - 0,9 5,0 9,9\n  # Once more.\n  - '0,9 5,0\n     9,9'  # so\n  house: NEW")
    #expect(
      add("house", to: "strokes:\n  a: >-\n    0,9 5,0\n    9,9\n\n\(rules)")
        == "strokes:\n  a: >-\n    0,9 5,0\n    9,9\n  house: NEW\n\n\(rules)")
  }

  @Test("a shape with one drawing gets a list of two")
  func secondDrawing() {
    let rules = "rules: [{tap: single, fingers: 3, do: foot}]\n"
    #expect(
      add("a", to: "strokes:\n  a:   \"0,9 5,0 9,9\"   # the first\n  b: \"0,0 5,9 9,0\"\n\(rules)")
        == "strokes:\n  a:\n    - \"0,9 5,0 9,9\"   # the first\n    - NEW\n  b: \"0,0 5,9 9,0\"\n\(rules)")
    #expect(
      add("a", to: "strokes:\n  a: # one\n     \"0,9 5,0 9,9\"\n\(rules)")
        == "strokes:\n  a: # one\n     - \"0,9 5,0 9,9\"\n     - NEW\n\(rules)")
    #expect(
      add("b", to: "strokes:\n  a: &one \"0,9 5,0 9,9\"\n  b: *one\n\(rules)")
        == "strokes:\n  a: &one \"0,9 5,0 9,9\"\n  b:\n    - *one\n    - NEW\n\(rules)")
    #expect(
      add("a", to: "strokes:\n  a: &one \"0,9 5,0 9,9\"\n  b: *one\n\(rules)")
        == "strokes:\n  a:\n    - &one \"0,9 5,0 9,9\"\n    - NEW\n  b: *one\n\(rules)")
  }

  @Test("a shape with several drawings gets one more")
  func thirdDrawing() {
    let rules = "rules: [{tap: single, fingers: 3, do: foot}]\n"
    #expect(
      add(
        "a",
        to:
          "strokes:\n  a:\n      -   0,9 5,0 9,9  # so\n      -   0,9 5,1 9,9\n  # or else\n  b: \"0,0 5,9 9,0\"\n\(rules)"
      )
        == "strokes:\n  a:\n      -   0,9 5,0 9,9  # so\n      -   0,9 5,1 9,9\n      - NEW\n  # or else\n  b: \"0,0 5,9 9,0\"\n\(rules)"
    )
    #expect(
      add("a", to: "strokes:\n  a:\n  - 0,9 5,0 9,9\n\(rules)")
        == "strokes:\n  a:\n  - 0,9 5,0 9,9\n  - NEW\n\(rules)")
    #expect(
      add("a", to: "strokes:\n  a: [\"0,9 5,0 9,9\",\n    '0,9 5,1 9,9', # so\n  ]\n\(rules)")
        == "strokes:\n  a: [\"0,9 5,0 9,9\",\n    '0,9 5,1 9,9', NEW, # so\n  ]\n\(rules)")
  }

  @Test("mappings in braces keep their form")
  func flow() {
    let rules = "rules: [{tap: single, fingers: 3, do: foot}]\n"
    #expect(
      add("house", to: "strokes: {a: \"0,9 5,0 9,9\" # the first\n  , }\n\(rules)")
        == "strokes: {a: \"0,9 5,0 9,9\", house: NEW # the first\n  , }\n\(rules)")
    #expect(add("house", to: "strokes: &s { }\n\(rules)") == "strokes: &s {house: NEW }\n\(rules)")
    #expect(
      add("a", to: "strokes: {a: \"0,9 5,0 9,9\", b: \"0,0 5,9 9,0\"}\n\(rules)")
        == "strokes: {a: [\"0,9 5,0 9,9\", NEW], b: \"0,0 5,9 9,0\"}\n\(rules)")
    #expect(
      add("house", to: "{\"rules\":[{\"tap\":\"single\",\"fingers\":3,\"do\":\"foot\"}]}")
        == "{\"strokes\": {\"house\": NEW}, \"rules\":[{\"tap\":\"single\",\"fingers\":3,\"do\":\"foot\"}]}")
    #expect(
      add("house", to: "{\"strokes\":{\"a\":[\"0,9 5,0 9,9\"]},\"rules\":[]}")
        == "{\"strokes\":{\"a\":[\"0,9 5,0 9,9\"], \"house\": NEW},\"rules\":[]}")
  }

  @Test("line breaks and a byte order mark are kept")
  func bytes() {
    #expect(
      add("house", to: "\u{feff}# ä\r\nrules: []\r\n") == "\u{feff}# ä\r\nstrokes:\r\n  house: NEW\r\n\r\nrules: []\r\n"
    )
    #expect(
      add("ä", to: "strokes:\r\n  ä: \"0,9 5,0 9,9\"\r\nrules: []")
        == "strokes:\r\n  ä:\r\n    - \"0,9 5,0 9,9\"\r\n    - NEW\r\nrules: []")
  }

  @Test(
    "a file in an unusual notation is not edited",
    arguments: [
      // Texts that are no rules file.
      "", "# nothing\n", "- a\n", "rules: [\n", "settings: {keyboard: de}\n",
      // The drawings of another shape would change with it.
      "strokes:\n  b: &all [\"0,9 5,0 9,9\"]\n  house: *all\nrules: []\n",
      "strokes:\n  house: &all\n    - \"0,9 5,0 9,9\"\n  b: *all\nrules: []\n",
      // Block scalars would have to be rewritten, and so would values after a question mark.
      "strokes:\n  house: >-\n    0,9 5,0\n    9,9\nrules: []\n",
      "? rules\n: []\n",
    ])
  func refused(text: String) throws {
    let drawing = try #require(Self.drawing)
    #expect(StrokesEditor.add(drawing, as: "house", to: Array(text.utf8)) == nil)
  }

  @Test(
    "a mutated file loses nothing, and a valid one stays valid",
    arguments: [
      "# Mine.\nrules:\n  # ä\n  - {stroke: v, do: a}\n",
      "strokes: # s\n  house: \"0,9 5,0 9,9\" # one\n  b:\n  - 0,9 5,0 9,9\nrules: []\n",
      "strokes: {house: [\"0,9 5,0 9,9\"], b: '0,9 5,0 9,9'} # s\nrules: []",
    ])
  func bent(text: String) throws {
    let drawing = try #require(Self.drawing)
    var edits = 0
    for bytes in mutations(of: text) {
      guard let edit = StrokesEditor.add(drawing, as: "house", to: bytes) else { continue }
      edits += 1
      expectAddition(bytes, edit.bytes)
    }
    #expect(edits > 500)
  }

  @Test("the result has the shape's number of drawings, and the line to write by hand")
  func counts() throws {
    let drawing = try #require(Self.drawing)
    let text = "strokes:\n  a: \"0,9 5,0 9,9\"\nrules: []\n"
    let once = try #require(StrokesEditor.add(drawing, as: "a", to: Array(text.utf8)))
    #expect(once.drawings == 2 && once.line == 4)
    let twice = try #require(StrokesEditor.add(drawing, as: "a", to: once.bytes))
    #expect(twice.drawings == 3 && twice.line == 5)
    #expect(try #require(StrokesEditor.add(drawing, as: "b", to: twice.bytes)).drawings == 1)
    #expect(StrokesEditor.line(drawing, as: "a") == "a: \"0,99 50,0 99,99\"")
  }

  @Test("names are words without a meaning in YAML")
  func names() {
    for name in ["house", "a", "8", "my-house_2", "häuschen", "дом", "家"] {
      #expect(StrokesEditor.isName(name))
      #expect(add(name, to: "rules: [{stroke: \(name), device: touchscreen, do: foot}]\n") != nil, "\(name)")
    }
    for name in [
      "", " ", "a b", "a:", "#a", "-a", "_a", "a\nb", "\"a\"", "yes", "No", "null", "~", "*a", "{a}", "a.b", "a\u{7}",
      String(repeating: "a", count: 41),
    ] {
      #expect(!StrokesEditor.isName(name), "\(name)")
    }
  }
}
