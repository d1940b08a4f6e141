/// The words of a command as a shell takes them apart, without anything else that a shell does: blanks separate them,
/// quotes keep them together, a backslash takes what is special from the next character.
enum CommandWords {
  /// The words of `text`; nil where a quote has no end.
  static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      switch (character, quote) {
      case (quote, .some): quote = nil
      case ("\\", nil), ("\\", "\""):
        guard let next = rest.popFirst() else { return nil }
        // In quotes it stands for itself, unless what follows is special there.
        let isPlain = quote != nil && next != "\"" && next != "\\"
        word = (word ?? "") + (isPlain ? "\\" : "") + String(next)
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case (" ", nil), ("\t", nil), ("\n", nil):
        if let whole = word { words.append(whole) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}
