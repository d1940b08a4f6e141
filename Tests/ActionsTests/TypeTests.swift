@testable import Actions
import Gestures
import Rules
import Testing
import Touch

@Suite("Typing text")
struct TypeTests {
  private func keys(of text: String, on layout: String) throws -> [[Int]] {
    try Keymap(KeyboardLayout(layout: layout)).spell(text).map { $0.keys.map { Int($0.number) } }
  }

  @Test("each character is its key, with the modifiers of its level")
  func german() throws {
    let (shift, altgr) = (42, 100)
    #expect(try keys(of: "Wö@", on: "de") == [[shift, 17], [39], [altgr, 16]])
    #expect(try keys(of: "€ß!", on: "de") == [[altgr, 18], [12], [shift, 2]])
  }

  @Test("a line feed is Return, a tab is Tab")
  func blanks() throws {
    #expect(try keys(of: "a \t\n\r\n", on: "us") == [[30], [57], [15], [28], [28]])
  }

  @Test("what the layout does not have is named, and nothing of the text is typed")
  func absent() throws {
    let keymap = try Keymap(KeyboardLayout(layout: "us"))
    let euro = #expect(throws: KeymapError.self) { try keymap.spell("5 €") }
    #expect(euro?.description == "no key gives '€' (U+20AC) on the keyboard layout 'English (US)'")
    let smile = #expect(throws: KeymapError.self) { try keymap.spell("🙂") }
    #expect(smile?.description == "no key gives '🙂' (U+1F642) on the keyboard layout 'English (US)'")

    let world = World()
    var performer = Performer(world.effects)
    world.play(&performer, .swipe, [.type("12x3"), .shell("a")])
    #expect(
      world.takeEvents() == [
        "! r:1: cannot type the text: no key gives 'x' (U+0078) on the keyboard layout 'Digits'", "start a",
      ])
  }

  @Test("of several layouts the first is typed with: the others' keys mean something else")
  func firstLayout() throws {
    let keymap = try Keymap(KeyboardLayout(layout: "us,ru"))
    #expect(throws: KeymapError.absentCharacter("ж", layouts: keymap.layouts)) { try keymap.spell("ж") }
    #expect(try keys(of: "ж", on: "ru") == [[39]])
  }

  @Test("what stands behind a text waits until it is typed")
  func order() {
    let world = World()
    var performer = Performer(world.effects)
    world.play(&performer, .swipe, [.type("122"), .shell("a")])
    #expect(world.takeEvents() == ["+1", "-1", "+2", "-2", "+2", "-2", "start a"])
  }
}
