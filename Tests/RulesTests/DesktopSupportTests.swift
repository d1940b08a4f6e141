import Desktop
import Testing

@Suite("The table of desktops")
struct DesktopSupportTests {
  @Test("is that of the manual")
  func manual() throws {
    let text = try #require(Checkout.text(of: "man/sleight-desktops.7"))
    let expected = DesktopTables.support.joined(separator: "\n")
    #expect(text.contains(expected), "expected in man/sleight-desktops.7:\n\(expected)")
    let versions = DesktopSupport.all.filter { !$0.versions.isEmpty }.map { "\($0.name) \($0.versions)" }
      .joined(separator: ";\n")
    #expect(text.contains(versions + "."), "expected in man/sleight-desktops.7:\n\(versions)")
  }

  @Test("names a version wherever something was tried")
  func tried() {
    for desktop in DesktopSupport.all {
      #expect(
        DesktopSupport.Ability.allCases.contains { desktop[$0].isTried } == !desktop.versions.isEmpty, "\(desktop.name)"
      )
    }
  }
}
