/// Writes one JSON object on one line, with its members in the order in which they are added.
///
/// All results for programs, all recordings and all messages on the control socket have this format. Numbers are
/// rounded to the precision that devices report.
public struct JSONLine: Sendable {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]

  /// An object without members.
  public init() {
    // Enough for a gesture with its fingers: a command may be fed one with each frame.
    bytes.reserveCapacity(640)
  }

  /// The object as text, without a line feed.
  public var text: String { String(decoding: bytes + [UInt8(ascii: "}")], as: UTF8.self) }

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

  /// Writes a string in quotes. Characters that a terminal acts on are escaped, since JSON lines are also read by
  /// people: control characters, and those that reverse the direction of text or separate lines.
  static func quote(_ value: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in value.unicodeScalars {
      switch scalar.value {
      case 0x22: bytes.append(contentsOf: "\\\"".utf8)
      case 0x5c: bytes.append(contentsOf: "\\\\".utf8)
      case 0x0a: bytes.append(contentsOf: "\\n".utf8)
      case 0x0d: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7f..<0xa0, 0x061c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff:
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u".utf8)
        for shift in [12, 8, 4, 0] { bytes.append(digits[Int(scalar.value >> shift & 15)]) }
      case ..<0x80: bytes.append(UInt8(scalar.value))
      default: bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
