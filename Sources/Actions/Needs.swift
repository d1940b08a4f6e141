internal import Engine
internal import Rules

/// What rules need to be able to do.
struct Needs {
  /// What it takes to do what they say.
  var abilities: Set<InputEvent.Ability> = []
  /// The texts that they type, and where each rule stands.
  var texts: [(place: String, text: String)] = []

  /// The needs of `rules`.
  init(_ rules: RuleSet) {
    if rules.needsKeyboard { abilities.insert(.keys) }
    if rules.needsPointer { abilities.insert(.pointer) }
    if rules.needsScrolling { abilities.insert(.scrolling) }
    texts = rules.texts
  }

  /// The devices that it takes.
  var sources: Set<InputEvent.Source> { Set(abilities.map(\.source)) }
}
