internal import Diagnostics
internal import Text

/// The recipes of sleight-recipes(7), which is part of the program, and its index of wishes.
struct RecipeBook {
  /// A part of a rules file for a wish.
  struct Recipe {
    /// The title of its section.
    var chapter: String
    var title: String
    /// The paragraph above the rules; empty if there is none.
    var remark = ""
    /// The lines of the rules: entries of the list `rules`, or a file.
    var lines: [String] = []

    /// True if it has other keys than `rules`.
    var isFile: Bool { lines.contains("rules:") }

    /// As text to paste: entries are indented as in the file that `sleight init` writes.
    var text: String {
      let indent = isFile ? "" : "  "
      let comment = [title, remark].flatMap { $0.wrapped(to: 76, indent: 0).split(separator: "\n") }.map { "# " + $0 }
      return (comment + lines).map { indent + $0 + "\n" }.joined()
    }
  }

  /// The words with which people ask for the same recipes.
  struct Wish {
    var phrases: [String]
    /// The titles of the recipes.
    var titles: [String] = []
  }

  private(set) var recipes: [Recipe] = []
  private(set) var wishes: [Wish] = []

  /// Reads the page: titles in `.Ss`, rules in displays, and in its last list the wishes, with a title in each `.Sx`.
  init() {
    var chapter = ""
    var (isOpen, isDisplayed) = (false, false)
    for line in String(decoding: PackageResources.sleight_recipes_7, as: UTF8.self).split(separator: "\n") {
      let text = Self.plain(line)
      if line.hasPrefix(".Sh ") {
        chapter = String(text.dropFirst(4))
        isOpen = false
      } else if line.hasPrefix(".Ss ") {
        recipes.append(Recipe(chapter: chapter, title: String(text.dropFirst(4))))
        isOpen = true
      } else if line.hasPrefix(".It ") {
        wishes.append(Wish(phrases: text.dropFirst(4).split(separator: " , ").map(String.init)))
      } else if line.hasPrefix(".Sx "), !wishes.isEmpty {
        wishes[wishes.count - 1].titles.append(text.dropFirst(4).trimmed(suffix: " ;"))
      } else if line.hasPrefix(".Bd") || line == ".Ed" {
        isDisplayed = line != ".Ed"
      } else if isOpen, !line.hasPrefix(".\\\"") {
        if isDisplayed {
          recipes[recipes.count - 1].lines.append(text)
        } else {
          recipes[recipes.count - 1].remark.appendWords(of: line.hasPrefix(".") ? Self.marked(text) : text)
        }
      }
    }
  }

  /// A line without the escapes of mdoc(7).
  private static func plain(_ line: Substring) -> String {
    String(line).replacing("\\-", with: "-").replacing("\\(de", with: "°").replacing("\\&", with: "").replacing(
      "\\e", with: "\\")
  }

  /// The text of a line that begins with a macro: a page with its section, a quoted text, or a word.
  private static func marked(_ line: String) -> String {
    var words = line.split(separator: " ").map(String.init)
    let macro = words.removeFirst()
    let mark = words.last.flatMap { [",", ".", ";", ":"].contains($0) ? $0 : nil }
    if mark != nil { words.removeLast() }
    if macro == ".Xr", words.count > 1 { words = ["\(words[0])(\(words[1]))"] }
    let text = words.joined(separator: " ")
    return (macro == ".Ql" ? "'\(text)'" : text) + (mark ?? "")
  }

  // MARK: Finding

  /// The recipes for a wish, in the order of the page: the one with this title, or those of the index, or else those
  /// with all words in the title, in the index too, or in any part.
  func recipes(for wish: [String]) -> [Recipe] {
    let named = Self.key(wish)
    guard !named.isEmpty else { return [] }
    var found = recipes.filter { $0.title == wish.joined(separator: " ") }
    if found.isEmpty {
      let titles = Set(wishes.filter { $0.phrases.contains { Self.key([$0]) == named } }.flatMap(\.titles))
      found = recipes.filter { titles.contains($0.title) }
    }
    let words = Self.meaningful(wish)
    for part in Part.allCases where found.isEmpty {
      found = recipes.filter { recipe in
        let known = self.words(of: recipe, in: part)
        return words.allSatisfy { word in known.contains { Self.matches(word, $0) } }
      }
    }
    return found
  }

  /// The wish with the nearest known word in place of each unknown one; nil if a word resembles none, or another one of
  /// the wish: `night light` is not `light light`.
  func corrected(_ wish: [String]) -> [String]? {
    let known = (wishes.flatMap(\.phrases) + recipes.map(\.title)).flatMap(Self.words)
    // Short words resemble each other.
    let long = known.filter { $0.count > 4 }
    var words: [String] = []
    for word in Self.meaningful(wish) {
      if known.contains(where: { Self.matches(word, $0) }) {
        words.append(word)
      } else if word.count > 4, let nearest = Suggestion.nearest(to: word, among: long) {
        words.append(nearest)
      } else {
        return nil
      }
    }
    return Set(words).count == words.count ? words : nil
  }

  /// The recipes that have the most words of a wish, first those with the rarest ones; none if no recipe has one.
  func nearest(to wish: [String]) -> [Recipe] {
    let known = recipes.map { words(of: $0, in: .index) }
    var ranks = Array(repeating: (words: 0, rarity: 0.0), count: recipes.count)
    for word in Self.meaningful(wish) {
      let indices = known.indices.filter { known[$0].contains { Self.matches(word, $0) } }
      for index in indices {
        ranks[index].words += 1
        ranks[index].rarity += 1 / Double(indices.count)
      }
    }
    let most = ranks.map(\.words).max() ?? 0
    let best = recipes.indices.filter { most > 0 && ranks[$0].words == most }
    // Equal ones stay in the order of the page.
    return best.sorted { (ranks[$1].rarity, $0) < (ranks[$0].rarity, $1) }.map { recipes[$0] }
  }

  /// The parts of a recipe in which the words of a wish are looked for, each with those before.
  private enum Part: CaseIterable {
    case title, index, all
  }

  /// The words of a part of a recipe. Those of its title come with the words of the index that mean the same.
  private func words(of recipe: Recipe, in part: Part) -> Set<String> {
    let title = Self.words(recipe.title)
    let same = wishes.filter { $0.phrases.contains { title.contains($0) } }.flatMap { $0.phrases.filter(Self.isWord) }
    let index = part == .title ? [] : wishes.filter { $0.titles.contains(recipe.title) }.flatMap(\.phrases)
    let rest = part == .all ? [recipe.remark] + recipe.lines : []
    return Set(title + same + (index + rest).flatMap(Self.words))
  }

  private static func isWord(_ phrase: String) -> Bool { !phrase.contains(" ") }

  /// Words in lower case, without punctuation; small numbers as words.
  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { numbers[$0] ?? String($0) }
  }

  private static let numbers: [Substring: String] = ["1": "one", "2": "two", "3": "three", "4": "four", "5": "five"]

  /// The words of a wish that say something about it.
  private static func meaningful(_ wish: [String]) -> [String] {
    let words = wish.flatMap(Self.words)
    let rest = words.filter { !filling.contains($0) }
    return rest.isEmpty ? words : rest
  }

  private static let filling: Set<String> = [
    "a", "an", "and", "as", "at", "by", "can", "do", "for", "from", "how", "i", "in", "is", "it", "me", "my", "of",
    "on",
    "or", "the", "to", "want", "when", "with",
  ]

  /// `touch pad`, `Touchpads` and `touchpad` are the same.
  private static func key(_ wish: [String]) -> String { meaningful(wish).map(singular).joined() }

  private static func singular(_ word: String) -> String {
    word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
  }

  /// True if `word` is `known`, or its beginning, four letters at least.
  private static func matches(_ word: String, _ known: String) -> Bool {
    singular(word) == singular(known) || word.count >= 4 && known.hasPrefix(word)
  }
}

extension String {
  /// Adds words behind a space.
  fileprivate mutating func appendWords(of text: String) { self += isEmpty ? text : " " + text }
}

extension StringProtocol {
  fileprivate func trimmed(suffix: String) -> String { String(hasSuffix(suffix) ? dropLast(suffix.count) : self[...]) }
}
