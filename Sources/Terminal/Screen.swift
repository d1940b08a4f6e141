internal import Diagnostics

/// What a terminal shows, cell by cell.
///
/// Whatever is written into it is shown as text: nothing in it can move the cursor, change a colour or ring a bell, and
/// no character is wider than the cells that it has here.
public struct Screen: Hashable, Sendable {
  /// A place for one narrow character, or half of one for a wide one.
  struct Cell: Hashable, Sendable {
    /// A character with what joins it; empty in the second half of a wide one.
    var text: String
    var style: Look
    /// How many cells it takes.
    var width = 1

    static let blank = Cell(text: " ", style: .plain)

    /// Whether every terminal agrees on how far it moves the cursor.
    var isSimple: Bool { width == 1 && text.unicodeScalars.count == 1 }
  }

  /// From left to right.
  public let columns: Int
  /// From top to bottom.
  public let rows: Int
  /// The characters that it is made of.
  public let repertoire: Repertoire
  private var cells: [Cell]

  /// More marks than these on one character are no script's.
  private static let mostMarks = 4

  /// A blank one.
  public init(columns: Int, rows: Int, repertoire: Repertoire = .unicode) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    self.repertoire = repertoire
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// A cell; blank beside the screen.
  subscript(_ column: Int, _ row: Int) -> Cell { has(column, row) ? cells[row * columns + column] : .blank }

  /// The lines, without the blanks at their ends.
  public var lines: [String] {
    (0..<rows).map { row in
      let line = (0..<columns).map { self[$0, row].text }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// Writes a line.
  /// - Parameters:
  ///   - room: how many cells it may take; what is longer is cut off, and ends with an ellipsis. Nil is all that there
  ///     are up to the screen's edge.
  public mutating func write(
    _ text: String, column: Int, row: Int, room: Int? = nil, style: Look = .plain
  ) {
    var column = column
    for cell in fitted(text, to: min(room ?? columns, columns - column), style) {
      put(cell, column, row)
      column += cell.width
    }
  }

  /// How many cells a line takes.
  public func width(of text: String) -> Int { laidOut(text, .plain).reduce(0) { $0 + $1.width } }

  private func fitted(_ text: String, to room: Int, _ style: Look) -> [Cell] {
    var cells = laidOut(text, style)
    var width = cells.reduce(0) { $0 + $1.width }
    guard width > room else { return cells }
    let ellipsis = laidOut("…", style)
    while width > max(room - ellipsis.count, 0), let last = cells.popLast() { width -= last.width }
    return cells + ellipsis.prefix(max(room - width, 0))
  }

  private func laidOut(_ text: String, _ style: Look) -> [Cell] {
    var cells: [Cell] = []
    for scalar in text.legible.unicodeScalars.flatMap({ repertoire.shown($0).unicodeScalars }) {
      let width = Cells.width(of: scalar)
      if width > 0 {
        cells.append(Cell(text: String(scalar), style: style, width: width))
      } else if let last = cells.indices.last, scalar.properties.generalCategory != .format,
        cells[last].text.unicodeScalars.count <= Self.mostMarks
      {
        cells[last].text.unicodeScalars.append(scalar)
      }
    }
    return cells
  }

  private mutating func put(_ cell: Cell, _ column: Int, _ row: Int) {
    guard has(column, row), has(column + cell.width - 1, row) else { return }
    // Half of a wide character is none.
    if self[column, row].width == 0 { self.set(.blank, column - 1, row) }
    if self[column + cell.width - 1, row].width == 2 { self.set(.blank, column + cell.width, row) }
    set(cell, column, row)
    if cell.width == 2 { set(Cell(text: "", style: cell.style, width: 0), column + 1, row) }
  }

  private mutating func set(_ cell: Cell, _ column: Int, _ row: Int) {
    if has(column, row) { cells[row * columns + column] = cell }
  }

  private func has(_ column: Int, _ row: Int) -> Bool {
    (0..<columns).contains(column) && (0..<rows).contains(row)
  }
}
