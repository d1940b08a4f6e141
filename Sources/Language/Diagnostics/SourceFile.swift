/// A text that diagnostics refer to, split into lines.
public struct SourceFile: Hashable, Sendable {
  /// Its name in messages: usually its path as the user gave it.
  public let name: String
  public let bytes: [UInt8]
  /// The bytes of each line, without its line break.
  private let lines: [Range<Int>]

  /// A file of `bytes`. Invalid UTF-8 is shown as replacement characters; a byte order mark is not shown.
  ///
  /// Lines end at YAML's line breaks, so that YAML's positions apply: CR, LF, CR LF, U+0085, U+2028 and U+2029.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    lines = Self.lines(of: bytes, from: bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)
  }

  /// A file of `text`.
  public init(name: String, text: String) { self.init(name: name, bytes: Array(text.utf8)) }

  /// The bytes of a line, by its number from 1; nil if there is none.
  public func line(_ number: Int) -> ArraySlice<UInt8>? {
    lines.indices.contains(number - 1) ? bytes[lines[number - 1]] : nil
  }

  private static func lines(of bytes: [UInt8], from first: Int) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = first
    var index = first
    while index < bytes.count {
      let length = lineBreak(bytes[index...])
      if length > 0 {
        lines.append(start..<index)
        start = index + length
      }
      index += max(length, 1)
    }
    if start < bytes.count { lines.append(start..<bytes.count) }
    return lines
  }

  /// The length in bytes of the line break that `bytes` start with, or 0.
  private static func lineBreak(_ bytes: ArraySlice<UInt8>) -> Int {
    switch bytes.first {
    case 0x0a: 1
    case 0x0d: bytes.dropFirst().first == 0x0a ? 2 : 1
    case 0xc2: bytes.starts(with: [0xc2, 0x85]) ? 2 : 0
    case 0xe2: bytes.starts(with: [0xe2, 0x80, 0xa8]) || bytes.starts(with: [0xe2, 0x80, 0xa9]) ? 3 : 0
    default: 0
    }
  }
}
