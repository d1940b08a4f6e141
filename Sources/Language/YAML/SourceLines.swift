public import Diagnostics

/// The lines of a text, to convert libyaml's marks to bytes, and for edits at marks.
public struct SourceLines: Sendable {
  private let bytes: [UInt8]
  /// The bytes of each line, without its line break.
  private let ranges: [Range<Int>]
  /// The file number for its marks.
  private let file: Int

  /// Splits a text at libyaml's line breaks: CR, LF, CR LF, and U+0085, U+2028 and U+2029. As for marks, the text has
  /// no byte order mark.
  public init(_ bytes: [UInt8], file: Int = 0) {
    self.bytes = bytes
    self.file = file
    var ranges: [Range<Int>] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      let length = Self.lineBreak(in: bytes, at: index)
      if length > 0 {
        ranges.append(start..<index)
        start = index + length
      }
      index += max(length, 1)
    }
    ranges.append(start..<bytes.count)
    self.ranges = ranges
  }

  /// The length of the line break at `index` in bytes, or 0.
  private static func lineBreak(in bytes: [UInt8], at index: Int) -> Int {
    func byte(_ offset: Int) -> UInt8? { index + offset < bytes.count ? bytes[index + offset] : nil }
    switch bytes[index] {
    case 0x0a: return 1
    case 0x0d: return byte(1) == 0x0a ? 2 : 1
    case 0xc2: return byte(1) == 0x85 ? 2 : 0
    case 0xe2: return byte(1) == 0x80 && (byte(2) == 0xa8 || byte(2) == 0xa9) ? 3 : 0
    default: return 0
    }
  }

  /// The number of lines: one more than the line breaks.
  public var count: Int { ranges.count }

  /// The bytes of a line, by its number from 1, without its line break; those of the nearest line if there is none.
  public func range(ofLine number: Int) -> Range<Int> { ranges[min(max(number, 1), ranges.count) - 1] }

  /// The byte offset of `mark`; that of the line's end if the column is past it.
  public func offset(of mark: Mark) -> Int { byte(of: mark, in: range(ofLine: mark.line)) }

  /// The first line break of the text; nil if there is none.
  public var firstBreak: ArraySlice<UInt8>? {
    ranges.count > 1 ? bytes[ranges[0].upperBound..<ranges[1].lowerBound] : nil
  }

  /// The mark of the byte at `offset`.
  public func mark(atByte offset: Int) -> Mark {
    var low = 0
    var high = ranges.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if ranges[middle].lowerBound <= offset { low = middle } else { high = middle - 1 }
    }
    let column = characters(in: ranges[low].lowerBound..<max(offset, ranges[low].lowerBound)) + 1
    return Mark(line: low + 1, column: column, file: file)
  }

  /// The offset of the UTF-8 sequence before `offset`.
  func startOfSequence(before offset: Int) -> Int {
    var index = min(offset, bytes.count) - 1
    while index > 0, Self.continues(bytes[index]) { index -= 1 }
    return max(index, 0)
  }

  /// True if `mark` is at the end of the text or after it.
  func isEnd(_ mark: Mark) -> Bool {
    mark.line > ranges.count || mark.line == ranges.count && ranges[mark.line - 1].count < mark.column
  }

  /// True if the text begins with UTF-16's byte order mark, or with a NUL as in UTF-16.
  var looksLikeUTF16: Bool {
    let first = Array(bytes.prefix(2))
    return [[0xff, 0xfe], [0xfe, 0xff]].contains(first) || first.count == 2 && first.contains(0) && first != [0, 0]
  }

  /// The characters of a line, by its number from 1, without its line break; empty if there is none.
  func characters(ofLine number: Int) -> [Unicode.Scalar] {
    guard ranges.indices.contains(number - 1) else { return [] }
    return Array(String(decoding: bytes[ranges[number - 1]], as: UTF8.self).unicodeScalars)
  }

  /// The end of the last text before `mark`.
  func endOfText(before mark: Mark) -> Mark {
    endOfText(before: mark, notBefore: Mark(line: 1, column: 1, file: mark.file))
  }

  /// The end of the last text before `mark`, but not before `start`: libyaml ends a block scalar where the next token
  /// begins.
  func endOfText(before mark: Mark, notBefore start: Mark) -> Mark {
    var line = min(mark.line, ranges.count)
    while line > start.line {
      // The scalar includes only the part of its last line before `mark`.
      let range = ranges[line - 1]
      let isWhole = line < mark.line
      let text = isWhole ? range : range.lowerBound..<byte(of: mark, in: range)
      if let last = bytes[text].lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) {
        return Mark(line: line, column: characters(in: range.lowerBound..<last + 1) + 1, file: file)
      }
      line -= 1
    }
    let range = ranges[start.line - 1]
    let last = bytes[range].lastIndex { $0 != 0x20 && $0 != 0x09 } ?? range.lowerBound
    return Mark(line: start.line, column: characters(in: range.lowerBound..<last + 1) + 1, file: file)
  }

  /// True if the line's indentation contains a tab.
  func isIndentedWithTab(line: Int) -> Bool {
    guard ranges.indices.contains(line - 1) else { return false }
    return bytes[ranges[line - 1]].prefix { $0 == 0x20 || $0 == 0x09 }.contains(0x09)
  }

  /// The character at `mark`; nil at the line's end.
  func character(at mark: Mark) -> Unicode.Scalar? {
    guard ranges.indices.contains(mark.line - 1) else { return nil }
    let range = ranges[mark.line - 1]
    return String(decoding: bytes[byte(of: mark, in: range)..<range.upperBound], as: UTF8.self).unicodeScalars.first
  }

  /// The byte offset of the mark's column in the line's bytes.
  private func byte(of mark: Mark, in range: Range<Int>) -> Int {
    var left = mark.column - 1
    var index = range.lowerBound
    while index < range.upperBound {
      if !Self.continues(bytes[index]) {
        if left == 0 { break }
        left -= 1
      }
      index += 1
    }
    return index
  }

  private func characters(in range: Range<Int>) -> Int {
    bytes[range].reduce(0) { Self.continues($1) ? $0 : $0 + 1 }
  }

  /// True for a continuation byte of UTF-8.
  private static func continues(_ byte: UInt8) -> Bool { byte & 0xc0 == 0x80 }
}
