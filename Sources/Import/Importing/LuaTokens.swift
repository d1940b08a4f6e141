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
  var followsSpace: Bool

  func isSymbol(_ text: String) -> Bool { kind == .symbol && self.text == text }
  func isName(_ text: String) -> Bool { kind == .name && self.text == text }
}

/// A tokenizer for Lua. Text that is not Lua becomes symbols.
struct LuaTokens {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var line = 1
  private var tokens: [LuaToken] = []
  private var comments: [SourceComment] = []
  private var followsSpace = false

  static func read(_ text: String) -> (tokens: [LuaToken], comments: [SourceComment]) {
    var reader = LuaTokens(scalars: Array(text.unicodeScalars))
    while reader.index < reader.scalars.count { reader.readToken() }
    return (reader.tokens, reader.comments)
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private func scalar(at offset: Int = 0) -> Unicode.Scalar? {
    index + offset < scalars.count ? scalars[index + offset] : nil
  }

  private mutating func advance() {
    if scalars[index] == "\n" { line += 1 }
    index += 1
  }

  private mutating func readToken() {
    let scalar = scalars[index]
    if scalar.properties.isWhitespace {
      followsSpace = true
      advance()
    } else if scalar == "-", self.scalar(at: 1) == "-" {
      readComment()
    } else if scalar == "\"" || scalar == "'" {
      readString(scalar)
    } else if scalar == "[", let level = longBracketLevel {
      let start = (index, line)
      let text = readLongString(level)
      append(.string, text, from: start)
    } else if scalar.isNamePart {
      let start = (index, line)
      let isNumber = scalar.properties.numericType != nil
      while let next = self.scalar(), next.isNamePart || (isNumber && next == ".") { index += 1 }
      append(isNumber ? .number : .name, nil, from: start)
    } else {
      let start = (index, line)
      let pair = String(String.UnicodeScalarView(scalars[index..<min(index + 2, scalars.count)]))
      index += ["..", "==", "~=", "<=", ">=", "//", "::"].contains(pair) ? 2 : 1
      append(.symbol, nil, from: start)
    }
  }

  private mutating func append(_ kind: LuaToken.Kind, _ text: String?, from start: (index: Int, line: Int)) {
    let source = String(String.UnicodeScalarView(scalars[start.index..<index]))
    tokens.append(
      LuaToken(kind: kind, text: text ?? source, source: source, line: start.line, followsSpace: followsSpace))
    followsSpace = false
  }

  /// The number of '=' in a long bracket such as `[==[`; nil if there is none.
  private var longBracketLevel: Int? {
    var level = 0
    while scalar(at: 1 + level) == "=" { level += 1 }
    return scalar(at: 1 + level) == "[" ? level : nil
  }

  private mutating func readLongString(_ level: Int) -> String {
    for _ in 0..<level + 2 { advance() }
    let end = Array(("]" + String(repeating: "=", count: level) + "]").unicodeScalars)
    var text = String.UnicodeScalarView()
    while index < scalars.count {
      if scalars[index...].starts(with: end) {
        index += end.count
        break
      }
      text.append(scalars[index])
      advance()
    }
    return String(text)
  }

  private mutating func readComment() {
    let start = (line: line, isTrailing: tokens.last?.line == line)
    index += 2
    followsSpace = true
    var text: String
    if scalar() == "[", let level = longBracketLevel {
      text = readLongString(level)
    } else {
      var line = String.UnicodeScalarView()
      while let next = scalar(), next != "\n" {
        line.append(next)
        index += 1
      }
      text = String(line)
    }
    for (offset, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      comments.append(
        SourceComment(line: start.line + offset, marked: part, by: "-", isTrailing: start.isTrailing))
    }
  }

  private mutating func readString(_ quote: Unicode.Scalar) {
    let start = (index, line)
    index += 1
    var text = String.UnicodeScalarView()
    while let next = scalar(), next != quote, next != "\n" {
      if next == "\\", let escaped = scalar(at: 1) {
        text.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
        advance()
      } else {
        text.append(next)
      }
      advance()
    }
    if scalar() == quote { index += 1 }
    append(.string, String(text), from: start)
  }
}
