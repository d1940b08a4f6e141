internal import CXKBCommon
internal import Engine
internal import Linux

/// The keysym sequences that give a character by the locale's compose table (Compose(5)): a dead key and a letter, or
/// the Compose key and two others.
///
/// xkbcommon maps a sequence to its character, but not a character to its sequences. So all sequences of the available
/// keysyms are tried, short ones first; each begins with a dead key or the Compose key. With 120 keysyms, ten of them
/// dead, these are about 20,000, which takes a few milliseconds.
struct ComposeSequences {
  /// The sequence of keysyms for each character.
  private var sequences: [String: [UInt32]] = [:]

  /// The sequences of `keysyms` that give one of `characters`.
  /// - Parameter locale: the locale of the table; nil for that of the environment.
  init(of keysyms: [UInt32], giving characters: Set<String>, locale: String? = nil) {
    guard !characters.isEmpty, let table = ComposeTable(locale: locale ?? Self.locale) else { return }
    // Sorted, so that the result does not depend on the order of a dictionary.
    let keysyms = keysyms.sorted()
    var open: [[UInt32]] = keysyms.filter { Self.canBegin($0) }.map { [$0] }
    for _ in 2...Self.length {
      var longer: [[UInt32]] = []
      for sequence in open {
        for keysym in keysyms {
          switch table.result(of: sequence + [keysym]) {
          case .nothing: break
          case .unfinished: longer.append(sequence + [keysym])
          case .text(let text):
            if characters.contains(text), sequences[text] == nil { sequences[text] = sequence + [keysym] }
          }
        }
      }
      if sequences.count == characters.count { break }
      open = longer
    }
  }

  /// The sequence of keysyms that gives `character`; nil if there is none.
  subscript(character: Character) -> [UInt32]? { sequences[String(character)] }

  /// The maximum length: the Compose key and two others, or two dead keys and a letter.
  private static let length = 3

  /// The first of LC_ALL, LC_CTYPE and LANG that is set.
  private static var locale: String {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Environment.value(of: $0) }.first { !$0.isEmpty } ?? "C"
  }

  /// True for XK_Multi_key and the dead keys, XK_dead_grave to XK_dead_greek and those after it (xkbcommon-keysyms.h).
  private static func canBegin(_ keysym: UInt32) -> Bool { keysym == 0xff20 || (0xfe50...0xfe93).contains(keysym) }
}

/// A compose table of xkbcommon, freed with the value.
private struct ComposeTable: ~Copyable {
  private let table: OpaquePointer
  private let state: OpaquePointer

  enum Result {
    case nothing
    case unfinished
    case text(String)
  }

  /// The table of a locale, unless XCOMPOSEFILE or ~/.XCompose name another one; nil if there is none.
  init?(locale: String) {
    guard let context = XKBContext(),
      let table = xkb_compose_table_new_from_locale(context.pointer, locale, XKB_COMPOSE_COMPILE_NO_FLAGS)
    else { return nil }
    guard let state = xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else {
      xkb_compose_table_unref(table)
      return nil
    }
    self.table = table
    self.state = state
  }

  deinit {
    xkb_compose_state_unref(state)
    xkb_compose_table_unref(table)
  }

  /// The result of typing `keysyms` in order.
  func result(of keysyms: [UInt32]) -> Result {
    xkb_compose_state_reset(state)
    for keysym in keysyms { xkb_compose_state_feed(state, keysym) }
    switch xkb_compose_state_get_status(state) {
    case XKB_COMPOSE_COMPOSING: return .unfinished
    case XKB_COMPOSE_COMPOSED:
      // Room for one character and a NUL.
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
        guard let start = buffer.baseAddress, xkb_compose_state_get_utf8(state, start, 64) > 0 else { return .nothing }
        return .text(String(cString: start))
      }
    default: return .nothing
    }
  }
}

/// Texts typed with dead keys and the Compose key of the keymap.
struct ComposedText {
  private let keymap: Keymap
  private let sequences: ComposeSequences

  /// Looks up the characters of `texts` that no single key gives.
  init(for texts: [String], on keymap: Keymap) {
    self.keymap = keymap
    var missing: Set<String> = []
    for text in texts {
      for character in text where (try? keymap.spell(String(character))) == nil { missing.insert(String(character)) }
    }
    sequences = ComposeSequences(of: keymap.typedKeysyms, giving: missing)
  }

  /// The chords that type `text`; nil if one of its characters cannot be typed.
  func spell(_ text: String) -> [KeyPresses]? {
    var presses: [KeyPresses] = []
    for character in text {
      if let keys = try? keymap.spell(String(character)) {
        presses += keys
      } else if let keysyms = sequences[character] {
        presses += keysyms.compactMap { keymap.keys(typing: $0) }
      } else {
        return nil
      }
    }
    return presses
  }
}
