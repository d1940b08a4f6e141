/// A key as a Wayland client sees it.
struct WindowKey: Equatable, CustomStringConvertible {
  /// The keysym's name.
  var symbol: String
  var isPressed: Bool

  static func down(_ symbol: String) -> WindowKey { WindowKey(symbol: symbol, isPressed: true) }
  static func up(_ symbol: String) -> WindowKey { WindowKey(symbol: symbol, isPressed: false) }
  var description: String { (isPressed ? "+" : "-") + symbol }
}

/// What the pointer, or a key, did to the window.
enum WindowInput: Equatable {
  case key(WindowKey)
  /// A button by the kernel's number.
  case button(CInt, isPressed: Bool)
  /// Where the pointer is now, in pixels.
  case motion(x: Double, y: Double)
  /// How far to scroll, in the unit of motion.
  case scroll(Axis, Double)

  /// Which way a wheel goes.
  enum Axis { case vertical, horizontal }

  /// Whether the window is told of it many times for one thing that happened.
  var isMotion: Bool { if case .motion = self { true } else { false } }
}

extension WindowInput {
  /// What a line says that wev writes of a pointer; nil where that is none of these.
  init?(_ line: String) {
    // `button: serial: 9; time: 1234; button: 272 (left), state: 1 (pressed)`
    if line.contains("] button:"), let number = line.word(behind: "; button: ").flatMap({ CInt($0) }) {
      self = .button(number, isPressed: line.contains("(pressed)"))
      return
    }
    // `motion: time: 12675; x, y: 427.351562, 334.898438`
    if line.contains("] motion:"), let start = line.firstRange(of: "x, y: ") {
      let numbers = line[start.upperBound...].split(separator: ", ").compactMap { Double($0) }
      guard numbers.count == 2 else { return nil }
      self = .motion(x: numbers[0], y: numbers[1])
      return
    }
    // `axis: time: 12675; axis: 0 (vertical), value: 15.000000`
    if line.contains("] axis:"), let value = line.word(behind: "value: ").flatMap({ Double($0) }) {
      self = .scroll(line.contains("(vertical)") ? .vertical : .horizontal, value)
      return
    }
    return nil
  }
}

extension String {
  /// What stands between `label` and the next blank or mark.
  func word(behind label: String) -> String? {
    firstRange(of: label).map { String(self[$0.upperBound...].prefix { $0 != " " && $0 != "," }) }
  }
}
