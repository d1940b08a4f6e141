import Terminal
import Testing

@Suite("A canvas: dots finer than cells")
struct CanvasTests {
  private func lines(_ dots: [(Int, Int)], _ repertoire: Repertoire = .unicode) -> [String] {
    var canvas = Canvas(columns: 3, rows: 2)
    for (x, y) in dots { canvas.dot(x, y, .plain) }
    var screen = Screen(columns: 5, rows: 3, repertoire: repertoire)
    screen.write("kept", column: 0, row: 0)
    canvas.draw(into: &screen, column: 1, row: 1)
    return screen.lines
  }

  @Test("each dot has its place in its cell, two beside and four above each other")
  func places() {
    let dots = [
      (0, 0, "⠁"), (1, 0, "⠈"), (0, 1, "⠂"), (1, 1, "⠐"), (0, 2, "⠄"), (1, 2, "⠠"), (0, 3, "⡀"), (1, 3, "⢀"),
    ]
    for (x, y, expected) in dots { #expect(lines([(x, y)]) == ["kept", " " + expected, ""]) }
  }

  @Test("a line goes through its cells, and cells without a dot stay as they were")
  func line() {
    #expect(lines((0..<6).map { ($0, $0) }) == ["kept", " ⠑⢄", "   ⠑"])
  }

  @Test("dots beside the canvas are none")
  func beside() {
    #expect(lines([(-1, 0), (0, -1), (6, 0), (0, 8), (.max, .min)]) == ["kept", "", ""])
  }

  @Test("in ASCII one sees whether the upper half of a cell has dots, the lower one, or both")
  func ascii() {
    #expect(lines([(0, 0), (2, 2), (4, 1), (5, 3)], .ascii) == ["kept", " '.:", ""])
  }
}
