import Engine
import Glibc
import Rules
import Testing

@testable import Actions

@Suite("The keymap in use", .enabled(if: getenv("XKB_DEFAULT_LAYOUT") == nil))
struct KeymapSourcesTests {
  private func text(of layout: String) throws -> String {
    try Self.text(of: KeyboardLayout(layout: layout))
  }

  private static func text(of layout: KeyboardLayout) throws -> String {
    var sources = KeymapSources()
    sources.stated = layout
    // A keymap that a compositor wrote: without the mark of one of ours.
    let parts = try sources.compile().text.split(separator: "\"sleight\"", maxSplits: 1)
    return String(parts.joined(separator: "\"evdev\""))
  }

  @Test("a keymap that the compositor only rewrites counts as unchanged")
  func writtenAnew() throws {
    var sources = KeymapSources()
    let text = try text(of: "de")
    // xkbcommon does not preserve comments.
    let first = sources.setCompositor(text.replacing("xkb_types", with: "// a remark\nxkb_types"))
    let anew = sources.setCompositor(text)
    let other = try sources.setCompositor(self.text(of: "fr"))
    #expect(first && !anew && other)
  }

  @Test("the order of sources is rules file, compositor, system, 'us', also of a keymap that is used already")
  func order() throws {
    var sources = KeymapSources()
    var used: [String] = []
    func use() throws { used += try sources.keymap().get().keymap.layouts }
    try use()
    sources.system = KeyboardLayout(layout: "fr")
    try use()
    let isGerman = try sources.setCompositor(text(of: "de"))
    try use()
    sources.stated = KeyboardLayout(layout: "ru")
    try use()
    sources.stated = nil
    try use()
    let isGone = sources.setCompositor(nil)
    try use()
    #expect(isGerman && isGone)
    #expect(used == ["English (US)", "French", "German", "Russian", "German", "French"])
  }

  @Test("the keymap of a virtual keyboard has a mark; the compositor's is otherwise unchanged")
  func marks() throws {
    var sources = KeymapSources()
    let text = try text(of: "us,ru")
    _ = sources.setCompositor(text)
    #expect(try sources.compile().text == text.replacing("xkb_keycodes \"evdev\"", with: "xkb_keycodes \"sleight\""))
    // xkbcommon may leave out names.
    _ = sources.setCompositor(text.replacing("xkb_keycodes \"evdev\"", with: "xkb_keycodes"))
    #expect(try sources.compile().text.contains("xkb_keycodes \"sleight\" {"))
    sources.stated = KeyboardLayout(layout: "us,ru")
    let own = try sources.compile().text
    #expect(own.contains("xkb_keycodes \"sleight\" {"))
    #expect(try Keymap(text: own).layouts == ["English (US)", "Russian"])
  }

  @Test("our own keymaps and those with few characters are not taken for a layout")
  func strangers() throws {
    var sources = KeymapSources()
    let german = try text(of: "de")
    _ = sources.setCompositor(german)
    sources.stated = KeyboardLayout(layout: "fr")
    let own = try sources.compile().text
    // A keymap as wtype makes it.
    let few = """
      xkb_keymap {
        xkb_keycodes "(unnamed)" { minimum = 8; maximum = 10; <K1> = 9; <K2> = 10; };
        xkb_types "(unnamed)" { include "complete" };
        xkb_compatibility "(unnamed)" { include "complete" };
        xkb_symbols "(unnamed)" { key <K1> {[ a ]}; key <K2> {[ Return ]}; };
      };
      """
    let answers = [own, few, "no keymap", german].map { sources.setCompositor($0) }
    #expect(answers == [false, false, false, false])
    #expect(sources.compositor == german)
  }

  @Test("the active layout comes first, for keys and for text")
  func activeLayout() throws {
    var sources = KeymapSources()
    sources.stated = KeyboardLayout(layout: "us,de")
    let z = Chord(modifiers: [], key: "z", text: "z")
    let first = try sources.keymap().get().keymap
    sources.activeLayout = 1
    let second = try sources.keymap().get().keymap
    #expect(try [first, second].map { try $0.resolve(z).keys } == [[KeyCode(44)], [KeyCode(21)]])
    #expect(try second.spell("ß\n").map(\.keys) == [[KeyCode(12)], [KeyCode(28)]])
  }

  @Test("an unknown layout is reported, whatever its source")
  func wrong() {
    var sources = KeymapSources()
    sources.system = KeyboardLayout(layout: "xx")
    #expect(throws: KeymapError.noSuchLayout(KeyboardLayout(layout: "xx"))) { try sources.compile() }
  }
}
