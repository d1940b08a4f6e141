/// A syntax error in a line.
public struct JSONError: Error, Equatable, Sendable {
  /// The position in bytes, from 1.
  public var column: Int
  /// The error, for people.
  public var reason: String

  /// An error at this position.
  public init(column: Int, reason: String) {
    self.column = column
    self.reason = reason
  }
}

/// Reads one JSON value from a line, strictly by RFC 8259. The nesting depth is limited, so that hostile input cannot
/// exhaust the stack.
public struct JSONReader {
  /// The default limit of the nesting depth. Sleight's own values are at most 3 deep.
  public static let depthLimit = 32

  private let bytes: ArraySlice<UInt8>
  private let depthLimit: Int
  private var position: Int

  /// Reads all of `bytes`, one value with optional white space around it.
  /// - Parameter depthLimit: the maximum nesting depth.
  /// - Throws: `JSONError`.
  public static func read(
    _ bytes: ArraySlice<UInt8>, depthLimit: Int = depthLimit
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes: bytes, depthLimit: depthLimit, position: bytes.startIndex)
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.position == bytes.endIndex else { throw reader.error("something behind the value") }
    return value
  }

  /// Reads all of `text`.
  /// - Throws: `JSONError`.
  public static func read(_ text: String) throws(JSONError) -> JSONValue { try read(ArraySlice(text.utf8)) }

  private func error(_ reason: String) -> JSONError {
    JSONError(column: position - bytes.startIndex + 1, reason: reason)
  }

  private var current: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { position += 1 }
  }

  private mutating func expect(_ byte: UInt8, _ what: String) throws(JSONError) {
    skipSpace()
    guard current == byte else { throw error("expected \(what)") }
    position += 1
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < depthLimit else { throw error("nested deeper than \(depthLimit) levels") }
    skipSpace()
    guard let current else { throw error("the line ends where a value is expected") }
    switch current {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw error("expected a value")
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw error("expected \(word)") }
    position += word.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    position += 1
    var members: [JSONValue.Member] = []
    skipSpace()
    if current == UInt8(ascii: "}") {
      position += 1
      return .object(members)
    }
    while true {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw error("expected a member's name in quotes") }
      let name = try string()
      try expect(UInt8(ascii: ":"), "':'")
      members.append(.init(name, try value(depth: depth + 1)))
      skipSpace()
      guard current == UInt8(ascii: ",") else { break }
      position += 1
    }
    try expect(UInt8(ascii: "}"), "',' or '}'")
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    skipSpace()
    if current == UInt8(ascii: "]") {
      position += 1
      return .array(elements)
    }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      guard current == UInt8(ascii: ",") else { break }
      position += 1
    }
    try expect(UInt8(ascii: "]"), "',' or ']'")
    return .array(elements)
  }

  private mutating func number() throws(JSONError) -> Double {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    let leading = position
    try digits()
    if bytes[leading] == UInt8(ascii: "0"), position > leading + 1 { throw error("a number starts with 0") }
    if current == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite else {
      position = start
      throw error("a number out of range")
    }
    return value
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw error("expected a digit") }
  }

  private mutating func string() throws(JSONError) -> String {
    let start = position
    position += 1
    // Most strings have neither an escape nor a character that is not ASCII.
    while let byte = current, (0x20..<0x80).contains(byte), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      position += 1
    }
    let plain = bytes[(start + 1)..<position]
    if current == UInt8(ascii: "\"") {
      position += 1
      return String(decoding: plain, as: UTF8.self)
    }
    var content = Array(plain)
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let text = String(validating: content, as: UTF8.self) else {
          position = start
          throw error("a string that is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"):
        position += 1
        try escape(into: &content)
      case 0..<0x20: throw error("a control character in a string")
      default:
        content.append(byte)
        position += 1
      }
    }
    throw error("a string without an end")
  }

  private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
    guard let byte = current else { throw error("a string without an end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0c)
    case UInt8(ascii: "n"): content.append(0x0a)
    case UInt8(ascii: "r"): content.append(0x0d)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      var unit = try hexadecimal()
      if (0xd800..<0xdc00).contains(unit), bytes[position...].starts(with: "\\u".utf8) {
        position += 2
        let low = try hexadecimal()
        guard (0xdc00..<0xe000).contains(low) else { throw error("half of a surrogate pair") }
        unit = 0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(unit) else { throw error("half of a surrogate pair") }
      content.append(contentsOf: String(Character(scalar)).utf8)
    default: throw error("an unknown escape")
    }
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    // UInt32's initialiser also accepts a sign.
    let isSigned = digits.first == UInt8(ascii: "+") || digits.first == UInt8(ascii: "-")
    guard digits.count == 4, !isSigned, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("expected four hexadecimal digits") }
    position += 4
    return value
  }
}
