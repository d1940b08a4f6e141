internal import Engine

/// Keymaps made for the characters of given texts that are on no key.
///
/// A character has a key and one of four layouts. The keys are the 48 that print something on every keyboard, and no
/// others: programs look at the key's number as well (Chromium takes key 14 for Backspace and ignores unknown keys,
/// labwc has taken others for media keys). Space, Return and Tab are at their usual positions. With four layouts these
/// are 192 characters; if texts have more, there are several keymaps, with each text in as few of them as possible.
///
///                 key 2   key 3   key 4   ...
///     layout 1    ä       €       漢
///     layout 2    ...
///
/// The keymaps are small and self-contained, so that programs read them quickly. Their name marks them when compositors
/// report the keymap in use.
struct TextKeymaps {
  /// The keymaps, as text.
  let texts: [String]
  /// The keys of each keymap's keysyms.
  private let positions: [[UInt32: TextKey]]

  /// The capacity of a keymap, in characters.
  static let capacity = keys.count * layouts
  /// The maximum number of keymaps, for 6144 characters: compositors and programs keep each one in memory.
  static let limit = 32

  /// The keymaps for `texts`; none if there are no texts.
  init(for texts: [String]) {
    var pages: [[UInt32]] = []
    for text in texts {
      let keysyms = Self.keysyms(of: text)
      // A text stays in one keymap if it fits.
      if let page = pages.indices.first(where: { Set(pages[$0]).union(keysyms).count <= Self.capacity }) {
        pages[page] += keysyms.filter { !pages[page].contains($0) }
        continue
      }
      var rest = keysyms[...]
      while !rest.isEmpty {
        pages.append(Array(rest.prefix(Self.capacity)))
        rest = rest.dropFirst(Self.capacity)
      }
    }
    positions = pages.prefix(Self.limit).enumerated().map { number, keysyms in
      var positions: [UInt32: TextKey] = [:]
      for (index, keysym) in keysyms.enumerated() {
        let (layout, key) = index.quotientAndRemainder(dividingBy: Self.keys.count)
        positions[keysym] = TextKey(keymap: number, layout: UInt32(layout), key: Self.keys[key])
      }
      for (keysym, key) in Self.fixed { positions[keysym] = TextKey(keymap: number, layout: 0, key: key) }
      return positions
    }
    self.texts = positions.map { Self.text(of: $0) }
  }

  /// The keys that type `text`, one for each scalar: clusters of several scalars, such as flags, are typed scalar by
  /// scalar.
  /// - Throws: `KeymapError.absentCharacter`, also if the keymaps were not made for `text`.
  func spell(_ text: String) throws(KeymapError) -> [TextKey] {
    var keys: [TextKey] = []
    var page = positions.firstIndex { page in Self.keysyms(of: text).allSatisfy { page[$0] != nil } }
    for character in text {
      for scalar in Self.scalars(of: character) {
        let keysym = Keysyms.keysym(typing: scalar)
        if page.flatMap({ positions[$0][keysym ?? 0] }) == nil {
          page = positions.firstIndex { $0[keysym ?? 0] != nil }
        }
        guard let page, let keysym, let key = positions[page][keysym] else {
          throw .absentCharacter(character, layout: nil)
        }
        keys.append(key)
      }
    }
    return keys
  }

  // MARK: Keys

  /// The number of layouts that XKB permits.
  private static let layouts = 4

  /// KEY_1 to KEY_EQUAL, KEY_Q to KEY_RIGHTBRACE, KEY_A to KEY_GRAVE, KEY_BACKSLASH to KEY_SLASH, KEY_102ND
  private static let keys = [2...13, 16...27, 30...41, 43...53, 86...86].flatMap { $0.map { KeyCode(UInt16($0)) } }

  /// KEY_TAB, KEY_ENTER and KEY_SPACE.
  private static let fixed: [UInt32: KeyCode] = [0xff09: KeyCode(15), 0xff0d: KeyCode(28), 0x20: KeyCode(57)]

  /// The distinct keysyms of a text, without those that are fixed.
  private static func keysyms(of text: String) -> [UInt32] {
    var seen = Set(fixed.keys)
    return text.flatMap { scalars(of: $0) }.compactMap { Keysyms.keysym(typing: $0) }
      .filter { seen.insert($0).inserted }
  }

  private static func scalars(of character: Character) -> [Unicode.Scalar] {
    // A Windows line end is one line feed.
    character == "\r\n" ? ["\n"] : Array(character.unicodeScalars)
  }

  // MARK: Text

  /// The name of their keycodes' section, which compositors send on.
  private static let name = KeymapSources.mark

  private static func text(of positions: [UInt32: TextKey]) -> String {
    var keysyms: [KeyCode: [String]] = [:]
    for (keysym, position) in positions {
      keysyms[position.key, default: Array(repeating: "NoSymbol", count: layouts)][Int(position.layout)] =
        Keysyms.name(of: keysym) ?? "NoSymbol"
    }
    // The same in all layouts.
    for (keysym, key) in fixed {
      keysyms[key] = Array(repeating: Keysyms.name(of: keysym) ?? "NoSymbol", count: layouts)
    }
    let keys = keysyms.sorted { $0.key < $1.key }
    let codes = keys.map { "<K\($0.key.number)> = \($0.key.keycode);" }
    let symbols = keys.map { key, names in
      let layouts = names.enumerated().map { "symbols[Group\($0 + 1)] = [ \($1) ]" }
      return "key <K\(key.number)> { type = \"ONE_LEVEL\", \(layouts.joined(separator: ", ")) };"
    }
    return """
      xkb_keymap {
      xkb_keycodes "\(name)" {
      minimum = 8;
      maximum = 255;
      \(codes.joined(separator: "\n"))
      };
      xkb_types "\(name)" {
      \(types)
      };
      xkb_compatibility "\(name)" {
      };
      xkb_symbols "\(name)" {
      \(symbols.joined(separator: "\n"))
      };
      };

      """
  }

  /// The four types that every XKB server has; Xwayland requires them.
  private static let types = """
    type "ONE_LEVEL" { modifiers = none; level_name[Level1] = "Any"; };
    type "TWO_LEVEL" { modifiers = Shift; map[Shift] = Level2;
    level_name[Level1] = "Base"; level_name[Level2] = "Shift"; };
    type "ALPHABETIC" { modifiers = Shift+Lock; map[Shift] = Level2; map[Lock] = Level2;
    level_name[Level1] = "Base"; level_name[Level2] = "Caps"; };
    type "KEYPAD" { modifiers = Shift; map[Shift] = Level2;
    level_name[Level1] = "Base"; level_name[Level2] = "Number"; };
    """
}
