public import Rules

/// The keys of every chord and every text of a rule set, looked up in the keymap in use: made when rules or keymap
/// change, so that nothing is looked up between a finger and a key.
public struct KeyBindings: Hashable, Sendable {
  /// The keys of each chord, or the reason that it has none.
  public var chords: [Chord: Result<KeyPresses, KeymapError>]
  /// The keys that type each text, or the reason that none do.
  public var texts: [String: Result<Spelling, KeymapError>]

  /// Bindings; nothing is bound by default.
  public init(
    chords: [Chord: Result<KeyPresses, KeymapError>] = [:], texts: [String: Result<Spelling, KeymapError>] = [:]
  ) {
    self.chords = chords
    self.texts = texts
  }

  /// Bindings for a run whose keys go nowhere: each chord and each character takes as many keys as on a real keyboard,
  /// so that what follows them comes at the same time.
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
  /// Keys of the keymap in use, chord by chord.
  case chords([KeyPresses])
  /// Keys of keymaps that are made for texts and have every character.
  case characters([TextKey])
}
