public import Engine
public import Rules

/// Which keys to press for a keysym: a keyboard layout, turned round.
///
/// A keymap says what a key means; here it is walked once, key by key, layout by layout, level by level, and what is
/// found is kept, so that resolving a chord is a look into a table. Where a keysym stands in several places, the active
/// layout counts before the others, then the first ones; a level that needs fewer modifiers before one that needs more,
/// then the lower key number. Keys that no keyboard has are passed over: the first place is often one of those
/// (EuroSign on key 435, ISO_Level3_Shift on 84).
///
/// What a chord means where letters have a case and keysyms need modifiers of their own:
///
/// - Named modifiers are pressed as they are named, in their order, then the key.
/// - A keysym that stands on a shifted level brings its modifiers along, unless they are named already: `super+plus`
///   is super, shift and the key of `=` on `us`, and `ctrl+at` is ctrl, AltGr and the key of `q` on `de`. The program
///   then sees the keysym that is written, which is what its shortcuts are compared with: both sway and the toolkits
///   leave modifiers out that were needed to make the keysym.
/// - With ctrl, alt or super, an upper-case letter is the key with that letter on it: `ctrl+T` is `ctrl+t`. Menus and
///   manuals write shortcuts so and mean no shift by it; who means one writes `ctrl+shift+t`. (sway reads it the same
///   way, xdotool adds the shift.) Without those modifiers `A` is text and brings its shift along.
/// - On a layout without Latin letters, as `ru`, a keysym that is missing is the key that has it unshifted on `us`:
///   programs look for Latin shortcuts at that place.
/// - Keys of the keypad mean what NumLock makes of them; it is never switched.
public struct Keymap: Sendable {
  /// The names of its layouts, for people, the first first: `German`.
  public let layouts: [String]
  /// The layout that is on, from 0: what text is typed in.
  let activeLayout: UInt32
  /// Where keysyms stand.
  private let places: [UInt32: Place]
  /// Where those that are missing stand on `us`; empty for a layout with Latin letters.
  private let positions: [UInt32: KeyCode]
  private let modifierKeys: [Chord.Modifier: KeyCode]

  private struct Place {
    var key: KeyCode
    /// The keys that choose the level.
    var modifiers: [KeyCode]
    var rank: Rank
  }

  /// The lower, the better.
  private struct Rank: Comparable {
    /// 0 of the active layout, else from 1.
    var layout: UInt32
    var modifiers: Int
    var level: UInt32

    static func < (left: Rank, right: Rank) -> Bool {
      (left.layout, UInt32(left.modifiers), left.level) < (right.layout, UInt32(right.modifiers), right.level)
    }
  }

  /// The keymap of a layout; without one that of XKB_DEFAULT_LAYOUT and its companions, else xkbcommon's default.
  /// - Parameter activeLayout: which of its layouts is on, from 0.
  /// - Throws: `KeymapError.noSuchLayout`.
  public init(_ layout: KeyboardLayout? = nil, activeLayout: Int = 0) throws(KeymapError) {
    guard let keymap = XKBKeymap(layout) else { throw .noSuchLayout(layout) }
    self.init(keymap, activeLayout)
  }

  /// The keymap that a compositor sent as text (wl_keyboard.keymap).
  /// - Parameter activeLayout: which of its layouts is on, from 0.
  /// - Throws: `KeymapError.notAKeymap`.
  public init(text: String, activeLayout: Int = 0) throws(KeymapError) {
    guard let keymap = XKBKeymap(text: text) else { throw .notAKeymap }
    self.init(keymap, activeLayout)
  }

  init(_ keymap: borrowing XKBKeymap, _ activeLayout: Int) {
    layouts = keymap.layoutNames
    // One that there is not says as little as none.
    let active = UInt32(exactly: activeLayout).flatMap { $0 < keymap.layoutCount ? $0 : nil } ?? 0
    self.activeLayout = active
    places = Self.places(in: keymap, active: active)
    modifierKeys = Self.modifierKeys(in: places)
    positions = Self.lacksLatin(places) ? Self.unshiftedPlaces(of: "us") : [:]
  }

  /// Whether it may be a person's: others upload keymaps that have but the few characters they type.
  var isKeyboard: Bool {
    ["Shift_L", "Control_L"].allSatisfy { Keysyms.keysym(named: $0).map { places[$0] != nil } ?? false }
  }

  /// The keys to press for `chord`, by the rules above.
  /// - Throws: `KeymapError.unknownKeysym`, `.absentKeysym`.
  public func resolve(_ chord: Chord) throws(KeymapError) -> KeyPresses {
    let named = chord.modifiers.compactMap { modifierKeys[$0] }
    guard let name = chord.key else { return KeyPresses(named) }
    guard var keysym = Keysyms.keysym(named: name) else { throw .unknownKeysym(name) }
    let isShortcut = chord.modifiers.contains { $0 == .ctrl || $0 == .alt || $0 == .super }
    if isShortcut { keysym = Keysyms.lowerCase(of: keysym) }
    if let place = places[keysym] { return KeyPresses(named + place.modifiers + [place.key]) }
    guard let position = positions[keysym] else { throw .absentKeysym(name, layouts: layouts) }
    return KeyPresses(named + [position])
  }

  /// The keys that type `text`, a chord for each character: a line feed is Return, a tab is Tab. Only what the
  /// active layout has counts: what stands in another one is typed by a key that means something else now.
  /// - Throws: `KeymapError.absentCharacter`.
  public func spell(_ text: String) throws(KeymapError) -> [KeyPresses] {
    let active = Int(activeLayout)
    var presses: [KeyPresses] = []
    for character in text {
      guard let keysym = Self.keysym(of: character), let keys = keys(typing: keysym) else {
        throw .absentCharacter(character, layout: layouts.indices.contains(active) ? layouts[active] : nil)
      }
      presses.append(keys)
    }
    return presses
  }

  /// The keys that give `keysym` in the active layout; nil where none do.
  func keys(typing keysym: UInt32) -> KeyPresses? {
    guard let place = places[keysym], place.rank.layout == 0 else { return nil }
    return KeyPresses(place.modifiers + [place.key])
  }

  /// The keysyms that the active layout has.
  var typedKeysyms: [UInt32] { places.filter { $0.value.rank.layout == 0 }.map(\.key) }

  /// The keysym that stands for a character; nil where it takes several.
  private static func keysym(of character: Character) -> UInt32? {
    if character == "\r\n" { return Keysyms.keysym(named: "Return") }
    let scalars = character.unicodeScalars
    return scalars.count == 1 ? scalars.first.flatMap { Keysyms.keysym(typing: $0) } : nil
  }
}

extension Keymap {
  private static func places(in keymap: borrowing XKBKeymap, active: UInt32) -> [UInt32: Place] {
    let levelKeys = levelKeys(in: keymap)
    let lock = keymap.capsLock
    let numLock = keymap.modifiers(whileHeld: KeyCode(.numLock).keycode)
    var places: [UInt32: Place] = [:]
    for keycode in keymap.keycodes {
      guard let key = KeyCode(keycode: keycode) else { continue }
      let layouts = keymap.layouts(of: keycode)
      for layout in 0..<layouts {
        for level in 0..<keymap.levels(of: keycode, layout: layout) {
          guard let keysym = keymap.keysym(of: keycode, layout: layout, level: level) else { continue }
          let masks = keymap.modifiers(of: keycode, layout: layout, level: level).filter { $0 & lock == 0 }
          let choices = masks.compactMap { keys(for: $0 & ~numLock, from: levelKeys) }
          guard let modifiers = choices.min(by: { $0.count < $1.count }) else { continue }
          let place = Place(
            key: key, modifiers: modifiers,
            // A key with fewer layouts than others, such as Return, starts again from its first.
            rank: Rank(layout: layout == active % layouts ? 0 : layout + 1, modifiers: modifiers.count, level: level))
          if let known = places[keysym], known.rank <= place.rank { continue }
          places[keysym] = place
        }
      }
    }
    return places
  }

  /// The keys that choose levels, each with the modifiers it holds.
  private static func levelKeys(in keymap: borrowing XKBKeymap) -> [(key: KeyCode, mask: UInt32)] {
    var found: [(key: KeyCode, mask: UInt32)] = []
    for name in ["Shift_L", "ISO_Level3_Shift", "ISO_Level5_Shift", "Control_L", "Alt_L"] {
      guard let keysym = Keysyms.keysym(named: name) else { continue }
      for keycode in keymap.keycodes {
        guard let key = KeyCode(keycode: keycode) else { continue }
        guard keymap.keysym(of: keycode, layout: 0, level: 0) == keysym else { continue }
        found.append((key, keymap.modifiers(whileHeld: keycode)))
        break
      }
    }
    return found
  }

  /// The keys that together hold exactly the modifiers of `mask`; nil where there are none.
  private static func keys(for mask: UInt32, from levelKeys: [(key: KeyCode, mask: UInt32)]) -> [KeyCode]? {
    var rest = mask
    var keys: [KeyCode] = []
    for (key, held) in levelKeys where held != 0 && held & rest == held {
      keys.append(key)
      rest &= ~held
    }
    return rest == 0 ? keys : nil
  }

  /// Where a chord's modifiers are: by their keysyms, so that swapped ones are found, else where keyboards have them.
  private static func modifierKeys(in places: [UInt32: Place]) -> [Chord.Modifier: KeyCode] {
    var keys: [Chord.Modifier: KeyCode] = [:]
    for modifier in Chord.Modifier.allCases {
      let (name, usual) = modifier.usualKey
      let place = Keysyms.keysym(named: name).flatMap { places[$0] }
      keys[modifier] = place.flatMap { $0.modifiers.isEmpty ? $0.key : nil } ?? usual
    }
    return keys
  }

  private static func lacksLatin(_ places: [UInt32: Place]) -> Bool {
    // The keysyms of ASCII characters are their codes.
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains { places[UInt32($0)] == nil }
  }

  private static func unshiftedPlaces(of layout: String) -> [UInt32: KeyCode] {
    guard let keymap = XKBKeymap(KeyboardLayout(layout: layout)) else { return [:] }
    return places(in: keymap, active: 0).filter { $0.value.modifiers.isEmpty }.mapValues(\.key)
  }
}

extension Chord.Modifier {
  /// The keysym that the modifier's key has, and the key that has it on most keyboards.
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
  fileprivate static let numLock: UInt16 = 69
  fileprivate static let rightAlt: UInt16 = 100
  fileprivate static let leftMeta: UInt16 = 125
}
