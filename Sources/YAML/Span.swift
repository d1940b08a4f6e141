internal import CYAML

/// A place in a YAML text.
public struct Mark: Hashable, Comparable, Sendable {
  // A tree has four of these for each value, so that their size is felt. No text is as long as to need more.
  private var lineNumber: Int32
  private var columnNumber: Int32
  private let fileNumber: Int32

  /// The line, from 1.
  public internal(set) var line: Int {
    get { Int(lineNumber) }
    set { lineNumber = Int32(clamping: newValue) }
  }
  /// The column, from 1, in Unicode scalars.
  public internal(set) var column: Int {
    get { Int(columnNumber) }
    set { columnNumber = Int32(clamping: newValue) }
  }
  /// Which text, where several are read: the number that `Node.parse` was given.
  public var file: Int { Int(fileNumber) }

  /// A place.
  public init(line: Int, column: Int, file: Int = 0) {
    lineNumber = Int32(clamping: line)
    columnNumber = Int32(clamping: column)
    fileNumber = Int32(clamping: file)
  }

  /// libyaml counts from 0.
  init(_ mark: yaml_mark_t, file: Int) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1, file: file)
  }

  /// Earlier in the text comes first, and a text of a lower number before the others.
  public static func < (left: Mark, right: Mark) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }

  /// The place this many characters further on the same line.
  public func advanced(by columns: Int) -> Mark { Mark(line: line, column: column + columns, file: file) }
}

/// A stretch of a YAML text.
public struct Span: Hashable, Sendable {
  /// Its first character.
  public var start: Mark
  /// The place behind its last character.
  public var end: Mark

  /// A stretch.
  public init(_ start: Mark, _ end: Mark) {
    self.start = start
    self.end = end
  }

  /// The one character at `mark`.
  init(at mark: Mark) { self.init(mark, mark.advanced(by: 1)) }
}
