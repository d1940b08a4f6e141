/// Variables of an environment, written one behind the other as a program gets them: no string is made of them on the
/// way.
public struct EnvironmentVariables: Hashable, Sendable {
  /// `NAME=value` and a NUL, as often as there are variables.
  public private(set) var bytes: [UInt8] = []
  /// Where each begins.
  private(set) var starts: [Int] = []

  /// None.
  public init() {
    bytes.reserveCapacity(1024)
    starts.reserveCapacity(32)
  }

  /// Those that another's `bytes` are.
  /// - Returns: nil where the last has no NUL behind it.
  public init?(terminated bytes: some Collection<UInt8>) {
    self.bytes = Array(bytes)
    guard self.bytes.last.map({ $0 == 0 }) ?? true else { return nil }
    var start = 0
    for index in self.bytes.indices where self.bytes[index] == 0 {
      starts.append(start)
      start = index + 1
    }
  }

  /// Sets a variable that is not set yet. NULs, which no program could see, are left out of its value.
  /// - Parameter limit: how many bytes of the value are taken at most; a character that does not fit is left out whole.
  public mutating func set(_ name: String, to value: String, limit: Int = .max) {
    starts.append(bytes.count)
    bytes.append(contentsOf: name.utf8)
    bytes.append(UInt8(ascii: "="))
    if value.utf8.count <= limit {
      append(value)
    } else {
      var room = limit
      let fitting = value.prefix { character in
        room -= character.utf8.count
        return room >= 0
      }
      append(fitting)
    }
    bytes.append(0)
  }

  private mutating func append(_ value: some StringProtocol) {
    let start = bytes.count
    bytes.append(contentsOf: value.utf8)
    if bytes[start...].contains(0) {
      let seen = bytes[start...].filter { $0 != 0 }
      bytes.replaceSubrange(start..., with: seen)
    }
  }

  /// Each as `NAME=value`.
  public var entries: [String] {
    starts.map { start in String(decoding: bytes[start...].prefix { $0 != 0 }, as: UTF8.self) }
  }
}
