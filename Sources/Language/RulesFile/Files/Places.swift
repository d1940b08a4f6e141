internal import Diagnostics

/// The present places of marks in entries that were decoded in earlier texts.
struct Places: Sendable {
  /// The first number of marks in the frame of a file: it and the number of the file.
  static let firstOfFrames = 1 << 20
  /// The first number of marks in entries that were parsed alone.
  static let firstOfEntries = 1 << 21

  /// Lines that stand together, in the marks and in the present text.
  private struct Block {
    var number: Int
    var lines: Range<Int>
    var shift: Int
    var file: Int
  }

  /// The blocks, in the order of their marks.
  private var blocks: [Block] = []

  /// The places as they are.
  init() {}

  /// The places of the entries of all files.
  init(_ files: [CheckMemory.File]) {
    for (number, file) in files.enumerated() {
      let (ends, records) = (file.text.allLines.dropFirst(), file.entries.records)
      for (record, end) in zip(records, ends) {
        let lines = record.line..<end - record.shift
        if let last = blocks.last, last.file == number, last.number == record.number, last.shift == record.shift,
          last.lines.upperBound == lines.lowerBound
        {
          blocks[blocks.count - 1].lines = last.lines.lowerBound..<lines.upperBound
        } else {
          blocks.append(Block(number: record.number, lines: lines, shift: record.shift, file: number))
        }
      }
    }
    blocks.sort { ($0.number, $0.lines.lowerBound) < ($1.number, $1.lines.lowerBound) }
  }

  func place(_ mark: Mark) -> Mark {
    if (Self.firstOfFrames..<Self.firstOfEntries).contains(mark.file) {
      return Mark(line: mark.line, column: mark.column, file: mark.file - Self.firstOfFrames)
    }
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if (blocks[middle].number, blocks[middle].lines.lowerBound) <= (mark.file, mark.line) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0, case let block = blocks[low - 1], block.number == mark.file, block.lines.contains(mark.line) else {
      return mark
    }
    return Mark(line: mark.line + block.shift, column: mark.column, file: block.file)
  }

  func place(_ span: Span) -> Span { Span(place(span.start), place(span.end)) }

  /// The message at its present place.
  func place(_ message: Diagnostic) -> Diagnostic {
    Diagnostic(
      message.severity, id: message.id, message.message, at: message.span.map { place($0) }, of: message.file,
      suggestion: message.suggestion, help: message.help,
      notes: message.notes.map { .init($0.message, at: $0.span.map { place($0) }) })
  }
}
