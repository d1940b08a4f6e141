public import Rules

/// The keys of all chords and texts of a rule set, on the keymap in use. They are resolved when rules or keymap change,
/// to keep keymap queries out of the path from touch to key.
public struct KeyBindings: Sendable {
  /// The keys of each chord, or the reason why it has none.
  public var chords: [Chord: Result<KeyPresses, KeymapError>]
  /// The keys that type each text, or the reason why it cannot be typed.
  public var texts: [String: Result<Spelling, KeymapError>]
  /// True if the desktop accelerates the injector's pointer as a mouse: that of uinput.
  public var isMouse = false

  /// Creates bindings, empty by default.
  public init(
    chords: [Chord: Result<KeyPresses, KeymapError>] = [:], texts: [String: Result<Spelling, KeymapError>] = [:]
  ) {
    self.chords = chords
    self.texts = texts
  }

  /// Creates placeholder bindings for a dry run: each chord and character has as many keys as on a real keyboard, so
  /// that the effects after them come at the same times.
  public init(placeholdersFor rules: RuleSet) {
    self.init()
    for chord in rules.chords {
      let count = chord.modifiers.count + (chord.key == nil ? 0 : 1)
      chords[chord] = .success(KeyPresses((0..<UInt16(count)).map { KeyCode(30 + $0) }))
    }
    for (_, text) in rules.texts {
      texts[text] = .success(.chords(text.map { _ in KeyPresses([KeyCode(30)]) }))
    }
  }
}

/// The keys that type a text.
public enum Spelling: Hashable, Sendable {
  /// Chords on the keymap in use.
  case chords([KeyPresses])
  /// Keys of keymaps that are made for texts and have every character.
  case characters([TextKey])

  /// The number of chords or keys.
  var count: Int {
    switch self {
    case .chords(let presses): presses.count
    case .characters(let keys): keys.count
    }
  }

  /// The same without the first chords or keys.
  func dropFirst(_ count: Int) -> Spelling {
    switch self {
    case .chords(let presses): .chords(Array(presses.dropFirst(count)))
    case .characters(let keys): .characters(Array(keys.dropFirst(count)))
    }
  }
}
