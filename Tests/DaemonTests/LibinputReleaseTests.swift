import Testing

@testable import Libinput

@Suite("The release of libinput")
struct LibinputReleaseTests {
  @Test("is the one whose documentation the library names")
  func exact() {
    let release = LibinputRelease(documentation: "1.22.1", hasDrag: false)
    #expect(release == .exact(major: 1, minor: 22, patch: 1))
    #expect("\(release)" == "libinput 1.22.1")
    #expect(!release.canDrag)
    #expect(LibinputRelease(documentation: "1.28.0", hasDrag: true).canDrag)
    #expect(LibinputRelease(documentation: "2.0.0", hasDrag: true).canDrag)
    #expect("\(LibinputRelease(documentation: "1.29.901", hasDrag: true))" == "libinput 1.29.901")
  }

  @Test("is not guessed where the library does not name it", arguments: [nil, "latest", "1.28", "", "1.x.2"])
  func unknown(documentation: String?) {
    let new = LibinputRelease(documentation: documentation, hasDrag: true)
    #expect("\(new)" == "libinput 1.28 or later")
    #expect(new.canDrag)
    let old = LibinputRelease(documentation: documentation, hasDrag: false)
    #expect("\(old)" == "libinput of an unknown release")
    #expect(!old.canDrag)
  }

  @Test("of the installed library is found")
  func installed() throws {
    let release = try #require(LibinputRelease.loaded)
    guard case .exact(1, _, _) = release else {
      Issue.record("\(release)")
      return
    }
  }
}
