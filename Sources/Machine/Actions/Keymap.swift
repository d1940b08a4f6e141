public import Engine
public import Rules

/// The keys to press for each keysym: the inverse of a keyboard layout.
///
/// A keymap maps keys to keysyms. It is walked once, key by key, layout by layout, level by level, into a table in
/// which chords are looked up. If a keysym has several positions, the active layout precedes the others, then the first
/// ones; a level with fewer modifiers precedes one with more; then the lower key number. Keys that no keyboard has are
/// ignored: the first position is often one of those (EuroSign on key 435, ISO_Level3_Shift on 84).
///
/// Chords with cased letters, and keysyms that require modifiers:
///
/// - Modifiers are pressed in the order of the chord, then the key.
/// - A keysym on a shifted level adds its modifiers, unless the chord has them: `super+plus` is super, shift and the
///   key of `=` on `us`, and `ctrl+at` is ctrl, AltGr and the key of `q` on `de`. The program then sees the keysym of
///   the chord, with which its shortcuts are compared: both sway and the toolkits ignore modifiers that the keysym
///   required.
/// - With ctrl, alt or super, an upper-case letter is the key with that letter on it: `ctrl+T` is `ctrl+t`. Menus and
///   manuals write shortcuts so and mean no shift; with shift it is `ctrl+shift+t`. (sway reads it the same way,
///   xdotool adds the shift.) Without those modifiers `A` is text and adds shift.
/// - A keysym that only an inactive layout has is refused: its key gives something else now.
/// - On an active layout without Latin letters, such as `ru`, a missing ASCII keysym is the key that has it on another
///   layout, or else unshifted on `us`: programs look for Latin shortcuts there.
/// - A keysym of the keypad that depends on NumLock adds `KeyCode.heldNumLock` if it must be on: `KP_7` is the key of
///   `KP_Home` with it. With shift it depends on the layout: usually `shift+KP_7` is Home, whatever NumLock is.
public struct Keymap: Sendable {
  /// The names of the layouts, for people, in their order: `German`.
  public let layouts: [String]
  /// The active layout, from 0: that of text.
  let activeLayout: UInt32
  /// The positions of keysyms.
  private let positions: [UInt32: Position]
  /// The keys of missing keysyms on `us`; empty for a layout with Latin letters.
  private let usKeys: [UInt32: KeyCode]
  private let modifierKeys: [Chord.Modifier: KeyCode]
  /// True if the active layout has no Latin letters.
  private let lacksLatin: Bool

  private struct Position {
    var key: KeyCode
    /// The index of the layout.
    var layout: UInt32
    /// The modifier keys that select the level.
    var modifiers: [KeyCode]
    /// True if the level requires NumLock, without shift and with shift.
    var requiresNumLock = (alone: false, withShift: false)
    var rank: Rank
  }

  /// The precedence among positions of a keysym; the lowest wins.
  private struct Rank: Comparable {
    /// 0 for the active layout, the others from 1.
    var layout: UInt32
    var modifiers: Int
    var level: UInt32

    static func < (left: Rank, right: Rank) -> Bool {
      (left.layout, UInt32(left.modifiers), left.level) < (right.layout, UInt32(right.modifiers), right.level)
    }
  }

  /// The keymap of a layout; if nil, that of XKB_DEFAULT_LAYOUT and related variables, else xkbcommon's default.
  /// - Parameter activeLayout: the active layout of the keymap, from 0.
  /// - Throws: `KeymapError.noSuchLayout`.
  public init(_ layout: KeyboardLayout? = nil, activeLayout: Int = 0) throws(KeymapError) {
    guard let keymap = XKBKeymap(layout) else { throw .noSuchLayout(layout) }
    self.init(keymap, activeLayout)
  }

  /// The keymap that a compositor sent as text (wl_keyboard.keymap).
  /// - Parameter activeLayout: the active layout of the keymap, from 0.
  /// - Throws: `KeymapError.notAKeymap`.
  public init(text: String, activeLayout: Int = 0) throws(KeymapError) {
    guard let keymap = XKBKeymap(text: text) else { throw .notAKeymap }
    self.init(keymap, activeLayout)
  }

  init(_ keymap: borrowing XKBKeymap, _ activeLayout: Int) {
    layouts = keymap.layoutNames
    // An index out of range is ignored.
    let active = UInt32(exactly: activeLayout).flatMap { $0 < keymap.layoutCount ? $0 : nil } ?? 0
    self.activeLayout = active
    positions = Self.positions(in: keymap, active: active)
    modifierKeys = Self.modifierKeys(in: positions)
    lacksLatin = Self.lacksLatin(positions) { $0.rank.layout == 0 }
    usKeys = Self.lacksLatin(positions) { _ in true } ? Self.unshiftedKeys(of: "us") : [:]
  }

  /// True if it may be a keyboard's: virtual keyboards upload keymaps that have only the few characters they type.
  var isKeyboard: Bool {
    ["Shift_L", "Control_L"].allSatisfy { Keysyms.keysym(named: $0).map { positions[$0] != nil } ?? false }
  }

  /// The keys to press for `chord`, by the rules above.
  /// - Throws: `KeymapError.unknownKeysym`, `.absentKeysym`, `.inactiveKeysym`.
  public func resolve(_ chord: Chord) throws(KeymapError) -> KeyPresses {
    let named = chord.modifiers.compactMap { modifierKeys[$0] }
    guard let name = chord.key else { return KeyPresses(named) }
    guard var keysym = Keysyms.keysym(named: name) else { throw .unknownKeysym(name) }
    let isShortcut = chord.modifiers.contains { $0 == .ctrl || $0 == .alt || $0 == .super }
    if isShortcut { keysym = Keysyms.lowerCase(of: keysym) }
    if let position = positions[keysym] {
      guard position.rank.layout == 0 || lacksLatin && keysym < 0x80 else {
        throw .inactiveKeysym(name, active: layoutName(activeLayout), other: layoutName(position.layout))
      }
      let requiresNumLock =
        chord.modifiers.contains(.shift) ? position.requiresNumLock.withShift : position.requiresNumLock.alone
      return KeyPresses(named + (requiresNumLock ? [.heldNumLock] : []) + position.modifiers + [position.key])
    }
    guard let key = usKeys[keysym] else { throw .absentKeysym(name, layouts: layouts) }
    return KeyPresses(named + [key])
  }

  /// The keys that type `text`, a chord for each character: a line feed is Return, a tab is Tab. Only the active layout
  /// counts: in another one the keys mean something else now.
  /// - Throws: `KeymapError.absentCharacter`.
  func spell(_ text: String) throws(KeymapError) -> [KeyPresses] {
    var presses: [KeyPresses] = []
    for character in text {
      guard let keysym = Self.keysym(of: character), let keys = keys(typing: keysym) else {
        throw .absentCharacter(character, layout: layoutName(activeLayout))
      }
      presses.append(keys)
    }
    return presses
  }

  /// The keys that give `keysym` in the active layout; nil if there are none.
  func keys(typing keysym: UInt32) -> KeyPresses? {
    guard let position = positions[keysym], position.rank.layout == 0 else { return nil }
    return KeyPresses((position.requiresNumLock.alone ? [.heldNumLock] : []) + position.modifiers + [position.key])
  }

  /// The name of a layout; nil if it has none.
  private func layoutName(_ index: UInt32) -> String? {
    layouts.indices.contains(Int(index)) ? layouts[Int(index)] : nil
  }

  /// The keysyms of the active layout.
  var typedKeysyms: [UInt32] { positions.filter { $0.value.rank.layout == 0 }.map(\.key) }

  /// The keysym of a character; nil if it takes several.
  private static func keysym(of character: Character) -> UInt32? {
    if character == "\r\n" { return Keysyms.keysym(named: "Return") }
    let scalars = character.unicodeScalars
    return scalars.count == 1 ? scalars.first.flatMap { Keysyms.keysym(typing: $0) } : nil
  }
}

extension Keymap {
  private static func positions(in keymap: borrowing XKBKeymap, active: UInt32) -> [UInt32: Position] {
    let levelKeys = levelKeys(in: keymap, active: active)
    let lock = keymap.capsLock
    let numLock = keymap.numLock(layout: active)
    let shift = keymap.shift
    var positions: [UInt32: Position] = [:]
    for keycode in keymap.keycodes {
      guard let key = KeyCode(keycode: keycode) else { continue }
      let layouts = keymap.layouts(of: keycode)
      for layout in 0..<layouts {
        for level in 0..<keymap.levels(of: keycode, layout: layout) {
          guard let keysym = keymap.keysym(of: keycode, layout: layout, level: level) else { continue }
          let masks = keymap.modifiers(of: keycode, layout: layout, level: level).filter { $0 & lock == 0 }
          let choices = masks.compactMap { keys(for: $0 & ~numLock, from: levelKeys) }
          guard let modifiers = choices.min(by: { $0.count < $1.count }) else { continue }
          var position = Position(
            key: key, layout: layout, modifiers: modifiers,
            // A key with fewer layouts than the keymap, such as Return, wraps around.
            rank: Rank(layout: layout == active % layouts ? 0 : layout + 1, modifiers: modifiers.count, level: level))
          if let known = positions[keysym], known.rank <= position.rank { continue }
          if let state = XKBState(keymap), masks.contains(where: { $0 & numLock != 0 }) {
            let isGiven = { state.keysym(of: keycode, layout: layout, with: $0) == keysym }
            position.requiresNumLock = (!isGiven(0) && isGiven(numLock), !isGiven(shift) && isGiven(shift | numLock))
          }
          positions[keysym] = position
        }
      }
    }
    return positions
  }

  /// The modifier keys that select levels, each with the modifiers it sets, in the active layout: the right Alt key is
  /// AltGr on `de`, and Alt on `us`.
  private static func levelKeys(in keymap: borrowing XKBKeymap, active: UInt32) -> [(key: KeyCode, mask: UInt32)] {
    var found: [(key: KeyCode, mask: UInt32)] = []
    for name in ["Shift_L", "ISO_Level3_Shift", "ISO_Level5_Shift", "Control_L", "Alt_L"] {
      guard let keysym = Keysyms.keysym(named: name) else { continue }
      for keycode in keymap.keycodes {
        guard let key = KeyCode(keycode: keycode) else { continue }
        let layouts = keymap.layouts(of: keycode)
        guard layouts > 0, keymap.keysym(of: keycode, layout: active % layouts, level: 0) == keysym else { continue }
        found.append((key, keymap.modifiers(whileHeld: keycode, layout: active)))
        break
      }
    }
    return found
  }

  /// The keys that together set exactly the modifiers of `mask`; nil if there are none.
  private static func keys(for mask: UInt32, from levelKeys: [(key: KeyCode, mask: UInt32)]) -> [KeyCode]? {
    var rest = mask
    var keys: [KeyCode] = []
    for (key, held) in levelKeys where held != 0 && held & rest == held {
      keys.append(key)
      rest &= ~held
    }
    return rest == 0 ? keys : nil
  }

  /// The keys of a chord's modifiers: by their keysyms, so that swapped keys are found, else their usual keys.
  private static func modifierKeys(in positions: [UInt32: Position]) -> [Chord.Modifier: KeyCode] {
    var keys: [Chord.Modifier: KeyCode] = [:]
    for modifier in Chord.Modifier.allCases {
      let (name, usual) = modifier.usualKey
      let position = Keysyms.keysym(named: name).flatMap { positions[$0] }
      keys[modifier] = position.flatMap { $0.modifiers.isEmpty ? $0.key : nil } ?? usual
    }
    return keys
  }

  /// True if letters have no position that counts.
  private static func lacksLatin(_ positions: [UInt32: Position], counts: (Position) -> Bool) -> Bool {
    // The keysyms of ASCII characters are their codes.
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains { positions[UInt32($0)].map(counts) != true }
  }

  private static func unshiftedKeys(of layout: String) -> [UInt32: KeyCode] {
    guard let keymap = XKBKeymap(KeyboardLayout(layout: layout)) else { return [:] }
    return positions(in: keymap, active: 0).filter { $0.value.modifiers.isEmpty }.mapValues(\.key)
  }
}

extension Chord.Modifier {
  /// The keysym of the modifier's key, and the key that has it on most keyboards.
  fileprivate var usualKey: (keysym: String, key: KeyCode) {
    switch self {
    case .ctrl: ("Control_L", KeyCode(.leftCtrl))
    case .shift: ("Shift_L", KeyCode(.leftShift))
    case .alt: ("Alt_L", KeyCode(.leftAlt))
    case .super: ("Super_L", KeyCode(.leftMeta))
    case .altgr: ("ISO_Level3_Shift", KeyCode(.rightAlt))
    }
  }
}

extension UInt16 {
  // linux/input-event-codes.h
  fileprivate static let leftCtrl: UInt16 = 29
  fileprivate static let leftShift: UInt16 = 42
  fileprivate static let leftAlt: UInt16 = 56
  fileprivate static let rightAlt: UInt16 = 100
  fileprivate static let leftMeta: UInt16 = 125
}
