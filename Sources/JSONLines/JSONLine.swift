/// One JSON object written on one line, member by member, in the order they are added.
///
/// Every result that Sleight prints for programs, every recording and every word over the control socket has this
/// form. Numbers are rounded on purpose: what a hand did is not known to more digits than a device reports.
public struct JSONLine: Sendable {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]

  /// An object without members.
  public init() {}

  /// The object as text, without a line feed.
  public var text: String { String(decoding: bytes + [UInt8(ascii: "}")], as: UTF8.self) }

  /// Adds a string.
  public mutating func add(_ key: String, _ value: String) {
    name(key)
    Self.quote(value, into: &bytes)
  }

  /// Adds a whole number.
  public mutating func add(_ key: String, _ value: Int) {
    name(key)
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Adds a whole number.
  public mutating func add(_ key: String, _ value: Int64) {
    name(key)
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Adds a number rounded to `decimals` digits behind the point. What is not finite is written as null, because
  /// JSON has no word for it.
  public mutating func add(_ key: String, _ value: Double, decimals: Int) {
    name(key)
    bytes.append(contentsOf: Self.number(value, decimals: decimals).utf8)
  }

  /// Adds a truth value.
  public mutating func add(_ key: String, _ value: Bool) {
    name(key)
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Adds a whole value.
  public mutating func add(_ key: String, _ value: JSONValue) {
    name(key)
    value.write(into: &bytes)
  }

  private mutating func name(_ key: String) {
    if bytes.count > 1 { bytes.append(contentsOf: ", ".utf8) }
    Self.quote(key, into: &bytes)
    bytes.append(contentsOf: ": ".utf8)
  }

  /// `value` rounded to `decimals` digits and written the shortest way that reads back the same.
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
