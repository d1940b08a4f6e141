import Pictures
import Testing

@Suite("A screen, which consists of cells")
struct ScreenTests {
  private func line(_ text: String, columns: Int = 20, room: Int? = nil, _ repertoire: Repertoire = .unicode) -> String
  {
    var screen = Screen(columns: columns, rows: 1, repertoire: repertoire)
    screen.write(text, column: 0, row: 0, room: room)
    return screen.lines[0]
  }

  @Test("truncates long text with an ellipsis to the available room")
  func tooLong() {
    #expect(line("a long line of text", columns: 9) == "a long l…")
    #expect(line("a long line of text", room: 9) == "a long l…")
    #expect(line("a long line of text", columns: 9, .ascii) == "a long...")
    #expect(line("three cells", room: 3) == "th…")
    #expect(line("no room", room: 0) == "")
    // A wide character that does not fit is left out as a whole.
    #expect(line("漢字漢字", columns: 6) == "漢字…")
    #expect(line("漢字漢字", columns: 8) == "漢字漢字")
  }

  @Test("ignores text outside")
  func beside() {
    var screen = Screen(columns: 4, rows: 2)
    screen.write("above", column: 0, row: -1)
    screen.write("below", column: 0, row: 2)
    screen.write("beside", column: 4, row: 0)
    screen.write("ab", column: -1, row: 0)
    screen.write("cd", column: 3, row: 1)
    #expect(screen.lines == ["b", "   …"])
  }

  @Test(
    "blanks the other half of an overwritten wide character",
    arguments: [(0, "a 字"), (1, " a字"), (2, "漢a"), (3, "漢 a")])
  func halves(column: Int, expected: String) {
    var screen = Screen(columns: 4, rows: 1)
    screen.write("漢字", column: 0, row: 0)
    screen.write("a", column: column, row: 0)
    #expect(screen.lines == [expected])
  }

  @Test("contains nothing that the terminal would interpret")
  func controls() {
    #expect(line("a\u{1b}[2Jb\u{7}\u{9b}c\nd") == "a␛[2Jb␇\u{fffd}c␊d")
    #expect(line("\u{202e}desrever") == "\u{fffd}desrever")
    #expect(line("a\u{1b}[31mb", .ascii) == "a?[31mb")
  }

  @Test("limits combining marks, and ignores those without a character")
  func marks() {
    #expect(line("e\u{301}a") == "e\u{301}a")
    #expect(line("\u{301}a") == "a")
    let stacked = line("a" + String(repeating: "\u{301}", count: 50) + "b")
    #expect(stacked.unicodeScalars.count == 6)
    #expect(Screen(columns: 9, rows: 1).width(of: "e\u{301}漢") == 3)
  }

  @Test("replaces other characters in ASCII by similar ones or question marks")
  func ascii() {
    #expect(line("12° × 3…", .ascii) == "12 deg x 3...")
    #expect(line("┌─│ä漢", .ascii) == "+-|??")
  }

  @Test(
    "has the repertoire of the locale, by the most specific variable",
    arguments: [
      (["LANG": "en_GB.UTF-8"], Repertoire.unicode), (["LANG": "C.utf8"], .unicode), (["LANG": "de_DE@euro"], .ascii),
      (["LANG": "de_DE.UTF-8@euro"], .unicode), ([:], .ascii), (["LANG": "C"], .ascii),
      (["LANG": "en_GB.UTF-8", "LC_ALL": "C"], .ascii), (["LANG": "C", "LC_CTYPE": "C.UTF-8"], .unicode),
      (["LANG": "C.UTF-8", "LC_ALL": ""], .unicode), (["LANG": "en_GB.ISO-8859-1"], .ascii),
    ])
  func locale(variables: [String: String], expected: Repertoire) {
    #expect(Repertoire { variables[$0] } == expected)
  }
}
