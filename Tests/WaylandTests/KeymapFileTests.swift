import Glibc
import Linux
import Testing

@testable import Wayland

@Suite("A keymap from a compositor")
struct KeymapFileTests {
  @Test("is read unchanged up to its NUL")
  func whole() throws {
    let file = try KeymapFile("xkb_keymap { é };")
    #expect(KeymapFile.text(in: file.descriptor, size: file.size) == "xkb_keymap { é };")
    let padded = try Descriptor.sealedMemory(named: "padded", holding: Array("abc".utf8) + [0, 0, 0])
    #expect(KeymapFile.text(in: padded, size: 6) == "abc")
  }

  @Test("cannot be resized by its receiver")
  func sealed() throws {
    let file = try KeymapFile("xkb_keymap {};")
    #expect(ftruncate(file.descriptor.number, 1) != 0)
    #expect(ftruncate(file.descriptor.number, 100_000) != 0)
  }

  @Test("is rejected if it is shorter than stated, empty, too large or not text")
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

  @Test("does not block if it is a pipe without a writer, or an invalid descriptor")
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
