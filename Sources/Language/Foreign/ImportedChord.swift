package import Rules

/// A chord of another tool, in the words of rules files.
package struct ImportedChord {
  private var modifiers: [Chord.Modifier] = []
  private var key: String?

  /// The text of the chord, `ctrl+alt+t`; nil if it is empty.
  private var text: String? {
    let parts = modifiers.map(\.rawValue) + (key.map { [$0] } ?? [])
    return parts.isEmpty ? nil : parts.joined(separator: "+")
  }

  /// Adds a modifier, or the key. Returns false if the chord has a key already.
  private mutating func press(_ name: String) -> Bool {
    if let modifier = Chord.Modifier(rawValue: name) {
      if !modifiers.contains(modifier) { modifiers.append(modifier) }
      return true
    }
    guard key == nil else { return false }
    key = name
    return true
  }

  /// Converts a chord in xdotool's syntax: keysyms joined by '+', modifiers by several names, in any order.
  /// - Parameter shiftsCapitals: true if a capital letter implies shift, as in xdotool.
  /// - Returns: the chord; nil if a name is unknown or it has two keys.
  package static func keysyms(_ text: String, shiftsCapitals: Bool, keyNames: KeyNames?) -> String? {
    var chord = ImportedChord()
    // '+' alone, or after another '+' at the end, is the key.
    let isPlus = text == "+" || text.hasSuffix("++")
    let names = (isPlus ? text.dropLast() : text[...]).split(separator: "+").map(String.init) + (isPlus ? ["plus"] : [])
    for name in names {
      guard let keysym = keysym(name, keyNames) else { return nil }
      if shiftsCapitals, name.count == 1, name != name.lowercased() { _ = chord.press("shift") }
      guard chord.press(keysym) else { return nil }
    }
    return chord.text
  }

  /// Converts a chord of the kernel's key names joined by '+', `LEFTCTRL+T`; nil if it is not one.
  package static func evdev(_ text: String) -> String? {
    var chord = ImportedChord()
    for name in text.split(separator: "+") {
      guard let keysym = EvdevKeys.keysym(name: name.trimmed), chord.press(keysym) else { return nil }
    }
    return chord.text
  }

  /// The modifier or keysym that `name` denotes in other tools; nil if it is unknown.
  package static func keysym(_ name: String, _ keyNames: KeyNames?) -> String? {
    let lower = name.lowercased()
    if let modifier = modifierNames[lower] { return modifier }
    if let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 {
      let isOnAKey = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isOnAKey ? lower : KeyAlias.keysym(for: name)
    }
    if lower.hasPrefix("0x") { return Int(lower.dropFirst(2), radix: 16).flatMap { numbered[$0] } }
    // Keycodes depend on an unknown keyboard.
    guard !name.allSatisfy(\.isNumber) else { return nil }
    if let keyNames, keyNames.isKnown(name) { return name }
    if let alias = KeyAlias.keysym(for: name) { return alias }
    if let usual = commonNames[lower], keyNames == nil || name != usual { return usual }
    return keyNames == nil && name.unicodeScalars.allSatisfy { $0.isNamePart } ? name : nil
  }

  private static let modifierNames: [String: String] = {
    let names: [(String, [String])] = [
      ("ctrl", ["ctrl", "control", "ctrl_l", "ctrl_r", "control_l", "control_r"]),
      ("shift", ["shift", "shift_l", "shift_r"]),
      // Meta_L is on the Alt key in nearly every layout; KDE calls the logo key "meta".
      ("alt", ["alt", "alt_l", "alt_r", "mod1", "meta_l", "meta_r"]),
      ("super", ["super", "super_l", "super_r", "meta", "win", "mod4", "hyper", "hyper_l", "hyper_r", "logo"]),
      ("altgr", ["altgr", "iso_level3_shift", "mode_switch", "mod5"]),
    ]
    return Dictionary(names.flatMap { name, others in others.map { ($0, name) } }) { first, _ in first }
  }()

  /// The spelling of common keysyms, by their lower-case names.
  private static let commonNames: [String: String] = {
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

  /// Keysyms by number (X11/keysymdef.h): modifiers, navigation and function keys.
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
