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
    #expect(
      euro?.description == "no key gives '€' (U+20AC) on the keyboard layout 'English (US)'; to type it, a compositor "
        + "that offers zwp_virtual_keyboard_v1 is needed")
    let smile = #expect(throws: KeymapError.self) { try keymap.spell("🙂") }
    #expect(smile == .absentCharacter("🙂", layout: "English (US)"))

    let world = World()
    var performer = Performer(world.effects)
    world.play(&performer, .swipe, [.type("é12"), .shell("a")])
    #expect(
      world.takeEvents() == [
        "! r:1: cannot type the text: no key gives 'é' (U+00E9) on the keyboard layout 'Digits'; to type it, a compositor "
          + "that offers zwp_virtual_keyboard_v1 is needed", "start a",
      ])
  }

  @Test("of several layouts the active one is typed with: the others' keys mean something else")
  func activeLayout() throws {
    let layout = KeyboardLayout(layout: "us,ru")
    let us = try Keymap(layout)
    #expect(throws: KeymapError.absentCharacter("ж", layout: "English (US)")) { try us.spell("ж") }
    let ru = try Keymap(layout, activeLayout: 1)
    #expect(try ru.spell("ж\n").map { $0.keys.map { Int($0.number) } } == [[39], [28]])
    #expect(throws: KeymapError.absentCharacter("w", layout: "Russian")) { try ru.spell("w") }
    // One that there is not is none.
    #expect(try Keymap(layout, activeLayout: 7).spell("w").count == 1)
    #expect(try keys(of: "ж", on: "ru") == [[39]])
  }

  @Test("a text with a character that is on no key is typed by keymaps of our own, character by character")
  func characters() {
    let world = World()
    var performer = Performer(world.effects)
    world.play(&performer, .swipe, [.keys("1"), .type("aaB"), .shell("x")])
    #expect(
      world.lines == [
        "0 +1", "1000 -1", "101000 type a", "102000 type a", "202000 type B", "202000 start x",
      ])
  }

  @Test("what is typed by keymaps of our own ends with a gesture that lets go of everything")
  func released() {
    let world = World()
    var performer = Performer(world.effects)
    let next = world.perform(&performer, [.type("aaa")], gesture: .swipe)
    world.run(&performer, from: next, until: 1000)
    _ = performer.releaseEverything(at: Timestamp(microseconds: world.now))
    world.run(&performer, from: .zero)
    #expect(world.takeEvents() == ["type a", "type a"])
  }

  @Test("what stands behind a text waits until it is typed")
  func order() {
    let world = World()
    var performer = Performer(world.effects)
    world.play(&performer, .swipe, [.type("122"), .shell("a")])
    #expect(world.takeEvents() == ["+1", "-1", "+2", "-2", "+2", "-2", "start a"])
  }
}
