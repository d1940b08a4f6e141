/// Writes one JSON object on one line, with its members in the order in which they are added.
///
/// All results for programs, all recordings and all messages on the control socket have this format. Numbers are
/// rounded to the precision that devices report.
public struct JSONLine: Sendable {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]

  /// An object without members.
  public init() {}

  /// The object as text, without a line feed.
  public var text: String { String(decoding: bytes + [UInt8(ascii: "}")], as: UTF8.self) }

  /// Adds a string.
  public mutating func add(_ key: String, _ value: String) {
    append(key: key)
    Self.quote(value, into: &bytes)
  }

  /// Adds a whole number.
  public mutating func add(_ key: String, _ value: Int) {
    append(key: key)
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Adds a whole number.
  public mutating func add(_ key: String, _ value: Int64) {
    append(key: key)
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Adds a number rounded to `decimals` decimal places. Infinity and NaN are written as null, since JSON has no
  /// notation for them.
  public mutating func add(_ key: String, _ value: Double, decimals: Int) {
    append(key: key)
    bytes.append(contentsOf: Self.number(value, decimals: decimals).utf8)
  }

  /// Adds a Boolean.
  public mutating func add(_ key: String, _ value: Bool) {
    append(key: key)
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Adds a value of any type.
  public mutating func add(_ key: String, _ value: JSONValue) {
    append(key: key)
    value.write(into: &bytes)
  }

  private mutating func append(key: String) {
    if bytes.count > 1 { bytes.append(contentsOf: ", ".utf8) }
    Self.quote(key, into: &bytes)
    bytes.append(contentsOf: ": ".utf8)
  }

  /// `value` rounded to `decimals` decimal places, in the shortest form that reads back as the same number.
  static func number(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "null" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value * scale).rounded()
    let rounded = scaled.isFinite ? scaled / scale : value
    if rounded == rounded.rounded(), abs(rounded) < 9_007_199_254_740_992 { return String(Int64(rounded)) }
    return String(rounded)
  }

  static func quote(_ value: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
      case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
      case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
      case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7f:
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
