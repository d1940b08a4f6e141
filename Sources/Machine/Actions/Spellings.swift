public import Engine
public import Rules

/// The key presses for the texts that rules type.
///
/// The layout's own keys come first: they need nothing else, and are usual for programs. A text with other characters
/// is typed as a whole with the virtual keyboard's keymaps, so that programs change keymaps twice and not at each such
/// character. Without a virtual keyboard, dead keys and the Compose key are tried.
struct Spellings {
  /// The required keymaps, as text.
  let keymaps: [String]
  private var spellings: [String: Result<Spelling, KeymapError>] = [:]

  /// - Parameter hasCharacters: true if there is a virtual keyboard, which can have own keymaps.
  init(of texts: [String], on keymap: Keymap, hasCharacters: Bool) {
    var rest: [String] = []
    for text in texts {
      do {
        spellings[text] = .success(.chords(try keymap.spell(text)))
      } catch {
        spellings[text] = .failure(error)
        rest.append(text)
      }
    }
    guard hasCharacters else {
      keymaps = []
      let composed = ComposedText(for: rest, on: keymap)
      for text in rest {
        if let presses = composed.spell(text) { spellings[text] = .success(.chords(presses)) }
      }
      return
    }
    let own = TextKeymaps(for: rest)
    keymaps = own.texts
    for text in rest {
      if let keys = try? own.spell(text) { spellings[text] = .success(.characters(keys)) }
    }
  }

  /// The spelling of `text`; nil if it was not among the texts.
  subscript(text: String) -> Result<Spelling, KeymapError>? { spellings[text] }
}

extension KeyBindings {
  /// The bindings of `rules` on a keymap, or the reason that there is none.
  public init(of rules: RuleSet, on keymap: Result<Keymap, KeymapError>) {
    self.init()
    for chord in rules.chords where chord.key != nil || !chord.modifiers.isEmpty {
      chords[chord] = Result { () throws(KeymapError) in try keymap.get().resolve(chord) }
    }
    for (_, text) in rules.texts {
      texts[text] = Result { () throws(KeymapError) in .chords(try keymap.get().spell(text)) }
    }
  }
}
