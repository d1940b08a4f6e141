/// A window of wev's, which writes what it receives. Each line is read and parsed once, however often the result is
/// used.
final class Window {
  /// The program.
  let program: Program
  private let log: Tail
  private var lines: [String] = []
  // wev requests a keyboard and a pointer each time the seat's devices change, and each of them receives every event:
  // those of the first one suffice.
  private var keyboard: Substring?
  private var pointer: Substring?
  /// The state of the key whose name is in the next line; nil for one of another keyboard.
  private var isPressed: Bool?
  private var received: [WindowInput] = []
  private var pressed: [WindowKey] = []
  private var positions: [Surface.Point] = []
  private var pointerSites: [Surface.Point] = []
  private var touchNames: [String] = []
  private var touch: Substring?
  private var text = ""

  /// Opens a window, and waits until it has the focus.
  init(environment: [String: String]) throws {
    // Without this, its output would come in blocks of 4096 bytes.
    program = try Program(["stdbuf", "-oL", "wev"], environment: environment)
    log = Tail(program.path(of: .output))
    try wait(otherwise: { "the window does not get the focus: \(self.program)" }) {
      update()
      return lines.contains { $0.contains("activated") || $0.contains("wl_keyboard] enter") } ? () : nil
    }
  }

  /// Keys and pointer input, in order.
  var inputs: [WindowInput] { updated().received }
  /// The keys, in order.
  var keys: [WindowKey] { updated().pressed }
  /// The positions of fingers that landed or moved, in order, in pixels.
  var touches: [Surface.Point] { updated().positions }
  /// The positions at which the pointer entered the window or moved, in order, in pixels.
  var pointerPositions: [Surface.Point] { updated().pointerSites }
  /// The names of the touch events, in order: down, motion, up, frame, cancel.
  var touchEvents: [String] { updated().touchNames }
  /// The text that the keys gave.
  var typed: String { updated().text }

  /// Waits for a line of its log that contains `words`.
  func waitForLine(containing words: String) throws {
    try wait(otherwise: { "no line with \"\(words)\" from \(self.program)" }) { hasLine(containing: words) ? () : nil }
  }

  /// True if a line of its log contains `words`.
  func hasLine(containing words: String) -> Bool { updated().lines.contains { $0.contains(words) } }

  /// True while it has the keyboard.
  var hasKeyboard: Bool {
    updated().lines.last { $0.contains("wl_keyboard] enter") || $0.contains("wl_keyboard] leave") }?
      .contains("] enter") == true
  }

  /// True while the pointer is in it.
  var isUnderPointer: Bool {
    updated().lines.last { $0.contains("wl_pointer] enter") || $0.contains("wl_pointer] leave") }?
      .contains("] enter") == true
  }

  /// The states of the window that the compositor has sent last: `fullscreen`, `activated`.
  var states: [Substring] {
    let lines = updated().lines
    guard let index = lines.lastIndex(where: { $0.contains("xdg_toplevel] configure") }), index + 1 < lines.count,
      lines[index + 1].first == " "
    else { return [] }
    return lines[index + 1].split(separator: " ")
  }

  private func updated() -> Window {
    update()
    return self
  }

  private func update() {
    for line in log.lines() {
      parse(line)
      lines.append(line)
    }
  }

  private func parse(_ line: String) {
    // wev prints two lines for a key: `[13:  wl_keyboard] key: serial: 5; time: 9; key: 28; state: 1 (pressed)` and
    // `                      sym: Return (65293), utf8: ''`.
    if let isPressed, let symbol = line.word(behind: "sym: ") {
      let key = WindowKey(symbol: symbol, isPressed: isPressed)
      pressed.append(key)
      received.append(.key(key))
      if isPressed, let start = line.firstRange(of: "utf8: '") {
        text += line[start.upperBound...].prefix { $0 != "'" }
      }
      self.isPressed = nil
    }
    guard line.first == "[", let end = line.firstIndex(of: "]") else { return }
    let teller = line[..<end]
    if teller.hasSuffix("wl_keyboard") {
      keyboard = keyboard ?? teller
      if line.contains("] key:") { isPressed = teller == keyboard ? line.contains("(pressed)") : nil }
    } else if teller.hasSuffix("wl_pointer") {
      pointer = pointer ?? teller
      if teller == pointer {
        if let input = WindowInput(line) { received.append(input) }
        if let position = Self.position(in: line) { pointerSites.append(position) }
      }
    } else if teller.hasSuffix("wl_touch") {
      touch = touch ?? teller
      if teller == touch, let name = line[end...].dropFirst(2).split(whereSeparator: { " :".contains($0) }).first {
        touchNames.append(String(name))
      }
      if let position = Self.position(in: line) { positions.append(position) }
    }
  }

  /// The position in `[15:        wl_touch] motion: time: 12675; id: 0; x, y: 427.351562, 334.898438`; nil if there is
  /// none.
  private static func position(in line: String) -> Surface.Point? {
    guard let start = line.firstRange(of: "x, y: ") else { return nil }
    let numbers = line[start.upperBound...].split(separator: ", ").compactMap { Double($0) }
    return numbers.count == 2 ? Surface.Point(x: numbers[0], y: numbers[1]) : nil
  }
}
