/// A message on a stream: its length in four bytes, little-endian, then that many bytes, the first of which is its
/// kind. Numbers in the content are encoded as the length is; each string ends with a NUL.
struct Frame: Equatable {
  /// The maximum length in bytes: more than the system's limit for the arguments and environment of a program, 6 MiB
  /// (execve(2)).
  static let maxLength = 8 << 20
  /// The size of the length field in bytes.
  private static let lengthSize = 4

  var kind: UInt8
  /// The bytes after the kind.
  var content: ArraySlice<UInt8>

  /// Encodes a message.
  /// - Parameter fill: appends the content.
  static func bytes(_ kind: UInt8, _ fill: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024)
    bytes.append(number: 0)
    bytes.append(kind)
    fill(&bytes)
    let length = UInt32(clamping: bytes.count - lengthSize)
    for index in 0..<lengthSize { bytes[index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    return bytes
  }

  /// The length is 0, or exceeds `maxLength`.
  struct InvalidLength: Error {}

  /// Removes the first frame from `received`.
  /// - Returns: nil if it is incomplete.
  /// - Throws: `InvalidLength`: the rest of the stream cannot be decoded either.
  static func next(in received: inout ArraySlice<UInt8>) throws(InvalidLength) -> Frame? {
    var rest = received
    guard let length = rest.popNumber() else { return nil }
    guard length > 0, length <= maxLength else { throw InvalidLength() }
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

  /// Appends each string and a NUL. The strings must not contain NULs.
  mutating func append(strings: [String]) {
    for string in strings {
      append(contentsOf: string.utf8)
      append(0)
    }
  }
}

extension ArraySlice<UInt8> {
  /// Removes a number from the beginning; nil if there are fewer than four bytes.
  mutating func popNumber() -> UInt32? {
    guard count >= 4 else { return nil }
    let number = prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    removeFirst(4)
    return number
  }

  /// Removes `count` strings from the beginning; nil if there are fewer.
  mutating func popStrings(_ count: Int) -> [String]? {
    var strings: [String] = []
    for _ in 0..<count {
      guard let end = firstIndex(of: 0) else { return nil }
      strings.append(String(decoding: self[startIndex..<end], as: UTF8.self))
      self = self[(end + 1)...]
    }
    return strings
  }

  /// The whole content as strings; nil if the last one has no NUL.
  func strings() -> [String]? {
    guard last == 0 || isEmpty else { return nil }
    return split(separator: 0, omittingEmptySubsequences: false).dropLast().map { String(decoding: $0, as: UTF8.self) }
  }
}
