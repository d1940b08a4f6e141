internal import Foreign
internal import RulesFile

/// An element of an XML document.
struct XMLElement {
  var name: String
  var attributes: [String: String] = [:]
  var children: [XMLElement] = []
  /// The text in it, without elements and comments, with line numbers.
  var texts: [(text: String, line: Int)] = []
  /// The line and column of its start tag, and the last line of its end tag, counted from 1.
  var line: Int
  var column: Int
  var endLine: Int

  /// The text without surrounding spaces.
  var text: String { texts.map(\.text).joined(separator: "\n").trimmed }

  /// The text of the first child of this name; nil if there is none.
  func text(of name: String) -> String? { children.first { $0.name == name }?.text }
}

/// Reads the subset of XML that configurations use: elements, attributes, text, comments, character references, CDATA.
/// Document types are ignored, and comments may contain `--`, which the tools accept, too.
struct XMLReader {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var line = 1
  private var column = 1
  /// The comments, line by line.
  private(set) var comments: [SourceComment] = []

  /// The maximum nesting, deeper than in configurations written by hand.
  private static let depthLimit = 64

  /// The root of `text`, and the comments in it.
  /// - Throws: `ImportError` for the first error.
  static func read(_ text: String) throws(ImportError) -> (root: XMLElement, comments: [SourceComment]) {
    var reader = XMLReader(scalars: Array(text.unicodeScalars))
    try reader.skipProlog()
    guard reader.peek == "<" else {
      throw ImportError("expected an element", line: reader.line, column: reader.column)
    }
    let root = try reader.element(depth: 1)
    return (root, reader.comments)
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  // MARK: Characters

  private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func advance() {
    guard index < scalars.count else { return }
    if scalars[index] == "\n" {
      line += 1
      column = 1
    } else {
      column += 1
    }
    index += 1
  }

  private mutating func advance(_ count: Int) { for _ in 0..<count { advance() } }

  private func starts(with text: String) -> Bool {
    var position = index
    for scalar in text.unicodeScalars {
      guard position < scalars.count, scalars[position] == scalar else { return false }
      position += 1
    }
    return true
  }

  private mutating func skipSpaces() { while let scalar = peek, scalar.properties.isWhitespace { advance() } }

  /// Reads up to and including `end`, and returns the text before it.
  /// - Parameter what: the construct to name in the error if `end` is missing.
  private mutating func text(until end: String, of what: String) throws(ImportError) -> String {
    let start = (line, column)
    var text = String.UnicodeScalarView()
    while let scalar = peek {
      if starts(with: end) {
        advance(end.unicodeScalars.count)
        return String(text)
      }
      text.append(scalar)
      advance()
    }
    throw ImportError("unterminated \(what)", line: start.0, column: start.1)
  }

  // MARK: Markup

  /// Skips spaces, comments and declarations before the root.
  private mutating func skipProlog() throws(ImportError) {
    while peek != nil {
      skipSpaces()
      if starts(with: "<!--") {
        try comment()
      } else if starts(with: "<?") {
        _ = try text(until: "?>", of: "instruction")
      } else if starts(with: "<!") {
        _ = try text(until: ">", of: "declaration")
      } else {
        return
      }
    }
  }

  private mutating func comment() throws(ImportError) {
    advance(4)
    let start = line
    let text = try text(until: "-->", of: "comment")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).trimmed }
    for (offset, text) in lines.enumerated() {
      comments.append(SourceComment(line: start + offset, text: text))
    }
  }

  private mutating func name() -> String {
    var name = String.UnicodeScalarView()
    while let scalar = peek, !scalar.properties.isWhitespace, !["<", ">", "/", "=", "\"", "'"].contains(scalar) {
      name.append(scalar)
      advance()
    }
    return String(name)
  }

  private mutating func element(depth: Int) throws(ImportError) -> XMLElement {
    let start = (line: line, column: column)
    guard depth <= Self.depthLimit else {
      throw ImportError("nested deeper than \(Self.depthLimit) levels", line: line, column: column)
    }
    advance()
    var element = XMLElement(name: name(), line: start.line, column: start.column, endLine: start.line)
    guard !element.name.isEmpty else {
      throw ImportError("expected the name of an element after '<'", line: start.line, column: start.column)
    }
    while true {
      skipSpaces()
      if starts(with: "/>") {
        advance(2)
        element.endLine = line
        return element
      }
      if peek == ">" {
        advance()
        break
      }
      guard peek != nil, peek != "<" else {
        throw ImportError("unterminated tag '\(element.name)'", line: start.line, column: start.column)
      }
      try attribute(of: &element)
    }
    try content(of: &element, depth: depth)
    return element
  }

  private mutating func attribute(of element: inout XMLElement) throws(ImportError) {
    let start = (line, column)
    let name = name()
    skipSpaces()
    guard !name.isEmpty, peek == "=" else {
      throw ImportError("expected an attribute: name=\"value\"", line: start.0, column: start.1)
    }
    advance()
    skipSpaces()
    guard let quote = peek, quote == "\"" || quote == "'" else {
      throw ImportError("the value of '\(name)' requires quotes", line: line, column: column)
    }
    advance()
    element.attributes[name] = Self.resolved(try text(until: String(quote), of: "value"))
  }

  private mutating func content(of element: inout XMLElement, depth: Int) throws(ImportError) {
    var text = String.UnicodeScalarView()
    var textLine = line
    func end(_ element: inout XMLElement) {
      let resolved = Self.resolved(String(text))
      if !resolved.trimmed.isEmpty { element.texts.append((resolved, textLine)) }
      text = String.UnicodeScalarView()
    }
    while let scalar = peek {
      if starts(with: "<!--") {
        end(&element)
        try comment()
      } else if starts(with: "<![CDATA[") {
        end(&element)
        let start = line
        advance(9)
        element.texts.append((try self.text(until: "]]>", of: "CDATA"), start))
      } else if starts(with: "</") {
        end(&element)
        let start = (line, column)
        advance(2)
        let name = name()
        skipSpaces()
        guard name == element.name, peek == ">" else {
          throw ImportError(
            "'</\(name)>' ends nothing: '\(element.name)' of line \(element.line) is open", line: start.0,
            column: start.1)
        }
        advance()
        element.endLine = line
        return
      } else if scalar == "<" {
        end(&element)
        element.children.append(try self.element(depth: depth + 1))
      } else {
        if text.isEmpty { textLine = line }
        text.append(scalar)
        advance()
      }
    }
    throw ImportError("unterminated element '\(element.name)'", line: element.line, column: element.column)
  }

  /// `text` with character references replaced; invalid ones stay as written.
  private static func resolved(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "&") {
      result += rest[..<sign]
      rest = rest[sign...]
      guard let end = rest.prefix(12).firstIndex(of: ";"),
        let character = character(String(rest[rest.index(after: sign)..<end]))
      else {
        result += "&"
        rest = rest.dropFirst()
        continue
      }
      result.unicodeScalars.append(character)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func character(_ name: String) -> Unicode.Scalar? {
    let names: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    if let scalar = names[name] { return scalar }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init)
  }
}
