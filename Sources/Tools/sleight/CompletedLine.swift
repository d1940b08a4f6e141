import ArgumentParser
import Linux

/// A command line that a shell completes, as far as completions depend on it.
struct CompletedLine {
  /// The command after the name of the program; empty if there is none.
  let command: String
  /// The file that --config names; nil if there is none.
  let config: String?

  /// - Parameter words: the words as the shell passes them on, most of them as they were typed.
  init(_ words: [String]) {
    command = words.dropFirst().first ?? ""
    var config: String?
    var index = words.startIndex
    while index < words.endIndex, words[index] != "--" {
      let word = words[index]
      index += 1
      if let option = ["--config=", "-c="].first(where: { word.hasPrefix($0) }), option.count < word.count {
        config = String(word.dropFirst(option.count))
      } else if ["--config", "-c", "--config=", "-c="].contains(word), index < words.endIndex {
        // bash splits words at '=' and ':'.
        if words[index] == "=", index + 1 < words.endIndex { index += 1 }
        config = words[index]
        index += 1
        while index + 1 < words.endIndex, words[index] == ":" {
          config? += ":" + words[index + 1]
          index += 2
        }
      }
    }
    self.config = config.map(Self.expanded)
  }

  /// A word as the shell expands it: without quotes, with the home directory in place of '~'. Variables stay.
  private static func expanded(_ word: String) -> String {
    guard word == "~" || word.hasPrefix("~/"), let home = Environment.value(of: "HOME") else { return unquoted(word) }
    return home + unquoted(String(word.dropFirst()))
  }

  private static func unquoted(_ word: String) -> String {
    // Up to fish 3 its words have no quotes.
    if CompletionShell.requesting == .fish,
      let version = CompletionShell.requestingVersion?.prefix(while: { $0 != "." }), (Int(version) ?? 0) < 4
    {
      return word
    }
    var text = ""
    var quote: Character?
    var rest = word[...]
    while let character = rest.popFirst() {
      switch character {
      case quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil: quote = character
      case "\\" where quote != "'":
        // In double quotes, a backslash before an ordinary character stays.
        guard let next = rest.popFirst() else { break }
        if quote != nil, !"\"\\$`".contains(next) { text.append(character) }
        text.append(next)
      default: text.append(character)
      }
    }
    return text
  }
}
