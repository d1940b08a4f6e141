import Diagnostics
import Rules
import Testing

@Suite("Hostile rules files")
struct HostileFilesTests {
  private func shown(_ bytes: [UInt8]) -> String { render(RulesFile.check(bytes: bytes, name: "rules.yml")) }

  @Test("10 MB are refused without being read")
  func size() {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 10_000_000)
    #expect(shown(bytes) == "rules.yml: error: the file is larger than 4 MiB\n\nrules.yml: 1 error\n")
  }

  @Test("10,000 nested levels are refused at the 65th")
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

  @Test("a billion laughs are refused")
  func laughs() {
    let lines = (1...9).map { level in
      "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
    }
    let file = RulesFile.check(text: "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + lines.joined(), name: "f")
    #expect(file.diagnostics.map(\.id) == ["too-many-values"])
  }

  @Test("bytes that are no text have their place")
  func encoding() {
    #expect(
      shown(Array("rules:\n  - swipe: ".utf8) + [0xc3, 0x28]) == """
        rules.yml:2:12: error: this is not UTF-8 text
          2 |   - swipe: \u{fffd}(
            |            ^
          help: save the file as UTF-8

        rules.yml: 1 error

        """)
  }

  @Test("control characters are refused, and never reach the terminal", arguments: ["\u{0}", "\u{7}", "\u{1b}"])
  func controlCharacters(character: String) throws {
    let text = check("rules:\n  - swipe: \(character)left\n")
    let picture = try #require(Unicode.Scalar(0x2400 + (character.unicodeScalars.first?.value ?? 0)))
    #expect(
      text == """
        rules.yml:2:12: error: a control character cannot stand in YAML
          2 |   - swipe: \(picture)left
            |            ^
          help: remove it, or write it as an escape in double quotes, such as "\\x1b"

        rules.yml: 1 error

        """)
  }

  @Test("a file cut off at any byte is good or has its mistakes named")
  func truncation() {
    let text = """
      # remark
      settings: {keyboard: {layout: de, variant: "neo"}}
      rules:
        - swipe: &s [left, up-left]
          fingers: 3-4
          distance: 1.5cm
          do: |
            notify-send "十本の指 👋"
        - pinch: out
          device: ["Atmel*", 'touchscreen']
          do: [{keys: [super+Page_Down, ctrl+plus]}, {run: [a, "b\\n"]}]
        - swipe: *s
          do: pause

      """
    let bytes = Array(text.utf8)
    for count in 0...bytes.count {
      let file = RulesFile.check(bytes: Array(bytes.prefix(count)), name: "f", keyNames: keyNames)
      #expect((file.rules == nil) == file.diagnostics.contains { $0.severity == .error })
      #expect(!TextRenderer().render(file.diagnostics, in: file.sources).contains("\u{0}"))
    }
    #expect(RulesFile.check(bytes: bytes, name: "f", keyNames: keyNames).diagnostics == [])
  }

  @Test("every byte of a file replaced by each of some others does no harm")
  func corruption() {
    let bytes = Array("rules:\n  - swipe: [left, up]\n    fingers: 3-4\n    do: {keys: super+a}\n".utf8)
    for index in bytes.indices {
      for byte: UInt8 in [0x00, 0x09, 0x0a, 0x22, 0x26, 0x2a, 0x3a, 0x5b, 0x7b, 0x80, 0xff] {
        var bytes = bytes
        bytes[index] = byte
        let file = RulesFile.check(bytes: bytes, name: "f", keyNames: keyNames)
        #expect((file.rules == nil) == file.diagnostics.contains { $0.severity == .error })
      }
    }
  }

  @Test("a hundred thousand mistakes are not all listed")
  func mistakes() throws {
    let file = RulesFile.check(text: "rules: [" + String(repeating: "a,", count: 100_000) + "]", name: "f")
    #expect(file.diagnostics.count == 1_001)
    #expect(file.diagnostics.last?.id == "too-many-mistakes")
  }

  @Test("10,000 rules take time in proportion, whether they differ or hide each other")
  func scale() {
    func seconds(_ count: Int, _ rule: (Int) -> String) -> Double {
      let text = "rules:\n" + (0..<count).map { "  - {\(rule($0)), do: a}\n" }.joined()
      let time = ContinuousClock().measure {
        #expect(RulesFile.check(text: text, name: "f").rules?.rules.count == count)
      }
      return time / .seconds(1)
    }
    let kinds: [(Int) -> String] = [
      { "swipe: left, distance: \(Double($0 + 1) / 100)mm, within: \($0 + 1)ms" },
      { "swipe: horizontal, fingers: 3-4, device: name\($0)" },
      { _ in "swipe: left" },
    ]
    for kind in kinds {
      // Ten times the rules: were it quadratic, it would take a hundred times as long. A machine that has other things
      // to do gets a second and a third chance.
      #expect((1...3).contains { _ in seconds(10_000, kind) < 40 * max(seconds(1_000, kind), 0.01) })
    }
  }
}
