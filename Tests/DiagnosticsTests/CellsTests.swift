import Diagnostics
import Testing

@Suite("Text on a terminal")
struct CellsTests {
  @Test(
    "characters that nobody sees, or that turn the line round, are marked",
    arguments: [
      0x00ad, 0x034f, 0x061c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e,
      0x2060,
      0x2064, 0x2066, 0x2069, 0x206f, 0x2800, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xe0001, 0xe007f, 0xe0100,
    ])
  func invisible(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect("a\(scalar)b".legible == "a\u{fffd}b")
    #expect(String(scalar).legible == "\u{fffd}")
  }

  @Test("control characters are shown as symbols")
  func control() {
    #expect("\u{1b}[31m\u{7f}\u{9b}".legible == "␛[31m␡\u{fffd}")
  }

  @Test(
    "invisible characters stay where writing needs them",
    arguments: [
      "👩‍💻", "❤️", "👨‍👩‍👧", "🏳️‍🌈", "می‌خواهم", "क्‍ष", "葛󠄀", "é", "한국어", "a b",
    ])
  func joined(text: String) { #expect(text.legible == text) }
}
