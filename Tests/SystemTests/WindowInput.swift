/// A key as a Wayland client receives it.
struct WindowKey: Equatable, CustomStringConvertible {
  /// The keysym's name.
  var symbol: String
  var isPressed: Bool

  static func down(_ symbol: String) -> WindowKey { WindowKey(symbol: symbol, isPressed: true) }
  static func up(_ symbol: String) -> WindowKey { WindowKey(symbol: symbol, isPressed: false) }
  var description: String { (isPressed ? "+" : "-") + symbol }
}

/// Input to the window, from the pointer or a key.
enum WindowInput: Equatable {
  case key(WindowKey)
  /// A button, by the kernel's number.
  case button(CInt, isPressed: Bool)
  /// The position of the pointer, in pixels.
  case motion(x: Double, y: Double)
  /// A distance to scroll, in the unit of motion.
  case scroll(Axis, Double)

  /// The direction of a wheel.
  enum Axis { case vertical, horizontal }

  /// True if one movement gives many of these.
  var isMotion: Bool { if case .motion = self { true } else { false } }
}

extension WindowInput {
  /// The input in a line of wev's about a pointer; nil for any other line.
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
  /// The text from `label` to the next blank or punctuation mark.
  func word(behind label: String) -> String? {
    firstRange(of: label).map { String(self[$0.upperBound...].prefix { $0 != " " && $0 != "," }) }
  }
}
