@testable import Actions
import Engine
import Rules
import Testing

@Suite("Spelling texts")
struct SpellingTests {
  private func keys(of text: String, on layout: String) throws -> [[Int]] {
    try Keymap(KeyboardLayout(layout: layout)).spell(text).map { $0.keys.map { Int($0.number) } }
  }

  @Test("each character gets its key and the modifiers of its level")
  func german() throws {
    let (shift, altgr) = (42, 100)
    #expect(try keys(of: "Wö@", on: "de") == [[shift, 17], [39], [altgr, 16]])
    #expect(try keys(of: "€ß!", on: "de") == [[altgr, 18], [12], [shift, 2]])
  }

  @Test("a line feed is Return, a tab is Tab")
  func blanks() throws {
    #expect(try keys(of: "a \t\n\r\n", on: "us") == [[30], [57], [15], [28], [28]])
  }

  @Test("a character that the layout lacks is reported, and the text is not typed")
  func absent() throws {
    let keymap = try Keymap(KeyboardLayout(layout: "us"))
    let euro = #expect(throws: KeymapError.self) { try keymap.spell("5 €") }
    #expect(
      euro?.description == "no key gives '€' (U+20AC) on the keyboard layout 'English (US)'; typing it requires a "
        + "compositor with zwp_virtual_keyboard_v1")
    let smile = #expect(throws: KeymapError.self) { try keymap.spell("🙂") }
    #expect(smile == .absentCharacter("🙂", layout: "English (US)"))
  }

  @Test("the active one of several layouts is used")
  func activeLayout() throws {
    let layout = KeyboardLayout(layout: "us,ru")
    let us = try Keymap(layout)
    #expect(throws: KeymapError.absentCharacter("ж", layout: "English (US)")) { try us.spell("ж") }
    let ru = try Keymap(layout, activeLayout: 1)
    #expect(try ru.spell("ж\n").map { $0.keys.map { Int($0.number) } } == [[39], [28]])
    #expect(throws: KeymapError.absentCharacter("w", layout: "Russian")) { try ru.spell("w") }
    // A layout group that does not exist is ignored.
    #expect(try Keymap(layout, activeLayout: 7).spell("w").count == 1)
    #expect(try keys(of: "ж", on: "ru") == [[39]])
  }
}
