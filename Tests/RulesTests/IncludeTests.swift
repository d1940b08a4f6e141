import Diagnostics
import Gestures
import Rules
import RulesFile
import Testing
import Touch

@Suite("Including files")
struct IncludeTests {
  @Test("a file's own rules come first, then those of each included file, depth first")
  func order() {
    let rules = Including.file([
      "rules.yml": "include: [a.yml, b.yml]\n" + Including.rule("own"),
      "a.yml": Including.rule("a") + "include: sub/deep.yml\n",
      "sub/deep.yml": "include: ../sub/deeper.yml\n" + Including.rule("deep"),
      "sub/../sub/deeper.yml": Including.rule("deeper"),
      "b.yml": "# nothing above\n" + Including.rule("b"),
    ])
    #expect(
      Including.actions(rules) == [
        "rules.yml:2 own", "a.yml:1 a", "deep.yml:2 deep", "deeper.yml:1 deeper", "b.yml:2 b",
      ])
    #expect(rules.diagnostics == [])
    #expect(rules.paths == ["rules.yml", "a.yml", "sub/deep.yml", "sub/../sub/deeper.yml", "b.yml"])
    #expect(rules.directories == [])
  }

  @Test("paths start at the including file's directory, the home directory or the root")
  func locations() {
    let texts = [
      "/etc/xdg/rules.yml": "include: [./more.yml, ~/mine.yml, /usr/rules.yml]\n",
      "/etc/xdg/more.yml": Including.rule("a"),
      "/home/me/mine.yml": Including.rule("b"), "/usr/rules.yml": Including.rule("c"),
    ]
    #expect(
      Including.actions(Including.file(texts, name: "/etc/xdg/rules.yml")) == [
        "more.yml:1 a", "mine.yml:1 b", "usr/rules.yml:1 c",
      ])
  }

  @Test("a file's own settings and shapes win over those of included files, in any order")
  func precedence() throws {
    let texts = [
      "rules.yml": """
      include: [a.yml, b.yml]
      settings: {swipe: {distance: 20mm}, settle: 50ms}
      strokes: {x: "0,0 50,99 99,0"}
      rules: [{swipe: left, fingers: 3, do: a}]
      """,
      "a.yml": "settings: {swipe: {distance: 30mm, within: 1s}, keyboard: de}\n",
      "b.yml": """
      settings: {settle: 70ms, keyboard: fr, swipe: {after: 100ms}}
      strokes: {x: "0,0 50,99 99,0", y: "99,0 50,99 0,0"}
      rules: [{stroke: y, do: b}]
      """,
    ]
    let file = Including.file(texts)
    let rules = try #require(file.rules, "\(render(file))")
    #expect(rules.settling == .milliseconds(50))
    #expect(rules.keyboard?.layout == "de")
    guard case .swipe(let pattern) = rules.triggers[0].pattern else {
      Issue.record("\(rules.triggers)")
      return
    }
    #expect(pattern.distance == 20)
    #expect(pattern.within == .seconds(1))
    #expect(pattern.after == .milliseconds(100))
    #expect(file.source(ofStroke: "x").name == "rules.yml")
    #expect(file.source(ofStroke: "y").name == "b.yml")
    #expect(file.source(ofStroke: "z").name == "rules.yml")
  }

  @Test("neither the file nor an included one requires rules")
  func withoutRules() {
    #expect(
      Including.actions(Including.file(["rules.yml": "include: a.yml", "a.yml": Including.rule("a"), "b.yml": ""])) == [
        "a.yml:1 a"
      ])
    #expect(
      Including.actions(Including.file(["rules.yml": "include: a.yml\n" + Including.rule("own"), "a.yml": "# later"]))
        == ["rules.yml:2 own"])
    let none = Including.file(["rules.yml": "include: a.yml\nrules: []\n", "a.yml": "rules: []\n"])
    #expect(none.rules?.rules.isEmpty == true)
    #expect(
      render(none) == """
        rules.yml:1:1: warning: neither this file nor the included files have rules: no gesture has an action
          1 | include: a.yml
            | ^^^^^^^^^^^^^^

        rules.yml: 1 warning

        """)
    // An empty file does not state that there are no rules.
    let lost = Including.file(["rules.yml": "include: a.yml\n", "a.yml": ""])
    #expect(lost.rules == nil)
    #expect(
      render(lost) == """
        rules.yml:1:1: error: neither this file nor the included files have rules
          1 | include: a.yml
            | ^^^^^^^^^^^^^^
          help: to use no rules, write 'rules: []'

        rules.yml: 1 error

        """)
  }

  @Test("the locations of files with the same name are distinguishable")
  func sameNames() {
    let texts = [
      "/home/me/rules.yml": "include: [a/rules.yml, b/rules.yml, b/more.yml]\n" + Including.rule("own"),
      "/home/me/a/rules.yml": Including.rule("a"), "/home/me/b/rules.yml": Including.rule("b"),
      "/home/me/b/more.yml": Including.rule("more"),
    ]
    #expect(
      Including.actions(Including.file(texts, name: "/home/me/rules.yml")) == [
        "rules.yml:2 own", "a/rules.yml:1 a", "b/rules.yml:1 b", "more.yml:1 more",
      ])
  }

  @Test("mistakes are reported with their own file's name and lines, in the order of the files")
  func mistakes() {
    let texts = [
      "rules.yml": "include: [b.yml, a.yml]\nrules:\n  - swype: left\n    do: own\n",
      "a.yml": "rules:\n  - swipe: lefft\n    do: a\n",
      "b.yml": "settings:\n  swpe: {}\nrules: [}\n",
    ]
    #expect(
      render(Including.file(texts)) == """
        rules.yml:3:5: error: unknown gesture 'swype'; did you mean 'swipe'?
          3 |   - swype: left
            |     ^^^^^

        b.yml:3:9: error: expected a value
          3 | rules: [}
            |         ^

        a.yml:2:12: error: unknown direction 'lefft'; did you mean 'left'?
          2 |   - swipe: lefft
            |            ^^^^^

        rules.yml: 3 errors

        """)
  }

  @Test("a rule that another file's rule hides is reported with both locations")
  func hidden() {
    let texts = [
      "rules.yml": "include: a.yml\nrules:\n  - {pinch: in, do: own}\n", "a.yml": "rules: [{pinch: in, do: a}]\n",
    ]
    #expect(
      render(Including.file(texts)) == """
        a.yml:1:10: warning: an earlier rule always acts before this one
          1 | rules: [{pinch: in, do: a}]
            |          ^^^^^^^^^
        rules.yml:3:6: note: this is the earlier rule
          3 |   - {pinch: in, do: own}
            |      ---------

        rules.yml: 1 warning

        """)
  }

  @Test("an unsafe included file is reported with its location of including, and so are its mistakes")
  func objection() {
    var files = IncludedFiles.texts(["rules.yml": "", "a.yml": ""])
    files.read = { _ in
      .content(
        Array("rules: [{swipe: lefft, do: a}]\n".utf8),
        objection: Diagnostic(.error, id: "unsafe-permissions", "others may write the file", help: "chmod go-w a.yml"))
    }
    #expect(
      render(RulesFile.check(text: "include: a.yml\n", name: "rules.yml", files: files)) == """
        a.yml: error: others may write the file
        rules.yml:1:10: note: included here
          1 | include: a.yml
            |          -----
          help: chmod go-w a.yml

        a.yml:1:17: error: unknown direction 'lefft'; did you mean 'left'?
          1 | rules: [{swipe: lefft, do: a}]
            |                 ^^^^^

        rules.yml: 2 errors

        """)
  }

  @Test("shapes are not reported as unknown if an included file is unreadable")
  func consequences() {
    let texts = [
      "rules.yml": "include: [a.yml]\nrules: [{stroke: mine, do: a}]\n", "a.yml": "strokes: {mine: [}\n",
    ]
    #expect(Including.file(texts).diagnostics.map(\.id) == ["yaml-syntax"])
    #expect(Including.file(["rules.yml": texts["rules.yml"] ?? ""]).diagnostics.map(\.id) == ["missing-include"])
    #expect(
      Including.file(["rules.yml": texts["rules.yml"] ?? "", "a.yml": "strokes: {nine: \"0,0 50,99 99,0\"}"])
        .diagnostics.map(
          \.id)
        == ["unknown-stroke"])
  }
}
