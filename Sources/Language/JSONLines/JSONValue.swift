/// A JSON value (RFC 8259). Objects keep the order of their members; of members with the same name, the last one is
/// used.
public indirect enum JSONValue: Equatable, Sendable {
  case null
  /// true or false
  case bool(Bool)
  /// Any number. Whole numbers are exact up to 2^53.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A name and its value.
  public struct Member: Equatable, Sendable {
    /// The member's name.
    public var name: String
    /// The member's value.
    public var value: JSONValue

    /// A member `name` with `value`.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value of the member `name`; nil if there is none, or this is not an object.
  public subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The number; nil for other types.
  public var number: Double? { if case .number(let value) = self { value } else { nil } }

  /// The number as an integer; nil if it is not whole or too large, and for other types.
  public var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// The string; nil for other types.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The Boolean; nil for other types.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements of an array; nil for other types.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The value as JSON on one line.
  public var text: String {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value for people, without JSON's punctuation: `mode resize`, `scroll down 3`.
  public var words: String {
    switch self {
    case .string(let text): text
    case .object(let members): members.map { "\($0.name) \($0.value.words)" }.joined(separator: " ")
    case .array(let values): values.map(\.words).joined(separator: ", ")
    case .null, .bool, .number: text
    }
  }

  func write(into bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let value): bytes.append(contentsOf: JSONLine.number(value, decimals: 6).utf8)
    case .string(let value): JSONLine.quote(value, into: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(contentsOf: ", ".utf8) }
        element.write(into: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(contentsOf: ", ".utf8) }
        JSONLine.quote(member.name, into: &bytes)
        bytes.append(contentsOf: ": ".utf8)
        member.value.write(into: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral value: String) { self = .string(value) }

  public init(booleanLiteral value: Bool) { self = .bool(value) }

  public init(integerLiteral value: Int) { self = .number(Double(value)) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// An object whose members keep their order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements.map { Member($0, $1) }) }
}
