internal import Glibc
internal import Linux
internal import Testing
internal import TmuxWindow

extension InTheGuest {
  /// `sleight monitor` in a terminal, while real devices are touched.
  @Suite struct Monitoring {
    private static let rules = """
      rules:
        - swipe: left
          name: next
          fingers: 3
          do: echo next >>acts

      """

    @Test("fingers on a screen are drawn where they are, with the rule that acts, and nothing is done")
    func touchscreen() throws {
      let surface = try Surface(.touchscreen)
      let watcher = try Watcher(Self.rules, reading: [surface])
      try surface.land([.init(x: 155, y: 43.5), .init(x: 232.5, y: 87), .init(x: 310, y: 174)])
      let landed = try watcher.window.waitForScreen { lines in
        guard let field = Field(lines) else { return false }
        return field.has("1", x: 0.5, y: 0.25) && field.has("2", x: 0.75, y: 0.5) && field.has("3", x: 1, y: 1)
      }
      #expect(landed[0].hasPrefix("touchscreen 'Virtual Touchscreen', 310 × 174 mm"))
      let field = try #require(Field(landed))
      #expect(abs(field.proportion - 310 / 174) < 0.1)
      #expect(landed.contains { $0.hasSuffix("swipe       possible") })
      #expect(landed.contains("no rule yet"))

      try surface.move(by: .init(x: -40, y: 0), in: .milliseconds(200))
      // The last frame is drawn when the hand has stopped.
      let moved = try watcher.window.waitForScreen { $0.contains { $0.contains("distance  40 mm") } }
      #expect(Field(moved)?.has("3", x: 270 / 310, y: 1) == true)
      #expect(moved.contains { $0.contains("direction left") })
      #expect(moved.contains { $0.hasSuffix("swipe       recognized") })
      #expect(moved.contains { $0.hasSuffix("tap         failed") })
      #expect(moved.contains("rules.yml:2 'next' acts: echo next >>acts"))
      #expect(moved.contains { $0.contains(" s  swipe left, 3 fingers, ") && $0.contains(": rules.yml:2 'next'") })

      try surface.lift()
      // The trails of the fingers fade, and the numbers stay.
      let rested = try watcher.window.waitForScreen { Field($0)?.isEmpty == true }
      #expect(rested.contains { $0.contains("distance  40 mm") })
      try watcher.leave { try watcher.window.press("q") }
      #expect(Guest.read("\(watcher.folder)/acts") == nil)
    }

    @Test("a touchpad's fingers are drawn where they are, and a swipe that no rule wants is told what it lacks")
    func touchpad() throws {
      let surface = try Surface(.touchpad)
      let watcher = try Watcher(Self.rules, reading: [surface])
      try surface.land(4)
      try surface.move(by: .init(x: -30, y: 0), in: .milliseconds(200))
      // The fourth finger, which landed at 80 mm.
      let moved = try watcher.window.waitForScreen { Field($0)?.has("4", x: 0.5, y: 0.45) == true }
      #expect(moved[0].hasPrefix("touchpad 'Virtual Touchpad', 100 × 70 mm"))
      #expect(moved.contains { $0.hasSuffix("swipe       recognized") })
      #expect(!moved.contains { $0.contains(" no positions reported ") })
      try surface.lift()
      let rested = try watcher.window.waitForScreen { $0.contains { $0.hasPrefix("no rule acted") } }
      #expect(rested.contains("  4 fingers instead of 3 ('fingers', line 4)"))
      try watcher.leave { kill(watcher.process, SIGTERM) }
    }

    @Test("lines for people and for programs name the nearest rule and the reason")
    func lines() throws {
      let surface = try Surface(.touchpad)
      let file = "\(try Guest.folder())/rules.yml"
      try Guest.write(Self.rules, to: file)
      let cases = [
        (
          "--plain",
          "s  4 fingers, no rule acted; nearest: rules.yml:2 'next': 4 fingers instead of 3 ('fingers', line 4)"
        ),
        (
          "--json",
          #""reasons": [{"kind": "fingers", "message": "4 fingers instead of 3", "key": "fingers", "line": 4}]}"#
        ),
      ]
      for (option, reason) in cases {
        let monitor = try Program.sleight("monitor", option, "--config", file)
        try monitor.waitUntilReading(#require(surface.node))
        try Moves.swipe(Moves.mainDirections[0], fingers: 4, on: surface)
        try monitor.waitForLine(containing: reason)
        monitor.signal(SIGINT)
        #expect(try monitor.waitForExit() == 0)
      }
    }

    @Test("beside the running daemon each sees the same hand, and one of them acts")
    func besideTheDaemon() throws {
      let surface = try Surface(.touchpad)
      let daemon = try Daemon([Rule(trigger: ["swipe: left", "fingers: 3"], name: "left")], reading: [surface])
      let watcher = try Watcher(Self.rules, reading: [surface])
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: surface)
      try watcher.window.waitForScreen { $0.contains("rules.yml:2 'next' acts: echo next >>acts") }
      try daemon.expectActs(["left"])
      #expect(Guest.read("\(watcher.folder)/acts") == nil)
      try watcher.leave { try watcher.window.press("C-c") }
      try daemon.stop()
    }

    @Test("while nobody touches anything it does not wake up, nor while fingers rest")
    func stillness() throws {
      let surface = try Surface(.touchscreen)
      let watcher = try Watcher(Self.rules, reading: [surface])
      func wakeUps() throws -> Int {
        let status = try #require(Guest.read("/proc/\(watcher.process)/status"))
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
        return try #require(line.flatMap { Int($0.filter(\.isNumber)) })
      }
      try surface.land(2)
      // A long press is the last thing that a landing can become, half a second later. Then a time span to measure.
      rest(for: .seconds(2))
      let before = try wakeUps()
      rest(for: .seconds(3))
      #expect(try wakeUps() == before)
      try surface.lift()
      // The trails fade for a second. Then a time span to measure.
      rest(for: .seconds(2))
      let lifted = try wakeUps()
      rest(for: .seconds(3))
      #expect(try wakeUps() == lifted)
      try watcher.leave { try watcher.window.press("C-\\") }
    }
  }
}
