internal import Foreign
internal import RulesFile

/// An element of an XML document.
struct XMLElement {
  var name: String
  var attributes: [String: String] = [:]
  var children: [XMLElement] = []
  /// The text in it, without elements and comments, with line numbers.
  var texts: [(text: String, line: Int)] = []
  /// The place of its start tag, and the last line of its end tag.
  var start: ImportError.Location
  var endLine: Int

  var line: Int { start.line }

  /// The text without surrounding spaces.
  var text: String { texts.map(\.text).joined(separator: "\n").trimmed }

  /// The text of the first child of this name; nil if there is none.
  func text(of name: String) -> String? { children.first { $0.name == name }?.text }
}

/// Reads the subset of XML that configurations use: elements, attributes, text, comments, character references, CDATA.
/// Document types are ignored, and comments may contain `--`, which the tools accept, too.
struct XMLReader {
  private var text: TextScanner
  /// The comments, line by line.
  private var comments: [SourceComment] = []

  /// The maximum nesting, deeper than in configurations written by hand.
  private static let depthLimit = 64

  /// The root of `text`, and the comments in it.
  /// - Throws: `ImportError` for the first error.
  static func read(_ text: String) throws(ImportError) -> (root: XMLElement, comments: [SourceComment]) {
    var reader = XMLReader(text: TextScanner(text))
    try reader.skipProlog()
    guard reader.text.next == "<" else { throw ImportError("expected an element", at: reader.text.place) }
    let root = try reader.element(depth: 1)
    return (root, reader.comments)
  }

  private init(text: TextScanner) { self.text = text }

  /// Skips spaces, comments and declarations before the root.
  private mutating func skipProlog() throws(ImportError) {
    while true {
      text.skipSpaces()
      if text.skip("<!--") {
        try comment()
      } else if text.starts(with: "<?") {
        _ = try text.text(until: "?>", of: "instruction")
      } else if text.starts(with: "<!") {
        _ = try text.text(until: ">", of: "declaration")
      } else {
        return
      }
    }
  }

  /// Reads a comment behind its beginning.
  private mutating func comment() throws(ImportError) {
    let start = text.line
    let lines = try text.text(until: "-->", of: "comment").split(separator: "\n", omittingEmptySubsequences: false)
    for (offset, line) in lines.enumerated() {
      comments.append(SourceComment(line: start + offset, text: line.trimmed))
    }
  }

  private mutating func name() -> String {
    text.text { !$0.properties.isWhitespace && !["<", ">", "/", "=", "\"", "'"].contains($0) }
  }

  private mutating func element(depth: Int) throws(ImportError) -> XMLElement {
    let start = text.place
    guard depth <= Self.depthLimit else {
      throw ImportError("nested deeper than \(Self.depthLimit) levels", at: start)
    }
    text.skip()
    var element = XMLElement(name: name(), start: start, endLine: start.line)
    guard !element.name.isEmpty else { throw ImportError("expected the name of an element after '<'", at: start) }
    text.skipSpaces()
    while !text.skip(">") {
      if text.skip("/>") {
        element.endLine = text.line
        return element
      }
      guard text.next != nil, text.next != "<" else {
        throw ImportError("unterminated tag '\(element.name)'", at: start)
      }
      try attribute(of: &element)
      text.skipSpaces()
    }
    try content(of: &element, depth: depth)
    return element
  }

  private mutating func attribute(of element: inout XMLElement) throws(ImportError) {
    let start = text.place
    let name = name()
    text.skipSpaces()
    guard !name.isEmpty, text.skip("=") else {
      throw ImportError("expected an attribute: name=\"value\"", at: start)
    }
    text.skipSpaces()
    guard let quote = text.next, quote == "\"" || quote == "'" else {
      throw ImportError("the value of '\(name)' requires quotes", at: text.place)
    }
    text.skip()
    element.attributes[name] = Self.resolved(try text.text(until: String(quote), of: "value"))
  }

  private mutating func content(of element: inout XMLElement, depth: Int) throws(ImportError) {
    while text.next != nil {
      let start = text.place
      if text.skip("<!--") {
        try comment()
      } else if text.skip("<![CDATA[") {
        element.texts.append((try text.text(until: "]]>", of: "CDATA"), start.line))
      } else if text.skip("</") {
        let name = name()
        text.skipSpaces()
        guard name == element.name, text.skip(">") else {
          throw ImportError(
            "'</\(name)>' ends nothing: '\(element.name)' of line \(element.line) is open", at: start)
        }
        element.endLine = text.line
        return
      } else if text.next == "<" {
        element.children.append(try self.element(depth: depth + 1))
      } else {
        let resolved = Self.resolved(text.text { $0 != "<" })
        if !resolved.trimmed.isEmpty { element.texts.append((resolved, start.line)) }
      }
    }
    throw ImportError("unterminated element '\(element.name)'", at: element.start)
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
