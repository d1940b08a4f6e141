import Glibc
import Linux
import Testing

@testable import Wayland

@Suite("A keymap that a compositor hands over")
struct KeymapFileTests {
  @Test("is read as it was written, up to the NUL")
  func whole() throws {
    let file = try KeymapFile("xkb_keymap { é };")
    #expect(KeymapFile.text(in: file.descriptor, size: file.size) == "xkb_keymap { é };")
    let padded = try Descriptor.sealedMemory(named: "padded", holding: Array("abc".utf8) + [0, 0, 0])
    #expect(KeymapFile.text(in: padded, size: 6) == "abc")
  }

  @Test("cannot be made shorter or longer by the one it was handed to")
  func sealed() throws {
    let file = try KeymapFile("xkb_keymap {};")
    #expect(ftruncate(file.descriptor.number, 1) != 0)
    #expect(ftruncate(file.descriptor.number, 100_000) != 0)
  }

  @Test("is none where it is shorter than it is said to be, empty, too large or no text")
  func malformed() throws {
    let file = try Descriptor.sealedMemory(named: "short", holding: Array("abc".utf8))
    for size in [0, 1, 4, 4096, UInt32.max] as [UInt32] {
      #expect(KeymapFile.text(in: file, size: size) == nil, "\(size)")
    }
    let maxSize = KeymapFile.maxSize
    let large = try Descriptor.sealedMemory(named: "large", holding: Array(repeating: 97, count: maxSize + 1))
    #expect(KeymapFile.text(in: large, size: UInt32(maxSize + 1)) == nil)
    #expect(KeymapFile.text(in: large, size: UInt32(maxSize))?.utf8.count == maxSize)
    let latin = try Descriptor.sealedMemory(named: "latin", holding: [97, 228, 0])
    #expect(KeymapFile.text(in: latin, size: 3) == nil)
    let empty = try Descriptor.sealedMemory(named: "empty", holding: [0, 0])
    #expect(KeymapFile.text(in: empty, size: 2) == nil)
  }

  @Test("is not waited for where it is a pipe that nobody writes to, or a descriptor that is none")
  func pipes() throws {
    var ends: [CInt] = [0, 0]
    try system("pipe") { pipe(&ends) }
    let reading = Descriptor(owning: ends[0])
    let writing = Descriptor(owning: ends[1])
    #expect(KeymapFile.text(in: reading, size: 100) == nil)
    _ = consume writing
    #expect(KeymapFile.text(in: Descriptor(owning: -1), size: 100) == nil)
  }
}
