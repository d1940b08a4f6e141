/// A text that diagnostics speak of, by lines.
public struct SourceFile: Hashable, Sendable {
  /// What messages call it: usually its path as the user gave it.
  public let name: String
  /// Its content, byte for byte.
  public let bytes: [UInt8]
  /// The bytes of each line, without its line break.
  private let lines: [Range<Int>]

  /// A file of `bytes`. Those that are not UTF-8 show as replacement characters; a byte order mark is shown nowhere.
  ///
  /// Lines end at CR, LF, CR LF, U+0085, U+2028 and U+2029: YAML's line breaks, so that its positions are right here.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    lines = Self.lines(of: bytes, from: bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)
  }

  /// A file of `text`.
  public init(name: String, text: String) { self.init(name: name, bytes: Array(text.utf8)) }

  /// The bytes of the line of this number, from 1; nil where the file has no such line.
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

  /// How many bytes the line break has that `bytes` start with, or 0.
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
