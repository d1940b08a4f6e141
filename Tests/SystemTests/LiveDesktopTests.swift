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
      // Hyprland reports it a moment after the focus.
      try desktop.waitForStatus { $0["fullscreen"]?.bool == false }
      for number in 1...LiveDesktop.windowCount {
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

    @Test(
      "knows if the focused window is maximized",
      .enabled(
        if: LiveDesktop.hasTerminal && LiveOperations.windowStates.contains("maximize"),
        "no window is maximized by an action"))
    func maximized() throws {
      let daemon = try desktop.daemon(
        """
          - {name: change, swipe: up, fingers: 3, when: {maximized: false}, do: {window: maximize}}
          - {name: restore, swipe: down, fingers: 3, when: {maximized: true}, do: {window: maximize}}

        """)
      let window = try desktop.open("sized", title: "a window")
      for _ in 0..<2 {
        try desktop.waitForStatus { $0["app"]?.string == "sized" && $0["maximized"]?.bool == false }
        try desktop.trigger("change")
        try desktop.waitForStatus { $0["maximized"]?.bool == true }
        try desktop.trigger("restore")
      }
      try desktop.waitForStatus { $0["maximized"]?.bool == false }
      #expect(try desktop.status()["unknown"]?.array == [])
      window.stop()
      try daemon.stop()
    }

    @Test("knows if the overview is open", .enabled(if: LiveDesktop.kind == "gnome", "it is not reported"))
    func overview() throws {
      let daemon = try desktop.daemon(
        """
          - {name: overview, swipe: up, fingers: 3, when: {any: [{overview: true}, {overview: false}]},
             do: {desktop: overview}}

        """)
      for _ in 0..<2 {
        try desktop.waitForStatus { $0["overview"]?.bool == false }
        try desktop.trigger("overview")
        try desktop.waitForStatus { $0["overview"]?.bool == true }
        try desktop.trigger("overview")
      }
      try desktop.waitForStatus { $0["overview"]?.bool == false }
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
      try desktop.expectKeys(expected, "\(daemon.program)")
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
      try terminal.expectText("\n", "\(daemon.program)")
      try desktop.trigger("type")
      try terminal.expectText("\n" + text, "\(daemon.program)")
      try daemon.stop()
    }

    @Test("moves the pointer, clicks and scrolls, also for a recording")
    func pointer() throws {
      let plugged = try desktop.firstPointer()
      defer { try? plugged?.stop() }
      // GNOME's pointer begins 16 pixels from the corner, in the panel: a drag with a button that means nothing there
      // moves it into the window. KWin's begins in the window.
      let rules = try Guest.folder() + "/rules.yml"
      try Guest.write(
        """
        rules:
          - {pan: any, fingers: 3, drag: middle}
          - {swipe: left, fingers: 4, do: [{click: right}, {scroll: down}]}

        """, to: rules)
      if ["labwc", "wayfire"].contains(LiveDesktop.kind) { try desktop.putPointerIntoWindow() }
      let replay = try Program.sleight(
        "replay", "--act", "--config", rules,
        desktop.recording(moving: LiveDesktop.kind == "gnome" ? (60, 30) : (0.5, 0.5)),
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

    @Test("clicks under the finger of a recorded touchscreen")
    func atFingers() throws {
      let plugged = try desktop.firstPointer()
      defer { try? plugged?.stop() }
      let rules = try Guest.folder() + "/rules.yml"
      try Guest.write("rules:\n  - {tap: single, fingers: 1, do: {click: right}}\n", to: rules)
      // New windows are near the upper left corner, or in the middle.
      let replay = try Program.sleight(
        "replay", "--act", "--config", rules, desktop.recording(tapping: [(30, 30), (35, 35), (50, 55)]),
        environment: desktop.environment)
      #expect(try replay.waitForExit() == 0, "\(replay)")
      let click = [true, false].map { WindowInput.button(0x111, isPressed: $0) }
      let inputs = try desktop.waitForInputs(click + click + click)
      #expect(inputs.filter { !$0.isMotion } == click + click + click, "\(replay)")
      // The window does not know where it is, but how far the third finger is from the second one: the output has 1280
      // x 720 pixels. The first one may come as the pointer's entering.
      let positions = desktop.window.pointerPositions
      let (first, second) = (
        try #require(positions.dropLast().last, "\(desktop.window.program)"), try #require(positions.last)
      )
      #expect(abs(second.x - first.x - 0.15 * 1280) < 1, "\(positions)")
      #expect(abs(second.y - first.y - 0.2 * 720) < 1, "\(positions)")
    }

    @Test(
      "the desktop releases held keys of a program that was killed",
      .enabled(if: LiveDesktop.releasesKeys, "KWin 5.27 and Hyprland 0.57 keep them down"))
    func release() throws {
      let rules = try Guest.folder() + "/rules.yml"
      try Guest.write("rules:\n  - {pan: any, fingers: 3, begin: {hold: shift}}\n", to: rules)
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      let replay = try Program.sleight(
        "replay", "--act", "--config", rules, desktop.recording(moving: (20, 0), in: 600),
        environment: desktop.environment)
      try wait(otherwise: { "no key arrives: \(replay)" }) { desktop.keys.isEmpty ? nil : () }
      replay.signal(SIGKILL)
      let expected: [WindowKey] = [.down("Shift_L"), .up("Shift_L")]
      try desktop.expectKeys(expected)
    }

    @Test(
      "ten thousand keys arrive in order",
      .enabled(if: LiveDesktop.hasTerminal, "foot 1.13 ends on KWin's virtual output"))
    func order() throws {
      var generator = SystemRandomNumberGenerator()
      let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
      // Each character is a press and a release. An emulated machine takes minutes for as many.
      let lines = (0..<(LiveDesktop.kind == "hyprland" ? 5 : 50)).map { _ in
        String((0..<99).map { _ in letters.randomElement(using: &generator) ?? "a" }) + "\n"
      }
      let actions = lines.map { "{type: \(JSONValue.string($0).text)}" }.joined(separator: ", ")
      let daemon = try desktop.daemon(
        """
          - {name: type, swipe: up, fingers: 3, do: [\(actions)]}
          - {name: line, swipe: down, fingers: 3, do: {keys: Return}}

        """)
      let text = "\n" + lines.joined()
      let terminal = try Terminal(app: "terminal", environment: desktop.environment)
      try desktop.waitForStatus { $0["app"]?.string == "terminal" }
      // As above: until then characters arrive as keys, and overtake those that input methods send.
      try desktop.trigger("line")
      try terminal.expectText("\n", "\(daemon.program)")
      try desktop.trigger("type")
      try wait(otherwise: { "'\(terminal.text)' was typed, not '\(text)'" }) {
        terminal.text.count >= text.count ? () : nil
      }
      #expect(terminal.text == text, "\(daemon.program)")
      try daemon.stop()
    }

    @Test(
      "presses the keys of the layout that is active now: windows receive chords as written after each switch",
      .enabled(if: LiveDesktop.kind != "hyprland", "Hyprland has a test of its own"))
    func layout() throws {
      let keyboard = try desktop.layoutKeyboard()
      try desktop.reopenWindow()
      // Virtual keyboards have a keymap of their own; its first layout counts where the active one is not reported.
      let other = LiveDesktop.reportsLayout ? "de" : "us"
      let chords = Dictionary(uniqueKeysWithValues: Set(["us", other]).map { ($0, Self.chords(on: $0)) })
      let rules = chords.map { layout, chords in
        let list = chords.map(\.chord).joined(separator: ", ")
        return "  - {name: \(layout), swipe: down, fingers: \(layout == "us" ? 3 : 4), do: {keys: [\(list)]}}\n"
      }
      let daemon = try desktop.daemon(
        "  - {name: keys, swipe: up, fingers: 3, do: {keys: [z, ctrl+y, slash]}}\n" + rules.joined())
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      let expected = ["z -> z", "ctrl+y -> Control_L y", "slash -> slash"].flatMap { WrittenChord($0).keys }
      let german = ["z -> z", "ctrl+y -> Control_L y", "slash -> Shift_L slash"].flatMap { WrittenChord($0).keys }
      defer { if keyboard == nil { try? desktop.setLayout(0) } }
      for (index, layout) in ["us", other, "us"].enumerated() {
        if index > 0 {
          if let keyboard { try keyboard.switchLayout() } else { try desktop.setLayout(index % 2) }
        }
        // The daemon is told a moment later, and shows no layout.
        try wait(otherwise: { "the window received \(self.desktop.keys) on \(layout) at last: \(daemon.program)" }) {
          let before = desktop.keys
          try desktop.trigger("keys")
          // At least as many on each layout; the rest follows at once.
          let received = try desktop.waitForKeys(before + expected)
          return Array(received.dropFirst(before.count)) == (layout == "us" ? expected : german) ? () : nil
        }
        let before = desktop.keys
        try desktop.trigger(layout)
        let all = before + (chords[layout] ?? []).flatMap(\.keys)
        try desktop.expectKeys(all, "\(layout): \(daemon.program)")
      }
      if LiveDesktop.kind == "sway" {
        // As the command of sway's does.
        try desktop.setLayout(1)
        try wait(otherwise: { "the layout of sway's command is not used: \(daemon.program)" }) {
          let before = desktop.keys
          try desktop.trigger("keys")
          let received = try desktop.waitForKeys(before + expected)
          return Array(received.dropFirst(before.count)) == german ? () : nil
        }
      }
      try daemon.stop()
    }

    /// Chords that no desktop takes for itself.
    private static func chords(on layout: String) -> [WrittenChord] {
      let taken = ["super", "alt", "Print", "XF86"]
      let chords = WrittenChord.all(on: layout).filter { one in !taken.contains { one.chord.contains($0) } }
      #expect(chords.count >= 20)
      return chords
    }

    @Test("at rest for ten seconds: one thread that never wakes")
    func atRest() throws {
      let daemon = try desktop.daemon(
        "  - {name: keys, swipe: up, fingers: 3, when: {title: '*'}, do: [{keys: a}, {click: left}]}\n")
      try desktop.trigger("keys")
      // Memory used by a start is freed a second later.
      rest(for: .seconds(2))
      let before = try daemon.program.switches
      // The time span that is measured.
      rest(for: .seconds(10))
      let wakeUps = try daemon.program.switches - before
      #expect(daemon.program.threads == 1)
      #expect(wakeUps == 0)
      print("figure: \(LiveDesktop.kind), idle for 10 s: \(daemon.program.threads) thread, \(wakeUps) wake-ups")
      print("figure: \(LiveDesktop.kind), own memory \(try daemon.program.ownMemory) KiB")
      try daemon.stop()
    }

    /// The rules whose actions a lock breaks off: a swipe's; the steps of a pan that holds a key; and those of a drag.
    private static let lengthyRules = [
      "swipe: up, fingers: 3, do", "pan: up, fingers: 3, begin: {hold: shift}, every: 9mm, do",
      "pan: up, fingers: 3, begin: {drag: left}, every: 9mm, do",
    ]

    @Test(
      "a lock breaks actions off: nothing is typed into the lock screen, nothing is held; all act again after the unlock",
      .enabled(if: LiveDesktop.hasLogind, "Hyprland has a test of its own"), arguments: lengthyRules)
    func lock(rule: String) throws {
      let many = String(repeating: "{keys: a}, {wait: 50ms}, ", count: 200) + "{keys: a}"
      let daemon = try desktop.daemon(
        """
          - {name: many, \(rule): [\(many)]}
          - {name: one, swipe: down, fingers: 3, do: {keys: b}}

        """, variables: ["WAYLAND_DEBUG": "client"])
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      // A button that is pressed beside the window would take the keyboard away from it.
      if ["labwc", "wayfire"].contains(LiveDesktop.kind) { try desktop.putPointerIntoWindow() }
      let trigger = try Program.sleight("trigger", "many", environment: desktop.environment)
      try wait(otherwise: { "no keys arrive: \(daemon.program)" }) { desktop.keys.count >= 5 ? () : nil }
      let holdsShift = rule.contains("hold:")
      #expect(desktop.keys.prefix(2) == (holdsShift ? [.down("Shift_L"), .down("A")] : [.down("a"), .up("a")]))
      if rule.contains("drag:"), LiveDesktop.kind == "gnome" { #expect(try shellHolds() == "256") }
      try desktop.setLocked(true)
      try desktop.waitForStatus { $0["session"]?.string == "locked" }
      try desktop.waitForLockScreen(true)
      _ = try trigger.waitForExit()
      // Compositors of wlroots have no lock screen here: the window sees the release.
      if holdsShift, LiveDesktop.isWlroots {
        try wait(otherwise: { "shift is held: \(self.desktop.keys)" }) {
          desktop.keys.last == .up("Shift_L") ? () : nil
        }
      }
      let typed = desktop.keys
      let sent = sentPresses(daemon)
      let one = try Program.sleight("trigger", "one", environment: desktop.environment)
      _ = try one.waitForExit()
      settle()
      #expect(desktop.keys == typed)
      #expect(typed.count < 400)
      #expect(sentPresses(daemon) == sent)
      #expect(sentReleases(daemon) == sent)
      if LiveDesktop.kind == "gnome" {
        // A key would have raised the prompt for the password.
        #expect(try desktop.evaluate("Main.screenShield._dialog?._authPrompt?._entry?.text ?? ''") == #""""#)
        #expect(try shellHolds() == "0")
      } else {
        #expect(sent > 0)
      }
      try desktop.setLocked(false)
      try desktop.waitForLockScreen(false)
      try desktop.waitForStatus { $0["session"]?.string == "active" && $0["app"]?.string == "wev" }
      // GNOME's extension has made another keyboard.
      try desktop.expectTypingInNewWindow(by: daemon)
      // Only GNOME takes the keyboard away while it is locked. No permission is missing.
      let errors = daemon.program.lines(.errors).filter { $0.hasPrefix("sleight: ") }
      let isGnome = LiveDesktop.kind == "gnome"
      #expect(errors.contains { $0.contains(LiveDesktop.extensionLost) } == isGnome, "\(errors)")
      #expect(errors.contains { $0.hasSuffix(LiveDesktop.inputFound) } == isGnome, "\(errors)")
      #expect(!errors.contains { $0.contains("uinput") || $0.contains("doctor") }, "\(errors)")
      try daemon.stop()
    }

    @Test(
      "a lock breaks off the gesture of 'replay --act', and releases the key that it holds",
      .enabled(if: LiveDesktop.hasLogind, "needs logind's stand-in"))
    func lockDuringReplay() throws {
      let rules = try Guest.folder() + "/rules.yml"
      let many = String(repeating: "{keys: a}, {wait: 50ms}, ", count: 200) + "{keys: a}"
      try Guest.write("rules:\n  - {pan: any, fingers: 3, begin: [{hold: shift}, \(many)]}\n", to: rules)
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      let replay = try Program.sleight(
        "replay", "--act", "--config", rules, desktop.recording(moving: (20, 0)),
        environment: desktop.environment.merging(["WAYLAND_DEBUG": "client"]) { $1 })
      try wait(otherwise: { "no keys arrive: \(replay)" }) { desktop.keys.count >= 5 ? () : nil }
      #expect(desktop.keys.prefix(2) == [.down("Shift_L"), .down("A")])
      try desktop.setLocked(true)
      try desktop.waitForLockScreen(true)
      #expect(try replay.waitForExit() == 0, "\(replay)")
      #expect(desktop.keys.count < 400)
      #expect(sent(replay, ", 0)") == sent(replay, ", 1)"))
      if LiveDesktop.kind == "gnome" {
        #expect(try desktop.evaluate("Main.screenShield._dialog?._authPrompt?._entry?.text ?? ''") == #""""#)
        #expect(try shellHolds() == "0")
      }
      try desktop.setLocked(false)
      try desktop.waitForLockScreen(false)
    }

    @Test(
      "the desktop's own lock screen is known without logind: rules do nothing while it is up",
      .enabled(if: ["gnome", "kde"].contains(LiveDesktop.kind), "others report no lock, or have a test of their own"))
    func lockScreen() throws {
      let nowhere = "unix:path=/nowhere"
      let variables = ["DBUS_SYSTEM_BUS_ADDRESS": nowhere, "SLEIGHT_SYSTEM_BUS": nowhere]
      let daemon = try desktop.daemon(
        "  - {name: one, swipe: up, fingers: 3, when: {app: wev}, do: {keys: b}}\n", variables: variables)
      let isGnome = LiveDesktop.kind == "gnome"
      let (name, path) =
        isGnome
        ? ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver") : ("org.freedesktop.ScreenSaver", "/ScreenSaver")
      try desktop.call(name, path, "\(name).Lock")
      try desktop.waitForStatus { $0["session"]?.string == "locked" && $0["lockedBy"]?.string == "compositor" }
      try desktop.waitForLockScreen(true)
      let one = try Program.sleight("trigger", "one", environment: desktop.environment)
      #expect(try one.waitForExit() == 1, "\(one)")
      // Nothing is to be permitted or enabled that is so after the unlock.
      let about: Set = ["compositor", "input", "conditions", "daemon"]
      let locked = try desktop.findings(daemon, variables).filter { about.contains($0.subject) }
      #expect(locked.allSatisfy { $0.state != "wrong" && $0.remedy == [] }, "\(locked)")
      try desktop.setLocked(false)
      try desktop.waitForStatus { $0["lockedBy"]?.string == nil && $0["app"]?.string == "wev" }
      let unlocked = try desktop.findings(daemon, variables).filter { about.contains($0.subject) }
      #expect(unlocked.allSatisfy { $0.state == "good" }, "\(unlocked)")
      #expect(desktop.keys.isEmpty)
      try daemon.stop()
    }

    /// The modifiers and buttons that are down for GNOME Shell, as Clutter's bits: 1 is Shift, 256 the left button.
    private func shellHolds() throws -> String { try desktop.evaluate("global.get_pointer()[2] & 0x1fff") }

    @Test(
      "a session bus that answers late breaks no actions off",
      .enabled(if: LiveDesktop.kind == "kde", "elsewhere the bus is required for the keys, or not used"))
    func lateBus() throws {
      let address = try #require(desktop.environment["DBUS_SESSION_BUS_ADDRESS"])
      let bus = try #require(
        Guest.names(in: "/proc").compactMap { pid_t($0) }.first { process in
          Guest.read("/proc/\(process)/cmdline")?.contains("--address=\(address)") == true
        })
      kill(bus, SIGSTOP)
      defer { kill(bus, SIGCONT) }
      let many = String(repeating: "{keys: a}, {wait: 50ms}, ", count: 20) + "{keys: a}"
      let daemon = try desktop.daemon("  - {name: many, swipe: up, fingers: 3, do: [\(many)]}\n")
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      let trigger = try Program.sleight("trigger", "many", environment: desktop.environment)
      try wait(otherwise: { "no keys arrive: \(daemon.program)" }) { desktop.keys.count >= 4 ? () : nil }
      kill(bus, SIGCONT)
      let expected = Array(repeating: [WindowKey.down("a"), .up("a")], count: 21).flatMap { $0 }
      try desktop.expectKeys(expected, "\(daemon.program)")
      #expect(try trigger.waitForExit() == 0, "\(trigger)")
      try daemon.stop()
    }

    /// The number of keys and buttons that a daemon has pressed in the compositor, from libwayland's log.
    private func sentPresses(_ daemon: Daemon) -> Int { sent(daemon.program, ", 1)") }

    /// The number of those that it has released.
    private func sentReleases(_ daemon: Daemon) -> Int { sent(daemon.program, ", 0)") }

    private func sent(_ program: Program, _ state: String) -> Int {
      let objects = ["virtual_keyboard", "virtual_pointer", "fake_input"]
      let requests = [".key(", ".keyboard_key(", ".button("]
      return program.lines(.errors).count { line in
        line.hasSuffix(state) && objects.contains { line.contains($0) } && requests.contains { line.contains($0) }
      }
    }

    @Test(
      "a killed compositor that starts again is found: focus and keys are there again",
      .enabled(if: LiveDesktop.kind != "hyprland", "its session ends with Hyprland"))
    func restart() throws {
      let daemon = try desktop.daemon("  - {name: keys, swipe: up, fingers: 3, when: {app: wev}, do: {keys: b}}\n")
      try LiveDesktop.restart()
      try desktop.waitForStatus { $0["app"]?.string == "" || $0["app"]?.string == nil }
      try desktop.openFirstWindow()
      try desktop.waitForStatus { $0["app"]?.string == "wev" }
      try desktop.trigger("keys")
      let expected: [WindowKey] = [.down("b"), .up("b")]
      try desktop.expectKeys(expected, "\(daemon.program)")
      #expect(try desktop.status()["inputProblems"]?.array == [])
      try daemon.stop()
    }

    @Test(
      "knows the focused one of two outputs",
      .enabled(if: LiveDesktop.movesWindows, "phoc moves no windows by itself, and Hyprland has a test of its own"))
    func outputs() throws {
      try LiveDesktop.restart(outputs: 2)
      defer { try? LiveDesktop.restart() }
      try desktop.openFirstWindow()
      let daemon = try desktop.daemon(
        """
          - {swipe: up, fingers: 3, when: {output: x}, do: 'true'}
          - {name: move, swipe: down, fingers: 3, do: {keys: super+F9}}

        """)
      try desktop.waitForStatus { $0["app"]?.string == "wev" && $0["output"]?.string != nil }
      let first = try #require(try desktop.status()["output"]?.string)
      switch LiveDesktop.kind {
      case "gnome":
        _ = try desktop.evaluate(
          "global.display.focus_window.move_to_monitor(1 - global.display.focus_window.get_monitor())")
      case "kde":
        try desktop.call(
          "org.kde.kglobalaccel", "/component/kwin", "org.kde.kglobalaccel.Component.invokeShortcut",
          "Window to Next Screen")
      case "sway":
        let other = first == "HEADLESS-1" ? "HEADLESS-2" : "HEADLESS-1"
        try Program.run(
          "swaymsg", "move container to output \(other), focus output \(other)", environment: desktop.environment)
      default:
        try desktop.window.waitForLine(containing: "wl_keyboard] enter")
        try desktop.trigger("move")
      }
      try desktop.waitForStatus { $0["output"]?.string.map { $0 != first } ?? false }
      #expect(try desktop.status()["unknown"]?.array == [])
      try daemon.stop()
    }
  }
}
