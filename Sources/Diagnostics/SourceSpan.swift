/// A position in a file.
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int

  /// A position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Orders by line, then by column.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A range of a file.
public struct SourceSpan: Hashable, Sendable {
  /// The first character.
  public var start: SourcePosition
  /// The position after the last character; equal to `start` if something is missing there.
  public var end: SourcePosition
  /// The file's number in `SourceFiles`.
  public var file: Int

  /// A span from `start` to `end`.
  public init(_ start: SourcePosition, _ end: SourcePosition, file: Int = 0) {
    self.start = start
    self.end = end
    self.file = file
  }
}
