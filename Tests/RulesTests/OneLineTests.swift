import Rules
import RulesFile
import Testing
import Trials

@Suite("Files on one line")
struct OneLineTests {
  private static let count = trials(2_000, thorough: 6_000)

  @Test("Thousands of rules on one line are read about as fast as on lines of their own")
  func time() {
    let rules = (0..<Self.count).map { "{swipe: left, fingers: 3, when: {app: a\($0)}, do: foot \($0)}" }
    let apart = seconds(toRead: "rules:\n" + rules.map { "- \($0)\n" }.joined())
    let together = seconds(toRead: "rules: [" + rules.joined(separator: ", ") + "]\n")
    #expect(together < 3 * apart)
  }

  private func seconds(toRead text: String) -> Double {
    processorSeconds { #expect(RulesFile.check(text: text, name: "rules.yml").rules?.rules.count == Self.count) }
  }
}
