internal import CXKBCommon
internal import Linux

/// Characters that programs make of several keys: a dead key and a letter, or the Compose key and two others, by the
/// compose table of the locale (Compose(5)).
///
/// xkbcommon tells what a sequence of keysyms gives, and not which sequence gives a character: all sequences of the
/// keysyms that there are are tried, the short ones first. Dead keys and the Compose key are what can begin one; with
/// 120 keysyms, ten of which are dead, that is about 20,000 of them and takes a few milliseconds.
struct ComposeSequences {
  /// The keysyms that give a character, in their order.
  private var sequences: [String: [UInt32]] = [:]

  /// The sequences that can be made of `keysyms`, and give one of `characters`.
  /// - Parameter locale: whose table it is; nil is what the environment says.
  init(of keysyms: [UInt32], giving characters: Set<String>, locale: String? = nil) {
    guard !characters.isEmpty, let table = ComposeTable(locale: locale ?? Self.locale) else { return }
    // The same table gives the same sequences, whatever order a dictionary had them in.
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

  /// The keysyms that give `character`, in their order; nil where none do.
  subscript(character: Character) -> [UInt32]? { sequences[String(character)] }

  /// The longest that are tried: the Compose key and two others, or two dead keys and a letter.
  private static let length = 3

  /// LC_ALL, LC_CTYPE, LANG: the first that says something.
  private static var locale: String {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Environment.value(of: $0) }.first { !$0.isEmpty } ?? "C"
  }

  /// XK_Multi_key, and XK_dead_grave to XK_dead_greek and those behind it (xkbcommon-keysyms.h).
  private static func canBegin(_ keysym: UInt32) -> Bool { keysym == 0xff20 || (0xfe50...0xfe93).contains(keysym) }
}

/// A compose table as xkbcommon reads it; freed when this goes.
private struct ComposeTable: ~Copyable {
  private let table: OpaquePointer
  private let state: OpaquePointer

  enum Result {
    case nothing
    case unfinished
    case text(String)
  }

  /// The table of a locale, where XCOMPOSEFILE and ~/.XCompose say nothing else. Nil where there is none.
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

  /// What keysyms give one after the other.
  func result(of keysyms: [UInt32]) -> Result {
    xkb_compose_state_reset(state)
    for keysym in keysyms { xkb_compose_state_feed(state, keysym) }
    switch xkb_compose_state_get_status(state) {
    case XKB_COMPOSE_COMPOSING: return .unfinished
    case XKB_COMPOSE_COMPOSED:
      // One character and its NUL.
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
        guard let start = buffer.baseAddress, xkb_compose_state_get_utf8(state, start, 64) > 0 else { return .nothing }
        return .text(String(cString: start))
      }
    default: return .nothing
    }
  }
}
