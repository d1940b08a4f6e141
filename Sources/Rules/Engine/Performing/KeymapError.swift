public import Rules

/// The reasons why a chord or a character has no keys. Indirect: the keys of a chord, which are looked up between
/// finger and key, would be copied with as many bytes as a reason has.
public indirect enum KeymapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// xkeyboard-config has no such layout; nil for the layout in the environment.
  case noSuchLayout(KeyboardLayout?)
  /// The compositor's keymap cannot be parsed.
  case notAKeymap
  /// No keysym has this name.
  case unknownKeysym(String)
  /// No key of the layouts has this keysym.
  case absentKeysym(String, layouts: [String])
  /// Only an inactive layout has a key with this keysym.
  case inactiveKeysym(String, active: String?, other: String?)
  /// No key of the active layout has this character, and no injector can type all characters.
  case absentCharacter(Character, layout: String?)

  /// The message for users, with advice.
  public var description: String {
    switch self {
    case .noSuchLayout(let layout?):
      let variant = layout.variant.isEmpty ? "" : " with variant '\(layout.variant)'"
      return "no keyboard layout '\(layout.layout)'\(variant); man 7 xkeyboard-config lists them"
    case .noSuchLayout(nil):
      return "no keyboard layout matches XKB_DEFAULT_LAYOUT and XKB_DEFAULT_VARIANT; "
        + "man 7 xkeyboard-config lists them"
    case .notAKeymap:
      return "the compositor's keymap cannot be read"
    case .unknownKeysym(let name):
      return "no key is called '\(name)'"
    case .absentKeysym(let name, let layouts):
      let names = layouts.map { "'\($0)'" }.joined(separator: ", ")
      return "no key gives '\(name)' on the keyboard layout \(names); use another key, or state "
        + "your layout, as in 'settings: {keyboard: de}'"
    case .inactiveKeysym(let name, let active, let other):
      let current = active.map { " '\($0)'" } ?? ""
      let place = other.map { "'\($0)'" } ?? "another one"
      return "no key gives '\(name)' on the current keyboard layout\(current); \(place) has it: to type it on any "
        + "layout, use 'type'"
    case .absentCharacter(let character, let layout):
      let scalars = character.unicodeScalars.map { "U+" + Self.hexadecimal($0.value) }.joined(separator: " ")
      let scope = layout.map { " on the keyboard layout '\($0)'" } ?? ""
      return "no key gives '\(character)' (\(scalars))\(scope); typing it requires a compositor "
        + "with zwp_virtual_keyboard_v1"
    }
  }

  /// The number with at least four digits, as in Unicode code points.
  private static func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
