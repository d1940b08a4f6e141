/// One line of a text, character by character, for what libyaml's complaints leave unsaid.
struct LineText {
  /// A place on the line. All others are made from it.
  private let place: Mark
  /// What stands on it, without the line break.
  let characters: [Unicode.Scalar]
  /// Where it begins, behind the indentation and the dashes of lists.
  let content: Int
  /// Where it ends, in front of a comment.
  let end: Int

  /// The line of a mark.
  init(of mark: Mark, in lines: SourceLines) {
    place = mark
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
    // A '#' in quotes begins no comment. Whoever writes quotes gets to see a comment marked, too.
    let comment =
      characters.contains { $0 == "\"" || $0 == "'" }
      ? nil : characters.indices.first { characters[$0] == "#" && ($0 == 0 || Self.isBlank(characters[$0 - 1])) }
    let last = characters[..<(comment ?? characters.count)].lastIndex { !Self.isBlank($0) }
    end = max(last.map { $0 + 1 } ?? 0, content)
  }

  /// The nearest line above a mark's that says something; nil where there is none.
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

  /// Whether nothing but spaces and a comment stand on it.
  var isEmpty: Bool { content >= end || characters[content] == "#" }

  /// The key it begins with; nil where it does not begin with one.
  var key: Range<Int>? {
    guard content < end, !"\"'[{#".unicodeScalars.contains(characters[content]) else { return nil }
    return (content..<end).first { isColon($0) }.map { content..<$0 }
  }

  /// The word it begins with, of letters, digits, '-' and '_'.
  var word: Range<Int> {
    let rest = characters[content..<end]
    return content..<(rest.firstIndex { !Self.isWord($0) } ?? end)
  }

  /// What blanks part from each other in `range`.
  func words(in range: Range<Int>) -> [Range<Int>] {
    characters[range].split(whereSeparator: Self.isBlank).map { $0.startIndex..<$0.endIndex }
  }

  /// Whether nothing but letters, digits, '-', '_' and commas stand in `range`.
  func isWord(_ range: Range<Int>) -> Bool { characters[range].allSatisfy { $0 == "," || Self.isWord($0) } }

  /// Whether what stands in `range` is a number, or ends with a comma.
  func isEnded(_ range: Range<Int>) -> Bool {
    characters[range].last == "," || characters[range].allSatisfy { $0.properties.numericType != nil }
  }

  /// The place of one of its characters.
  func mark(_ index: Int) -> Mark { Mark(line: place.line, column: index + 1, file: place.file) }

  /// Where some of its characters stand.
  func span(_ range: Range<Int>) -> Span { Span(mark(range.lowerBound), mark(range.upperBound)) }

  /// Some of its characters.
  func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters[range])
    return String(text)
  }

  /// Whether a colon stands there that ends a key.
  func isColon(_ index: Int) -> Bool {
    characters[index] == ":" && (index + 1 == characters.count || Self.isBlank(characters[index + 1]))
  }

  /// The last character in front of `index` that is no space, and its place.
  func last(before index: Int) -> (index: Int, character: Unicode.Scalar)? {
    characters[..<min(index, characters.count)].lastIndex { !Self.isBlank($0) }.map { ($0, characters[$0]) }
  }

  private static func isBlank(_ character: Unicode.Scalar) -> Bool { character == " " || character == "\t" }

  private static func isWord(_ character: Unicode.Scalar) -> Bool {
    character.properties.isAlphabetic || character.properties.numericType != nil || character == "-" || character == "_"
  }
}
