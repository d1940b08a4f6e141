internal import CXKBCommon

/// The names of keysyms: what a key can be called in a rules file.
public enum Keysyms {
  /// Whether `name` is a keysym's, in exactly this spelling: upper and lower case are different keysyms (`a` and `A`).
  /// Numbers (`0x61`) name keysyms too for xkbcommon; nobody means one by that, so they are not known here.
  public static func isKnown(_ name: String) -> Bool { keysym(named: name) != nil }

  /// The names of all keysyms that have one of their own, for suggestions: about 2400, gathered in some 30 ms, so only
  /// to be asked for when a name is wrong. Those that Unicode characters have besides (`U20AC`) are left out.
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

  /// The keysym that `name` stands for, or nil.
  static func keysym(named name: String) -> UInt32? {
    // A NUL would end the name early.
    guard !name.hasPrefix("0x"), !name.utf8.contains(0) else { return nil }
    let keysym = xkb_keysym_from_name(name, XKB_KEYSYM_NO_FLAGS)
    return keysym == noSymbol ? nil : keysym
  }

  /// The keysym of a character, or nil.
  static func keysym(of character: Unicode.Scalar) -> UInt32? {
    let keysym = xkb_utf32_to_keysym(character.value)
    return keysym == noSymbol ? nil : keysym
  }

  /// The keysym of the key that types a scalar: Return a line feed, Tab a tab. Nil where no key does.
  static func keysym(typing scalar: Unicode.Scalar) -> UInt32? {
    switch scalar {
    case "\n": keysym(named: "Return")
    case "\t": keysym(named: "Tab")
    default: keysym(of: scalar)
    }
  }

  /// The keysym of the small letter; `keysym` itself where it is no capital one.
  static func lowerCase(of keysym: UInt32) -> UInt32 { xkb_keysym_to_lower(keysym) }

  /// XKB_KEY_NoSymbol: stands for no key.
  private static let noSymbol: UInt32 = 0

  /// A keysym that has two names is called by the other one; these are what keys are labelled with.
  private static let aliases = ["Page_Up", "Page_Down", "KP_Page_Up", "KP_Page_Down"]

  /// Where xkbcommon-keysyms.h defines any: X11's own, those of Unicode characters, and the vendors' (HP, DEC, OSF,
  /// Sun, XFree86).
  private static let namedRanges: [ClosedRange<UInt32>] = [
    0x1...0xffff, 0x0100_0100...0x0100_2fff, 0x1000_0000...0x1000_ffff, 0x1004_f000...0x1005_ffff,
    0x1008_0000...0x1008_ffff,
  ]

  /// The name of a keysym: `adiaeresis`, `U6F22`; nil where there is no such keysym.
  static func name(of keysym: UInt32) -> String? {
    // The longest name has 27 characters.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress, xkb_keysym_get_name(keysym, start, 64) > 0 else { return nil }
      return String(cString: start)
    }
  }

  /// Whether `name` is only a number: `0xfd1e`, or `U20AC` of a character.
  private static func isGenerated(_ name: String) -> Bool {
    name.hasPrefix("0x") || (name.hasPrefix("U") && name.count > 4 && name.dropFirst().allSatisfy(\.isHexDigit))
  }
}
