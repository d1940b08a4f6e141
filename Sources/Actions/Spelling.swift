public import Engine
public import Rules

/// The texts that rules type, each with how.
///
/// The layout's own keys come first: they need nothing else, and programs see nothing unusual. What they do not give,
/// the virtual keyboard's keymaps do, for the whole of a text, so that programs change keymaps twice and not at every
/// such character. Where there is no virtual keyboard, dead keys and the Compose key are tried.
struct Spellings {
  /// The keymaps that they take, as text.
  let keymaps: [String]
  private var spellings: [String: Result<Spelling, KeymapError>] = [:]

  /// - Parameters:
  ///   - hasCharacters: whether there is a virtual keyboard that can have keymaps of our own.
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

  /// How `text` is typed; nil for one that they were not made for.
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
