import Diagnostics
import Linux
import Terminal

/// The terminal, for as long as something is drawn on all of it. Whoever sat there finds it as it was.
final class LiveTerminal {
  /// How long one picture may take to be taken: longer takes a terminal that is stopped, with Ctrl+S or altogether.
  private static let patience = Duration.milliseconds(200)

  private let tty: TTY
  private let repertoire = Repertoire(locale: Environment.value(of:))
  private var painter = Painter(usesColours: usesColours(on: .output))
  private var isTaken = false

  /// Whether standard output is a terminal on which one can draw.
  static var canDraw: Bool {
    StandardStream.output.isTerminal && !["", "dumb"].contains(Environment.value(of: "TERM") ?? "")
  }

  /// The terminal of this program; `take` takes it.
  /// - Throws: `SystemError`.
  init() throws { tty = try TTY() }

  deinit { giveBack() }

  /// The number, to wait for what is typed.
  var descriptor: CInt { tty.number }

  /// Takes the screen and the keys; also where another program had them for a while.
  /// - Throws: `SystemError`.
  func take() throws {
    isTaken = true
    painter.forget()
    try tty.takeKeys()
    try StandardStream.output.write(Painter.start, patience: Self.patience)
  }

  /// Gives the screen and the keys back. A terminal that is gone, or does not take anything, is left alone.
  func giveBack() {
    guard isTaken else { return }
    isTaken = false
    try? StandardStream.output.write(Painter.end, patience: Self.patience)
    try? tty.restore()
  }

  /// What was typed.
  /// - Throws: `SystemError`.
  func typed() throws -> [UInt8] { try tty.typed() }

  /// Somebody wrote over what is drawn, or the window has another size.
  func forget() { painter.forget() }

  /// Draws what `picture` makes of a size and the characters that there are.
  /// - Returns: false where the terminal does not take it now.
  /// - Throws: `SystemError`.
  func draw(_ picture: (_ columns: Int, _ rows: Int, Repertoire) -> Screen) throws -> Bool {
    let size = tty.size ?? (columns: 80, rows: 24)
    let text = painter.paint(picture(size.columns, size.rows, repertoire))
    guard !text.isEmpty else { return true }
    do {
      try StandardStream.output.write(text, patience: Self.patience)
      return true
    } catch {
      guard error.isTimeout else { throw error }
      // Some of it may be there.
      painter.forget()
      return false
    }
  }
}
