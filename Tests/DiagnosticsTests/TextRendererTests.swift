import Diagnostics
import Testing

@Suite("Diagnostics for people")
struct TextRendererTests {
  private func span(_ line: Int, _ start: Int, _ end: Int) -> Span {
    Span(Mark(line: line, column: start), Mark(line: line, column: end))
  }

  private func render(_ text: String, _ span: Span) -> String {
    TextRenderer().render(
      Diagnostic(.error, id: "x", "wrong", at: span), in: SourceFiles(SourceFile(name: "f", text: text)))
  }

  @Test("location, message, line, marks, notes, help and a summary")
  func everything() {
    let file = SourceFiles(
      SourceFile(name: "dir/rules.yml", text: "one: two\n" + String(repeating: "\n", count: 9) + "three: four\n"))
    let diagnostics = [
      Diagnostic(
        .error, id: "unknown-word", "unknown word 'three'", at: span(11, 1, 6), suggestion: "tree",
        help: "look it up",
        notes: [.init("the first is here", at: span(1, 6, 9)), .init("there are others")]),
      Diagnostic(.warning, id: "old-file", "the file is old"),
    ]
    #expect(
      TextRenderer().render(diagnostics, in: file) == """
        dir/rules.yml:11:1: error: unknown word 'three'; did you mean 'tree'?
          11 | three: four
             | ^^^^^
        dir/rules.yml:1:6: note: the first is here
           1 | one: two
             |      ---
          note: there are others
          help: look it up

        dir/rules.yml: warning: the file is old

        dir/rules.yml: 1 error, 1 warning

        """)
  }

  @Test("equal messages about equal texts are shown once, with their positions")
  func repeated() {
    let file = SourceFiles(
      SourceFile(name: "f", text: (1...16).map { $0 == 3 ? "- other\n" : "- sleep\n" }.joined()))
    let diagnostics = (1...16).map { Diagnostic(.warning, id: "x", "not waited for", at: span($0, 3, 8)) }
    #expect(
      TextRenderer().render(diagnostics, in: file) == """
        f:1:3: warning: not waited for
          1 | - sleep
            |   ^^^^^
          note: the same at 2:3, 4:3, 5:3, 6:3, 7:3, 8:3, 9:3, 10:3, 11:3, 12:3 and 4 more

        f:3:3: warning: not waited for
          3 | - other
            |   ^^^^^

        f: 16 warnings

        """)
    // Three are short enough, and a different suggestion is a different message.
    var few = Array(diagnostics.prefix(5))
    few[4].suggestion = "wait"
    #expect(TextRenderer().render(few, in: file).split(separator: "\n").count { $0.contains("warning: ") } == 5)
  }

  @Test("no diagnostics, no output")
  func nothing() {
    #expect(TextRenderer().render([], in: SourceFiles(SourceFile(name: "f", text: "a"))) == "")
  }

  @Test("tabs are expanded, and marks stay under their span")
  func tabs() {
    #expect(render("\ta\tb", span(1, 4, 5)) == "f:1:4: error: wrong\n  1 |     a   b\n    |         ^\n")
  }

  @Test("wide characters occupy two cells, combining ones none")
  func wide() {
    #expect(render("漢字: x", span(1, 5, 6)) == "f:1:5: error: wrong\n  1 | 漢字: x\n    |       ^\n")
    #expect(render("漢字: x", span(1, 1, 3)) == "f:1:1: error: wrong\n  1 | 漢字: x\n    | ^^^^\n")
    #expect(render("😀 x", span(1, 3, 4)) == "f:1:3: error: wrong\n  1 | 😀 x\n    |    ^\n")
    #expect(render("e\u{301} x", span(1, 4, 5)) == "f:1:4: error: wrong\n  1 | e\u{301} x\n    |   ^\n")
    #expect(render("ä x", span(1, 3, 4)) == "f:1:3: error: wrong\n  1 | ä x\n    |   ^\n")
  }

  @Test("no control character of the file or of a message reaches the terminal")
  func controlCharacters() {
    let file = SourceFiles(SourceFile(name: "f\u{1b}", text: "a\u{1b}[31mb\u{7f}\u{9b}\u{202e}c"))
    let text = TextRenderer().render(
      Diagnostic(
        .error, id: "x", "it\u{7}", at: span(1, 12, 13), suggestion: "\u{1b}c", help: "a\nb",
        notes: [.init("n\r")]), in: file)
    #expect(
      text == """
        f␛:1:12: error: it␇; did you mean '␛c'?
          1 | a␛[31mb␡\u{fffd}\u{fffd}c
            |            ^
          note: n␍
          help: a␊b

        """)
  }

  @Test("a long line is truncated around its span")
  func longLines() {
    let line = String(repeating: "a", count: 200) + "XYZ" + String(repeating: "b", count: 200)
    let expected =
      "f:1:201: error: wrong\n  1 | …" + String(repeating: "a", count: 30) + "XYZ" + String(repeating: "b", count: 67)
      + "…\n    | " + String(repeating: " ", count: 31) + "^^^\n"
    #expect(render(line, span(1, 201, 204)) == expected)
  }

  @Test("a line of a megabyte is shown equally fast")
  func veryLongLines() {
    let line = String(repeating: "ä", count: 500_000) + "X" + String(repeating: "b", count: 500_000)
    let expected =
      "f:1:500001: error: wrong\n  1 | …" + String(repeating: "ä", count: 30) + "X" + String(repeating: "b", count: 69)
      + "…\n    | " + String(repeating: " ", count: 31) + "^\n"
    #expect(render(line, span(1, 500_001, 500_002)) == expected)
  }

  @Test("marks of a long span end where the line is truncated")
  func longSpans() {
    let line = String(repeating: "a", count: 300)
    let expected =
      "f:1:1: error: wrong\n  1 | " + String(repeating: "a", count: 100) + "…\n    | "
      + String(repeating: "^", count: 100) + "\n"
    #expect(render(line, span(1, 1, 301)) == expected)
  }

  @Test("a span of several lines is marked to the end of the first one")
  func severalLines() {
    let span = Span(Mark(line: 1, column: 3), Mark(line: 2, column: 2))
    #expect(render("a: {\n}", span) == "f:1:3: error: wrong\n  1 | a: {\n    |   ^^\n")
  }

  @Test("a missing element has one mark")
  func emptySpans() {
    #expect(render("a:", span(1, 3, 3)) == "f:1:3: error: wrong\n  1 | a:\n    |   ^\n")
    #expect(render("", span(1, 1, 1)) == "f:1:1: error: wrong\n")
    #expect(render("\nb", span(1, 1, 1)) == "f:1:1: error: wrong\n  1 |\n    | ^\n")
  }

  @Test("a location outside the file is accepted")
  func strangeLocations() {
    #expect(render("a", span(7, 1, 2)) == "f:7:1: error: wrong\n")
    #expect(render("a", span(1, 90, 95)) == "f:1:90: error: wrong\n  1 | a\n    |  ^\n")
    #expect(render("a", span(0, 0, 0)) == "f:0:0: error: wrong\n")
  }

  @Test("colours are used only on request")
  func colours() {
    let file = SourceFiles(SourceFile(name: "f", text: "ab"))
    let text = TextRenderer(usesColours: true).render(
      Diagnostic(.warning, id: "x", "wrong", at: span(1, 2, 3)), in: file)
    #expect(
      text == "f:1:2: \u{1b}[1;33mwarning\u{1b}[0m: \u{1b}[1mwrong\u{1b}[0m\n"
        + "  \u{1b}[34m1 |\u{1b}[0m ab\n  \u{1b}[34m  |\u{1b}[0m  \u{1b}[1;33m^\u{1b}[0m\n")
  }

  @Test("invalid UTF-8 is shown as replacement characters")
  func invalidText() {
    let file = SourceFiles(SourceFile(name: "f", bytes: [0x61, 0xff, 0x62]))
    let text = TextRenderer().render(Diagnostic(.error, id: "x", "wrong", at: span(1, 2, 3)), in: file)
    #expect(text == "f:1:2: error: wrong\n  1 | a\u{fffd}b\n    |  ^\n")
  }
}
