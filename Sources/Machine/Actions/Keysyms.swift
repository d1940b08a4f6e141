internal import CXKBCommon

/// The names of keysyms, which are those of keys in a rules file.
public enum Keysyms {
  /// True if `name` is the name of a keysym. Case matters: `a` and `A` are different keysyms. xkbcommon accepts numbers
  /// (`0x61`) as well; they are excluded, because a user does not mean a keysym by one.
  public static func isKnown(_ name: String) -> Bool { keysym(named: name) != nil }

  /// The names of all named keysyms, for suggestions: about 2400, gathered in some 30 ms, so only for wrong names.
  /// Names of Unicode characters (`U20AC`) are left out.
  public static func allNames() -> [String] {
    var names = aliases
    for range in namedRanges {
      for keysym in range {
        guard let name = name(of: keysym), !isGenerated(name) else { continue }
        names.append(name)
      }
    }
    return names
  }

  /// The keysym of that name; nil if there is none.
  static func keysym(named name: String) -> UInt32? {
    // A NUL would end the name early.
    guard !name.hasPrefix("0x"), !name.utf8.contains(0) else { return nil }
    let keysym = xkb_keysym_from_name(name, XKB_KEYSYM_NO_FLAGS)
    return keysym == noSymbol ? nil : keysym
  }

  /// The character that the keysym of that name types; nil if it types none that is visible.
  public static func character(named name: String) -> String? {
    guard let code = keysym(named: name).map({ xkb_keysym_to_utf32($0) }), code > 0x20, code != 0x7f else { return nil }
    return Unicode.Scalar(code).map { String($0) }
  }

  /// The keysym of a character; nil if there is none.
  static func keysym(of character: Unicode.Scalar) -> UInt32? {
    let keysym = xkb_utf32_to_keysym(character.value)
    return keysym == noSymbol ? nil : keysym
  }

  /// The keysym of the key that types a scalar: Return for a line feed, Tab for a tab; nil if there is none.
  static func keysym(typing scalar: Unicode.Scalar) -> UInt32? {
    switch scalar {
    case "\n": keysym(named: "Return")
    case "\t": keysym(named: "Tab")
    default: keysym(of: scalar)
    }
  }

  /// The keysym of the lower-case letter; `keysym` itself if it is no upper-case letter.
  static func lowerCase(of keysym: UInt32) -> UInt32 { xkb_keysym_to_lower(keysym) }

  /// XKB_KEY_NoSymbol: no keysym.
  private static let noSymbol: UInt32 = 0

  /// The second names of keysyms that have two, as on the labels of keys; xkbcommon returns the first.
  private static let aliases = ["Page_Up", "Page_Down", "KP_Page_Up", "KP_Page_Down"]

  /// The ranges of xkbcommon-keysyms.h: X11's own, Unicode characters, and vendors (HP, DEC, OSF, Sun, XFree86).
  private static let namedRanges: [ClosedRange<UInt32>] = [
    0x1...0xffff, 0x0100_0100...0x0100_2fff, 0x1000_0000...0x1000_ffff, 0x1004_f000...0x1005_ffff,
    0x1008_0000...0x1008_ffff,
  ]

  /// The name of a keysym: `adiaeresis`, `U6F22`; nil if there is no such keysym.
  static func name(of keysym: UInt32) -> String? {
    // The longest name has 27 characters.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress, xkb_keysym_get_name(keysym, start, 64) > 0 else { return nil }
      return String(cString: start)
    }
  }

  /// True if `name` is only a number: `0xfd1e`, or `U20AC` of a character.
  private static func isGenerated(_ name: String) -> Bool {
    name.hasPrefix("0x") || (name.hasPrefix("U") && name.count > 4 && name.dropFirst().allSatisfy(\.isHexDigit))
  }
}
