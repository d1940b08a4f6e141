internal import Diagnostics

/// The contents of a terminal's screen, cell by cell.
///
/// All text is made harmless: it cannot move the cursor, change a colour or ring a bell, and no character is wider than
/// its cells.
public struct Screen: Hashable, Sendable {
  /// A cell, for one narrow character or half of a wide one.
  struct Cell: Hashable, Sendable {
    /// A character with its combining marks; empty in the second half of a wide one.
    var text: String
    var style: Look
    /// The number of cells that it occupies.
    var width = 1

    static let blank = Cell(text: " ", style: .plain)

    /// True if all terminals move the cursor equally far for it.
    var isSimple: Bool { width == 1 && text.unicodeScalars.count == 1 }
  }

  /// The width in cells.
  public let columns: Int
  /// The height in cells.
  public let rows: Int
  /// The characters that may be shown.
  public let repertoire: Repertoire
  private var cells: [Cell]

  /// The maximum number of combining marks on a character; no script has more.
  private static let maxMarks = 4

  /// A blank screen.
  public init(columns: Int, rows: Int, repertoire: Repertoire = .unicode) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    self.repertoire = repertoire
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// A cell; blank outside the screen.
  subscript(_ column: Int, _ row: Int) -> Cell { contains(column, row) ? cells[row * columns + column] : .blank }

  /// The lines, without trailing blanks.
  public var lines: [String] {
    (0..<rows).map { row in
      let line = (0..<columns).map { self[$0, row].text }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// Writes a line.
  /// - Parameters:
  ///   - room: the maximum number of cells; longer text is truncated and ends with an ellipsis. Nil is the rest of the
  ///     row.
  public mutating func write(
    _ text: String, column: Int, row: Int, room: Int? = nil, style: Look = .plain
  ) {
    var column = column
    for cell in truncated(text, to: min(room ?? columns, columns - column), style) {
      put(cell, column, row)
      column += cell.width
    }
  }

  /// The number of cells of a line.
  public func width(of text: String) -> Int { layout(of: text, .plain).reduce(0) { $0 + $1.width } }

  private func truncated(_ text: String, to room: Int, _ style: Look) -> [Cell] {
    var cells = layout(of: text, style)
    var width = cells.reduce(0) { $0 + $1.width }
    guard width > room else { return cells }
    let ellipsis = layout(of: "…", style)
    while width > max(room - ellipsis.count, 0), let last = cells.popLast() { width -= last.width }
    return cells + ellipsis.prefix(max(room - width, 0))
  }

  private func layout(of text: String, _ style: Look) -> [Cell] {
    var cells: [Cell] = []
    for scalar in text.legible.unicodeScalars.flatMap({ repertoire.text(for: $0).unicodeScalars }) {
      let width = Cells.width(of: scalar)
      if width > 0 {
        cells.append(Cell(text: String(scalar), style: style, width: width))
      } else if let last = cells.indices.last, scalar.properties.generalCategory != .format,
        cells[last].text.unicodeScalars.count <= Self.maxMarks
      {
        cells[last].text.unicodeScalars.append(scalar)
      }
    }
    return cells
  }

  private mutating func put(_ cell: Cell, _ column: Int, _ row: Int) {
    guard contains(column, row), contains(column + cell.width - 1, row) else { return }
    // Overwriting half of a wide character blanks the other half.
    if self[column, row].width == 0 { self.set(.blank, column - 1, row) }
    if self[column + cell.width - 1, row].width == 2 { self.set(.blank, column + cell.width, row) }
    set(cell, column, row)
    if cell.width == 2 { set(Cell(text: "", style: cell.style, width: 0), column + 1, row) }
  }

  private mutating func set(_ cell: Cell, _ column: Int, _ row: Int) {
    if contains(column, row) { cells[row * columns + column] = cell }
  }

  private func contains(_ column: Int, _ row: Int) -> Bool {
    (0..<columns).contains(column) && (0..<rows).contains(row)
  }
}

/// The characters that a terminal can show.
public enum Repertoire: Hashable, Sendable {
  /// All of Unicode.
  case unicode
  /// ASCII only.
  case ascii

  /// The repertoire of the locale, by the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty, as in POSIX.
  /// - Parameter value: the value of an environment variable; nil if it is not set.
  public init(locale value: (String) -> String?) {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(value).first { !$0.isEmpty } ?? ""
    let codeset = name.split(separator: ".", maxSplits: 1).dropFirst().first?.split(separator: "@").first ?? ""
    self = ["utf-8", "utf8"].contains(codeset.lowercased()) ? .unicode : .ascii
  }

  func text(for scalar: Unicode.Scalar) -> String {
    guard self == .ascii, !scalar.isASCII else { return String(scalar) }
    switch scalar {
    case "\u{a0}": return " "
    case "°": return " deg"
    case "…": return "..."
    case "×": return "x"
    case "─": return "-"
    case "│": return "|"
    case "┌", "┐", "└", "┘": return "+"
    default: return "?"
    }
  }
}
