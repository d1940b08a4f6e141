// The part of FoundationEssentials that swift-argument-parser uses: the library's own is 4 MB of the program, most of
// which nothing calls. `make build` compiles this file as a module of that name, which is found before the one of the
// toolchain. `--experimental-dump-help` is the one output that depends on it; `make test-release` compares it with
// both.

/// An error with a text for people.
public protocol LocalizedError: Error {
  /// The text, instead of a description of the value.
  var errorDescription: String? { get }
}

/// JSON, which is text already.
public struct Data: Sendable {
  fileprivate let text: String
}

extension String {
  public struct Encoding: Sendable {
    public static let utf8 = Encoding()
  }

  /// Never nil.
  public init?(data: Data, encoding: Encoding) { self = data.text }
}

/// Writes values as JSON: mappings, lists, texts, whole numbers and Booleans.
public final class JSONEncoder {
  /// Has no effect: the output is always indented, with sorted keys.
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  public var outputFormatting: OutputFormatting = []

  public init() {}

  /// - Throws: `EncodingError` for any other value.
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    let node = Node()
    try node.encode(value)
    var text = ""
    node.write(into: &text, indentation: "\n")
    return Data(text: text)
  }
}

/// A value in the tree of values, and its encoder.
private final class Node: Encoder {
  enum Content {
    case none
    case text(String)
    case array([Node])
    case object([String: Node])
  }
  var content = Content.none
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func member(_ key: any CodingKey) -> Node {
    var members: [String: Node] = [:]
    if case .object(let others) = content { members = others }
    let node = members[key.stringValue] ?? Node()
    members[key.stringValue] = node
    content = .object(members)
    return node
  }

  func element() -> Node {
    var elements: [Node] = []
    if case .array(let others) = content { elements = others }
    let node = Node()
    content = .array(elements + [node])
    return node
  }

  func encode(_ value: any Encodable) throws { try value.encode(to: self) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object = content {} else { content = .object([:]) }
    return KeyedEncodingContainer(Members(node: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    content = .array([])
    return Elements(node: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: self) }

  func write(into text: inout String, indentation: String) {
    let inner = indentation + "  "
    switch content {
    case .none: text += "{}"
    case .text(let value): text += value
    case .array(let elements):
      text += "["
      var separator = ""
      for element in elements {
        text += separator + inner
        element.write(into: &text, indentation: inner)
        separator = ","
      }
      text += (elements.isEmpty ? "\n" : "") + indentation + "]"
    case .object(let members):
      text += "{"
      var separator = ""
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        text += separator + inner + Self.quoted(key) + " : "
        member.write(into: &text, indentation: inner)
        separator = ","
      }
      text += (members.isEmpty ? "\n" : "") + indentation + "}"
    }
  }

  static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "/": text += "\\/"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{8}": text += "\\b"
      case "\u{c}": text += "\\f"
      case ..<" ": text += (scalar.value < 16 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  let codingPath: [any CodingKey] = []
  func encodeNil(forKey key: Key) { node.member(key).content = .text("null") }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try node.member(key).encode(value) }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { node.member(key).container(keyedBy: keyType) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { node.member(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { node }
  func superEncoder(forKey key: Key) -> any Encoder { node.member(key) }
}

private struct Elements: UnkeyedEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey] = []
  var count: Int { if case .array(let elements) = node.content { elements.count } else { 0 } }
  func encodeNil() { node.element().content = .text("null") }
  func encode<T: Encodable>(_ value: T) throws { try node.element().encode(value) }
  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    node.element().container(keyedBy: keyType)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { node.element().unkeyedContainer() }
  func superEncoder() -> any Encoder { node.element() }
}

private struct Single: SingleValueEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey] = []
  func encodeNil() { node.content = .text("null") }
  func encode(_ value: Bool) { node.content = .text(value ? "true" : "false") }
  func encode(_ value: String) { node.content = .text(Node.quoted(value)) }
  func encode(_ value: Int) { node.content = .text(String(value)) }
  func encode<T: Encodable>(_ value: T) throws {
    // Any other number would encode itself with this function.
    guard !(value is any Numeric) else {
      throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "a number with a fraction"))
    }
    try node.encode(value)
  }
}
