/// One line of a file and the marks under a part of it, ready for a terminal.
struct Excerpt {
  /// The line: tabs as spaces, control characters as pictures, cut where it is too long.
  var text: String
  /// How many cells are in front of the marks.
  var indent: Int
  /// How many cells are marked, at least one.
  var length: Int

  /// Tab stops are this many cells apart, as in most editors.
  private static let tabWidth = 4
  /// Longer lines are cut to this many cells around the marked part.
  private static let widest = 100
  /// How much is kept in front of the marked part of a line that is cut.
  private static let lead = 30

  /// An excerpt of `line` that marks the columns (from 1) from `start` up to `end`, or to the line's end where
  /// `end` is nil.
  init(_ line: ArraySlice<UInt8>, from start: Int, to end: Int?) {
    let part = Self.part(of: line, around: start)
    let first = max(start - 1 - part.skipped, 0)
    let last = end.map { max($0 - 1 - part.skipped, first) } ?? part.scalars.count

    // Where each character begins, in cells; one more for where the last ends.
    var glyphs: [(text: Unicode.Scalar, width: Int)] = []
    var cell = 0
    var begin: Int?
    var finish: Int?
    for (index, scalar) in part.scalars.enumerated() {
      if index == first { begin = cell }
      if index == last { finish = cell }
      let shown = scalar == "\t" ? " " : Cells.shown(scalar)
      let width = scalar == "\t" ? Self.tabWidth - cell % Self.tabWidth : Cells.width(of: shown)
      glyphs.append((shown, width))
      cell += width
    }
    let total = cell
    let marked = (begin ?? total)..<max(finish ?? total, begin ?? total)

    let window = Self.window(of: total, around: marked)
    let isCutInFront = part.skipped > 0 || window.lowerBound > 0
    let isCutBehind = part.isCut || window.upperBound < total
    var shown = String.UnicodeScalarView()
    if isCutInFront { shown.append("…") }
    cell = 0
    var firstCell: Int?
    for glyph in glyphs {
      defer { cell += glyph.width }
      guard cell >= window.lowerBound, cell + glyph.width <= window.upperBound else { continue }
      if firstCell == nil { firstCell = cell }
      // A tab is drawn as the spaces it stands for.
      for _ in 0..<(glyph.text == " " ? glyph.width : 1) { shown.append(glyph.text) }
    }
    while !isCutBehind, shown.last == " " { shown.removeLast() }
    if isCutBehind { shown.append("…") }
    text = String(shown)

    let origin = (firstCell ?? window.lowerBound) - (isCutInFront ? 1 : 0)
    indent = marked.lowerBound - origin
    length = max(min(marked.upperBound, window.upperBound) - marked.lowerBound, 1)
  }

  /// The characters of `line` that can be shown: all, or for a very long line those around the column `start`, so
  /// that a file of one line does not cost its whole length for each message.
  private static func part(
    of line: ArraySlice<UInt8>, around start: Int
  ) -> (scalars: [Unicode.Scalar], skipped: Int, isCut: Bool) {
    let skipped = start > 400 ? start - 1 - 200 : 0
    // A byte that goes on with a sequence does not begin a character.
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

  /// The cells to show of `total`.
  private static func window(of total: Int, around marked: Range<Int>) -> Range<Int> {
    guard total > widest else { return 0..<total }
    let start = marked.upperBound <= widest ? 0 : max(min(marked.lowerBound - lead, total - widest), 0)
    return start..<min(start + widest, total)
  }
}
