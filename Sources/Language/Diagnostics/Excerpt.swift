/// A line of a file with a part of it underlined, for a terminal.
struct Excerpt {
  /// The line, with tabs as spaces, control characters as symbols, and truncated if it is long.
  var text: String
  /// The number of cells before the marks.
  var indent: Int
  /// The number of marked cells, at least one.
  var length: Int

  /// The distance of tab stops in cells, as in most editors.
  private static let tabWidth = 4
  /// The maximum width in cells; longer lines are truncated on both sides of the marked part.
  private static let maxWidth = 100
  /// The least width in cells, for a terminal that is hardly wider than the line's number.
  private static let minWidth = 20
  /// The share of a truncated line before its marked part.
  private static let leadingShare = 0.3

  /// Marks the columns (from 1) from `start` up to but not including `end`, or to the line's end if `end` is nil.
  /// - Parameter columns: the cells that a terminal has for it; nil for any other output.
  init(_ line: ArraySlice<UInt8>, from start: Int, to end: Int?, columns: Int? = nil) {
    let part = Self.part(of: line, around: start)
    let first = max(start - 1 - part.skipped, 0)
    let last = end.map { max($0 - 1 - part.skipped, first) } ?? part.scalars.count

    let glyphs = Self.glyphs(of: part.scalars)
    // The cells before each character, and of all of them.
    let cells = glyphs.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.width) }
    let total = cells[glyphs.count]
    let begin = first < glyphs.count ? cells[first] : total
    let marked = begin..<max(last < glyphs.count ? cells[last] : total, begin)

    // A terminal also has to show the two signs of truncation.
    let room = columns.map { $0 < total ? $0 - 2 : total } ?? total
    let width = max(min(room, Self.maxWidth), Self.minWidth)
    let window = Self.window(of: total, around: marked, width: width)
    let isCutInFront = part.skipped > 0 || window.lowerBound > 0
    let isCutBehind = part.isCut || window.upperBound < total
    var shown = String.UnicodeScalarView()
    if isCutInFront { shown.append("…") }
    var firstCell: Int?
    for (glyph, cell) in zip(glyphs, cells) {
      guard cell >= window.lowerBound, cell + glyph.width <= window.upperBound else { continue }
      if firstCell == nil { firstCell = cell }
      // A tab is written as its spaces.
      for _ in 0..<(glyph.text == " " ? glyph.width : 1) { shown.append(glyph.text) }
    }
    while !isCutBehind, shown.last == " " { shown.removeLast() }
    if isCutBehind { shown.append("…") }
    text = String(shown)

    let origin = (firstCell ?? window.lowerBound) - (isCutInFront ? 1 : 0)
    indent = marked.lowerBound - origin
    length = max(min(marked.upperBound, window.upperBound) - marked.lowerBound, 1)
  }

  /// The characters as a terminal shows them, with their widths in cells.
  private static func glyphs(of scalars: [Unicode.Scalar]) -> [(text: Unicode.Scalar, width: Int)] {
    var cell = 0
    return scalars.indices.map { index in
      let scalar = scalars[index]
      let shown = scalar == "\t" ? " " : Cells.safe(scalar, after: index > 0 ? scalars[index - 1] : nil)
      let width = scalar == "\t" ? tabWidth - cell % tabWidth : Cells.width(of: shown)
      cell += width
      return (shown, width)
    }
  }

  /// The characters of `line` to show: all, or for a very long line those around the column `start`, so that messages
  /// about a file of one line do not each process all of it.
  private static func part(
    of line: ArraySlice<UInt8>, around start: Int
  ) -> (scalars: [Unicode.Scalar], skipped: Int, isCut: Bool) {
    let skipped = start > 400 ? start - 1 - 200 : 0
    // Skips continuation bytes.
    var from = line.startIndex
    var left = skipped
    while from < line.endIndex, left > 0 || line[from] & 0xc0 == 0x80 {
      from += 1
      if from < line.endIndex, line[from] & 0xc0 != 0x80 { left -= 1 }
    }
    let bytes = line[from...].prefix(4_000)
    return (
      Array(String(decoding: bytes, as: UTF8.self).unicodeScalars), skipped, bytes.endIndex < line.endIndex
    )
  }

  /// The range of cells to show, at most `width`.
  private static func window(of total: Int, around marked: Range<Int>, width: Int) -> Range<Int> {
    guard total > width else { return 0..<total }
    let leading = Int(leadingShare * Double(width))
    let start = marked.upperBound <= width ? 0 : max(min(marked.lowerBound - leading, total - width), 0)
    return start..<min(start + width, total)
  }
}
