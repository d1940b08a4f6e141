internal import Glibc

extension Sway {
  /// What the pointer, or a key, did to the window.
  enum Input: Equatable {
    case key(Key)
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

  /// All that the window has received, in order.
  var inputs: [Input] {
    // wev asks for a keyboard and a pointer each time the seat's devices change, and each of them is told of everything:
    // the first one's word is enough.
    let lines = window.lines()
    let tellers = ["wl_keyboard]", "wl_pointer]"].compactMap { kind in
      lines.first { $0.contains(kind) }?.prefix { $0 != "]" }
    }
    var inputs: [Input] = []
    var isPressed: Bool?
    for line in lines {
      if let pressed = isPressed, let symbol = line.word(behind: "sym: ") {
        inputs.append(.key(Key(symbol: symbol, isPressed: pressed)))
        isPressed = nil
      }
      guard tellers.contains(where: { line.hasPrefix($0) }) else { continue }
      if line.contains("wl_keyboard] key:") {
        isPressed = line.contains("(pressed)")
      } else if line.contains("wl_pointer]") {
        if let input = Self.pointerInput(line) { inputs.append(input) }
      }
    }
    return inputs
  }

  private static func pointerInput(_ line: String) -> Input? {
    // `button: serial: 9; time: 1234; button: 272 (left), state: 1 (pressed)`
    if line.contains("] button:") {
      guard let number = line.word(behind: "; button: ").flatMap({ CInt($0) }) else { return nil }
      return .button(number, isPressed: line.contains("(pressed)"))
    }
    // `motion: time: 12675; x, y: 427.351562, 334.898438`
    if line.contains("] motion:"), let start = line.firstRange(of: "x, y: ") {
      let numbers = line[start.upperBound...].split(separator: ", ").compactMap { Double($0) }
      return numbers.count == 2 ? .motion(x: numbers[0], y: numbers[1]) : nil
    }
    // `axis: time: 12675; axis: 0 (vertical), value: 15.000000`
    if line.contains("] axis:"), let value = line.word(behind: "value: ").flatMap({ Double($0) }) {
      return .scroll(line.contains("(vertical)") ? .vertical : .horizontal, value)
    }
    return nil
  }

  /// Waits until what the window has received, but for motion, is `expected`, and gives it all a little later.
  func waitForInputs(_ expected: [Input]) throws -> [Input] {
    try wait(otherwise: { "the window received \(self.inputs), not \(expected)" }) {
      inputs.count { !$0.isMotion } >= expected.count ? () : nil
    }
    rest(for: .milliseconds(300))
    return inputs
  }

  /// The text that the window's keys gave.
  var typed: String {
    let lines = window.lines()
    guard let teller = lines.first(where: { $0.contains("wl_keyboard]") })?.prefix(while: { $0 != "]" }) else {
      return ""
    }
    var text = ""
    var isPressed = false
    for line in lines {
      if line.contains("wl_keyboard] key:") {
        isPressed = line.hasPrefix(teller) && line.contains("(pressed)")
      } else if isPressed, let start = line.firstRange(of: "utf8: '") {
        text += line[start.upperBound...].prefix { $0 != "'" }
        isPressed = false
      }
    }
    return text
  }
}

extension String {
  /// What stands between `label` and the next blank or mark.
  fileprivate func word(behind label: String) -> String? {
    firstRange(of: label).map { String(self[$0.upperBound...].prefix { $0 != " " && $0 != "," }) }
  }
}
