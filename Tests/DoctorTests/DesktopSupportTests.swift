import Desktop
import Linux
import Testing

@testable import Doctor

@Suite("The table of desktops")
struct DesktopSupportTests {
  @Test("is that of the manual")
  func manual() throws {
    let project = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try Descriptor.open("\(project)/man/sleight-desktops.7", 0)
    let text = String(decoding: try file.readToEnd(), as: UTF8.self)
    let expected = DesktopSupport.manual.joined(separator: "\n")
    #expect(text.contains(expected), "expected in man/sleight-desktops.7:\n\(expected)")
    let versions = DesktopSupport.triedVersions.joined(separator: ";\n")
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
