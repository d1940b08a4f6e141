@testable import Engine
import Gestures
import Rules
import Testing
import Time

@Suite("Typing text")
struct TypeTests {
  @Test("a text with a character that no key produces is reported, and not typed")
  func absent() {
    let world = World()
    var performer = Performer()
    world.play(&performer, .swipe, [.type("é12"), .shell("a")])
    #expect(
      world.takeEvents() == [
        "! r:1: cannot type the text: no key gives 'é' (U+00E9) on the keyboard layout 'Digits'; typing it requires a "
          + "compositor with zwp_virtual_keyboard_v1", "start a",
      ])
  }

  @Test("a text with a character that is on no key is typed with keymaps of our own")
  func characters() {
    let world = World()
    var performer = Performer()
    world.play(&performer, .swipe, [.keys("1"), .type("aaB"), .shell("x")])
    #expect(
      world.lines == [
        "0 +1", "1000 -1", "101000 type a", "102000 type a", "202000 type B", "202000 start x",
      ])
  }

  @Test("typing with keymaps of our own ends with a release of everything")
  func released() {
    let world = World()
    var performer = Performer()
    let next = world.perform(&performer, [.type("aaa")], gesture: .swipe)
    world.run(&performer, from: next, until: 1000)
    _ = world.releaseEverything(&performer, at: Timestamp(microseconds: world.now))
    world.run(&performer, from: .zero)
    #expect(world.takeEvents() == ["type a", "type a"])
  }

  @Test("the rest of a text is typed with the keys of the keymap that is in use by then")
  func otherKeymap() {
    let world = World()
    var performer = Performer()
    let next = world.perform(&performer, [.type("1234"), .shell("a")], gesture: .swipe)
    world.run(&performer, from: next, until: 2000)
    #expect(world.takeEvents() == ["+1", "-1", "+2"])
    performer.bindings.texts["1234"] = .success(.chords([5, 6, 7, 8].map { KeyPresses([KeyCode($0)]) }))
    world.run(&performer, from: .zero, until: 4000)
    #expect(world.takeEvents() == ["-2", "+7"])
    performer.bindings.texts["1234"] = .failure(.absentCharacter("4", layout: "Other"))
    world.run(&performer, from: .zero)
    #expect(
      world.takeEvents() == [
        "! r:1: cannot type the text: no key gives '4' (U+0034) on the keyboard layout 'Other'; typing it requires a "
          + "compositor with zwp_virtual_keyboard_v1", "-7", "start a",
      ])
  }

  @Test("chords continue with the keys of another keymap; one whose key is not down yet begins again")
  func otherChords() {
    let world = World()
    var performer = Performer()
    let next = world.perform(&performer, [.keys("1", "2+3", "4")], gesture: .swipe)
    world.run(&performer, from: next, until: 2000)
    #expect(world.takeEvents() == ["+1", "-1", "+2"])
    performer.bindings.chords[.numbers("2+3")] = .success(KeyPresses([KeyCode(5), KeyCode(6)]))
    performer.bindings.chords[.numbers("4")] = .success(KeyPresses([KeyCode(7)]))
    world.run(&performer, from: .zero)
    #expect(world.takeEvents() == ["-2", "+5", "+6", "-6", "-5", "+7", "-7"])
  }

  @Test("actions after a text wait until it is typed")
  func order() {
    let world = World()
    var performer = Performer()
    world.play(&performer, .swipe, [.type("122"), .shell("a")])
    #expect(world.takeEvents() == ["+1", "-1", "+2", "-2", "+2", "-2", "start a"])
  }
}
