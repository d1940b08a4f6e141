/// A drawing made of dots smaller than a terminal's cells: each cell has two columns and four rows of them, with about
/// equal distances in both directions.
///
///     ⠁ ⠈        braille patterns; with ASCII only, a cell shows whether
///     ⠂ ⠐        the upper two rows of dots have one ('), the lower two (.), or both (:)
///     ⠄ ⠠
///     ⡀ ⢀
public struct Canvas: Sendable {
  /// The number of dots in a cell.
  public static let dots = (across: 2, down: 4)
  /// The bit of each dot of a cell, row by row (Unicode, Braille Patterns).
  private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
  private static let upperBits: UInt8 = 0x01 | 0x08 | 0x02 | 0x10

  /// The width in cells.
  public let columns: Int
  /// The height in cells.
  public let rows: Int
  private var patterns: [UInt8]
  private var styles: [Look]

  /// An empty canvas of this size in cells.
  public init(columns: Int, rows: Int) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    patterns = Array(repeating: 0, count: self.columns * self.rows)
    styles = Array(repeating: .plain, count: self.columns * self.rows)
  }

  /// Sets a dot, counted from the top left corner. Its style applies to the whole cell. Dots outside the canvas are
  /// ignored.
  public mutating func dot(_ x: Int, _ y: Int, _ style: Look) {
    guard x >= 0, y >= 0, x < columns * Self.dots.across, y < rows * Self.dots.down else { return }
    let cell = y / Self.dots.down * columns + x / Self.dots.across
    patterns[cell] |= Self.bits[y % Self.dots.down * Self.dots.across + x % Self.dots.across]
    styles[cell] = style
  }

  /// Draws the canvas on a screen, with its top left corner at this cell. Cells without dots are not changed.
  public func draw(into screen: inout Screen, column: Int, row: Int) {
    for (index, pattern) in patterns.enumerated() where pattern != 0 {
      screen.write(
        Self.character(pattern, screen.repertoire), column: column + index % columns, row: row + index / columns,
        style: styles[index])
    }
  }

  private static func character(_ pattern: UInt8, _ repertoire: Repertoire) -> String {
    switch repertoire {
    case .unicode: return Unicode.Scalar(0x2800 + UInt32(pattern)).map { String($0) } ?? " "
    case .ascii:
      let isUpper = pattern & upperBits != 0
      return pattern & ~upperBits == 0 ? "'" : isUpper ? ":" : "."
    }
  }
}
