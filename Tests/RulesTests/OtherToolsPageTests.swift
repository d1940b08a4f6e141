import Foreign
import Importing
import RulesFile
import Testing

@Suite("sleight(7): examples from other tools")
struct OtherToolsPageTests {
  private static let page = ManualPage(Checkout.text(of: "man/sleight.7") ?? "")

  @Test("each example is converted to the rules that the page shows", arguments: ImportKind.allCases)
  func example(kind: ImportKind) throws {
    let title = kind == .touchegg ? "TOUCHÉGG" : kind.rawValue.uppercased()
    let blocks = Self.page.snippets.filter { $0.section == title }.map(\.text)
    try #require(blocks.count >= 2, "\(title)")
    let imported = try ImportResult.read(Array(blocks[0].utf8), name: "some.conf", kind: kind)
    let lines = imported.text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != "rules:" }
    #expect(lines.joined(separator: "\n") == blocks[1])
    #expect(imported.remarks == [])
  }

  @Test("all rules on the page are valid")
  func rules() {
    let blocks = Self.page.snippets.map(\.text).filter { $0.hasPrefix("rules:") }
    #expect(blocks.count > ImportKind.allCases.count)
    for text in blocks { #expect(check(text) == "") }
  }

  @Test(
    "tools that cannot be imported have a configuration and equivalent rules",
    arguments: ["SYNGESTURES"])
  func others(title: String) throws {
    let blocks = Self.page.snippets.filter { $0.section == title }.map(\.text)
    let configuration = try #require(blocks.first)
    #expect(throws: ImportError.self) { try ImportResult.read(Array(configuration.utf8), name: "some.conf") }
    #expect(blocks.dropFirst().allSatisfy { $0.hasPrefix("rules:") } && blocks.count > 1)
  }
}
