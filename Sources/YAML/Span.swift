internal import CYAML

/// A place in a YAML text.
public struct Mark: Hashable, Comparable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int

  /// A place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// libyaml counts from 0.
  init(_ mark: yaml_mark_t) { self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1) }

  /// Earlier in the text comes first.
  public static func < (left: Mark, right: Mark) -> Bool { (left.line, left.column) < (right.line, right.column) }
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
  init(at mark: Mark) { self.init(mark, Mark(line: mark.line, column: mark.column + 1)) }
}
