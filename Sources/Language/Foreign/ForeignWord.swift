internal import Text

/// The beginnings of other tools' names for buttons of the pointer.
private let buttonName = TextPattern(
  "^(btn|button|mouse|mb|pointer-button|[lrm]mb|(left|right|middle)-?(click|button))")

/// A word from another tool's language, and its replacement.
package struct ForeignWord {
  /// The replacement, if a single word can replace it.
  package var suggestion: String?
  /// Advice, if another word is not enough.
  package var help: String?

  package init(suggestion: String? = nil, help: String? = nil) {
    self.suggestion = suggestion
    self.help = help
  }

  /// The length of the longest word that is looked up, in bytes: other searches are slow on long texts, which are no
  /// words.
  package static let longest = 200

  /// The name as the table has it: in lower case, with hyphens. A '+' before a digit is a sign: `e+1`.
  package static func folded(_ name: String) -> String {
    var folded = ""
    for character in name.lowercased().reversed() {
      let isSign = character == "+" && folded.last?.isNumber == true
      folded.append("_ +".contains(character) && !isSign ? "-" : character)
    }
    return String(folded.reversed())
  }

  /// The word that the table has for the folded name in a context of the rules file's language; nil if it has none.
  package static func known(_ folded: String, in context: String) -> ForeignWord? { table[context]?[folded] }

  /// The button of the pointer that another tool calls `name`; nil if there is none.
  package static func button(_ name: String) -> String? {
    guard name.utf8.count <= longest else { return nil }
    let folded = name.lowercased().replacing("_", with: "-")
    // The search takes longer than the look-up.
    guard let meant = known(folded, in: "button")?.suggestion,
      folded.contains(buttonName)
    else { return nil }
    return meant
  }

  /// All words, by context and name.
  package static let table: [String: [String: ForeignWord]] = {
    var table: [String: [String: ForeignWord]] = [:]
    var contexts: [String] = []
    for (meaning, names) in TextTable.rows(text) {
      guard let meaning else {
        contexts = names
        continue
      }
      for name in names {
        for context in contexts {
          var word = table[context]?[name] ?? ForeignWord()
          if meaning.contains(" ") {
            word.help = meaning.replacing("$", with: name)
          } else if !meaning.isEmpty {
            word.suggestion = meaning
          }
          table[context, default: [:]][name] = word
        }
      }
    }
    return table
  }()
}
