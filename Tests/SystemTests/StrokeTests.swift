internal import Testing

extension InTheGuest {
  /// Shapes drawn on real devices.
  @Suite struct Strokes {
    @Test("a shape that a hand draws for 'record --stroke' acts when it is drawn again, and a swipe is still a swipe")
    func recorded() throws {
      let touchscreen = try Surface(.touchscreen)
      let folder = try Guest.folder()
      let rules = "\(folder)/rules.yml"
      let text = """
        rules:
          - {stroke: step, do: "echo step >>\(folder)/acts"}
          - {stroke: caret, do: "echo caret >>\(folder)/acts"}
          - {swipe: right, do: "echo swipe >>\(folder)/acts"}

        """
      try Guest.write(text, to: rules)
      let record = try Program.sleight("record", "--stroke", "step", "--config", rules)
      try record.waitUntilReading(#require(touchscreen.node))
      // It asks for two more.
      for _ in 0..<3 { try Self.drawStep(on: touchscreen) }
      #expect(try record.waitForExit() == 0, "\(record)")
      let written = try #require(Guest.read(rules))
      #expect(written.hasPrefix("strokes:\n  step:\n    - \"") && written.hasSuffix(text), "\(written)")

      let daemon = try Daemon(rulesText: written, folder: folder, reading: [touchscreen])
      try Self.drawStep(on: touchscreen)
      try daemon.expectActs(["step"])
      try Self.draw([.init(x: 25, y: -45), .init(x: 25, y: 45)], on: touchscreen)
      try daemon.expectActs(["step", "caret"])
      try Self.draw([.init(x: 40, y: 0)], on: touchscreen)
      try daemon.expectActs(["step", "caret", "swipe"])
      try daemon.stop()
    }

    @Test("one finger draws a shape from a corner of a touchpad, which acts when it is drawn again there alone")
    func fromCorner() throws {
      var model = Surface.Model.touchpad
      model.size = .init(x: 100, y: 60)
      let touchpad = try Surface(model)
      let folder = try Guest.folder()
      let rules = "\(folder)/rules.yml"
      let rule = "{stroke: step, corner: top-left, device: touchpad, do: \"echo step >>\(folder)/acts\"}"
      try Guest.write(
        "rules:\n  - \(rule)\n  - {tap: single, fingers: 3, do: \"echo tap >>\(folder)/acts\"}\n", to: rules)
      func draw(from place: Surface.Point) throws {
        try touchpad.land([place])
        for way in [Surface.Point(x: 0, y: 20), .init(x: 30, y: 0), .init(x: 0, y: 20)] {
          try touchpad.move(by: way, in: .milliseconds(300))
        }
        try touchpad.lift()
        settle()
      }
      let record = try Program.sleight("record", "--stroke", "step", "--config", rules)
      try record.waitUntilReading(#require(touchpad.node))
      try draw(from: .init(x: 40, y: 15))
      for place in [5.0, 6, 4] { try draw(from: .init(x: place, y: 5)) }
      #expect(try record.waitForExit() == 0, "\(record)")
      let written = try #require(Guest.read(rules))
      #expect(written.hasPrefix("strokes:\n  step:\n    - \""), "\(written)")

      let daemon = try Daemon(rulesText: written, folder: folder, reading: [touchpad])
      try draw(from: .init(x: 40, y: 15))
      try draw(from: .init(x: 6, y: 4))
      try daemon.expectActs(["step"])
      try touchpad.tap(3, lasting: .milliseconds(60))
      try daemon.expectActs(["step", "tap"])
      try daemon.stop()
    }

    /// Moves down, to the right, and down again.
    private static func drawStep(on surface: Surface) throws {
      try draw([.init(x: 0, y: 25), .init(x: 30, y: 0), .init(x: 0, y: 25)], on: surface)
    }

    /// Moves one finger along these ways one after another.
    private static func draw(_ ways: [Surface.Point], on surface: Surface) throws {
      try surface.land(1)
      for way in ways { try surface.move(by: way, in: .milliseconds(300)) }
      try surface.lift()
    }
  }
}
