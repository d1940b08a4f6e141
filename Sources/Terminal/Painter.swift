/// Makes a terminal show one screen after the other, by what has changed and no more.
public struct Painter: Sendable {
  /// Turns to a screen of the terminal's own that nothing scrolls off, without a cursor.
  public static let start = "\u{1b}[?1049h\u{1b}[?25l"
  /// Turns back to what was there before.
  public static let end = "\u{1b}[?2026l\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l"

  private let usesColours: Bool
  /// What the terminal shows; nil where nobody knows.
  private var shown: Screen?

  /// A painter who knows nothing of what the terminal shows.
  /// - Parameter usesColours: whether to use colours and weights at all.
  public init(usesColours: Bool) { self.usesColours = usesColours }

  /// Somebody else wrote on the terminal, or it has another size.
  public mutating func forget() { shown = nil }

  /// What makes the terminal show `screen`; empty where it does already. A terminal that knows synchronized updates (DEC
  /// mode 2026) shows all of it at once.
  public mutating func paint(_ screen: Screen) -> String {
    var text = ""
    var old = shown
    if old?.columns != screen.columns || old?.rows != screen.rows { old = nil }
    if old == nil { text = "\u{1b}[0m\u{1b}[2J" }
    let known = old ?? Screen(columns: screen.columns, rows: screen.rows)
    var style = Look.plain
    for row in 0..<screen.rows { paint(screen, over: known, row: row, &style, into: &text) }
    shown = screen
    guard !text.isEmpty else { return "" }
    return "\u{1b}[?2026h" + text + (style == .plain ? "" : Look.plain.sequence) + "\u{1b}[?2026l"
  }

  private func paint(_ screen: Screen, over known: Screen, row: Int, _ style: inout Look, into text: inout String) {
    /// Where the cursor is in this row; nil where it is not, or terminals differ about it.
    var cursor: Int?
    for column in 0..<screen.columns {
      let cell = screen[column, row]
      guard cell.width > 0, cell != known[column, row] else { continue }
      if cursor != column { text += "\u{1b}[\(row + 1);\(column + 1)H" }
      if usesColours, cell.style != style {
        text += cell.style.sequence
        style = cell.style
      }
      text += cell.text
      cursor = cell.isSimple ? column + 1 : nil
    }
  }
}
