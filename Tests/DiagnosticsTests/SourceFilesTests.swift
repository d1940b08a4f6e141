import Diagnostics
import JSONLines
import Testing

@Suite("Diagnostics of several files")
struct SourceFilesTests {
  private let files: SourceFiles = {
    var files = SourceFiles(SourceFile(name: "dir/rules.yml", text: "include: more.yml\n"))
    files.append(SourceFile(name: "dir/more.yml", text: "one: two\n"))
    return files
  }()

  private func span(_ line: Int, _ start: Int, _ end: Int, in file: Int) -> Span {
    Span(Mark(line: line, column: start, file: file), Mark(line: line, column: end, file: file))
  }

  private var diagnostics: [Diagnostic] {
    [
      Diagnostic(
        .error, id: "a", "wrong", at: span(1, 1, 4, in: 1),
        notes: [.init("from here", at: span(1, 10, 18, in: 0)), .init("and nowhere")]),
      Diagnostic(.warning, id: "b", "old", of: 1),
    ]
  }

  @Test("each location has the name and line of its own file")
  func text() {
    #expect(
      TextRenderer().render(diagnostics, in: files) == """
        dir/more.yml:1:1: error: wrong
          1 | one: two
            | ^^^
        dir/rules.yml:1:10: note: from here
          1 | include: more.yml
            |          --------
          note: and nowhere

        dir/more.yml: warning: old

        dir/rules.yml: 1 error, 1 warning

        """)
  }

  @Test("the JSON contains each file's name, too")
  func json() {
    let lines = diagnostics.map { JSONRenderer.line($0, in: files).text }
    #expect(lines[0].contains(#"{"file": "dir/more.yml", "line": 1, "column": 1,"#))
    #expect(lines[0].contains(#"{"message": "from here", "file": "dir/rules.yml", "line": 1, "column": 10,"#))
    #expect(lines[0].contains(#"{"message": "and nowhere", "file": null, "line": null,"#))
    #expect(lines[1].hasPrefix(#"{"file": "dir/more.yml", "line": null,"#))
  }

  @Test("short names are unambiguous")
  func shortNames() {
    func shortNames(_ names: String...) -> [String] {
      var files = SourceFiles(SourceFile(name: names[0], bytes: []))
      for name in names.dropFirst() { files.append(SourceFile(name: name, bytes: [])) }
      return files.shortNames
    }
    #expect(shortNames("rules.yml") == ["rules.yml"])
    #expect(shortNames("/home/a/rules.yml") == ["rules.yml"])
    #expect(shortNames("/") == ["/"])
    #expect(shortNames("/a/rules.yml", "/a/more.yml") == ["rules.yml", "more.yml"])
    #expect(
      shortNames("/a/rules.yml", "/a/b/rules.yml", "/c/b/rules.yml") == [
        "rules.yml", "a/b/rules.yml", "c/b/rules.yml",
      ])
    #expect(shortNames("rules.yml", "more/rules.yml") == ["rules.yml", "more/rules.yml"])
    #expect(shortNames("rules.yml", "/rules.yml") == ["rules.yml", "/rules.yml"])
  }
}
