internal import Diagnostics

/// The characters of a line, to find the actual error behind one of libyaml's.
struct LineText {
  /// A mark on the line, from which others are derived.
  private let origin: Mark
  /// Its characters, without the line break.
  let characters: [Unicode.Scalar]
  /// The index of the first character after the indentation and the dashes of lists.
  let content: Int
  /// The index after the last character before a comment.
  let end: Int

  /// The line that contains `mark`.
  init(of mark: Mark, in lines: SourceLines) {
    origin = mark
    characters = lines.characters(ofLine: mark.line)
    let characters = characters
    var index = characters.firstIndex { !Self.isBlank($0) } ?? characters.count
    while index < characters.count, characters[index] == "-",
      index + 1 == characters.count || characters[index + 1] == " "
    {
      index += 1
      while index < characters.count, Self.isBlank(characters[index]) { index += 1 }
    }
    content = index
    // A '#' in quotes is not a comment. On lines with quotes, comments are therefore not recognised and marked as text.
    let comment =
      characters.contains { $0 == "\"" || $0 == "'" }
      ? nil : characters.indices.first { characters[$0] == "#" && ($0 == 0 || Self.isBlank(characters[$0 - 1])) }
    let last = characters[..<(comment ?? characters.count)].lastIndex { !Self.isBlank($0) }
    end = max(last.map { $0 + 1 } ?? 0, content)
  }

  /// The nearest line above `mark` that is not empty; nil if there is none.
  init?(above mark: Mark, in lines: SourceLines) {
    for number in stride(from: mark.line - 1, through: 1, by: -1) {
      let line = LineText(of: Mark(line: number, column: 1, file: mark.file), in: lines)
      guard line.isEmpty else {
        self = line
        return
      }
    }
    return nil
  }

  /// True if it contains only spaces and a comment.
  var isEmpty: Bool { content >= end || characters[content] == "#" }

  /// True if it begins an entry of a list.
  var isEntry: Bool { characters[..<content].contains("-") }

  /// The key at its beginning; nil if there is none.
  var key: Range<Int>? {
    guard content < end, !"\"'[{#".unicodeScalars.contains(characters[content]) else { return nil }
    return (content..<end).first { isColon($0) }.map { content..<$0 }
  }

  /// The word at its beginning, of letters, digits, '-' and '_'.
  var word: Range<Int> {
    let rest = characters[content..<end]
    return content..<(rest.firstIndex { !Self.isWord($0) } ?? end)
  }

  /// The words in `range`, separated by blanks.
  func words(in range: Range<Int>) -> [Range<Int>] {
    characters[range].split(whereSeparator: Self.isBlank).map { $0.startIndex..<$0.endIndex }
  }

  /// True if `range` contains only letters, digits, '-', '_' and commas.
  func isWord(_ range: Range<Int>) -> Bool { characters[range].allSatisfy { $0 == "," || Self.isWord($0) } }

  /// True if `range` is a number, or ends with a comma.
  func isEnded(_ range: Range<Int>) -> Bool {
    characters[range].last == "," || characters[range].allSatisfy { $0.properties.numericType != nil }
  }

  /// The mark of a character.
  func mark(_ index: Int) -> Mark { Mark(line: origin.line, column: index + 1, file: origin.file) }

  /// The span of some characters.
  func span(_ range: Range<Int>) -> Span { Span(mark(range.lowerBound), mark(range.upperBound)) }

  /// The text of some characters.
  func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters[range])
    return String(text)
  }

  /// True if there is a colon at `index` that ends a key.
  func isColon(_ index: Int) -> Bool {
    characters[index] == ":" && (index + 1 == characters.count || Self.isBlank(characters[index + 1]))
  }

  /// The last character before `index` that is not blank, and its index.
  func last(before index: Int) -> (index: Int, character: Unicode.Scalar)? {
    characters[..<min(index, characters.count)].lastIndex { !Self.isBlank($0) }.map { ($0, characters[$0]) }
  }

  private static func isBlank(_ character: Unicode.Scalar) -> Bool { character == " " || character == "\t" }

  private static func isWord(_ character: Unicode.Scalar) -> Bool {
    character.properties.isAlphabetic || character.properties.numericType != nil || character == "-" || character == "_"
  }
}
