internal import Glibc
internal import JSONLines
internal import Testing

extension InADesktop {
  @Suite final class TheDaemon {
    private let desktop: LiveDesktop

    init() throws { desktop = try LiveDesktop() }

    @Test(
      "knows application, title and fullscreen of the focused window, over fifty changes of the focus",
      .enabled(if: LiveDesktop.hasTerminal, "foot 1.13 ends on KWin's virtual output"))
    func focus() throws {
      let daemon = try desktop.daemon("  - {name: any, swipe: up, fingers: 3, when: {app: left}, do: 'true'}\n")
      let left = try desktop.open("left", title: "a left window")
      #expect(try desktop.status()["title"]?.string == "a left window")
      #expect(try desktop.status()["fullscreen"]?.bool == false)
      for number in 1...25 {
        let right = try desktop.open("right", title: "right \(number)")
        #expect(try desktop.status()["title"]?.string == "right \(number)")
        right.stop()
        try desktop.waitForStatus { $0["app"]?.string == "left" }
      }
      left.stop()
      let whole = try Program(
        ["foot", "--app-id=whole", "--fullscreen", "sleep", "infinity"], environment: desktop.environment)
      try desktop.waitForStatus { $0["app"]?.string == "whole" && $0["fullscreen"]?.bool == true }
      whole.stop()
      #expect(try desktop.status()["unknown"]?.array == [])
      try daemon.stop()
    }

    @Test("presses chords, which the focused window receives as written")
    func chords() throws {
      let chords = [
        "a -> a", "A -> a", "ctrl+c -> Control_L c", "ctrl+shift+t -> Control_L Shift_L T", "Return -> Return",
        "ctrl+Page_Up -> Control_L Prior", "shift+Tab -> Shift_L ISO_Left_Tab", "BackSpace -> BackSpace",
        "ctrl+BackSpace -> Control_L BackSpace", "Home -> Home", "shift+End -> Shift_L End", "Escape -> Escape",
        "Down -> Down", "Delete -> Delete", "shift+Insert -> Shift_L Insert", "F5 -> F5", "ctrl+F5 -> Control_L F5",
        "plus -> Shift_L plus", "ctrl+slash -> Control_L slash", "at -> Shift_L at", "KP_Enter -> KP_Enter",
      ].map { WrittenChord($0) }
      let list = chords.map(\.chord).joined(separator: ", ")
      let daemon = try desktop.daemon("  - {name: keys, swipe: up, fingers: 3, do: {keys: [\(list)]}}\n")
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      try desktop.waitForStatus { $0["app"]?.string == "wev" }
      try desktop.trigger("keys")
      let expected = chords.flatMap(\.keys)
      #expect(try desktop.waitForKeys(expected) == expected, "\(daemon.program)")
      try daemon.stop()
    }

    @Test(
      "types text, with characters that are on no key where the desktop takes them",
      .enabled(if: LiveDesktop.hasTerminal, "foot 1.13 ends on KWin's virtual output"))
    func text() throws {
      let text = LiveDesktop.typesCharacters ? "Grüße {~} 5€, 漢 🙂\n" : "Hello {~} 5$, [x]\n"
      let daemon = try desktop.daemon(
        """
          - {name: type, swipe: up, fingers: 3, do: {type: \(JSONValue.string(text).text)}}
          - {name: line, swipe: down, fingers: 3, do: {keys: Return}}

        """)
      let terminal = try Terminal(app: "terminal", environment: desktop.environment)
      try desktop.waitForStatus { $0["app"]?.string == "terminal" }
      // A window accepts text of input methods a moment after it has the focus; when a key has arrived, it does.
      try desktop.trigger("line")
      #expect(try terminal.waitForText("\n") == "\n", "\(daemon.program)")
      try desktop.trigger("type")
      #expect(try terminal.waitForText("\n" + text) == "\n" + text, "\(daemon.program)")
      try daemon.stop()
    }

    @Test("moves the pointer, clicks and scrolls, also for a recording")
    func pointer() throws {
      // GNOME's pointer begins 16 pixels from the corner, in the panel: a drag with a button that means nothing there
      // moves it into the window. KWin's begins in the window.
      let rules = try Guest.folder() + "/rules.yml"
      try Guest.write(
        """
        rules:
          - {pan: any, fingers: 3, drag: middle}
          - {swipe: left, fingers: 4, do: [{click: right}, {scroll: down}]}

        """, to: rules)
      let replay = try Program.sleight(
        "replay", "--act", "--config", rules, recording(moving: LiveDesktop.kind == "gnome" ? (60, 30) : (0.5, 0.5)),
        environment: desktop.environment)
      #expect(try replay.waitForExit() == 0, "\(replay)")
      // A wheel's click is 15 logical units in libinput, and 10 in Clutter.
      let click = LiveDesktop.kind == "gnome" ? 10.0 : 15
      let expected: [WindowInput] = [
        .button(0x111, isPressed: true), .button(0x111, isPressed: false), .scroll(.vertical, click),
      ]
      let inputs = try desktop.waitForInputs(expected).filter { !$0.isMotion && $0 != .button(0x112, isPressed: false) }
      #expect(inputs == expected, "\(replay)")
    }

    /// The file of a recording: three fingers move by a distance in millimetres, within `frames` of 10 ms, then
    /// four swipe to the left.
    private func recording(moving distance: (x: Double, y: Double), in frames: Int = 40) throws -> String {
      var lines = [
        #"{"sleight": 1, "devices": [{"id": 0, "name": "Touchpad", "kind": "touchpad", "width": 100, "height": 60}]}"#
      ]
      var time = 0
      func add(_ event: String, _ rest: String) {
        lines.append(#"{"t": \#(time), "device": 0, "event": "\#(event)", \#(rest)}"#)
        time += 10_000
      }
      for (fingers, frames, x, y) in [(3, frames, distance.x, distance.y), (4, 40, -40, 0)] {
        add("swipe-begin", #""fingers": \#(fingers)"#)
        for _ in 0..<frames { add("swipe-update", #""fingers": \#(fingers), "dx": \#(x / 40), "dy": \#(y / 40)"#) }
        add("swipe-end", #""fingers": \#(fingers), "cancelled": false"#)
        time += 500_000
      }
      let path = try Guest.folder() + "/hand.jsonl"
      try Guest.write(lines.joined(separator: "\n") + "\n", to: path)
      return path
    }

    @Test("clicks under the finger of a recorded touchscreen")
    func atFingers() throws {
      let rules = try Guest.folder() + "/rules.yml"
      try Guest.write("rules:\n  - {tap: single, fingers: 1, do: {click: right}}\n", to: rules)
      // New windows are near the upper left corner, or in the middle.
      let replay = try Program.sleight(
        "replay", "--act", "--config", rules, recording(tapping: [(30, 30), (35, 35), (50, 55)]),
        environment: desktop.environment)
      #expect(try replay.waitForExit() == 0, "\(replay)")
      let click = [true, false].map { WindowInput.button(0x111, isPressed: $0) }
      let inputs = try desktop.waitForInputs(click + click + click)
      #expect(inputs.filter { !$0.isMotion } == click + click + click, "\(replay)")
      // The window does not know where it is, but how far the third finger is from the second one: the output has 1280
      // x 720 pixels. The first one may come as the pointer's entering.
      let positions = desktop.window.pointerPositions
      let (first, second) = (try #require(positions.dropLast().last), try #require(positions.last))
      #expect(abs(second.x - first.x - 0.15 * 1280) < 1, "\(positions)")
      #expect(abs(second.y - first.y - 0.2 * 720) < 1, "\(positions)")
    }

    /// The file of a recording: a finger taps at each of these positions on a touchscreen, in millimetres of 100 x 100.
    private func recording(tapping positions: [(x: Int, y: Int)]) throws -> String {
      var lines = [
        #"{"sleight": 1, "devices": [{"id": 0, "name": "Screen", "kind": "touchscreen", "width": 100, "height": 100}]}"#
      ]
      for (number, position) in positions.enumerated() {
        let time = (number + 1) * 1_000_000
        func add(_ event: String, after delay: Int, _ rest: String = "") {
          lines.append(#"{"t": \#(time + delay), "device": 0, "event": "\#(event)"\#(rest)}"#)
        }
        add("touch-down", after: 0, #", "slot": 0, "x": \#(position.x), "y": \#(position.y)"#)
        add("touch-frame", after: 0)
        add("touch-up", after: 60_000, #", "slot": 0"#)
        add("touch-frame", after: 60_000)
      }
      let path = try Guest.folder() + "/taps.jsonl"
      try Guest.write(lines.joined(separator: "\n") + "\n", to: path)
      return path
    }

    @Test(
      "the desktop releases held keys of a program that was killed",
      .enabled(if: LiveDesktop.kind == "gnome" || LiveDesktop.suite != "bookworm", "KWin 5.27 keeps them down"))
    func release() throws {
      let rules = try Guest.folder() + "/rules.yml"
      try Guest.write("rules:\n  - {pan: any, fingers: 3, begin: {hold: shift}}\n", to: rules)
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      let replay = try Program.sleight(
        "replay", "--act", "--config", rules, recording(moving: (20, 0), in: 600), environment: desktop.environment)
      try wait(otherwise: { "no key arrives: \(replay)" }) { desktop.keys.isEmpty ? nil : () }
      replay.signal(SIGKILL)
      let expected: [WindowKey] = [.down("Shift_L"), .up("Shift_L")]
      #expect(try desktop.waitForKeys(expected) == expected)
    }

    @Test("GNOME's extension admits no other program", .enabled(if: LiveDesktop.kind == "gnome"))
    func refused() throws {
      let call = try Program(
        [
          "gdbus", "call", "--session", "--dest", "org.gnome.Shell.Extensions.Sleight1", "--object-path",
          "/org/gnome/Shell/Extensions/Sleight1", "--method", "org.gnome.Shell.Extensions.Sleight1.Key", "30", "true",
        ], environment: desktop.environment)
      #expect(try call.waitForExit() != 0)
      #expect(call.text(.errors).contains("org.freedesktop.DBus.Error.AccessDenied"), "\(call)")
      #expect(desktop.keys.isEmpty)
    }
  }
}
