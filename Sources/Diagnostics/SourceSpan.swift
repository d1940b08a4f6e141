/// A place in a file.
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int

  /// A place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Earlier in the file comes first.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A stretch of one of the files that are spoken of.
public struct SourceSpan: Hashable, Sendable {
  /// Its first character.
  public var start: SourcePosition
  /// The place behind its last character; equal to `start` where something is missing.
  public var end: SourcePosition
  /// The file's number in `SourceFiles`.
  public var file: Int

  /// A stretch.
  public init(_ start: SourcePosition, _ end: SourcePosition, file: Int = 0) {
    self.start = start
    self.end = end
    self.file = file
  }
}
