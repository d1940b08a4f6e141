import Diagnostics
import Importing
import Rules
import RulesFile
import Testing
import Trials

@Suite("Hostile rules files")
struct HostileFilesTests {
  @Test("a file of 10 MB is refused unread")
  func size() {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 10_000_000)
    let file = RulesFile.check(bytes: bytes, name: "rules.yml")
    #expect(render(file) == "rules.yml: error: the file is larger than 1 MiB\n\nrules.yml: 1 error\n")
  }

  @Test("nesting of 10,000 levels is refused at the 65th")
  func depth() {
    #expect(
      check("rules: " + String(repeating: "[", count: 10_000) + "\n") == """
        rules.yml:1:71: error: nested deeper than 64 levels
          1 | rules: \(String(repeating: "[", count: 93))…
            | \(String(repeating: " ", count: 70))^

        rules.yml: 1 error

        """)
    let blocks = (0..<1_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(RulesFile.check(text: blocks, name: "f").diagnostics.map(\.id) == ["nested-too-deep"])
  }

  @Test("gestures that contain one another are refused at the 65th level, and are no deep recursion")
  func gestures() {
    func file(_ count: Int) -> RulesFile {
      let gestures = (1..<count).map { "g\($0): {gesture: g\($0 - 1)}" }
      let first = "g0: {swipe: left, fingers: 3}"
      return RulesFile.check(
        text: "gestures: {\(([first] + gestures).joined(separator: ", "))}\n"
          + "rules: [{gesture: g\(count - 1), do: none}]\n", name: "f")
    }
    #expect(file(64).diagnostics.isEmpty)
    #expect(file(65).diagnostics.map(\.id) == ["out-of-range"])
    #expect(file(20_000).diagnostics.contains { $0.id == "out-of-range" })
  }

  @Test("an exponential expansion of aliases (billion laughs) is refused")
  func laughs() {
    let lines = (1...9).map { level in
      "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
    }
    let file = RulesFile.check(text: "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + lines.joined(), name: "f")
    #expect(file.diagnostics.map(\.id) == ["too-many-values"])
  }

  @Test("a list of a hundred thousand mistakes is cut off")
  func mistakes() throws {
    let file = RulesFile.check(text: "rules: [" + String(repeating: "a,", count: 100_000) + "]", name: "f")
    #expect(file.diagnostics.count == 1_001)
    #expect(file.diagnostics.last?.id == "too-many-mistakes")
  }

  @Test("thousands of mistakes in one rule, chord or configuration take little time")
  func mistakesInOne() {
    let count = trials(4_000, thorough: 40_000)
    let keys = (0..<count).map { "k\($0): 1" }.joined(separator: ", ")
    let chord = Array(repeating: "ctrl", count: min(2 * count, 3_000)).joined(separator: "+")
    for rule in ["swipe: left, do: a, \(keys)", "swipe: left, do: {keys: \(chord)}"] {
      let seconds = processorSeconds {
        let file = RulesFile.check(text: "rules:\n  - {\(rule)}\n", name: "f")
        #expect(file.diagnostics.last?.id == "too-many-mistakes")
      }
      #expect(seconds < 15, "\(rule.prefix(40))")
    }
    let commands = (0..<count).map { "left = \"a\($0)\"\n" }.joined()
    let seconds = processorSeconds {
      let read = try? ImportResult.read(Array("[swipe.commands.three]\n\(commands)".utf8), name: "gebaard.toml")
      #expect(read?.ruleCount == 1)
    }
    #expect(seconds < 15)
  }

  @Test("groups for many programs are compared in time")
  func longConditions() {
    func file(groups: Int, name: (Int, Int) -> String) -> String {
      let groups = (0..<groups).map { group in
        let apps = (0..<200).map { "\"\(name(group, $0))\"" }.joined(separator: ", ")
        return "  - {when: {app: [\(apps)]}, rules: [{swipe: left, fingers: 3, do: a}]}\n"
      }
      return "rules:\n" + groups.joined()
    }
    let files = [
      file(groups: trials(100, thorough: 180)) { "org.example.App\($0)x\($1)" },
      // As many as may be searched for in a title.
      file(groups: 10) { "*app\($0)x\($1)*" },
      file(groups: 50) { "org.example.App\($0 / 2)x\($1)" },
      file(groups: 50) { $0 % 2 == 0 ? "*\($1)" : "\($0)x\($1)x" },
    ]
    for text in files {
      let seconds = processorSeconds { #expect(RulesFile.check(text: text, name: "f").rules != nil) }
      #expect(seconds < 10)
    }
  }

  @Test("checking takes linear time, whether rules differ or hide each other")
  func scale() {
    func seconds(_ count: Int, _ rule: (Int) -> String) -> Double {
      let text = "rules:\n" + (0..<count).map { "  - {\(rule($0)), do: a}\n" }.joined()
      return processorSeconds { #expect(RulesFile.check(text: text, name: "f").rules?.rules.count == count) }
    }
    let kinds: [(Int) -> String] = [
      { "swipe: left, distance: \(Double($0 + 1) / 100)mm, within: \($0 + 1)ms" },
      { "swipe: horizontal, fingers: 3-4, device: name\($0)" },
      { _ in "swipe: left" },
    ]
    let count = trials(1_000, thorough: 10_000)
    for kind in kinds {
      // Ten times the rules: quadratic time would be a hundred times as long. There are three attempts, because of
      // other load on the machine.
      #expect((1...3).contains { _ in seconds(count, kind) < 40 * max(seconds(count / 10, kind), 0.005) })
    }
  }
}
