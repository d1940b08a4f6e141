import Pictures
import Testing

@Suite("A canvas of dots smaller than cells")
struct CanvasTests {
  private func lines(_ dots: [(Int, Int)], _ repertoire: Repertoire = .unicode) -> [String] {
    var canvas = Canvas(columns: 3, rows: 2)
    for (x, y) in dots { canvas.dot(x, y, .plain) }
    var screen = Screen(columns: 5, rows: 3, repertoire: repertoire)
    screen.write("kept", column: 0, row: 0)
    canvas.draw(into: &screen, column: 1, row: 1)
    return screen.lines
  }

  @Test("maps each dot to its bit, two across and four down in a cell")
  func places() {
    let dots = [
      (0, 0, "⠁"), (1, 0, "⠈"), (0, 1, "⠂"), (1, 1, "⠐"), (0, 2, "⠄"), (1, 2, "⠠"), (0, 3, "⡀"), (1, 3, "⢀"),
    ]
    for (x, y, expected) in dots { #expect(lines([(x, y)]) == ["kept", " " + expected, ""]) }
  }

  @Test("draws a line through its cells, and leaves cells without dots unchanged")
  func line() {
    #expect(lines((0..<6).map { ($0, $0) }) == ["kept", " ⠑⢄", "   ⠑"])
  }

  @Test("ignores dots outside")
  func beside() {
    #expect(lines([(-1, 0), (0, -1), (6, 0), (0, 8), (.max, .min)]) == ["kept", "", ""])
  }

  @Test("shows in ASCII whether the upper half of a cell has dots, the lower one, or both")
  func ascii() {
    #expect(lines([(0, 0), (2, 2), (4, 1), (5, 3)], .ascii) == ["kept", " '.:", ""])
  }
}
