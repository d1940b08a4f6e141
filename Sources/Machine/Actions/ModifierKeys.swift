internal import Engine
public import Rules

/// The modifier keys of a keymap: those that have a modifier's keysym without other modifiers.
public struct ModifierKeys: Hashable, Sendable {
  /// The modifiers by the kernel's codes of their keys (KEY_LEFTCTRL).
  public let modifiers: [UInt16: Chord.Modifier]

  /// No modifier keys.
  public static let none = ModifierKeys([:])

  private init(_ modifiers: [UInt16: Chord.Modifier]) { self.modifiers = modifiers }

  /// The modifier keys of the compositor's keymap; if that is unknown or invalid, of the layout in the rules file or
  /// the environment.
  /// - Parameters:
  ///   - text: a keymap as compositors send it.
  ///   - activeLayout: the active layout of the keymap, from 0.
  public init(of text: String?, orElse layout: KeyboardLayout?, activeLayout: Int = 0) {
    let active = UInt32(exactly: activeLayout) ?? 0
    if let text, let keymap = XKBKeymap(text: text) {
      modifiers = Self.modifiers(in: keymap, active: active)
    } else if let keymap = XKBKeymap(layout) {
      modifiers = Self.modifiers(in: keymap, active: active)
    } else {
      modifiers = [:]
    }
  }

  /// The modifiers that are held while `keys` are down.
  public func held(by keys: Set<UInt16>) -> Set<Chord.Modifier> { Set(keys.compactMap { modifiers[$0] }) }

  private static func modifiers(in keymap: borrowing XKBKeymap, active: UInt32) -> [UInt16: Chord.Modifier] {
    var keysyms: [UInt32: Chord.Modifier] = [:]
    for (name, modifier) in names { keysyms[Keysyms.keysym(named: name) ?? 0] = modifier }
    var modifiers: [UInt16: Chord.Modifier] = [:]
    for keycode in keymap.keycodes {
      let layouts = keymap.layouts(of: keycode)
      guard layouts > 0, let key = KeyCode(keycode: keycode),
        let keysym = keymap.keysym(of: keycode, layout: active % layouts, level: 0)
      else { continue }
      modifiers[key.number] = keysyms[keysym]
    }
    return modifiers
  }

  private static let names: [(String, Chord.Modifier)] = [
    ("Control_L", .ctrl), ("Control_R", .ctrl), ("Shift_L", .shift), ("Shift_R", .shift), ("Alt_L", .alt),
    ("Alt_R", .alt), ("Super_L", .super), ("Super_R", .super), ("ISO_Level3_Shift", .altgr),
  ]
}
