import Pictures
import Testing

@Suite("A painter, which writes what has changed")
struct PainterTests {
  private func screen(_ lines: String..., columns: Int = 12, style: Look = .plain) -> Screen {
    var screen = Screen(columns: columns, rows: lines.count)
    for (row, line) in lines.enumerated() { screen.write(line, column: 0, row: row, style: style) }
    return screen
  }

  @Test("clears a terminal whose contents are unknown")
  func first() {
    var painter = Painter(usesColours: true)
    var terminal = TerminalEmulator(columns: 12, rows: 2)
    terminal.interpret(painter.paint(screen("one", "two")))
    #expect(terminal.lines == ["one", "two"])
    #expect(terminal.unknown == [])
  }

  @Test("writes nothing for the same screen")
  func same() {
    var painter = Painter(usesColours: true)
    #expect(painter.paint(screen("one", "two")) != "")
    #expect(painter.paint(screen("one", "two")) == "")
    painter.forget()
    #expect(painter.paint(screen("one", "two")) != "")
  }

  @Test("writes one character for one changed cell, in a synchronized update")
  func oneCell() {
    var painter = Painter(usesColours: false)
    _ = painter.paint(screen("one", "two"))
    #expect(painter.paint(screen("one", "tao")) == "\u{1b}[?2026h\u{1b}[2;2Ha\u{1b}[?2026l")
  }

  @Test("redraws a screen of another size")
  func otherSize() {
    var painter = Painter(usesColours: false)
    _ = painter.paint(screen("one"))
    var terminal = TerminalEmulator(columns: 5, rows: 2)
    terminal.interpret(painter.paint(screen("one", "two", columns: 5)))
    #expect(terminal.lines == ["one", "two"])
  }

  @Test("uses colours if enabled, resets them at the end, and otherwise writes no SGR sequences")
  func colours() {
    var painter = Painter(usesColours: true)
    _ = painter.paint(screen(""))
    #expect(
      painter.paint(screen("ab", style: Look(.red, .bold)))
        == "\u{1b}[?2026h\u{1b}[1;1H\u{1b}[0;1;31mab\u{1b}[0m\u{1b}[?2026l")
    var plain = Painter(usesColours: false)
    var terminal = TerminalEmulator(columns: 12, rows: 1)
    _ = plain.paint(screen(""))
    terminal.interpret(plain.paint(screen("ab", style: Look(.red, .bold))))
    #expect(terminal.styles == [])
  }

  @Test("makes the terminal show the screen, whatever it showed before", arguments: 0..<40)
  func anything(seed: Int) {
    var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let words = ["a", "bc", "漢", "字x", "🙂", "e\u{301}", "⠛⡀", "   ", "long enough to be cut"]
    let styles = [Look.plain, Look(.red), Look(.cyan, .bold), Look(nil, .faint)]
    var painter = Painter(usesColours: true)
    var terminal = TerminalEmulator(columns: 11, rows: 5)
    var screen = Screen(columns: 11, rows: 5)
    for _ in 0..<60 {
      if random(9) == 0 { screen = Screen(columns: 11, rows: 5) }
      for _ in 0..<random(6) {
        screen.write(
          words[random(words.count)], column: random(12) - 1, row: random(5), style: styles[random(styles.count)])
      }
      terminal.interpret(painter.paint(screen))
      #expect(terminal.lines == screen.lines)
    }
    #expect(terminal.unknown == [])
  }
}
