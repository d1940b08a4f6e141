import Engine
import Rules
import Testing

@testable import Actions

@Suite("Characters that take several keys")
struct ComposeTests {
  private func sequence(_ character: Character, layout: String, options: String = "") throws -> [String]? {
    let keymap = try Keymap(KeyboardLayout(layout: layout, options: options))
    let sequences = ComposeSequences(of: keymap.typedKeysyms, giving: [String(character)], locale: "en_US.UTF-8")
    return sequences[character]?.compactMap { Keysyms.name(of: $0) }
  }

  @Test("a character is typed with a dead key and a letter")
  func dead() throws {
    #expect(try sequence("é", layout: "de") == ["dead_acute", "e"])
    #expect(try sequence("Ô", layout: "fr") == ["dead_circumflex", "O"])
    #expect(try sequence("é", layout: "us") == nil)
  }

  @Test("a character is typed with the Compose key if the layout has it")
  func compose() throws {
    #expect(try sequence("œ", layout: "us", options: "compose:caps") == ["Multi_key", "o", "e"])
    #expect(try sequence("œ", layout: "us") == nil)
    #expect(try sequence("漢", layout: "us", options: "compose:caps") == nil)
  }

  @Test("a text is typed so only without a virtual keyboard, otherwise with keymaps of our own")
  func spellings() throws {
    let keymap = try Keymap(KeyboardLayout(layout: "de"))
    let texts = ["ja", "né", "漢"]
    let alone = Spellings(of: texts, on: keymap, hasCharacters: false)
    #expect(alone.keymaps.isEmpty)
    // n, the key of the dead acute, e
    #expect(try alone["né"]?.get() == .chords([49, 13, 18].map { KeyPresses([KeyCode($0)]) }))
    #expect(throws: KeymapError.absentCharacter("漢", layout: "German")) { try alone["漢"]?.get() }
    let helped = Spellings(of: texts, on: keymap, hasCharacters: true)
    #expect(helped.keymaps.count == 1)
    #expect(try helped["ja"]?.get() == .chords([KeyPresses([KeyCode(36)]), KeyPresses([KeyCode(30)])]))
    guard case .characters(let keys)? = try helped["né"]?.get() else {
      Issue.record("'né' is not typed by a keymap of our own")
      return
    }
    #expect(keys.count == 2)
    #expect(helped["other"] == nil)
  }
}
