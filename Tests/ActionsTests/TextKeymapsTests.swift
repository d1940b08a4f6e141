import Engine
import Testing

@testable import Actions

@Suite("Keymaps of our own, for characters that are on no key")
struct TextKeymapsTests {
  /// The characters that keys produce in the keymaps, as a program would read them.
  private func typed(_ keys: [TextKey], by keymaps: [String]) -> [UInt32] {
    keymaps.indices.reduce(into: Array(repeating: 0, count: keys.count)) { typed, number in
      guard let keymap = XKBKeymap(text: keymaps[number]) else {
        Issue.record("not a keymap: \(keymaps[number])")
        return
      }
      for (index, key) in keys.enumerated() where key.keymap == number {
        typed[index] = keymap.keysym(of: key.key.keycode, layout: key.layout, level: 0) ?? 0
      }
    }
  }

  private func keysyms(_ scalars: String) throws -> [UInt32] {
    try scalars.unicodeScalars.map { try #require(Keysyms.keysym(of: $0)) }
  }

  @Test(
    "a keymap can hold any character of any script, and clusters scalar by scalar",
    arguments: ["ä€漢🙂", "🇩🇪", "👩‍👩‍👧", "e\u{301}", "שלום", "¡\u{a0}\u{ad}\u{200b}\u{feff}", "\"\\{}[];<>"])
  func characters(text: String) throws {
    let keymaps = TextKeymaps(for: [text])
    let keys = try keymaps.spell(text)
    #expect(keymaps.texts.count == 1)
    #expect(try typed(keys, by: keymaps.texts) == keysyms(text))
  }

  @Test("line feeds, tabs and spaces are on their usual keys")
  func fixed() throws {
    let keymaps = TextKeymaps(for: ["a\n\t \r\n"])
    let keys = try keymaps.spell("a\n\t \r\n").dropFirst()
    #expect(keys.map { Int($0.key.number) } == [28, 15, 57, 28])
    #expect(typed(Array(keys), by: keymaps.texts) == [0xff0d, 0xff09, 0x20, 0xff0d])
  }

  @Test("only keys that print on every keyboard are used")
  func harmless() throws {
    let text = String(String.UnicodeScalarView((0x4e00..<0x4e00 + 192).compactMap { Unicode.Scalar($0) }))
    let numbers = try TextKeymaps(for: [text]).spell(text).map(\.key.number)
    // Escape, Backspace, Tab, Return, Ctrl, the keypad, F1 to F10 and everything after them.
    let special = Set([1, 14, 15, 28, 29, 42, 54, 55, 56, 57, 58]).union(59...85).union(87...255)
    #expect(special.isDisjoint(with: numbers.map(Int.init)))
    #expect(Set(numbers).count == 48)
  }

  @Test("characters beyond one keymap's room go to further keymaps, in order")
  func many() throws {
    let scalars = (0x4e00..<0x4e00 + 500).compactMap { Unicode.Scalar($0) }
    let text = String(String.UnicodeScalarView(scalars + scalars.reversed()))
    let keymaps = TextKeymaps(for: [text])
    let keys = try keymaps.spell(text)
    #expect(keymaps.texts.count == 3)
    #expect(try typed(keys, by: keymaps.texts) == keysyms(text))
    let changes = zip(keys, keys.dropFirst()).count { $0.keymap != $1.keymap }
    #expect(changes == 4)
  }

  @Test("texts share a keymap while there is room, and each is in a single one if it fits")
  func shared() throws {
    let words = (0..<10).map { word in
      String(String.UnicodeScalarView((0..<50).compactMap { Unicode.Scalar(0x4e00 + word * 50 + $0) }))
    }
    let keymaps = TextKeymaps(for: words)
    #expect(keymaps.texts.count == 4)
    for word in words {
      let keys = try keymaps.spell(word)
      #expect(Set(keys.map(\.keymap)).count == 1)
      #expect(try typed(keys, by: keymaps.texts) == keysyms(word))
    }
  }

  @Test("characters beyond the last keymap, or never requested, are refused")
  func limit() throws {
    let scalars = (0x4e00..<0x4e00 + 7000).compactMap { Unicode.Scalar($0) }
    let keymaps = TextKeymaps(for: [String(String.UnicodeScalarView(scalars))])
    #expect(keymaps.texts.count == TextKeymaps.limit)
    #expect(try keymaps.spell("\u{4e00}").count == 1)
    let last = Character(scalars[6999])
    #expect(throws: KeymapError.absentCharacter(last, layout: nil)) { try keymaps.spell(String(last)) }
    #expect(throws: KeymapError.absentCharacter("é", layout: nil)) { try keymaps.spell("é") }
    #expect(TextKeymaps(for: []).texts.isEmpty)
  }

  @Test("our own keymaps are not taken for a user's")
  func ours() throws {
    var sources = KeymapSources()
    let text = try #require(TextKeymaps(for: ["漢"]).texts.first)
    let isAnother = sources.setCompositor(text)
    #expect(!isAnother && sources.compositor == nil)
  }
}
