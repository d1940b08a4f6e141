import Engine
import Rules
import Testing

@testable import Actions

@Suite("The keys of chords, on the layouts of xkeyboard-config")
struct KeymapTests {
  // linux/input-event-codes.h
  static let keys: [String: UInt16] = [
    "1": 2, "2": 3, "7": 8, "=": 13, "-": 12, "tab": 15, "q": 16, "w": 17, "e": 18, "t": 20, "[": 26, "]": 27, "a": 30,
    "0": 11, ",": 51, ".": 52, "/": 53, "m": 50, "\\": 43, "space": 57, "f12": 88, "print": 99, "pagedown": 109,
    "volumeup": 115, "kp1": 79, "ctrl": 29, "shift": 42, "alt": 56, "super": 125, "altgr": 100, "capslock": 58,
    "102nd": 86, "pageup": 104, "numlock": KeyCode.heldNumLock.number,
  ]

  /// `us: ctrl+alt+t -> ctrl alt t`: the layout, the chord, the keys as they are labelled on a US keyboard.
  @Test(
    "keys are found",
    arguments: [
      "us: t -> t", "us: ctrl+alt+t -> ctrl alt t", "us: alt+ctrl+t -> alt ctrl t",
      "us: super+Page_Down -> super pagedown",
      "us: super+Prior -> super pageup", "us: super -> super", "us: ctrl+shift -> ctrl shift",
      "us: XF86AudioRaiseVolume -> volumeup", "us: F12 -> f12", "us: Print -> print", "us: Tab -> tab",
      "us: shift+Tab -> shift tab", "us: ISO_Left_Tab -> shift tab", "us: alt+ISO_Left_Tab -> alt shift tab",
      "us: space -> space", "us: KP_1 -> numlock kp1", "us: KP_End -> kp1",
      "us: ctrl+KP_1 -> ctrl numlock kp1", "de: KP_1 -> numlock kp1", "de: KP_End -> kp1", "fr: KP_1 -> numlock kp1",
      "us: shift+KP_End -> shift kp1", "us: shift+KP_1 -> shift kp1",
      // The modifiers of a level are added, unless the chord names them.
      "us: plus -> shift =", "us: super+plus -> super shift =", "us: shift+plus -> shift =", "us: equal -> =",
      "us: ctrl+question -> ctrl shift /", "us: slash -> /", "us: at -> shift 2",
      // An upper-case letter is a key in a shortcut, and text if it is alone.
      "us: A -> shift a", "us: super+T -> super t", "us: ctrl+shift+T -> ctrl shift t", "us: shift+A -> shift a",
      // AltGr is the key that keyboards label so, even if the layout assigns nothing to it.
      "us: altgr+e -> altgr e",

      "de: t -> t", "de: plus -> ]", "de: slash -> shift 7", "de: super+slash -> super shift 7",
      "de: question -> shift -", "de: at -> altgr q", "de: ctrl+at -> ctrl altgr q", "de: EuroSign -> altgr e",
      "de: altgr+EuroSign -> altgr e", "de: udiaeresis -> [", "de: Udiaeresis -> shift [",
      "de: ctrl+Udiaeresis -> ctrl [",
      "de: ctrl+alt+t -> ctrl alt t", "de: super+Page_Down -> super pagedown", "de: bar -> altgr 102nd",

      "fr: a -> q", "fr: ctrl+a -> ctrl q", "fr: 1 -> shift 1", "fr: ampersand -> 1", "fr: at -> altgr 0",
      "fr: EuroSign -> altgr e", "fr: slash -> shift .", "fr: question -> shift m", "fr: plus -> shift =",
      "fr: comma -> m", "fr: ctrl+alt+t -> ctrl alt t",

      // Latin letters on a layout without them: at the position in `us`.
      "ru: t -> t", "ru: ctrl+t -> ctrl t", "ru: ctrl+bracketleft -> ctrl [", "ru: Cyrillic_ie -> t",
      "ru: Cyrillic_IE -> shift t", "ru: question -> shift 7", "ru: slash -> 102nd", "ru: plus -> shift =",

      // Latin letters and signs of another layout, for shortcuts, if the active one has no Latin letters.
      "us,ru: t -> t", "us,ru: question -> shift /", "ru,us: question -> shift 7",
      "ru,us: at -> shift 2", "ru,fr: a -> q",
    ])
  func resolves(text: String) throws {
    let parts = text.split(separator: ": ", maxSplits: 1)
    let sides = try #require(parts.last).split(separator: " -> ", maxSplits: 1)
    let keymap = try Keymap(KeyboardLayout(layout: String(parts[0])))
    let names = try #require(sides.last).split(separator: " ").map(String.init)
    let expected = try names.map { KeyCode(try #require(Self.keys[$0])) }
    #expect(try keymap.resolve(chord(String(sides[0]))).keys == expected)
  }

  @Test("swapped modifiers are found at their new positions")
  func swapped() throws {
    let keymap = try Keymap(KeyboardLayout(layout: "us", options: "ctrl:swapcaps"))
    #expect(try keymap.resolve(chord("ctrl+t")).keys == [KeyCode(58), KeyCode(20)])
  }

  @Test("the variant of a layout is used")
  func variant() throws {
    let keymap = try Keymap(KeyboardLayout(layout: "us", variant: "dvorak"))
    #expect(try keymap.resolve(chord("t")).keys == [KeyCode(37)])
    #expect(keymap.layouts == ["English (Dvorak)"])
  }

  @Test("a keysym that no key produces is refused, with the layout's name")
  func absent() throws {
    // `us` has EuroSign on key 435, ISO_Level3_Shift on 84: no keyboard has these.
    let us = try Keymap(KeyboardLayout(layout: "us"))
    for name in ["EuroSign", "ISO_Level3_Shift", "udiaeresis"] {
      #expect(throws: KeymapError.absentKeysym(name, layouts: ["English (US)"])) { try us.resolve(chord(name)) }
    }
    let both = try Keymap(KeyboardLayout(layout: "us,de"))
    let error = #expect(throws: KeymapError.self) { try both.resolve(chord("ctrl+ssharps")) }
    #expect(error == .unknownKeysym("ssharps"))
    #expect(
      #expect(throws: KeymapError.self) { try both.resolve(chord("Cyrillic_ie")) }?.description
        == "no key gives 'Cyrillic_ie' on the keyboard layout 'English (US)', 'German'; use another key, or state "
        + "your layout, as in 'settings: {keyboard: de}'")
    // A character that `us` has only with shift is not guessed on a layout that lacks it.
    let ru = try Keymap(KeyboardLayout(layout: "ru"))
    #expect(throws: KeymapError.absentKeysym("at", layouts: ["Russian"])) { try ru.resolve(chord("at")) }
  }

  @Test(
    "a key that only an inactive layout has is refused: it gives something else now",
    arguments: [
      ("us,de", "ssharp", "English (US)", "German"), ("us,de", "ctrl+udiaeresis", "English (US)", "German"),
      ("us,ru", "Cyrillic_ie", "English (US)", "Russian"), ("ru,de", "ssharp", "Russian", "German"),
      ("us,de", "dead_acute", "English (US)", "German"),
    ])
  func inactive(layouts: String, name: String, active: String, other: String) throws {
    let keymap = try Keymap(KeyboardLayout(layout: layouts))
    let chord = chord(name)
    let key = try #require(chord.key)
    let error = #expect(throws: KeymapError.self) { try keymap.resolve(chord) }
    #expect(error == .inactiveKeysym(key, active: active, other: other))
    #expect(
      error?.description
        == "no key gives '\(key)' on the current keyboard layout '\(active)'; '\(other)' has it: to type it on any "
        + "layout, use 'type'")
    let switched = try Keymap(KeyboardLayout(layout: layouts), activeLayout: 1)
    #expect(try !switched.resolve(chord).keys.isEmpty)
  }

  @Test("the active one of several layouts selects levels by its own keys: AltGr of 'de', which is Alt on 'us'")
  func activeLayout() throws {
    let german = try Keymap(KeyboardLayout(layout: "us,de"), activeLayout: 1)
    let (shift, altgr) = (KeyCode(42), KeyCode(100))
    #expect(try german.resolve(chord("EuroSign")).keys == [altgr, KeyCode(18)])
    #expect(try german.resolve(chord("at")).keys == [altgr, KeyCode(16)])
    #expect(try german.resolve(chord("slash")).keys == [shift, KeyCode(8)])
    #expect(try german.spell("|").map(\.keys) == [[altgr, KeyCode(86)]])
    let us = try Keymap(KeyboardLayout(layout: "de,us"), activeLayout: 1)
    #expect(try us.resolve(chord("at")).keys == [shift, KeyCode(3)])
    #expect(throws: KeymapError.self) { try us.spell("€") }
  }

  @Test("an unknown layout is reported by name")
  func noSuchLayout() {
    let error = #expect(throws: KeymapError.self) { try Keymap(KeyboardLayout(layout: "xx", variant: "yy")) }
    #expect(error?.description == "no keyboard layout 'xx' with variant 'yy'; man 7 xkeyboard-config lists them")
  }

  @Test("a keymap can be read from text, and other text is refused")
  func text() throws {
    let text = """
      xkb_keymap {
        xkb_keycodes { <AD01> = 24; <LFSH> = 50; };
        xkb_types { include "complete" };
        xkb_compatibility { include "complete" };
        xkb_symbols {
          name[Group1] = "Mine";
          key <AD01> { [ x, X ] };
          key <LFSH> { [ Shift_L ] };
          modifier_map Shift { <LFSH> };
        };
      };
      """
    let keymap = try Keymap(text: text)
    #expect(keymap.layouts == ["Mine"])
    #expect(try keymap.resolve(chord("X")).keys == [KeyCode(42), KeyCode(16)])
    #expect(throws: KeymapError.notAKeymap) { try Keymap(text: "xkb_keymap {") }
    #expect(throws: KeymapError.notAKeymap) { try Keymap(text: "") }
  }

  /// Reads a chord in the syntax of rules files.
  private func chord(_ text: String) -> Chord {
    var modifiers: [Chord.Modifier] = []
    var key: String?
    for word in text.split(separator: "+") {
      if let modifier = Chord.Modifier(rawValue: String(word)) {
        modifiers.append(modifier)
      } else {
        key = String(word)
      }
    }
    return Chord(modifiers: modifiers, key: key, text: text)
  }
}

@Suite("Names of keysyms")
struct KeysymsTests {
  @Test(
    "keysyms are known by their exact names",
    arguments: ["a", "A", "Page_Down", "Next", "XF86AudioRaiseVolume", "EuroSign", "U20AC", "F12", "space", "plus"])
  func known(name: String) {
    #expect(Keysyms.isKnown(name))
  }

  @Test(
    "other words are unknown, whatever their case or number",
    arguments: ["page_down", "PageDown", "eurosign", "xf86audioraisevolume", "", "NoSymbol", "0x61", "a\0b", "+", "+a"])
  func unknown(name: String) {
    #expect(!Keysyms.isKnown(name))
  }

  @Test("the listed names are unique keysyms, and include those on keyboards")
  func all() {
    let names = Keysyms.allNames()
    #expect(names.count > 2000)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy(Keysyms.isKnown))
    for name in ["a", "Z", "Page_Down", "Prior", "XF86AudioRaiseVolume", "EuroSign", "Undo", "ISO_Left_Tab"] {
      #expect(names.contains(name))
    }
    #expect(!names.contains("U20AC"))
  }
}
