import Diagnostics
import Linux
import Pictures

/// The terminal while a full-screen picture is drawn on it; restored afterwards.
final class LiveTerminal {
  /// The longest time for writing one picture: only a stopped terminal takes longer, as after Ctrl+S.
  private static let patience = Duration.milliseconds(200)

  private let tty: TTY
  private let repertoire = Repertoire(locale: Environment.value(of:))
  private var painter = Painter(usesColours: usesColours(on: .output))
  private var isAcquired = false

  /// True if standard output is a terminal that can position the cursor.
  static var canDraw: Bool {
    StandardStream.output.isTerminal && !["", "dumb"].contains(Environment.value(of: "TERM") ?? "")
  }

  /// The terminal of this process; `acquire` takes it over.
  /// - Throws: `SystemError`.
  init() throws { tty = try TTY() }

  deinit { restore() }

  /// The descriptor to poll for input.
  var descriptor: CInt { tty.number }

  /// Acquires the screen and the keyboard, also after another program had them.
  /// - Throws: `SystemError`.
  func acquire() throws {
    isAcquired = true
    painter.forget()
    try tty.takeKeys()
    try StandardStream.output.write(Painter.start, patience: Self.patience)
  }

  /// Restores the screen and the keyboard. A terminal that is gone, or does not accept output, is left alone.
  func restore() {
    guard isAcquired else { return }
    isAcquired = false
    try? StandardStream.output.write(Painter.end, patience: Self.patience)
    try? tty.restore()
  }

  /// The input since the last call.
  /// - Throws: `SystemError`.
  func readKeys() throws -> [UInt8] { try tty.typed() }

  /// Invalidates the picture: it was overwritten, or the window was resized.
  func invalidate() { painter.forget() }

  /// Draws what `picture` returns for the terminal's size and characters.
  /// - Returns: false if the terminal does not accept it now.
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
      // Part of it may have been written.
      painter.forget()
      return false
    }
  }
}
