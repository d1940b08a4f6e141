/// A picture, parsed by a parser that accepts only well-formed XML, as browsers do.
struct Document {
  /// An element with its content.
  struct Element {
    var name: String
    var attributes: [String: String] = [:]
    var text = ""
    var children: [Element] = []

    /// The element and all its descendants, in the order of the document.
    var all: [Element] { [self] + children.flatMap(\.all) }

    func has(_ style: String) -> Bool {
      attributes["class"]?.split(separator: " ").contains { $0 == style } ?? false
    }

    func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? .nan }
  }

  struct Malformed: Error {
    var what: String
    var offset: Int
  }

  let root: Element

  /// All elements.
  var all: [Element] { root.all }

  /// All text.
  var words: [String] { all.filter { $0.name == "text" }.map { $0.text.replacing("\u{a0}", with: " ") } }

  /// The elements of a style, in the order of the document.
  func all(_ name: String, _ style: String) -> [Element] { all.filter { $0.name == name && $0.has(style) } }

  init(_ text: String) throws {
    var parser = Parser(scalars: Array(text.unicodeScalars))
    root = try parser.document()
  }

  private struct Parser {
    let scalars: [Unicode.Scalar]
    var position = 0

    func fail(_ what: String) -> Malformed { Malformed(what: what, offset: position) }

    var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    mutating func next() throws -> Unicode.Scalar {
      guard let scalar = peek else { throw fail("it ends too early") }
      // XML 1.0, production 2.
      switch scalar.value {
      case 0x9, 0xa, 0xd, 0x20...0xd7ff, 0xe000...0xfffd, 0x10000...0x10ffff: break
      default: throw fail("a character that XML has not")
      }
      position += 1
      return scalar
    }

    mutating func expect(_ scalar: Unicode.Scalar) throws {
      guard try next() == scalar else { throw fail("no \(scalar) here") }
    }

    mutating func skipSpaces() { while peek == " " || peek == "\n" { position += 1 } }

    mutating func document() throws -> Element {
      let root = try element()
      skipSpaces()
      guard peek == nil else { throw fail("something behind the root") }
      return root
    }

    mutating func name() throws -> String {
      var name = ""
      while let scalar = peek, scalar.properties.isAlphabetic || "0123456789-".unicodeScalars.contains(scalar) {
        name.unicodeScalars.append(try next())
      }
      guard !name.isEmpty else { throw fail("no name here") }
      return name
    }

    mutating func element() throws -> Element {
      try expect("<")
      var element = Element(name: try name())
      while peek == " " {
        skipSpaces()
        let key = try name()
        try expect("=")
        try expect("\"")
        guard element.attributes[key] == nil else { throw fail("\(key) twice") }
        element.attributes[key] = try text(until: "\"")
        try expect("\"")
      }
      if peek == "/" {
        try expect("/")
        try expect(">")
        return element
      }
      try expect(">")
      while true {
        element.text += try text(until: "<")
        if position + 1 < scalars.count, scalars[position + 1] == "/" { break }
        element.children.append(try self.element())
      }
      try expect("<")
      try expect("/")
      guard try name() == element.name else { throw fail("\(element.name) is not closed") }
      try expect(">")
      return element
    }

    mutating func text(until end: Unicode.Scalar) throws -> String {
      var text = String.UnicodeScalarView()
      while let scalar = peek, scalar != end {
        guard scalar != "<" else { throw fail("a bare <") }
        text.append(try next())
        guard scalar == "&" else { continue }
        text.removeLast()
        let word = try name()
        try expect(";")
        let known: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\""]
        guard let meant = known[word] else { throw fail("&\(word); is unknown") }
        text.append(meant)
      }
      guard peek != nil else { throw fail("it ends too early") }
      return String(text)
    }
  }
}
