/// A terminal that interprets a painter's output: its few escape sequences, and two rules of terminals: a wide
/// character occupies two cells, and overwriting half of one blanks the other half.
struct TerminalEmulator {
  let columns: Int
  let rows: Int
  /// The text of each cell; empty in the second half of a wide character.
  private(set) var cells: [String]
  /// The number of characters written.
  private(set) var written = 0
  /// The unknown sequences received.
  private(set) var unknown: [String] = []
  /// The SGR parameters received.
  private(set) var styles: Set<String> = []
  private var cursor = (column: 0, row: 0)

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: "x", count: columns * rows)
  }

  var lines: [String] {
    (0..<rows).map { row in
      let line = cells[(row * columns)..<((row + 1) * columns)].joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  mutating func interpret(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\u{1b}", rest.first == "[" else {
        write(scalar)
        continue
      }
      rest.removeFirst()
      let parameters = rest.prefix { !("@"..."~").contains($0) }
      rest = rest.dropFirst(parameters.count)
      execute(rest.popFirst() ?? " ", String(String.UnicodeScalarView(parameters)))
    }
  }

  private mutating func execute(_ final: Unicode.Scalar, _ parameters: String) {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    switch (final, parameters) {
    case ("H", _) where numbers.count == 2: cursor = (numbers[1] - 1, numbers[0] - 1)
    case ("J", "2"): cells = Array(repeating: " ", count: cells.count)
    case ("m", _): styles.insert(parameters)
    case ("h", "?2026"), ("l", "?2026"): break
    default: unknown.append("\(parameters)\(final)")
    }
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    written += 1
    let index = cursor.row * columns + cursor.column
    if scalar.properties.generalCategory == .nonspacingMark {
      cells[index - 1] += String(scalar)
      return
    }
    guard cursor.column < columns, cells.indices.contains(index) else {
      unknown.append("\(scalar) beside the screen")
      return
    }
    let isWide = scalar.properties.isEmojiPresentation || (0x4e00...0x9fff).contains(scalar.value)
    for half in 0..<(isWide ? 2 : 1) { clear(index + half) }
    cells[index] = String(scalar)
    if isWide { cells[index + 1] = "" }
    cursor.column += isWide ? 2 : 1
  }

  /// Blanks the character in a cell.
  private mutating func clear(_ index: Int) {
    if cells[index].isEmpty { cells[index - 1] = " " }
    if cells.indices.contains(index + 1), cells[index + 1].isEmpty { cells[index + 1] = " " }
    cells[index] = " "
  }
}
