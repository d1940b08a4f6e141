internal import Foreign
internal import RulesFile

struct LuaToken {
  enum Kind: Hashable {
    case name
    case string
    case number
    case symbol
  }

  var kind: Kind
  /// The token as written; a string without its quotes.
  var text: String
  /// The token as written, with its quotes.
  var source: String
  var line: Int
  /// True if a space, a line break or a comment precedes it.
  var followsSpace = false

  /// A name in place of another one.
  static func name(_ name: String, like other: LuaToken, followsSpace: Bool? = nil) -> LuaToken {
    LuaToken(
      kind: .name, text: name, source: name, line: other.line, followsSpace: followsSpace ?? other.followsSpace)
  }

  func isSymbol(_ text: String) -> Bool { kind == .symbol && self.text == text }
  func isName(_ text: String) -> Bool { kind == .name && self.text == text }
}

/// A tokenizer for Lua. Text that is not Lua becomes symbols.
struct LuaTokens {
  private var text: TextScanner
  private var tokens: [LuaToken] = []
  private var comments: [SourceComment] = []

  static func read(_ text: String) -> (tokens: [LuaToken], comments: [SourceComment]) {
    var reader = LuaTokens(text: TextScanner(text))
    var followsSpace = false
    while reader.text.next != nil {
      let start = reader.text.line
      if reader.text.next?.properties.isWhitespace == true {
        reader.text.skipSpaces()
        followsSpace = true
      } else if reader.text.skip("--") {
        reader.readComment(start)
        followsSpace = true
      } else {
        let (source, token) = reader.text.written { Self.token(&$0) }
        reader.tokens.append(
          LuaToken(
            kind: token.kind, text: token.text ?? source, source: source, line: start, followsSpace: followsSpace))
        followsSpace = false
      }
    }
    return (reader.tokens, reader.comments)
  }

  private init(text: TextScanner) { self.text = text }

  /// Reads a token: its kind, and its text unless it is as written.
  private static func token(_ text: inout TextScanner) -> (kind: LuaToken.Kind, text: String?) {
    if let quote = text.next, quote == "\"" || quote == "'" {
      text.skip()
      return (.string, string(&text, quote))
    }
    if let string = longString(&text) { return (.string, string) }
    if let first = text.next, first.isNamePart {
      let isNumber = first.properties.numericType != nil
      _ = text.text { $0.isNamePart || isNumber && $0 == "." }
      return (isNumber ? .number : .name, nil)
    }
    if !["..", "==", "~=", "<=", ">=", "//", "::"].contains(where: { text.skip($0) }) { text.skip() }
    return (.symbol, nil)
  }

  /// Reads a string in long brackets such as `[==[`; nil if there is none.
  private static func longString(_ text: inout TextScanner) -> String? {
    var level = 0
    while text.next(after: 1 + level) == "=" { level += 1 }
    guard text.next == "[", text.next(after: 1 + level) == "[" else { return nil }
    for _ in 0..<level + 2 { text.skip() }
    let end = "]" + String(repeating: "=", count: level) + "]"
    var value = String.UnicodeScalarView()
    while !text.skip(end), let scalar = text.skip() { value.append(scalar) }
    return String(value)
  }

  /// Reads a string behind its quote.
  private static func string(_ text: inout TextScanner, _ quote: Unicode.Scalar) -> String {
    var value = String.UnicodeScalarView()
    while let scalar = text.next, scalar != quote, scalar != "\n" {
      text.skip()
      if scalar == "\\", let escaped = text.skip() {
        value.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
      } else {
        value.append(scalar)
      }
    }
    _ = text.skip(String(quote))
    return String(value)
  }

  /// Reads a comment behind its sign.
  private mutating func readComment(_ start: Int) {
    let isTrailing = tokens.last?.line == start
    let comment = Self.longString(&text) ?? text.text { $0 != "\n" }
    for (offset, part) in comment.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      comments.append(SourceComment(line: start + offset, marked: part, by: "-", isTrailing: isTrailing))
    }
  }
}
