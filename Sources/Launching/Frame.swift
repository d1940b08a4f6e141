/// A message on a stream: its length in four bytes, the lowest first, then so many bytes, of which the first is its kind.
/// Numbers in it are written as the length is; strings end with a NUL.
struct Frame: Equatable {
  /// The longest: more than the system takes for a program's arguments and environment, which is 6 MiB (execve(2)).
  static let longest = 8 << 20
  /// How many bytes tell the length.
  private static let head = 4

  /// What kind of message it is.
  var kind: UInt8
  /// What it says.
  var content: ArraySlice<UInt8>

  /// A message as it is sent.
  static func bytes(_ kind: UInt8, _ fill: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024)
    bytes.append(number: 0)
    bytes.append(kind)
    fill(&bytes)
    let length = UInt32(clamping: bytes.count - head)
    for index in 0..<head { bytes[index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    return bytes
  }

  /// A length that no message has.
  struct Nonsense: Error {}

  /// Takes the first message out of what was received; nil where it has not come whole.
  /// - Throws: `Nonsense`: nothing that comes behind it can be read either.
  static func next(in received: inout ArraySlice<UInt8>) throws(Nonsense) -> Frame? {
    var rest = received
    guard let length = rest.popNumber() else { return nil }
    guard length > 0, length <= longest else { throw Nonsense() }
    guard rest.count >= Int(length) else { return nil }
    let content = rest.prefix(Int(length))
    received = rest.dropFirst(Int(length))
    return Frame(kind: content[content.startIndex], content: content.dropFirst())
  }
}

extension [UInt8] {
  mutating func append(number: UInt32) {
    for index in 0..<4 { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  /// Each with a NUL behind it; there is none in them.
  mutating func append(strings: [String]) {
    for string in strings {
      append(contentsOf: string.utf8)
      append(0)
    }
  }
}

extension ArraySlice<UInt8> {
  /// Takes away the number at the beginning; nil where there is none.
  mutating func popNumber() -> UInt32? {
    guard count >= 4 else { return nil }
    let number = prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    removeFirst(4)
    return number
  }

  /// Takes away `count` strings at the beginning; nil where there are not so many.
  mutating func popStrings(_ count: Int) -> [String]? {
    var strings: [String] = []
    for _ in 0..<count {
      guard let end = firstIndex(of: 0) else { return nil }
      strings.append(String(decoding: self[startIndex..<end], as: UTF8.self))
      self = self[(end + 1)...]
    }
    return strings
  }

  /// All as strings; nil where what is behind the last NUL is none.
  func strings() -> [String]? {
    guard last == 0 || isEmpty else { return nil }
    return split(separator: 0, omittingEmptySubsequences: false).dropLast().map { String(decoding: $0, as: UTF8.self) }
  }
}
