public import Rules

/// Why a chord cannot be turned into keys.
public enum KeymapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// xkeyboard-config has no layout of this name; nil: the one of the environment.
  case noSuchLayout(KeyboardLayout?)
  /// A text that describes no keymap.
  case notAKeymap
  /// No keysym has this name.
  case unknownKeysym(String)
  /// No key of the layouts gives this keysym.
  case absentKeysym(String, layouts: [String])
  /// No key of the active layout gives this character, and nothing is there that has keys for any.
  case absentCharacter(Character, layout: String?)

  /// What is wrong and what would help.
  public var description: String {
    switch self {
    case .noSuchLayout(let layout?):
      let variant = layout.variant.isEmpty ? "" : " with variant '\(layout.variant)'"
      return "no keyboard layout '\(layout.layout)'\(variant); man 7 xkeyboard-config lists them"
    case .noSuchLayout(nil):
      return "no keyboard layout of the name that XKB_DEFAULT_LAYOUT and XKB_DEFAULT_VARIANT give; "
        + "man 7 xkeyboard-config lists them"
    case .notAKeymap:
      return "the compositor's keymap cannot be read"
    case .unknownKeysym(let name):
      return "no key is called '\(name)'"
    case .absentKeysym(let name, let layouts):
      let names = layouts.map { "'\($0)'" }.joined(separator: ", ")
      return "no key gives '\(name)' on the keyboard layout \(names); use a key that it has, or name "
        + "the layout that you type with, as in 'settings: {keyboard: de}'"
    case .absentCharacter(let character, let layout):
      let scalars = character.unicodeScalars.map { "U+" + Self.hexadecimal($0.value) }.joined(separator: " ")
      let place = layout.map { " on the keyboard layout '\($0)'" } ?? ""
      return "no key gives '\(character)' (\(scalars))\(place); to type it, a compositor that offers "
        + "zwp_virtual_keyboard_v1 is needed"
    }
  }

  /// At least four digits, as Unicode writes its code points.
  private static func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
