import HeadlessSway
import Linux
import Testing
import Time

@testable import Wayland

@Suite("A virtual keyboard and pointer", .serialized)
struct VirtualInputTests {
  /// A keymap with these keysyms on the keys from keycode 1.
  private func keymap(_ name: String, _ keysyms: [String]) -> String {
    let codes = keysyms.indices.map { "<K\($0)> = \($0 + 9);" }.joined(separator: " ")
    let symbols = keysyms.enumerated().map { "key <K\($0)> { [ \($1) ] };" }.joined(separator: " ")
    return """
      xkb_keymap {
        xkb_keycodes "\(name)" { minimum = 8; maximum = \(keysyms.count + 8); \(codes) };
        xkb_types "\(name)" { include "complete" };
        xkb_compatibility "\(name)" { include "complete" };
        xkb_symbols "\(name)" { \(symbols) };
      };
      """
  }

  /// A user's keymap.
  static let german = """
    xkb_keymap {
      xkb_keycodes { include "evdev+aliases(qwertz)" };
      xkb_types { include "complete" };
      xkb_compatibility { include "complete" };
      xkb_symbols { include "pc+de+inet(evdev)" };
    };
    """

  /// Presses and releases keys one after another.
  private func tap(_ codes: some Sequence<UInt32>, on keyboard: VirtualKeyboard) throws {
    for code in codes {
      try keyboard.key(code, isPressed: true, at: Timestamp.now)
      try keyboard.key(code, isPressed: false, at: Timestamp.now)
    }
  }

  @Test("a terminal receives text in any script as it was typed")
  func text() throws {
    let sway = try HeadlessSway()
    let display = try sway.connect()
    let keysyms = ["adiaeresis", "EuroSign", "U6F22", "U1F642", "Return"]
    let keyboard = try VirtualKeyboard(on: display, keymap: keymap(VirtualKeyboard.keymapName, keysyms))
    let file = "\(sway.folder.path)/typed"
    let foot = try sway.terminal(writing: file, on: display)
    try tap(1...5, on: keyboard)
    try display.run(otherwise: { "typed: \(contents(of: file)) \(foot.output)" }) {
      contents(of: file) == "ä€漢🙂\r"
    }
  }

  @Test("a shift modifier makes capitals until it is off; another keymap applies from the next key on")
  func modifiers() throws {
    let sway = try HeadlessSway()
    let display = try sway.connect()
    let keyboard = try VirtualKeyboard(on: display, keymap: keymap("sleight", ["a, A", "Return"]))
    let file = "\(sway.folder.path)/typed"
    let foot = try sway.terminal(writing: file, on: display)
    for shift in [0, 1, 0] as [UInt32] {
      try keyboard.set(VirtualKeyboard.Modifiers(depressed: shift))
      try tap([1], on: keyboard)
    }
    try keyboard.use(keymap: keymap("sleight", ["b", "Return"]))
    try tap([1, 2], on: keyboard)
    try display.run(otherwise: { "typed: \(contents(of: file)) \(foot.output)" }) { contents(of: file) == "aAab\r" }
  }

  @Test("keys are released when the keyboard is destroyed")
  func released() throws {
    let sway = try HeadlessSway()
    let display = try sway.connect()
    // With another virtual keyboard the seat keeps its capability, and the window its keyboard.
    let other = try VirtualKeyboard(on: display, keymap: keymap("sleight", ["a", "b"]))
    var keyboard: VirtualKeyboard? = try VirtualKeyboard(on: display, keymap: keymap("sleight", ["a", "b"]))
    let wev = try sway.window(on: display)
    try keyboard?.key(1, isPressed: true, at: Timestamp.now)
    try display.run(otherwise: { wev.output }) { wev.output.contains("state: 1 (pressed)") }
    #expect(!wev.output.contains("state: 0 (released)"))
    keyboard = nil
    try display.run(otherwise: { wev.output }) { wev.output.contains("state: 0 (released)") }
    withExtendedLifetime(other) {}
  }

  @Test("a window receives motion, buttons, wheel steps and finger scrolling as they were sent")
  func pointer() throws {
    let sway = try HeadlessSway()
    let display = try sway.connect()
    let pointer = try VirtualPointer(on: display)
    let wev = try sway.window(on: display)
    try sway.tell("seat - cursor set 400 300")
    try display.run(otherwise: { wev.output }) { wev.output.contains("wl_pointer] enter") }
    let now = Timestamp.now
    try pointer.move(x: 12.5, y: -20, at: now)
    try pointer.frame()
    for isPressed in [true, false] {
      try pointer.button(0x111, isPressed: isPressed, at: now)
      try pointer.frame()
    }
    try pointer.source(.wheel)
    try pointer.scroll(.vertical, steps: 2, by: 30, at: now)
    try pointer.frame()
    try pointer.source(.finger)
    try pointer.scroll(.horizontal, by: -7.25, at: now)
    try pointer.frame()
    try pointer.source(.finger)
    try pointer.stop(.horizontal, at: now)
    try pointer.frame()
    try display.run(otherwise: { wev.output }) { wev.output.contains("axis_stop") }
    for expected in [
      "x, y: 412.500000, 280.000000", "button: 273 (right), state: 1 (pressed)",
      "button: 273 (right), state: 0 (released)", "axis: 0 (vertical), value: 30.000000",
      "axis: 1 (horizontal), value: -7.250000", "discrete: 2",
    ] {
      #expect(wev.output.contains(expected), "\(expected)")
    }
    let sources = wev.output.split(separator: "\n").filter { $0.contains("axis_source") }
    #expect(sources.map { $0.contains("(wheel)") } == [true, false, false])
  }

  @Test("the user's keymap is known, and generated keymaps are not taken for it")
  func keymaps() throws {
    let sway = try HeadlessSway()
    let display = try sway.connect()
    var told = 0
    let seat = SeatKeyboard(of: display) { told += 1 }
    try display.roundTrip(within: .seconds(30))
    // No keyboard, no keymap.
    #expect(seat.keymap == nil)
    #expect(!seat.isPresent)

    let user = try sway.connect()
    let keyboard = try VirtualKeyboard(on: user, keymap: Self.german)
    try tap([30], on: keyboard)
    try user.roundTrip(within: .seconds(30))
    try display.run(otherwise: { "no keymap" }) { seat.keymap != nil }
    #expect(seat.isPresent)
    #expect(seat.keymap?.contains("adiaeresis") == true)
    let known = seat.keymap
    let before = told

    let typist = try VirtualKeyboard(on: display, keymap: keymap(VirtualKeyboard.keymapName, ["a"]))
    try tap([1], on: typist)
    try display.roundTrip(within: .seconds(30))
    try display.roundTrip(within: .seconds(30))
    #expect(seat.keymap == known, "another keymap")
    #expect(told == before)
    // The user's next key.
    try tap([30], on: keyboard)
    try user.roundTrip(within: .seconds(30))
    try display.roundTrip(within: .seconds(30))
    #expect(seat.keymap == known, "another keymap")
  }

  @Test("the user's keymap is known if this program types before it reads that keymap")
  func keymapBeforeTyping() throws {
    let sway = try HeadlessSway()
    let display = try sway.connect()
    let seat = SeatKeyboard(of: display)
    let typist = try VirtualKeyboard(on: display, keymap: keymap(VirtualKeyboard.keymapName, ["a"]))
    try display.roundTrip(within: .seconds(30))
    // The generated keymap is the seat's, and the one that sway gives a new keyboard first is not the user's.
    try display.roundTrip(within: .seconds(30))
    #expect(seat.keymap == nil)

    let user = try sway.connect()
    // The compositor handles the requests of both before it writes, so both keymaps arrive together.
    sway.compositor?.pause()
    let keyboard = try VirtualKeyboard(on: user, keymap: Self.german)
    try user.flush()
    try tap([1], on: typist)
    try display.flush()
    sway.compositor?.resume()
    try display.roundTrip(within: .seconds(30))
    #expect(seat.keymap?.contains("adiaeresis") == true)
    withExtendedLifetime(keyboard) {}
  }

  @Test("a compositor that does not read does not block: requests without room are refused, and succeed later")
  func full() throws {
    let sway = try HeadlessSway()
    let display = try sway.connect()
    let pointer = try VirtualPointer(on: display)
    try display.roundTrip(within: .seconds(30))
    sway.compositor?.pause()
    var sent = 0
    #expect(throws: WaylandError.full) {
      for _ in 0..<1_000_000 {
        try pointer.move(x: 1, y: 0, at: .zero)
        sent += 1
      }
    }
    #expect(sent > 1000)
    #expect(try display.flush() == false)
    #expect(throws: WaylandError.unanswered(.milliseconds(50))) { try display.roundTrip(within: .milliseconds(50)) }
    sway.compositor?.resume()
    try display.roundTrip(within: .seconds(30))
    try pointer.move(x: 1, y: 0, at: .zero)
    #expect(try display.flush())
  }
}
