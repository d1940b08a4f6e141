internal import Glibc
internal import JSONLines
internal import Linux
internal import Testing

extension InADesktop {
  @Suite(.enabled(if: LiveDesktop.kind == "hyprland", "needs Hyprland: make test-desktops")) final class Hyprland {
    private let desktop: LiveDesktop

    init() throws { desktop = try LiveDesktop() }

    /// The answer of Hyprland to a request.
    private func ask(_ request: String) throws -> String {
      let directory = "\(desktop.environment["XDG_RUNTIME_DIR"] ?? "")/hypr"
      let instance = desktop.environment["HYPRLAND_INSTANCE_SIGNATURE"] ?? ""
      let socket = try UnixSocket.connect(to: "\(directory)/\(instance)/.socket.sock", nonblocking: false)
      try socket.write(Array(request.utf8))
      return String(decoding: try socket.readToEnd(), as: UTF8.self)
    }

    private func json(_ request: String) throws -> JSONValue { try JSONReader.read(Array(try ask(request).utf8)[...]) }

    /// Waits until an answer is as expected.
    private func waitFor(_ request: String, _ isExpected: (JSONValue) -> Bool) throws {
      var last: JSONValue?
      try wait(otherwise: { "\(request) is \(last?.text ?? "nothing")" }) {
        last = try json(request)
        return last.map(isExpected) == true ? () : nil
      }
    }

    @Test("has loaded hyprland.lua, which the daemon, doctor and check know")
    func language() throws {
      let release = "Hyprland \(try #require(try json("j/version")["version"]?.string)) with hyprland.lua"
      let daemon = try desktop.daemon("  - {name: any, swipe: up, fingers: 3, do: {hyprland: keyword a:b 1}}\n")
      try daemon.program.waitForLine(containing: "connected to \(release)", in: .errors)
      try daemon.program.waitForLine(containing: "rules.yml:3: 'keyword a:b 1' is not for \(release)", in: .errors)
      let check = try Program.sleight("check", daemon.rulesFile, environment: desktop.environment)
      _ = try check.waitForExit()
      #expect(
        check.text(.output).contains("warning: \(release) refuses this: 'keyword' requires hyprland.conf"), "\(check)")
      let doctor = try Program.sleight("doctor", "--config", daemon.rulesFile, environment: desktop.environment)
      _ = try doctor.waitForExit()
      #expect(doctor.text(.output).contains("connected to \(release)"), "\(doctor)")
      #expect(doctor.text(.output).contains("'keyword a:b 1' is not for \(release)"), "\(doctor)")
      try daemon.stop()
    }

    @Test("accepts each dispatcher of hyprland.conf, translated")
    func dispatchers() throws {
      let table = try #require(Guest.read("\(Guest.checkout)/Tests/Desktops/hyprland-dispatchers"))
      let commands = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
        line.firstRange(of: " => ").map { String(line[..<$0.lowerBound]) }
      }
      #expect(commands.count > 90)
      // The focus is what the commands make it, wherever the pointer is when the windows move.
      #expect(try ask("/eval hl.config({ input = { follow_mouse = 0 } })") == "ok")
      defer { _ = try? ask("/eval hl.config({ input = { follow_mouse = 1 } })") }
      let done = try Guest.folder() + "/done"
      // Keys give Hyprland the keyboard that some dispatchers require. Commands run in order: the last one shows that
      // the others are done. A rule has the commands that Hyprland may leave unanswered at once.
      let groups = stride(from: 0, to: commands.count, by: 5).map { commands[$0..<min($0 + 5, commands.count)] }
      var rules = "  - {name: keys, swipe: up, fingers: 3, do: {keys: shift}}\n"
      for (number, group) in groups.enumerated() {
        rules += "  - name: group \(number)\n    swipe: up\n    fingers: 4\n    do:\n"
        for command in group + ["exec touch \(done)-\(number)"] {
          rules += "      - {hyprland: \(JSONValue.string("dispatch \(command)").text)}\n"
        }
      }
      let daemon = try desktop.daemon(rules)
      try desktop.waitForStatus { $0["keys"]?.string == "wayland" }
      try desktop.trigger("keys")
      desktop.window.program.stop()
      var windows: [Program] = []
      // Also after a failure: the next tests count on a window of their own.
      defer { for window in windows { window.stop() } }
      for app in ["one", "two", "three"] { windows.append(try desktop.open(app, title: "a \"quoted.title\"")) }
      for number in groups.indices {
        try desktop.trigger("group \(number)")
        try wait(otherwise: { "group \(number) is not done: \(daemon.program)" }) {
          access("\(done)-\(number)", F_OK) == 0 ? () : nil
        }
      }
      let log = daemon.program.text(.errors) + daemon.program.text(.output)
      #expect(!log.contains("refuses") && !log.contains("is not for") && !log.contains("not answered"), "\(log)")
      try waitFor("j/activeworkspace") { $0["name"]?.string == "three of them" }
      _ = try ask("/dispatch hl.dsp.focus({ workspace = \"1\" })")
      try daemon.stop()
    }

    @Test("a refusal is logged with what was sent and the answer")
    func refusal() throws {
      let daemon = try desktop.daemon(
        "  - {name: no, swipe: up, fingers: 3, do: {hyprland: 'dispatch focuswindow class:nothing'}}\n")
      let trigger = try Program.sleight("trigger", "no", environment: desktop.environment)
      #expect(try trigger.waitForExit() == 1)
      let refusal =
        "rules.yml:3: Hyprland refuses 'dispatch focuswindow class:nothing', sent as "
        + "'dispatch hl.dsp.focus({ window = \"class:nothing\" })': warning: "
      #expect(trigger.text(.errors).contains(refusal), "\(trigger)")
      try daemon.program.waitForLine(containing: refusal, in: .errors)
      try daemon.stop()
    }

    @Test("fifty changes of the focus between two windows are known, with their titles")
    func switches() throws {
      let daemon = try desktop.daemon(
        """
          - {name: left, swipe: up, fingers: 3, when: {app: one}, do: {hyprland: 'dispatch focuswindow class:^(two)$'}}
          - {name: right, swipe: up, fingers: 4, when: {title: second*}, do: {hyprland: 'dispatch cyclenext'}}

        """)
      desktop.window.program.stop()
      let one = try desktop.open("one", title: "first window")
      let two = try desktop.open("two", title: "second window")
      for _ in 1...25 {
        for (app, title) in [("one", "first window"), ("two", "second window")] {
          #expect(try ask("/dispatch hl.dsp.focus({ window = \"class:^(\(app))$\" })") == "ok")
          try desktop.waitForStatus { $0["app"]?.string == app && $0["title"]?.string == title }
        }
      }
      // Rules by title and by application follow.
      try desktop.trigger("right")
      try desktop.waitForStatus { $0["app"]?.string == "one" && $0["fullscreen"]?.bool == false }
      try desktop.trigger("left")
      try desktop.waitForStatus { $0["app"]?.string == "two" }
      one.stop()
      two.stop()
      try daemon.stop()
    }

    @Test("a lock screen is known while it is up; rules then do nothing")
    func lock() throws {
      let daemon = try desktop.daemon("  - {name: type, swipe: up, fingers: 3, do: {type: secret}}\n")
      let locker = try Program(["swaylock", "--color=000000"], as: .root, environment: desktop.environment)
      try desktop.waitForStatus { $0["lockedBy"]?.string == "compositor" }
      let trigger = try Program.sleight("trigger", "type", environment: desktop.environment)
      #expect(try trigger.waitForExit() == 1, "\(trigger)")
      // Until it has drawn itself on each output, the signal ends it, and the screen stays locked.
      try wait(otherwise: { "it does not handle the signal: \(locker)" }) { locker.handles(SIGUSR1) ? () : nil }
      locker.signal(SIGUSR1)
      #expect(try locker.waitForExit() == 0)
      try desktop.waitForStatus { $0["lockedBy"]?.string == nil }
      try desktop.waitForStatus { $0["app"]?.string == "wev" }
      #expect(desktop.keys.isEmpty)
      try daemon.stop()
    }

    @Test(
      "a lock in the middle of a hand's gesture releases what is held; the lock screen receives nothing from the rest",
      arguments: ["begin: {hold: shift}, every: 4mm, do: {keys: a}", "begin: {drag: left}, every: 4mm, do: {keys: a}"])
    func lockInTheMiddle(actions: String) throws {
      let touchpad = try LiveDesktop.withUinput { try Surface(.touchpad) }
      let daemon = try desktop.daemon(
        """
          - {pan: vertical, fingers: 3, \(actions)}
          - {name: one, swipe: down, fingers: 4, do: {keys: b}}

        """)
      try daemon.program.waitUntilReading(#require(touchpad.node))
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      let isHeld = actions.contains("hold")
      try touchpad.land(3)
      try touchpad.move(by: .init(x: 0, y: -10), in: .seconds(1))
      let first: [WindowKey] = isHeld ? [.down("Shift_L"), .down("A"), .up("A")] : [.down("a"), .up("a")]
      #expect(Array(try desktop.waitForKeys(first).prefix(first.count)) == first, "\(daemon.program)")
      let variables = desktop.environment.merging(["WAYLAND_DEBUG": "client"]) { $1 }
      let locker = try Program(["swaylock", "--color=000000"], as: .root, environment: variables)
      try desktop.waitForStatus { $0["lockedBy"]?.string == "compositor" }
      try wait(otherwise: { "it does not handle the signal: \(locker)" }) { locker.handles(SIGUSR1) ? () : nil }
      // Steps in both directions, and the end.
      try touchpad.move(by: .init(x: 0, y: -10), in: .seconds(1))
      try touchpad.move(by: .init(x: 0, y: 20), in: .seconds(1))
      try touchpad.lift()
      let trigger = try Program.sleight("trigger", "one", environment: desktop.environment)
      #expect(try trigger.waitForExit() == 1, "\(trigger)")
      locker.signal(SIGUSR1)
      #expect(try locker.waitForExit() == 0)
      // Keys, and buttons, that are pressed.
      let received = locker.lines(.errors).filter { line in
        [("wl_keyboard#", ".key("), ("wl_pointer#", ".button(")].contains {
          line.contains($0.0) && line.contains($0.1)
        }
      }
      #expect(received.allSatisfy { $0.hasSuffix(", 0)") }, "\(received)")
      #expect(locker.lines(.errors).contains { $0.contains("wl_keyboard#") && $0.contains(".enter(") }, "\(locker)")
      try desktop.waitForStatus { $0["lockedBy"]?.string == nil && $0["app"]?.string == "wev" }
      try desktop.expectTypingInNewWindow(by: daemon)
      try daemon.stop()
    }

    @Test("a click reaches the window under a finger that rests on a touchscreen, before the lift")
    func clickWhileTouched() throws {
      let screen = try LiveDesktop.withUinput { try Surface(.touchscreen) }
      let daemon = try desktop.daemon("  - {long-press: 300ms, fingers: 1, device: touchscreen, do: {click: right}}\n")
      try daemon.program.waitUntilReading(#require(screen.node))
      let click = [true, false].map { WindowInput.button(0x111, isPressed: $0) }
      try screen.land(1)
      let inputs = try desktop.waitForInputs(click)
      #expect(inputs.filter { !$0.isMotion } == click, "\(daemon.program)")
      #expect(desktop.window.touchEvents.contains("down") && !desktop.window.touchEvents.contains("up"))
      try screen.lift()
      try wait(otherwise: { "the finger does not lift: \(self.desktop.window.touchEvents)" }) {
        desktop.window.touchEvents.contains("up") ? () : nil
      }
      try daemon.stop()
    }

    @Test("a window and the workspaces follow fingers on a touchscreen")
    func animations() throws {
      #expect(try ask("/eval hl.gesture({ fingers = 4, direction = \"swipe\", action = \"move\" })") == "ok")
      defer { _ = try? ask("/eval hl.gesture({ fingers = 4, direction = \"swipe\", action = \"unset\" })") }
      let (screen, daemon) = try LiveDesktop.withUinput {
        let screen = try Surface(.touchscreen)
        let daemon = try desktop.daemon(
          """
            - {pan: any, fingers: 2, device: touchscreen, as: {fingers: 4}}
            - {pan: left, fingers: 1, edge: right, device: touchscreen, as: {fingers: 3}}
            - {pan: right, fingers: 1, edge: left, device: touchscreen, as: {fingers: 3}}

          """)
        try daemon.program.waitUntilReading(#require(screen.node))
        try waitFor("j/devices") { $0.text.contains("sleight-touchpad") }
        return (screen, daemon)
      }
      // The window's position is asked while the fingers are down.
      #expect(try ask("/dispatch hl.dsp.window.float()") == "ok")
      try waitFor("j/activewindow") { $0["floating"]?.bool == true }
      func position() throws -> Double {
        settle()
        return try #require(try json("j/activewindow")["at"]?.array?.first?.number)
      }
      var positions = [try position()]
      try screen.land(2)
      for way in [10.0, 10, 10, -10] {
        try screen.move(by: .init(x: way, y: 0), in: .milliseconds(200))
        // The movement before the recognition is caught up.
        screen.pause(for: .milliseconds(150))
        positions.append(try position())
      }
      try screen.lift()
      let steps = zip(positions.dropFirst(), positions).map { $0 - $1 }
      print("figure: a window of Hyprland follows fingers that move by 10, 10, 10, -10 mm by \(steps) pixels")
      #expect(steps.allSatisfy { abs(abs($0) / 10 - 10) < 0.6 } && steps.map { $0 > 0 } == [true, true, true, false])
      _ = try ask("/dispatch hl.dsp.window.float()")

      // Half of workspace_swipe_distance is 150 units: 15 mm at this speed. Less returns, more goes on.
      func workspace(after way: Double, from x: Double) throws -> Int? {
        try screen.land([.init(x: x, y: 80)])
        try screen.move(by: .init(x: way, y: 0), in: .milliseconds(Int(abs(way) * 25)))
        screen.pause(for: .milliseconds(300))
        try screen.lift()
        screen.comeBack()
        settle()
        return try json("j/activeworkspace")["id"]?.integer
      }
      #expect(try workspace(after: -13, from: 308) == 1)
      #expect(try workspace(after: -16, from: 308) == 2)
      #expect(try workspace(after: 13, from: 2) == 2)
      #expect(try workspace(after: 16, from: 2) == 1)
      try daemon.stop()
    }

    @Test("where a rule takes the fingers without a grab, the workspace stays, and elsewhere it changes")
    func taken() throws {
      var model = Surface.Model.touchpad
      model.toolTypes = .everyFrame
      let touchpad = try LiveDesktop.withUinput { try Surface(model) }
      try waitFor("j/devices") { $0.text.contains("virtual-touchpad") }
      func workspace(after way: Double, from start: Int) throws -> Int? {
        #expect(try ask("/dispatch hl.dsp.focus({ workspace = \"\(start)\" })") == "ok")
        settle()
        try touchpad.land(3)
        try touchpad.move(by: .init(x: way, y: 0), in: .milliseconds(400))
        touchpad.pause(for: .milliseconds(300))
        try touchpad.lift()
        touchpad.comeBack()
        settle()
        return try json("j/activeworkspace")["id"]?.integer
      }
      // The window is on the first workspace. To the left, a swipe makes the second one.
      #expect(try workspace(after: -30, from: 1) == 2)
      #expect(try workspace(after: 30, from: 2) == 1)
      let acts = "\(try Guest.folder())/acts"
      let daemon = try desktop.daemon(
        "  - {swipe: left, fingers: 3, do: echo left >>\(acts)}\n", settings: "{keep: false}")
      try daemon.program.waitUntilReading(#require(touchpad.node))
      for _ in 0..<5 {
        #expect(try workspace(after: -30, from: 1) == 1)
        #expect(try workspace(after: 30, from: 2) == 1)
      }
      let taking = try desktop.status()["taking"]?.text ?? ""
      #expect(Guest.read(acts) == String(repeating: "left\n", count: 5), "\(taking)")
      _ = try ask("/dispatch hl.dsp.focus({ workspace = \"1\" })")
      try daemon.stop()
    }

    @Test("presses chords, which the focused window receives as written, on two layouts", arguments: ["us", "de"])
    func chords(layout: String) throws {
      #expect(try ask("/eval hl.config({ input = { kb_layout = \"\(layout)\" } })") == "ok")
      defer { _ = try? ask("/eval hl.config({ input = { kb_layout = \"us,de\" } })") }
      try waitFor("j/devices") { devices in
        devices["keyboards"]?.array?.first { $0["name"]?.string == "virtual-keyboard" }?["layout"]?.string == layout
      }
      try desktop.reopenWindow()
      let chords = Array(WrittenChord.all(on: layout).suffix(24))
      let daemon = try desktop.daemon(
        "  - {name: keys, swipe: up, fingers: 3, do: {keys: [\(chords.map(\.chord).joined(separator: ", "))]}}\n")
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      try desktop.waitForStatus { $0["app"]?.string == "wev" }
      try desktop.trigger("keys")
      let expected = chords.flatMap(\.keys)
      try desktop.expectKeys(expected, "\(daemon.program)")
      try daemon.stop()
    }

    @Test("presses the keys of the layout that is active now")
    func layout() throws {
      let daemon = try desktop.daemon("  - {name: keys, swipe: up, fingers: 3, do: {keys: [z, ctrl+y, slash, at]}}\n")
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      let us = ["z -> z", "ctrl+y -> Control_L y", "slash -> slash", "at -> Shift_L at"]
      let german = ["z -> z", "ctrl+y -> Control_L y", "slash -> Shift_L slash", "at -> ISO_Level3_Shift at"]
      defer { _ = try? ask("/switchxkblayout virtual-keyboard 0") }
      for (index, chords) in [us, german, us].enumerated() {
        #expect(try ask("/switchxkblayout virtual-keyboard \(index % 2)") == "ok")
        let expected = chords.flatMap { WrittenChord($0).keys }
        // The daemon is told a moment later, and shows no layout.
        try wait(otherwise: { "the window received \(self.desktop.keys), not \(expected): \(daemon.program)" }) {
          let before = desktop.keys
          try desktop.trigger("keys")
          let received = try desktop.waitForKeys(before + us.flatMap { WrittenChord($0).keys })
          return Array(received.dropFirst(before.count)) == expected ? () : nil
        }
      }
      try daemon.stop()
    }

    @Test("the focused output is known, also of one that is added")
    func outputs() throws {
      let first = try #require(try json("j/monitors").array?.first?["name"]?.string)
      let daemon = try desktop.daemon(
        "  - {name: next, swipe: up, fingers: 3, do: {hyprland: dispatch focusmonitor +1}}\n")
      try desktop.waitForStatus { $0["output"]?.string == first }
      #expect(try ask("/output create headless SECOND") == "ok")
      defer { _ = try? ask("/output remove SECOND") }
      try waitFor("j/monitors") { $0.array?.count == 2 }
      for name in ["SECOND", first] {
        if try desktop.status()["output"]?.string != name { try desktop.trigger("next") }
        try desktop.waitForStatus { $0["output"]?.string == name }
      }
      try daemon.stop()
    }

    @Test("check reads hl.gesture of hyprland.lua")
    func clash() throws {
      let rules = try Guest.folder() + "/rules.yml"
      try Guest.write("rules:\n  - {swipe: left, fingers: 3, do: 'true'}\n", to: rules)
      let check = try Program.sleight("check", rules, environment: desktop.environment)
      #expect(try check.waitForExit() == 0, "\(check)")
      #expect(check.text(.output).contains("Hyprland also does 'workspace' with this gesture"), "\(check)")
    }
  }
}
