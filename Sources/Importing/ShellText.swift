internal import RulesFile

/// A tokenizer for command lines and scripts of a POSIX shell.
struct ShellText {
  /// A word, without its quotes.
  struct Word: Hashable {
    var text: String
    /// The line it begins at, from 1.
    var line: Int
    /// True if it contains an expansion.
    var isExpanded = false
    /// True if any part of it was quoted.
    var isQuoted = false
  }

  /// A token of a text.
  enum Token: Hashable {
    case word(Word)
    /// An operator such as `&&`, or the end of a line.
    case operation(String, line: Int)
    /// A comment, without its sign.
    case comment(String, line: Int)
  }

  private var scalars: [Unicode.Scalar]
  private var index = 0
  private var line: Int
  /// The variables that the text has assigned, with their values.
  private var variables: [String: String] = [:]

  private static let maxValueLength = 4_096

  private init(_ text: String, line: Int) {
    scalars = Array(text.unicodeScalars)
    self.line = line
  }

  /// The tokens of `text`, whose first line has the number `line`.
  static func tokens(of text: String, line: Int = 1) -> [Token] {
    var reader = ShellText(text, line: line)
    var tokens: [Token] = []
    while let token = reader.next() { tokens.append(token) }
    return tokens
  }

  private func scalar(at offset: Int = 0) -> Unicode.Scalar? {
    index + offset < scalars.count ? scalars[index + offset] : nil
  }

  private mutating func advance() -> Unicode.Scalar? {
    guard index < scalars.count else { return nil }
    defer { index += 1 }
    if scalars[index] == "\n" { line += 1 }
    return scalars[index]
  }

  private mutating func next() -> Token? {
    while let scalar = scalar() {
      switch scalar {
      case " ", "\t", "\r": _ = advance()
      case "\\" where self.scalar(at: 1) == "\n":
        _ = advance()
        _ = advance()
      case "\n":
        defer { _ = advance() }
        return .operation("\n", line: line)
      case "#":
        let start = line
        var text = String.UnicodeScalarView()
        while let next = self.scalar(), next != "\n" {
          text.append(next)
          index += 1
        }
        return .comment(String(String(text).dropFirst()).trimmed, line: start)
      case ";", "&", "|", "<", ">", "(", ")":
        let start = line
        _ = advance()
        if self.scalar() == scalar, scalar != "(", scalar != ")" { _ = advance() }
        return .operation(String(scalar), line: start)
      default: return .word(word())
      }
    }
    return nil
  }

  private mutating func word() -> Word {
    var word = Word(text: "", line: line)
    while let scalar = scalar() {
      switch scalar {
      case " ", "\t", "\r", "\n", ";", "&", "|", "<", ">", "(", ")":
        recordAssignment(word)
        return word
      case "'":
        word.isQuoted = true
        _ = advance()
        while let next = advance(), next != "'" { word.text.unicodeScalars.append(next) }
      case "\"":
        word.isQuoted = true
        _ = advance()
        readDoubleQuoted(&word)
      case "\\":
        _ = advance()
        if let next = advance(), next != "\n" { word.text.unicodeScalars.append(next) }
      case "$", "`": readExpansion(&word)
      default: word.text.unicodeScalars.append(advance() ?? scalar)
      }
    }
    recordAssignment(word)
    return word
  }

  private mutating func readDoubleQuoted(_ word: inout Word) {
    while let scalar = scalar(), scalar != "\"" {
      switch scalar {
      case "\\":
        _ = advance()
        guard let next = advance() else { return }
        if next == "\n" { continue }
        if !["$", "`", "\"", "\\"].contains(next) { word.text += "\\" }
        word.text.unicodeScalars.append(next)
      case "$", "`": readExpansion(&word)
      default: word.text.unicodeScalars.append(advance() ?? scalar)
      }
    }
    _ = advance()
  }

  /// Reads an expansion, which begins with `$` or a backquote. Variables that the text has assigned are replaced by
  /// their values; any other expansion stays as written, for a shell to expand later.
  private mutating func readExpansion(_ word: inout Word) {
    guard let first = advance() else { return }
    // A single backquote is a character that was not quoted.
    if first == "`", !scalars[index...].contains("`") {
      word.text += "`"
      return
    }
    word.isExpanded = true
    if first == "`" {
      word.text += "`"
      while let next = advance() {
        word.text.unicodeScalars.append(next)
        if next == "`" { return }
      }
      return
    }
    if scalar() == "(" {
      word.text += "$" + readParentheses()
      return
    }
    let isBraced = scalar() == "{"
    var name = String.UnicodeScalarView()
    var offset = isBraced ? 1 : 0
    while let next = scalar(at: offset),
      next == "_" || (next.isASCII && next.properties.numericType != nil)
        || (next.isASCII && next.properties.isAlphabetic)
    {
      name.append(next)
      offset += 1
    }
    guard !isBraced || scalar(at: offset) == "}", let value = variables[String(name)] else {
      word.text += "$"
      return
    }
    index += offset + (isBraced ? 1 : 0)
    if word.text.utf8.count < Self.maxValueLength { word.text += value }
  }

  /// Reads from `(` to the matching `)`.
  private mutating func readParentheses() -> String {
    var text = String.UnicodeScalarView()
    var depth = 0
    while let next = advance() {
      text.append(next)
      if next == "(" { depth += 1 }
      if next == ")" { depth -= 1 }
      if depth == 0 { break }
    }
    return String(text)
  }

  /// Records an assignment `NAME=value`; any other word is ignored.
  private mutating func recordAssignment(_ word: Word) {
    guard let sign = word.text.firstIndex(of: "="), variables.count < 1_000 else { return }
    let name = word.text[..<sign]
    let value = word.text[word.text.index(after: sign)...]
    guard let first = name.unicodeScalars.first, first == "_" || (first.isASCII && first.properties.isAlphabetic),
      name.unicodeScalars.allSatisfy({
        $0 == "_" || ($0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil))
      }), value.utf8.count <= Self.maxValueLength
    else { return }
    variables[String(name)] = String(value)
  }
}
