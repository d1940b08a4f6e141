internal import Diagnostics
internal import YAML

/// The unit in which a client counts the columns of a line.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// A position as the protocol states it: both numbers start at 0.
struct Position: Hashable, Comparable {
  var line: Int
  /// The column, in units of the agreed encoding.
  var column: Int

  static func < (left: Position, right: Position) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// The text of a document, with the protocol's lines. These end at CR, LF and CR LF alone, those of YAML also at three
/// characters of Unicode: hence all positions are converted by way of bytes.
struct DocumentText {
  private(set) var bytes: [UInt8]
  /// The first byte of each line.
  private var starts: [Int] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    findLines()
  }

  /// Replaces the bytes of `range`.
  mutating func replace(_ range: Range<Int>, with text: some Collection<UInt8>) {
    bytes.replaceSubrange(range, with: text)
    findLines()
  }

  private mutating func findLines() {
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices {
        let byte = bytes[index]
        guard byte == 0x0a || byte == 0x0d else { continue }
        if byte == 0x0d, index + 1 < bytes.count, bytes[index + 1] == 0x0a { continue }
        starts.append(index + 1)
      }
    }
  }

  /// The number of lines: one more than the line breaks.
  var lineCount: Int { starts.count }

  /// The bytes of a line, by its number from 0, without its line break.
  func line(_ number: Int) -> Range<Int> {
    let start = starts[number]
    var end = number + 1 < starts.count ? starts[number + 1] : bytes.count
    while end > start, bytes[end - 1] == 0x0a || bytes[end - 1] == 0x0d { end -= 1 }
    return start..<end
  }

  /// The number of the line that contains the byte at `offset`.
  func lineNumber(at offset: Int) -> Int {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The byte offset of `position`. A column past the end of the line is its end, a line past the end of the text is
  /// that end, and a position inside of a character is its beginning, as the protocol requires.
  func offset(of position: Position, _ encoding: PositionEncoding) -> Int {
    guard position.line < starts.count else { return bytes.count }
    let line = line(position.line)
    var offset = line.lowerBound
    var left = position.column
    while offset < line.upperBound {
      let length = min(Self.length(of: bytes[offset]), line.upperBound - offset)
      let units = encoding == .utf8 ? length : length == 4 ? 2 : 1
      guard left >= units else { break }
      left -= units
      offset += length
    }
    return offset
  }

  /// The position of the byte at `offset`.
  func position(at offset: Int, _ encoding: PositionEncoding) -> Position {
    let number = lineNumber(at: offset)
    let before = bytes[starts[number]..<max(min(offset, bytes.count), starts[number])]
    guard encoding == .utf16 else { return Position(line: number, column: before.count) }
    // A character of four bytes has two units, every other one a unit.
    let column = before.reduce(0) { $0 + ($1 & 0xc0 == 0x80 ? 0 : $1 >= 0xf0 ? 2 : 1) }
    return Position(line: number, column: column)
  }

  /// The length in bytes of the character that begins with `byte`; 1 for a byte that begins none.
  private static func length(of byte: UInt8) -> Int {
    switch byte {
    case 0xc2..<0xe0: 2
    case 0xe0..<0xf0: 3
    case 0xf0..<0xf5: 4
    default: 1
    }
  }

  /// The length of the byte order mark, which YAML's positions leave out.
  var markLength: Int { bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0 }

  /// YAML's lines of the text.
  var sourceLines: SourceLines { SourceLines(markLength == 0 ? bytes : Array(bytes.dropFirst(markLength))) }

  /// The bytes of `span`.
  func bytes(of span: Span, in lines: SourceLines) -> Range<Int> {
    let start = lines.offset(of: span.start) + markLength
    return start..<max(lines.offset(of: span.end) + markLength, start)
  }

  /// The text of a part.
  func text(of range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
