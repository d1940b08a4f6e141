import Diagnostics
import Gestures
import RulesFile
import Testing
import Trials
import Touch

@Suite("Paths with wildcards")
struct IncludePatternTests {
  /// The names of the included files, if these paths exist.
  private func found(_ pattern: String, in paths: String...) -> [String] {
    var texts = Dictionary(uniqueKeysWithValues: paths.map { ($0, Including.rule("a")) })
    texts["rules.yml"] = "include: \"\(pattern)\"\n" + Including.rule("own")
    return Array(Including.file(texts).paths.dropFirst())
  }

  @Test("a path with wildcards includes its matches, sorted by name")
  func matches() {
    #expect(
      found("rules.d/*.yml", in: "rules.d/b.yml", "rules.d/a.yml", "rules.d/c.yaml", "a.yml") == [
        "rules.d/a.yml", "rules.d/b.yml",
      ])
    #expect(found("?.yml", in: "a.yml", "ab.yml", "ä.yml") == ["a.yml", "ä.yml"])
    #expect(found("[a-c1].yml", in: "a.yml", "c.yml", "d.yml", "1.yml", "-.yml") == ["1.yml", "a.yml", "c.yml"])
    #expect(found("[!a-c].yml", in: "a.yml", "d.yml") == ["d.yml"])
    #expect(found("[]x].yml", in: "].yml", "x.yml", "a.yml") == ["].yml", "x.yml"])
    #expect(found("[a-].yml", in: "-.yml", "a.yml", "b.yml") == ["-.yml", "a.yml"])
    #expect(found("a*b*c", in: "abc", "aXbXbXc", "abcd", "acb", "ab") == ["aXbXbXc", "abc"])
    #expect(found("*", in: "a", ".hidden", "b~") == ["a", "b~"])
    #expect(found(".*", in: "a", ".hidden") == [".hidden"])
    #expect(
      found("/etc/*/sleight.yml", in: "/etc/b/sleight.yml", "/etc/a/sleight.yml", "/etc/a/other.yml") == [
        "/etc/a/sleight.yml", "/etc/b/sleight.yml",
      ])
    #expect(found("~/r*/*.yml", in: "/home/me/rules/a.yml", "/home/you/rules/a.yml") == ["/home/me/rules/a.yml"])
  }

  @Test("directories, the including file and files already included are not matched")
  func passed() {
    #expect(found("*", in: "sub/a.yml", "b.yml") == ["b.yml"])
    let texts = [
      "rules.yml": "include: [z.yml, \"*.yml\"]\n", "a.yml": Including.rule("a"),
      "z.yml": "include: \"*.yml\"\n" + Including.rule("z"),
    ]
    let rules = Including.file(texts)
    #expect(Including.actions(rules) == ["z.yml:2 z", "a.yml:1 a"])
    #expect(rules.diagnostics == [])
    #expect(rules.directories == [".", "."])
  }

  @Test("a file whose name contains the wildcard characters is preferred")
  func literal() {
    #expect(found("a[1].yml", in: "a[1].yml", "a1.yml") == ["a[1].yml"])
    #expect(found("a[1.yml", in: "a[1.yml", "a1.yml") == ["a[1.yml"])
    #expect(found("*/a[1.yml", in: "x/a[1.yml", "x/a1.yml") == ["x/a[1.yml"])
  }

  @Test("a path that would search a thousand directories is refused, and none takes long")
  func search() {
    var texts = ["rules.yml": "include: \"*/*/a.yml\"\n" + Including.rule("own")]
    for number in 0..<1_100 { texts["d\(number)/x"] = "" }
    #expect(
      render(Including.file(texts)) == """
        rules.yml:1:10: error: more than 1000 directories or 100000 names must be searched
          1 | include: "*/*/a.yml"
            |          ^^^^^^^^^^^

        rules.yml: 1 error

        """)
    let stars = String(repeating: "*a", count: 100)
    let seconds = processorSeconds {
      #expect(found("\(stars)b", in: String(repeating: "a", count: 250)) == [])
    }
    #expect(seconds < 1)
  }
}
