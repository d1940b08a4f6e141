import Glibc
import Linux
import Testing

@testable import Wayland

@Suite("A keymap that a compositor hands over")
struct KeymapFileTests {
  @Test("is read as it was written")
  func whole() throws {
    let file = try KeymapFile("xkb_keymap { é };")
    #expect(KeymapFile.text(in: file.descriptor, size: file.size) == "xkb_keymap { é };")
  }
}
