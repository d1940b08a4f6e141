import Diagnostics
import Gestures
import RulesFile
import Testing
import Touch

@Suite("Errors of including")
struct IncludeMessageTests {
  private func shown(_ texts: [String: String]) -> String { render(Including.file(texts)) }

  @Test("a missing file is reported with a suggestion")
  func missing() {
    #expect(
      shown(["rules.yml": "include: sub/gestrues.yml\n" + Including.rule("a"), "sub/gestures.yml": ""]) == """
        rules.yml:1:10: error: there is no file 'sub/gestrues.yml'; did you mean 'sub/gestures.yml'?
          1 | include: sub/gestrues.yml
            |          ^^^^^^^^^^^^^^^^

        rules.yml: 1 error

        """)
    #expect(
      shown(["rules.yml": "include: ~you/a.yml\n" + Including.rule("a")]) == """
        rules.yml:1:10: error: there is no file '~you/a.yml'
          1 | include: ~you/a.yml
            |          ^^^^^^^^^^
          help: '~/' is the home directory

        rules.yml: 1 error

        """)
    #expect(Including.file(["rules.yml": "include: ~/a.yml\n"]).paths == ["rules.yml", "/home/me/a.yml"])
  }

  @Test("no file that is being read or listed is suggested, and an address is no path")
  func noSuggestion() {
    let files = ["rules.yml": "include: [more.yml, host.yml]\n", "more.yml": Including.rule("a")]
    #expect(shown(files).contains("there is no file 'host.yml'\n"))
    #expect(
      shown(["rules.yml": "include: rules.yaml\n" + Including.rule("a")]) == """
        rules.yml:1:10: error: there is no file 'rules.yaml'
          1 | include: rules.yaml
            |          ^^^^^^^^^^

        rules.yml: 1 error

        """)
    #expect(
      shown(["rules.yml": "include: https://example.org/a.yml\n" + Including.rule("a")]) == """
        rules.yml:1:10: error: 'include' takes the path of a file, not an address
          1 | include: https://example.org/a.yml
            |          ^^^^^^^^^^^^^^^^^^^^^^^^^

        rules.yml: 1 error

        """)
  }

  @Test("a directory is reported with the path for its files")
  func directory() {
    #expect(
      shown(["rules.yml": "include: rules.d\n" + Including.rule("a"), "rules.d/a.yml": ""]) == """
        rules.yml:1:10: error: 'rules.d': this is a directory, not a rules file
          1 | include: rules.d
            |          ^^^^^^^
          help: to include its files, write 'rules.d/*.yml'

        rules.yml: 1 error

        """)
  }

  @Test("a file that includes itself is reported")
  func itself() {
    #expect(
      shown(["rules.yml": "include: [rules.yml]\n" + Including.rule("a")]) == """
        rules.yml:1:11: error: 'rules.yml' includes itself
          1 | include: [rules.yml]
            |           ^^^^^^^^^

        rules.yml: 1 error

        """)
  }

  @Test("a cycle is reported with the files on it")
  func cycle() {
    let texts = [
      "rules.yml": "include: a.yml\n", "a.yml": "include:\n  - b.yml\n",
      "b.yml": "include: [a.yml]\n" + Including.rule("b"),
    ]
    #expect(
      shown(texts) == """
        b.yml:1:11: error: 'a.yml' includes itself through 1 other file
          1 | include: [a.yml]
            |           ^^^^^
        a.yml:2:5: note: 'a.yml' includes 'b.yml' here
          2 |   - b.yml
            |     -----

        rules.yml: 1 error

        """)
    #expect(
      shown(texts.merging(["b.yml": "include: rules.yml"]) { $1 }) == """
        b.yml:1:10: error: 'rules.yml' includes itself through 2 other files
          1 | include: rules.yml
            |          ^^^^^^^^^
        rules.yml:1:10: note: 'rules.yml' includes 'a.yml' here
          1 | include: a.yml
            |          -----
        a.yml:2:5: note: 'a.yml' includes 'b.yml' here
          2 |   - b.yml
            |     -----

        rules.yml: 1 error

        """)
  }

  @Test("a file that is included already is read once")
  func twice() {
    let texts = [
      "rules.yml": "include: [a.yml, b.yml]\n", "a.yml": "include: shapes.yml\n",
      "b.yml": "include: shapes.yml\n" + Including.rule("b"), "shapes.yml": Including.rule("shapes"),
    ]
    #expect(Including.actions(Including.file(texts)) == ["shapes.yml:1 shapes", "b.yml:2 b"])
    #expect(
      shown(texts) == """
        b.yml:1:10: note: this file is included twice; it is read once
          1 | include: shapes.yml
            |          ^^^^^^^^^^
        a.yml:1:10: note: first included here
          1 | include: shapes.yml
            |          ----------

        rules.yml: 1 note

        """)
  }

  @Test(
    "a value that is no path is reported",
    arguments: ["", "{a: b}", "[]", "[[a]]", "\"\"", "\"a\\0b\"", "~", "[a.yml, {b: c}]"])
  func shapes(value: String) {
    let file = Including.file([
      "rules.yml": "include: \(value)\n" + Including.rule("own"), "a.yml": Including.rule("a"),
    ])
    #expect(file.rules == nil)
    #expect(file.diagnostics.count == 1)
    #expect(
      file.diagnostics.allSatisfy { $0.span?.start.line == 1 && $0.message.contains(/include|path/) }, "\(render(file))"
    )
  }

  @Test("more than a hundred files, or sixteen levels, are reported once")
  func tooMany() {
    var texts = ["rules.yml": "include: [\"many/*\", \"more/*\"]\n"]
    for number in 0..<120 { texts["many/\(number).yml"] = Including.rule("a") }
    for number in 0..<5 { texts["more/\(number).yml"] = Including.rule("a") }
    #expect(
      shown(texts) == """
        rules.yml:1:11: error: more than 100 files are included
          1 | include: ["many/*", "more/*"]
            |           ^^^^^^^^

        rules.yml: 1 error

        """)
    var chain: [String: String] = [:]
    for number in 1...20 { chain["\(number).yml"] = "include: \(number + 1).yml\n" + Including.rule("a") }
    chain["rules.yml"] = "include: 1.yml\n"
    #expect(
      shown(chain) == """
        15.yml:1:10: error: files are included more than 16 levels deep
          1 | include: 16.yml
            |          ^^^^^^

        rules.yml: 1 error

        """)
  }

  @Test("files that are too large together are reported")
  func tooLarge() {
    let large = String(repeating: "#", count: 3 << 18)
    #expect(
      shown(["rules.yml": "include: [a.yml, b.yml]\n" + Including.rule("own"), "a.yml": large, "b.yml": large]) == """
        rules.yml:1:18: error: with this file, the rules are larger than 1 MiB
          1 | include: [a.yml, b.yml]
            |                  ^^^^^

        rules.yml: 1 error

        """)
  }
}
