internal import CUinput
internal import JSONLines
internal import Testing

extension InTheGuest {
  /// A desktop that reports its state only by wlroots' protocols.
  @Suite final class OnWayfire {
    private let touchpad: Surface
    // A seat has a keymap once it has a keyboard.
    private let keyboard: VirtualDevice
    private let wayfire: Wayfire

    init() throws {
      var model = Surface.Model.touchpad
      model.toolTypes = .everyFrame
      touchpad = try Surface(model)
      keyboard = try VirtualDevice(
        name: "Virtual Keyboard", keys: (KEY_ESC...KEY_COMPOSE).map { CInt($0) }, axes: [], properties: [])
      wayfire = try Wayfire(layout: "de")
      for device in ["Virtual Touchpad", "Virtual Keyboard"] { try wayfire.waitForInput(named: device) }
    }

    /// Starts a daemon with one injector, which takes no fingers: here, a compositor that draws delays it by more than
    /// it may be late.
    private func daemon(through injection: Injection, rules: String, folder: String) throws -> Daemon {
      let inject = injection == .uinput ? ", inject: uinput" : ""
      return try Daemon(
        rulesText: "settings: {keep: true\(inject)}\nrules:\n\(rules)", folder: folder, reading: [touchpad],
        environment: wayfire.environment)
    }

    @Test("chords and text arrive as written", arguments: Injection.allCases)
    func keys(through injection: Injection) throws {
      if injection == .wayland { try Program.run("setfacl", "-b", "/dev/uinput") }
      defer { _ = try? Program.run("setfacl", "-m", "u:\(Guest.user.name):rw", "/dev/uinput") }
      let text = "Grüße {~} 5€, 漢 🙂\n"
      let chords = WrittenChord.all(on: "de")
      #expect(chords.count > 40)
      // A compositor that draws without a GPU reads late, and the kernel buffers 32 events of a keyboard.
      let steps = stride(from: 0, to: chords.count, by: 4).map {
        "{keys: [\(chords[$0..<min($0 + 4, chords.count)].map(\.chord).joined(separator: ", "))]}"
      }
      let daemon = try daemon(
        through: injection,
        rules: """
            - {swipe: left, fingers: 3, do: [\(steps.joined(separator: ", {wait: 200ms}, "))]}
            - {swipe: right, fingers: 3, do: {type: \(JSONValue.string(text).text)}}

          """, folder: Guest.folder())
      try wayfire.waitForInput(named: injection == .uinput ? "Sleight keyboard" : "virtual keyboard")
      try wayfire.reopenWindow()
      try wayfire.window.waitForLine(containing: "wl_keyboard] enter")
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      let expected = chords.flatMap(\.keys)
      try wayfire.expectKeys(expected, "\(daemon.program)")
      let terminal = try Terminal(app: "terminal", environment: wayfire.environment)
      try wayfire.waitForStatus { $0["app"]?.string == "terminal" }
      try Moves.swipe(Moves.mainDirections[1], fingers: 3, on: touchpad)
      try terminal.expectText(text, "\(daemon.program)")
      try daemon.stop()
    }

    @Test("a hint is shown, and disappears", .enabled(if: Guest.hasHints, "sleight-hint is not built"))
    func hints() throws { try Hint(on: wayfire, in: Guest.folder()).expectFrames() }

    @Test("app rules follow the focus, and know title and output")
    func windows() throws {
      let folder = try Guest.folder()
      let rules = ["left", "right"].map {
        "  - {swipe: up, fingers: 3, when: {app: \($0)}, do: 'echo \($0) >>\(folder)/acts'}\n"
      }
      let daemon = try daemon(
        through: .wayland,
        rules: rules.joined()
          + "  - {swipe: down, fingers: 3, when: {title: 'a * window', fullscreen: false}, do: 'echo $SLEIGHT_TITLE >>\(folder)/acts'}\n",
        folder: folder)
      let (up, down) = (Moves.mainDirections[2], Moves.mainDirections[3])
      let left = try open("left")
      try Moves.swipe(up, fingers: 3, on: touchpad)
      let right = try open("right")
      let status = try wayfire.status()
      #expect(status["title"]?.string == "a right window")
      #expect(status["fullscreen"]?.bool == false)
      #expect(status["output"]?.string == "VGA-1")
      #expect(status["orientation"]?.string == "landscape")
      #expect(status["compositor"] == .null)
      #expect(status["unknown"]?.array == [])
      try Moves.swipe(up, fingers: 3, on: touchpad)
      right.stop()
      try wayfire.waitForStatus { $0["app"]?.string == "left" }
      try Moves.swipe(up, fingers: 3, on: touchpad)
      try Moves.swipe(down, fingers: 3, on: touchpad)
      try daemon.expectActs(["left", "right", "left", "a left window"])
      left.stop()
      try daemon.stop()
    }

    @Test("workspaces follow a finger from the edge of a touchscreen, like four on a touchpad")
    func shownHands() throws {
      let screen = try Surface(.touchscreen)
      let daemon = try Daemon(
        rulesText: "rules: [{pan: any, fingers: 1, edge: [left, right], device: touchscreen, as: {fingers: 4}}]",
        folder: Guest.folder(), reading: [screen], environment: wayfire.environment)
      try wayfire.waitForInput(named: "Sleight touchpad")
      try wayfire.waitForStatus { $0["app"]?.string == "wev" }
      func slide(from x: Double, by way: Double) throws {
        try screen.land([.init(x: x, y: 80)])
        try screen.move(by: .init(x: way, y: 0), in: .milliseconds(300))
        screen.pause(for: .milliseconds(200))
        try screen.lift()
        screen.comeBack()
        settle()
      }
      try slide(from: 308, by: -40)
      try wayfire.waitForStatus { $0["app"]?.string == "" }
      try slide(from: 2, by: 40)
      try wayfire.waitForStatus { $0["app"]?.string == "wev" }
      try daemon.stop()
    }

    @Test("fingers that rules take move no workspace, and those that no rule wants do", arguments: [true, false])
    func taken(takes: Bool) throws {
      let folder = try Guest.folder()
      let (left, right, up, down) = (
        Moves.mainDirections[0], Moves.mainDirections[1], Moves.mainDirections[2], Moves.mainDirections[3]
      )
      let rules = [left, right].map { "  - {swipe: \($0.name), fingers: 4, do: 'echo \($0.name) >>\(folder)/acts'}\n" }
      let daemon = try Daemon(
        rulesText: "settings: {keep: \(!takes)}\nrules:\n" + rules.joined(), folder: folder, reading: [touchpad],
        environment: wayfire.environment)
      try wayfire.waitForStatus { $0["app"]?.string == "wev" }
      // Drawn until then, as said above.
      settle()
      /// Swipes, and waits until the workspace with that application is shown; empty for one without windows.
      func swipe(_ way: Moves.Direction, shows app: String) throws {
        try Moves.swipe(way, fingers: 4, on: touchpad)
        settle()
        try wayfire.waitForStatus { $0["app"]?.string == app }
      }
      try swipe(left, shows: takes ? "wev" : "")
      try swipe(right, shows: "wev")
      try swipe(up, shows: "")
      try swipe(down, shows: "wev")
      try daemon.expectActs(["left", "right"])
      try daemon.stop()
    }

    /// Opens a terminal, and waits until the daemon knows that it has the focus.
    private func open(_ app: String) throws -> Program {
      let window = try Program(
        ["foot", "--app-id=\(app)", "--title=a \(app) window"], environment: wayfire.environment)
      try wayfire.waitForStatus { $0["app"]?.string == app }
      return window
    }
  }
}
