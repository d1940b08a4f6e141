internal import CUinput
internal import Glibc
internal import JSONLines
internal import Testing

extension InTheGuest {
  /// Each kind of action, as received by a window, by either injector.
  @Suite(.sharingADesk) struct Injecting {
    private let desk: Desk
    private let sway: Sway

    init() throws {
      desk = try #require(Desk.shared)
      sway = desk.sway
    }

    @Test("chords arrive as written on layouts that take turns under one daemon", arguments: Injection.allCases)
    func chords(through injection: Injection) throws {
      let chords = WrittenChord.layouts.map { WrittenChord.all(on: $0) }
      let rules = zip(Moves.mainDirections, chords).map { direction, chords in
        "  - {swipe: \(direction.name), fingers: 3, do: {keys: [\(chords.map(\.chord).joined(separator: ", "))]}}\n"
      }
      try desk.act(through: injection, rules: rules.joined()) { daemon in
        for (number, direction) in Moves.mainDirections.enumerated() {
          try sway.run("input type:keyboard xkb_layout \(WrittenChord.layouts[number])")
          // Newer releases of sway send a keyboard's keymap to clients when the keyboard is next used.
          try desk.pressKey()
          let before = sway.keys.count
          try Moves.swipe(direction, fingers: 3, on: desk.touchpad)
          #expect(chords[number].count > 40)
          let expected = chords[number].flatMap(\.keys)
          let keys = try sway.waitForKeys(sway.keys.prefix(before) + expected).dropFirst(before)
          for (key, wanted) in zip(keys, expected) where key != wanted {
            Issue.record("\(WrittenChord.layouts[number]): \(key), not \(wanted), in \(keys)")
            break
          }
          #expect(keys.count == expected.count)
        }
      }
      try sway.run("input type:keyboard xkb_layout us")
    }

    @Test("without a setting, keys and clicks go through the compositor, and no device is made, though it may be")
    func order() throws {
      let rules = "  - {swipe: left, fingers: 3, do: [{keys: a}, {click: left}]}\n"
      let daemon = try Daemon(
        rulesText: "rules:\n\(rules)", folder: Guest.folder(), reading: [desk.touchpad], environment: sway.environment)
      #expect(try Guest.userMayRead("/dev/uinput"))
      try sway.waitForInput(named: "\"virtual ")
      try sway.waitForStatus { $0["keys"]?.string == "wayland" && $0["pointer"]?.string == "wayland" }
      let reason = "the compositor requires no permission for devices"
      let status = try sway.status()
      #expect(status["keysReason"]?.string == reason && status["pointerReason"]?.string == reason)
      #expect(!daemon.program.isReading("/dev/uinput"))
      try daemon.stop()
    }

    @Test("any text arrives in a terminal", arguments: Injection.allCases)
    func text(through injection: Injection) throws {
      let texts = ["Grüße,\t{a|b}~ 5€ für den Käse\n", "ä, €, 漢, 🙂: \"'\\`^\n\n\tñ\n"]
      let rules = zip(["left", "right"], texts).map { direction, text in
        "  - {swipe: \(direction), fingers: 3, do: {type: \(JSONValue.string(text).text)}}\n"
      }
      try sway.run("input type:keyboard xkb_layout de")
      try desk.act(through: injection, rules: rules.joined()) { daemon in
        let terminal = try Terminal(app: "terminal", environment: sway.environment)
        try sway.waitForFocus(on: terminal.app)
        for (direction, expected) in zip(Moves.mainDirections, [texts[0], texts.joined()]) {
          try Moves.swipe(direction, fingers: 3, on: desk.touchpad)
          try terminal.expectText(expected, "\(daemon.program)")
        }
      }
      try sway.run("input type:keyboard xkb_layout us")
    }

    @Test("buttons and wheels arrive as written", arguments: Injection.allCases)
    func buttons(through injection: Injection) throws {
      let rules = """
          - {swipe: left, fingers: 3, do: {click: [left, right, middle, back, forward, left, left]}}
          - {swipe: right, fingers: 3, do: {click: ctrl+left}}
          - {swipe: up, fingers: 3, do: {scroll: {down: 2}}}
          - {swipe: down, fingers: 3, do: {scroll: left}}

        """
      let buttons = [BTN_LEFT, BTN_RIGHT, BTN_MIDDLE, BTN_SIDE, BTN_EXTRA, BTN_LEFT, BTN_LEFT].map { CInt($0) }
      let click = { (button: CInt) -> [WindowInput] in
        [.button(button, isPressed: true), .button(button, isPressed: false)]
      }
      let expected =
        buttons.flatMap(click) + [.key(.down("Control_L"))] + click(CInt(BTN_LEFT)) + [.key(.up("Control_L"))]
        + [.scroll(.vertical, 15), .scroll(.vertical, 15), .scroll(.horizontal, -15)]
      try desk.act(through: injection, rules: rules) { _ in
        try sway.putPointerIntoWindow()
        for direction in Moves.mainDirections { try Moves.swipe(direction, fingers: 3, on: desk.touchpad) }
        let inputs = try sway.waitForInputs(expected)
        #expect(inputs.filter { !$0.isMotion } == expected)
      }
    }

    @Test("a drag moves a floating window, goes on when fingers come back, and ends", arguments: Injection.allCases)
    func drag(through injection: Injection) throws {
      try desk.act(through: injection, rules: "  - {pan: any, fingers: 3, drag: super+left, resume: 700ms}\n") { _ in
        try sway.run("floating_modifier Mod4")
        try sway.run("[app_id=wev] floating enable, resize set 300 200, move absolute position 100 100")
        try sway.run("seat - cursor set 250 200")
        let start = try sway.windowPosition()
        for _ in 0..<2 {
          try desk.touchpad.land(3)
          try desk.touchpad.move(by: .init(x: 15, y: 5), in: .milliseconds(400))
          try desk.touchpad.lift()
          desk.touchpad.pause(for: .milliseconds(200))
        }
        // 10 and 13 mm of 10.52 units each, or more if the compositor accelerates them.
        try wait(otherwise: { "it went from \(start) to \(String(describing: try? sway.windowPosition()))" }) {
          try sway.windowPosition().x > start.x + 150 ? () : nil
        }
        let end = try sway.windowPosition()
        #expect(end.y > start.y + 30)
        // Nothing is held any more: the pointer moves, the window does not.
        desk.touchpad.pause(for: .milliseconds(800))
        try sway.run("seat - cursor move 50 50")
        #expect(try sway.windowPosition() == end)
      }
    }

    @Test("a key is held from the beginning of a gesture to its end, over other keys", arguments: Injection.allCases)
    func hold(through injection: Injection) throws {
      let rules = "  - {pan: right, fingers: 3, begin: {hold: alt}, every: 8mm, do: {keys: Tab}}\n"
      try desk.act(through: injection, rules: rules) { _ in
        try desk.touchpad.land(3)
        try desk.touchpad.move(by: .init(x: 22, y: 0), in: .milliseconds(500))
        let held: [WindowKey] = [.down("Alt_L"), .down("Tab"), .up("Tab"), .down("Tab"), .up("Tab")]
        try sway.expectKeys(held)
        try desk.touchpad.lift()
        try sway.expectKeys(held + [.up("Alt_L")])
      }
    }

    @Test("access to /dev/uinput that is taken away while a key is held changes nothing for the daemon that has it")
    func revoked() throws {
      let rules = "  - {pan: right, fingers: 3, begin: {hold: alt}, do: {keys: Tab}}\n"
      try desk.act(through: .uinput, rules: rules) { daemon in
        defer { _ = try? Program.run("setfacl", "-m", "u:\(Guest.user.name):rw", "/dev/uinput") }
        let held: [WindowKey] = [.down("Alt_L"), .down("Tab"), .up("Tab")]
        for gesture in 1...2 {
          try desk.touchpad.land(3)
          try desk.touchpad.move(by: .init(x: 15, y: 0), in: .milliseconds(300))
          let all = Array(repeating: held + [.up("Alt_L")], count: gesture).flatMap { $0 }
          try sway.expectKeys(all.dropLast())
          if gesture == 1 { try Program.run("setfacl", "-b", "/dev/uinput") }
          try desk.touchpad.lift()
          try sway.expectKeys(all)
          // Reloaded rules use the existing devices.
          daemon.program.signal(SIGHUP)
          try wait(otherwise: { "no reload: \(daemon.program)" }) {
            daemon.program.lines(.errors).count { $0.contains(" rule from ") } > gesture ? () : nil
          }
        }
      }
    }
  }
}

extension WindowInput {
  /// The position that the pointer moved to.
  var position: Surface.Point? { if case .motion(let x, let y) = self { .init(x: x, y: y) } else { nil } }
}

extension Sway {
  /// The distance that the window was scrolled down.
  var scrolled: Double {
    inputs.reduce(0) { if case .scroll(.vertical, let way) = $1 { $0 + way } else { $0 } }
  }
}
