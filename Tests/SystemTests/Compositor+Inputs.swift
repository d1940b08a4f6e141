internal import Glibc

extension Compositor {
  /// The keys the window has received, in order.
  var keys: [Key] {
    // wev prints two lines for a key: `[13:  wl_keyboard] key: serial: 5; time: 9; key: 28; state: 1 (pressed)` and
    // `                      sym: Return (65293), utf8: ''`. It asks for a keyboard each time the seat's devices
    // change, and is told of every key by each of its keyboards: the first one's word is enough.
    let keyboard = window.lines().first { $0.contains("wl_keyboard]") }?.prefix { $0 != "]" } ?? "["
    var keys: [Key] = []
    var isPressed: Bool?
    for line in window.lines() {
      if line.contains("wl_keyboard] key:") {
        isPressed = line.hasPrefix(keyboard) ? line.contains("(pressed)") : nil
      } else if let pressed = isPressed, let start = line.firstRange(of: "sym: ") {
        keys.append(Key(symbol: String(line[start.upperBound...].prefix { $0 != " " }), isPressed: pressed))
        isPressed = nil
      }
    }
    return keys
  }

  /// Waits until the window has received as many keys as `expected` has, and gives all it has received a little later.
  func waitForKeys(_ expected: [Key]) throws -> [Key] {
    try wait(otherwise: { "the window received \(self.keys), not \(expected)" }) {
      keys.count >= expected.count ? () : nil
    }
    rest(for: .milliseconds(300))
    return keys
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
        if let input = WindowInput(line) { inputs.append(input) }
      }
    }
    return inputs
  }

  /// Waits until what the window has received, but for motion, is `expected`, and gives it all a little later.
  func waitForInputs(_ expected: [Input]) throws -> [Input] {
    try wait(otherwise: { "the window received \(self.inputs), not \(expected)" }) {
      inputs.count { !$0.isMotion } >= expected.count ? () : nil
    }
    rest(for: .milliseconds(300))
    return inputs
  }

  /// Where fingers landed in the window and moved, in order and in pixels.
  var touches: [Surface.Place] {
    // `[15:        wl_touch] motion: time: 12675; id: 0; x, y: 427.351562, 334.898438`
    window.lines().filter { $0.contains("wl_touch]") }.compactMap { line in
      guard let start = line.firstRange(of: "x, y: ") else { return nil }
      let numbers = line[start.upperBound...].split(separator: ", ").compactMap { Double($0) }
      return numbers.count == 2 ? Surface.Place(x: numbers[0], y: numbers[1]) : nil
    }
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
