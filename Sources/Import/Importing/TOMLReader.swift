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
  private var text: TextScanner
  private var table: [String] = []
  private var tableNumber = 0
  private var entries: [TOMLEntry] = []
  private var comments: [SourceComment] = []

  /// All values of `source`, and the comments in it.
  /// - Throws: `ImportError` for the first error.
  static func read(
    _ source: ImportSource
  ) throws(ImportError) -> (entries: [TOMLEntry], comments: [SourceComment]) {
    var reader = TOMLReader(text: TextScanner(source.text))
    while reader.text.next != nil { try reader.readLine() }
    return (reader.entries, reader.comments)
  }

  private init(text: TextScanner) { self.text = text }

  private mutating func readLine() throws(ImportError) {
    text.skipSpaces(isOnLine: true)
    let line = text.line
    var isTrailing = true
    if text.skip("[") {
      let isList = text.skip("[")
      table = try keys()
      guard text.skip(isList ? "]]" : "]") else {
        throw ImportError("expected ']' after the name of a table", at: text.place)
      }
      tableNumber += 1
    } else if let next = text.next, next != "#", next != "\n" {
      let keys = try keys()
      guard text.skip("=") else { throw ImportError("expected '=' after the key", at: text.place) }
      text.skipSpaces(isOnLine: true)
      entries.append(TOMLEntry(path: table + keys, table: tableNumber, text: try value(), line: line))
    } else {
      isTrailing = false
    }
    text.skipSpaces(isOnLine: true)
    if text.next == "#" {
      let start = text.line
      comments.append(SourceComment(line: start, marked: text.text { $0 != "\n" }, isTrailing: isTrailing))
    }
    guard text.skip("\n") || text.next == nil else {
      throw ImportError("unexpected text after the value", at: text.place)
    }
  }

  /// Reads a dotted key: `a.b."c d"`.
  private mutating func keys() throws(ImportError) -> [String] {
    var keys: [String] = []
    repeat {
      guard keys.count < 16 else { throw ImportError("nested deeper than 16 tables", at: text.place) }
      text.skipSpaces(isOnLine: true)
      let start = text.place
      if let quote = ["\"", "'"].first(where: { text.skip($0) }) {
        keys.append(try string(quote, from: start))
      } else {
        let key = text.text { $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_" || $0 == "-" }
        guard !key.isEmpty else { throw ImportError("expected a key", at: start) }
        keys.append(key)
      }
      text.skipSpaces(isOnLine: true)
    } while text.skip(".")
    return keys
  }

  private mutating func value() throws(ImportError) -> String {
    let start = text.place
    if let quote = ["\"\"\"", "'''", "\"", "'"].first(where: { text.skip($0) }) {
      return try string(quote, from: start)
    }
    if text.next == "[" || text.next == "{" {
      throw ImportError("lists and inline tables are not supported", at: start)
    }
    let value = text.text { !$0.properties.isWhitespace && $0 != "#" && $0 != "," }
    guard !value.isEmpty else { throw ImportError("expected a value", at: start) }
    return value
  }

  /// Reads a string behind its quote. In double quotes, it has escapes. One of several lines begins behind a line
  /// break.
  private mutating func string(_ quote: String, from start: ImportError.Location) throws(ImportError) -> String {
    if quote.count > 1 { _ = text.skip("\n") }
    var value = String.UnicodeScalarView()
    while !text.skip(quote) {
      guard let scalar = text.skip(), quote.count > 1 || scalar != "\n" else {
        throw ImportError("unterminated string", at: start)
      }
      if scalar == "\\", quote.hasPrefix("\""), quote.count > 1 || text.next != "\n" {
        value += escape().unicodeScalars
      } else {
        value.append(scalar)
      }
    }
    return String(value)
  }

  /// Reads an escape sequence behind its backslash, which removes a line break.
  private mutating func escape() -> String {
    guard let scalar = text.skip() else { return "\\" }
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "\n":
      text.skipSpaces()
      return ""
    case "u", "U":
      var count = scalar == "u" ? 4 : 8
      let digits = text.text { _ in
        count -= 1
        return count >= 0
      }
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? "\\\(scalar)\(digits)"
    case "\"", "\\": return String(scalar)
    default: return "\\\(scalar)"
    }
  }
}
