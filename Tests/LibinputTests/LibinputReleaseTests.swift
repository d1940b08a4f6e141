import Testing

@testable import Libinput

@Suite("The release of libinput")
struct LibinputReleaseTests {
  @Test("the release is read from the library's link to its documentation")
  func exact() {
    let release = LibinputRelease(documentation: "1.22.1", hasDrag: false)
    #expect(release == .exact(major: 1, minor: 22, patch: 1))
    #expect("\(release)" == "libinput 1.22.1")
    #expect(!release.canDrag)
    #expect(LibinputRelease(documentation: "1.28.0", hasDrag: true).canDrag)
    #expect(LibinputRelease(documentation: "2.0.0", hasDrag: true).canDrag)
    #expect("\(LibinputRelease(documentation: "1.29.901", hasDrag: true))" == "libinput 1.29.901")
  }

  @Test("the release is not guessed if the library has no such link", arguments: [nil, "latest", "1.28", "", "1.x.2"])
  func unknown(documentation: String?) {
    let new = LibinputRelease(documentation: documentation, hasDrag: true)
    #expect("\(new)" == "libinput 1.28 or later")
    #expect(new.canDrag)
    let old = LibinputRelease(documentation: documentation, hasDrag: false)
    #expect("\(old)" == "libinput of an unknown release")
    #expect(!old.canDrag)
  }

  @Test("the release of the installed library is found")
  func installed() throws {
    let release = try #require(LibinputRelease.loaded)
    guard case .exact(1, _, _) = release else {
      Issue.record("\(release)")
      return
    }
  }
}
