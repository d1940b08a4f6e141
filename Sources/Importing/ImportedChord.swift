internal import Rules
internal import RulesFile

/// Chords of other tools in the words of the rules file.
struct ImportedChord {
  private(set) var modifiers: [Chord.Modifier] = []
  private(set) var key: String?

  /// `ctrl+alt+t`; nil where there is nothing in it.
  var text: String? {
    let parts = modifiers.map(\.rawValue) + (key.map { [$0] } ?? [])
    return parts.isEmpty ? nil : parts.joined(separator: "+")
  }

  /// Adds a modifier, or the key; false where there is a key already.
  mutating func press(_ name: String) -> Bool {
    if let modifier = Chord.Modifier(rawValue: name) {
      if !modifiers.contains(modifier) { modifiers.append(modifier) }
      return true
    }
    guard key == nil else { return false }
    key = name
    return true
  }

  /// A chord of keysyms joined by '+', as xdotool has it: modifiers by several names, in any order.
  /// - Parameter shiftsCapitals: whether a capital letter means that shift is held, as with xdotool.
  /// - Returns: the chord; nil where one of its names is unknown or it has two keys.
  static func keysyms(_ text: String, shiftsCapitals: Bool, keyNames: KeyNames?) -> String? {
    var chord = ImportedChord()
    // '+' by itself, or at the end behind another one, is the key.
    let isPlus = text == "+" || text.hasSuffix("++")
    let names = (isPlus ? text.dropLast() : text[...]).split(separator: "+").map(String.init) + (isPlus ? ["plus"] : [])
    for name in names {
      guard let keysym = keysym(name, keyNames) else { return nil }
      if shiftsCapitals, name.count == 1, name != name.lowercased() { _ = chord.press("shift") }
      guard chord.press(keysym) else { return nil }
    }
    return chord.text
  }

  /// A chord of Linux' key names joined by '+': `LEFTCTRL+T`.
  static func evdev(_ text: String) -> String? {
    var chord = ImportedChord()
    for name in text.split(separator: "+") {
      guard let keysym = EvdevKeys.keysym(name: name.bare), chord.press(keysym) else { return nil }
    }
    return chord.text
  }

  /// The name of a modifier, or the keysym, that is meant by `name`.
  static func keysym(_ name: String, _ keyNames: KeyNames?) -> String? {
    let lower = name.lowercased()
    if let modifier = modifierNames[lower] { return modifier }
    if let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 {
      let isOnAKey = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isOnAKey ? lower : KeyAlias.keysym(for: name)
    }
    if lower.hasPrefix("0x") { return Int(lower.dropFirst(2), radix: 16).flatMap { numbered[$0] } }
    // Codes of a keyboard that nobody knows.
    guard !name.allSatisfy(\.isNumber) else { return nil }
    if let keyNames, keyNames.isKnown(name) { return name }
    if let alias = KeyAlias.keysym(for: name) { return alias }
    if let usual = usualNames[lower], keyNames == nil || name != usual { return usual }
    let isName = name.unicodeScalars.allSatisfy {
      $0 == "_" || ($0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil))
    }
    return keyNames == nil && isName ? name : nil
  }

  private static let modifierNames: [String: String] = {
    let names: [(String, [String])] = [
      ("ctrl", ["ctrl", "control", "ctrl_l", "ctrl_r", "control_l", "control_r"]),
      ("shift", ["shift", "shift_l", "shift_r"]),
      // Meta_L is on the Alt key with nearly every layout; "meta" is what KDE calls the key with the logo.
      ("alt", ["alt", "alt_l", "alt_r", "mod1", "meta_l", "meta_r"]),
      ("super", ["super", "super_l", "super_r", "meta", "win", "mod4", "hyper", "hyper_l", "hyper_r", "logo"]),
      ("altgr", ["altgr", "iso_level3_shift", "mode_switch", "mod5"]),
    ]
    return Dictionary(names.flatMap { name, others in others.map { ($0, name) } }) { first, _ in first }
  }()

  /// Names in their usual spelling, for those who write them otherwise.
  private static let usualNames: [String: String] = {
    let names =
      [
        "Left", "Right", "Up", "Down", "Tab", "Home", "End", "Return", "Escape", "Prior", "Next", "Page_Up",
        "Page_Down",
      ]
      + [
        "Delete", "Insert", "BackSpace", "Print", "Menu", "Pause", "space", "plus", "minus", "equal", "comma", "period",
      ] + (1...24).map { "F\($0)" }
    return Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
  }()

  /// Keysyms that somebody writes by their numbers (X11/keysymdef.h): modifiers and function keys.
  private static let numbered: [Int: String] = {
    var names = [
      0xffe1: "shift", 0xffe2: "shift", 0xffe3: "ctrl", 0xffe4: "ctrl", 0xffe7: "alt", 0xffe8: "alt", 0xffe9: "alt",
      0xffea: "alt", 0xffeb: "super", 0xffec: "super", 0xfe03: "altgr", 0xff0d: "Return", 0xff1b: "Escape",
      0xff09: "Tab", 0xff50: "Home", 0xff51: "Left", 0xff52: "Up", 0xff53: "Right", 0xff54: "Down",
      0xff55: "Page_Up", 0xff56: "Page_Down", 0xff57: "End", 0xffff: "Delete",
    ]
    for number in 1...24 { names[0xffbd + number] = "F\(number)" }
    return names
  }()
}
