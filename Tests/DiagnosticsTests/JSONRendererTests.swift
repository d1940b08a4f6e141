import Diagnostics
import JSONLines
import Testing

@Suite("Diagnostics for programs")
struct JSONRendererTests {
  private let file = SourceFiles(SourceFile(name: "rules.yml", text: "a: b\n"))
  private let span = Span(Mark(line: 1, column: 4), Mark(line: 1, column: 5))

  @Test("one object for each line, with all members")
  func full() {
    let diagnostic = Diagnostic(
      .error, id: "unknown-word", "unknown word 'b'", at: span, suggestion: "c", notes: [.init("here", at: span)])
    #expect(
      JSONRenderer.line(diagnostic, in: file).text == """
        {"file": "rules.yml", "line": 1, "column": 4, "endLine": 1, "endColumn": 5, "severity": "error", \
        "id": "unknown-word", "message": "unknown word 'b'", "suggestion": "c", "help": null, \
        "notes": [{"message": "here", "file": "rules.yml", "line": 1, "column": 4, "endLine": 1, "endColumn": 5}]}
        """)
  }

  @Test("missing values are null")
  func empty() {
    #expect(
      JSONRenderer.line(Diagnostic(.warning, id: "old-file", "the file is old"), in: file).text == """
        {"file": "rules.yml", "line": null, "column": null, "endLine": null, "endColumn": null, \
        "severity": "warning", "id": "old-file", "message": "the file is old", "suggestion": null, "help": null, \
        "notes": []}
        """)
  }
}
