import Glibc
import Rules
import Testing

@testable import Actions

@Suite("Which keymap is in use", .enabled(if: getenv("XKB_DEFAULT_LAYOUT") == nil))
struct KeymapSourcesTests {
  private func text(of layout: String) throws -> String {
    try #require(XKBKeymap(KeyboardLayout(layout: layout))?.text)
  }

  private func layouts(_ sources: KeymapSources) throws -> [String] { try sources.compile().keymap.layouts }

  @Test("the best of those who know: the rules file, the compositor, the system, us")
  func order() throws {
    var sources = KeymapSources()
    #expect(try layouts(sources) == ["English (US)"])
    sources.system = KeyboardLayout(layout: "fr")
    #expect(try layouts(sources) == ["French"])
    #expect(try sources.setCompositor(text(of: "de")))
    #expect(try layouts(sources) == ["German"])
    sources.stated = KeyboardLayout(layout: "ru")
    #expect(try layouts(sources) == ["Russian"])
    sources.stated = nil
    #expect(sources.setCompositor(nil))
    #expect(try layouts(sources) == ["French"])
  }

  @Test("the compositor's text is handed back to it as it is; one of ours bears a mark")
  func marks() throws {
    var sources = KeymapSources()
    let text = try text(of: "us,ru")
    #expect(sources.setCompositor(text))
    #expect(try sources.compile().text == text)
    sources.stated = KeyboardLayout(layout: "us,ru")
    let own = try sources.compile().text
    #expect(own.contains("xkb_keycodes \"sleight\" {"))
    #expect(try Keymap(text: own).layouts == ["English (US)", "Russian"])
  }

  @Test("a keymap of our own that the compositor sends back, and one with a few characters only, are no one's layout")
  func strangers() throws {
    var sources = KeymapSources()
    let german = try text(of: "de")
    #expect(sources.setCompositor(german))
    sources.stated = KeyboardLayout(layout: "fr")
    #expect(try !sources.setCompositor(sources.compile().text))
    // As wtype makes them.
    let few = """
      xkb_keymap {
        xkb_keycodes "(unnamed)" { minimum = 8; maximum = 10; <K1> = 9; <K2> = 10; };
        xkb_types "(unnamed)" { include "complete" };
        xkb_compatibility "(unnamed)" { include "complete" };
        xkb_symbols "(unnamed)" { key <K1> {[ a ]}; key <K2> {[ Return ]}; };
      };
      """
    #expect(!sources.setCompositor(few))
    #expect(!sources.setCompositor("no keymap"))
    #expect(!sources.setCompositor(german))
    #expect(sources.compositor == german)
  }

  @Test("the layout that is on counts first, for keys as for text")
  func activeLayout() throws {
    var sources = KeymapSources()
    sources.stated = KeyboardLayout(layout: "us,de")
    #expect(try sources.compile().keymap.resolve(Chord(modifiers: [], key: "z", text: "z")).keys == [KeyCode(44)])
    sources.activeLayout = 1
    #expect(try sources.compile().keymap.resolve(Chord(modifiers: [], key: "z", text: "z")).keys == [KeyCode(21)])
    #expect(try sources.compile().keymap.spell("ß\n").map(\.keys) == [[KeyCode(12)], [KeyCode(28)]])
  }

  @Test("a layout that there is not is told of, whoever named it")
  func wrong() {
    var sources = KeymapSources()
    sources.system = KeyboardLayout(layout: "xx")
    #expect(throws: KeymapError.noSuchLayout(KeyboardLayout(layout: "xx"))) { try sources.compile() }
  }
}
