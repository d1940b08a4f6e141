/// Shows successive screens on a terminal by writing only what has changed.
public struct Painter: Sendable {
  /// Switches to the terminal's alternate screen and hides the cursor.
  public static let start = "\u{1b}[?1049h\u{1b}[?25l"
  /// Switches back to the normal screen and shows the cursor.
  public static let end = "\u{1b}[?2026l\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l"

  private let usesColours: Bool
  /// The screen that the terminal shows; nil if unknown.
  private var shown: Screen?

  /// Creates a painter that does not know what the terminal shows.
  /// - Parameter usesColours: true to use colours and weights.
  public init(usesColours: Bool) { self.usesColours = usesColours }

  /// Forgets what the terminal shows, after other output or a change of its size.
  public mutating func forget() { shown = nil }

  /// The output that makes the terminal show `screen`; empty if it does already. A terminal that supports synchronized
  /// updates (DEC mode 2026) shows all of it at once.
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
    /// The column of the cursor if it is in this row; nil if it is not, or if terminals differ about it.
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
