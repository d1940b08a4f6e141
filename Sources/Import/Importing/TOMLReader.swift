internal import Foreign
internal import RulesFile

/// A value of a TOML document.
struct TOMLEntry {
  /// The names of its tables and its key: `["swipe", "commands", "three", "up"]`.
  var path: [String]
  /// The number of its table in the document. It tells apart tables of the same name: `[[swipe.commands]]` may occur
  /// several times.
  var table: Int
  /// The value as written; a string without quotes.
  var text: String
  var line: Int
}

/// Reads the subset of TOML that configurations use: tables, arrays of tables, dotted keys, strings of all four kinds,
/// numbers, Booleans, comments.
struct TOMLReader {
  private let lines: [String]
  private var index = 0
  private var table: [String] = []
  private var tableNumber = 0
  private var entries: [TOMLEntry] = []
  private var comments: [SourceComment] = []

  /// All values of `source`, and the comments in it.
  /// - Throws: `ImportError` for the first error.
  static func read(
    _ source: ImportSource
  ) throws(ImportError) -> (entries: [TOMLEntry], comments: [SourceComment]) {
    var reader = TOMLReader(lines: source.lines)
    while reader.index < reader.lines.count {
      try reader.readLine()
      reader.index += 1
    }
    return (reader.entries, reader.comments)
  }

  private init(lines: [String]) { self.lines = lines }

  /// An error at the beginning of `rest`, which is the end of the current line.
  private func error(_ message: String, at rest: Substring) -> ImportError {
    let length = index < lines.count ? lines[index].unicodeScalars.count : 0
    return ImportError(message, line: index + 1, column: max(1, length - rest.unicodeScalars.count + 1))
  }

  private mutating func readLine() throws(ImportError) {
    var rest = lines[index][...].drop(while: \.isWhitespace)
    guard let first = rest.first else { return }
    if first == "#" {
      comments.append(SourceComment(line: index + 1, marked: rest))
      return
    }
    if first == "[" {
      let brackets = rest.hasPrefix("[[") ? 2 : 1
      rest = rest.dropFirst(brackets)
      table = try keys(&rest)
      guard rest.hasPrefix(String(repeating: "]", count: brackets)) else {
        throw error("expected ']' after the name of a table", at: rest)
      }
      tableNumber += 1
      try end(rest.dropFirst(brackets))
      return
    }
    let keys = try keys(&rest)
    guard rest.first == "=" else { throw error("expected '=' after the key", at: rest) }
    rest = rest.dropFirst().drop(while: \.isWhitespace)
    let line = index + 1
    let text = try value(&rest)
    entries.append(TOMLEntry(path: table + keys, table: tableNumber, text: text, line: line))
    try end(rest)
  }

  /// Reads the end of a line: spaces and a comment.
  private mutating func end(_ rest: Substring) throws(ImportError) {
    let rest = rest.drop(while: \.isWhitespace)
    guard let first = rest.first else { return }
    guard first == "#" else { throw error("unexpected text after the value", at: rest) }
    comments.append(SourceComment(line: index + 1, marked: rest, isTrailing: true))
  }

  /// Reads a dotted key: `a.b."c d"`.
  private func keys(_ rest: inout Substring) throws(ImportError) -> [String] {
    var keys: [String] = []
    while true {
      rest = rest.drop(while: \.isWhitespace)
      if let quote = rest.first, quote == "\"" || quote == "'" {
        let key = rest.dropFirst().prefix { $0 != quote }
        rest = rest.dropFirst(key.count + 1)
        guard rest.first == quote else { throw error("unterminated string", at: rest) }
        rest = rest.dropFirst()
        keys.append(String(key))
      } else {
        let key = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        guard !key.isEmpty else { throw error("expected a key", at: rest) }
        rest = rest.dropFirst(key.count)
        keys.append(String(key))
      }
      rest = rest.drop(while: \.isWhitespace)
      guard rest.first == "." else { return keys }
      guard keys.count < 16 else { throw error("nested deeper than 16 tables", at: rest) }
      rest = rest.dropFirst()
    }
  }

  private mutating func value(_ rest: inout Substring) throws(ImportError) -> String {
    for quote in ["\"\"\"", "'''"] where rest.hasPrefix(quote) { return try longString(&rest, quote) }
    switch rest.first {
    case "\"": return try basicString(&rest)
    case "'":
      let text = rest.dropFirst().prefix { $0 != "'" }
      let behind = rest.dropFirst(text.count + 1)
      guard behind.first == "'" else { throw error("unterminated string", at: rest) }
      rest = behind.dropFirst()
      return String(text)
    case "[", "{": throw error("lists and inline tables are not supported", at: rest)
    case nil, "#": throw error("expected a value", at: rest)
    default:
      let text = rest.prefix { !$0.isWhitespace && $0 != "#" && $0 != "," }
      rest = rest.dropFirst(text.count)
      return String(text)
    }
  }

  private func basicString(_ rest: inout Substring) throws(ImportError) -> String {
    let start = rest
    var text = ""
    rest = rest.dropFirst()
    while let character = rest.first {
      rest = rest.dropFirst()
      if character == "\"" { return text }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      text += Self.escape(&rest)
    }
    throw error("unterminated string", at: start)
  }

  /// The value of a multi-line string. In double quotes, it has escapes, and a backslash removes a line break.
  private static func unescaped(_ text: String, _ quote: String) -> String {
    guard quote == "\"\"\"" else { return text }
    var rest = text[...]
    var result = ""
    while let character = rest.popFirst() {
      if character != "\\" {
        result.append(character)
      } else if rest.first == "\n" {
        rest = rest.drop(while: \.isWhitespace)
      } else {
        result += escape(&rest)
      }
    }
    return result
  }

  /// Reads an escape sequence after its backslash, and returns its value.
  private static func escape(_ rest: inout Substring) -> String {
    guard let character = rest.first else { return "\\" }
    rest = rest.dropFirst()
    switch character {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "u", "U":
      let count = character == "u" ? 4 : 8
      guard rest.prefix(count).count == count,
        let scalar = UInt32(rest.prefix(count), radix: 16).flatMap(Unicode.Scalar.init)
      else { return "\\\(character)" }
      rest = rest.dropFirst(count)
      return String(scalar)
    case "\"", "\\": return String(character)
    default: return "\\\(character)"
    }
  }

  /// Reads a multi-line string.
  private mutating func longString(_ rest: inout Substring, _ quote: String) throws(ImportError) -> String {
    let start = (index, rest)
    var parts: [String] = []
    rest = rest.dropFirst(3)
    while true {
      if let end = rest.firstRange(of: quote) {
        parts.append(String(rest[..<end.lowerBound]))
        rest = rest[end.upperBound...]
        if parts.first == "" { parts.removeFirst() }
        return Self.unescaped(parts.joined(separator: "\n"), quote)
      }
      parts.append(String(rest))
      index += 1
      guard index < lines.count else {
        index = start.0
        throw error("unterminated string", at: start.1)
      }
      rest = lines[index][...]
    }
  }
}
