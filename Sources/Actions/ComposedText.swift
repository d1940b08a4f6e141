internal import Engine

/// Texts typed with the help of dead keys and the Compose key, where the keymap in use has them.
struct ComposedText {
  private let keymap: Keymap
  private let sequences: ComposeSequences

  /// Looks for all characters of `texts` that no key gives by itself.
  init(for texts: [String], on keymap: Keymap) {
    self.keymap = keymap
    var missing: Set<String> = []
    for text in texts {
      for character in text where (try? keymap.spell(String(character))) == nil { missing.insert(String(character)) }
    }
    sequences = ComposeSequences(of: keymap.typedKeysyms, giving: missing)
  }

  /// The chords that type `text`; nil where one of its characters cannot be typed so either.
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
