/// A position in a file.
public struct Mark: Hashable, Comparable, Sendable {
  // 32 bits each, since every value in a tree has four marks; longer texts are refused.
  private var lineNumber: Int32
  private var columnNumber: Int32
  private let fileNumber: Int32

  /// The line, from 1.
  public var line: Int {
    get { Int(lineNumber) }
    set { lineNumber = Int32(clamping: newValue) }
  }
  /// The column, from 1, in Unicode scalars.
  public var column: Int {
    get { Int(columnNumber) }
    set { columnNumber = Int32(clamping: newValue) }
  }
  /// The file's number in `SourceFiles`.
  public var file: Int { Int(fileNumber) }

  /// A mark at this position.
  public init(line: Int, column: Int, file: Int = 0) {
    lineNumber = Int32(clamping: line)
    columnNumber = Int32(clamping: column)
    fileNumber = Int32(clamping: file)
  }

  /// Orders by file number, then by position.
  public static func < (left: Mark, right: Mark) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }

  /// The mark this many characters later on the same line.
  public func advanced(by columns: Int) -> Mark { Mark(line: line, column: column + columns, file: file) }
}

/// A range of a file.
public struct Span: Hashable, Sendable {
  /// The first character.
  public var start: Mark
  /// The position after the last character; equal to `start` if something is missing there.
  public var end: Mark

  /// A span from `start` to `end`.
  public init(_ start: Mark, _ end: Mark) {
    self.start = start
    self.end = end
  }

  /// The character at `mark`.
  public init(at mark: Mark) { self.init(mark, mark.advanced(by: 1)) }

  /// The file's number in `SourceFiles`.
  public var file: Int { start.file }
}
