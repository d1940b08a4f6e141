internal import Glibc
internal import JSONLines
internal import Testing

extension InTheGuest {
  /// Devices whose properties the rules file corrects.
  @Suite struct StatedDevices {
    /// A screen without a resolution: 310 mm wide, which the kernel does not know.
    private static func nameless(_ name: String) -> Surface.Model {
      var model = Surface.Model.touchscreen
      model.name = name
      model.hasResolution = false
      return model
    }

    /// A rules file with these lines first, and one rule that writes each swipe to the right of so many fingers.
    private static func rules(_ devices: String, in folder: String, fingers: Int = 1) -> String {
      """
      \(devices)
      rules:
        - {swipe: right, fingers: \(fingers), do: 'echo "$SLEIGHT_DEVICE" >>\(folder)/acts'}

      """
    }

    /// Moves one finger to the right by so many millimetres.
    private static func swipe(_ length: Double, on surface: Surface) throws {
      try surface.land(1)
      try surface.move(by: .init(x: length, y: 0), in: .milliseconds(200))
      try surface.lift()
      surface.comeBack()
    }

    @Test("a swipe of 12.5 mm on a screen that does not know its size acts where the file states it, and not before")
    func size() throws {
      let touchscreen = try Surface(Self.nameless("Nameless Screen"))
      let folder = try Guest.folder()
      let daemon = try Daemon(rulesText: Self.rules("", in: folder), folder: folder, reading: [touchscreen])
      // 4 % of the width: 6 mm of the assumed one.
      try Self.swipe(12.5, on: touchscreen)
      #expect(daemon.acts == [])
      try Guest.write(
        Self.rules("devices: {nameless*: {size: 310mm x 174mm}}", in: folder), to: daemon.rulesFile)
      try daemon.program.waitForLine(
        containing: "reading touchscreen 'Nameless Screen', size unknown, taken for 310 x 174 mm", in: .errors)
      try Self.swipe(12.5, on: touchscreen)
      try daemon.expectActs(["Nameless Screen"])
      // 11 mm are too short: the stated size counts, and no larger one.
      try Self.swipe(11, on: touchscreen)
      #expect(daemon.acts.count == 1)
      try daemon.stop()
    }

    @Test("a device that is ignored does nothing, and the others do")
    func ignored() throws {
      var other = Surface.Model.touchscreen
      other.name = "Broken Screen"
      let broken = try Surface(other)
      let good = try Surface(.touchscreen)
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: Self.rules("devices: {Broken*: {ignore: true}}", in: folder), folder: folder,
        reading: [broken, good])
      try daemon.program.waitForLine(
        containing: "touchscreen 'Broken Screen' is ignored by the rules file", in: .errors)
      try Self.swipe(30, on: broken)
      try Self.swipe(30, on: good)
      try daemon.expectActs(["Virtual Touchscreen"])
      try Guest.write(Self.rules("devices: {Virtual*: {ignore: true}}", in: folder), to: daemon.rulesFile)
      try daemon.program.waitForLine(containing: "reading touchscreen 'Broken Screen', 310 x 174 mm", in: .errors)
      try Self.swipe(30, on: broken)
      try Self.swipe(30, on: good)
      try daemon.expectActs(["Virtual Touchscreen", "Broken Screen"])
      broken.unplug()
      good.unplug()
      try daemon.stop()
    }

    @Test("a touchpad that is turned left swipes to the right where its fingers go down on it")
    func turnedTouchpad() throws {
      let touchpad = try Surface(.touchpad)
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: Self.rules("devices: {touchpad: {orientation: left}}", in: folder, fingers: 3), folder: folder,
        reading: [touchpad])
      for direction in Moves.mainDirections { try Moves.swipe(direction, fingers: 3, on: touchpad) }
      #expect(try daemon.waitForActs(1).count == 1)
      try Moves.swipe(Moves.mainDirections[3], fingers: 3, on: touchpad)
      #expect(try daemon.waitForActs(2).count == 2)
      try daemon.stop()
    }

    @Test(
      "what a finger does on a screen that is turned goes where sway takes it, by the manual's table",
      arguments: [("normal", "normal"), ("left", "90"), ("right", "270"), ("inverted", "180")])
    func turnedScreen(orientation: String, transform: String) throws {
      let touchscreen = try Surface(.touchscreen)
      let sway = try Sway(layout: "us")
      try sway.run("output * transform \(transform)")
      try sway.run("input type:touch map_to_output HEADLESS-1")
      let rules = "\(try Guest.folder())/rules.yml"
      try Guest.write(
        "devices: {touchscreen: {orientation: \(orientation)}}\nrules: [{swipe: any, do: a}]\n", to: rules)
      let monitor = try Program.sleight("monitor", "--json", "--config", rules)
      try monitor.waitUntilReading(#require(touchscreen.node))
      // The window misses the first touch: it requests touch events when it learns that the seat has them.
      try touchscreen.tap(1, lasting: .milliseconds(50))
      settle()
      for direction in Moves.mainDirections {
        let before = sway.touches.count
        try Moves.swipe(direction, fingers: 1, on: touchscreen)
        let touches = sway.touches.dropFirst(before)
        let (first, last) = (try #require(touches.first), try #require(touches.last))
        let way = (x: last.x - first.x, y: last.y - first.y)
        let seen = abs(way.x) > abs(way.y) ? (way.x > 0 ? "right" : "left") : (way.y > 0 ? "down" : "up")
        let line = try #require(monitor.lines().last { $0.contains(#""gesture": "swipe""#) })
        #expect(try JSONReader.read(line)["direction"]?.string == seen, "\(direction.name): \(line)")
      }
      monitor.stop()
    }

    @Test("a touchpad that does not know its size is one of about 69 mm by 50 mm, unless the file says otherwise")
    func namelessTouchpad() throws {
      var model = Surface.Model.touchpad
      model.hasResolution = false
      let touchpad = try Surface(model)
      let folder = try Guest.folder()
      let rules = "\(folder)/rules.yml"
      try Guest.write("devices: {touchpad: {size: 100mm x 70mm}}\nrules: []\n", to: rules)
      let list = try Program.run(Guest.sleight, "devices", "--config", rules, as: .user)
      let isListed = list.contains("  touchpad  size unknown  Virtual Touchpad\n")
      #expect(isListed && list.contains("  in the rules file: taken for 100 x 70 mm\n"), "\(list)")
      let monitor = try Program.sleight("monitor", "--json", "--config", rules)
      try monitor.waitUntilReading(#require(touchpad.node))
      try Moves.swipe(Moves.mainDirections[1], fingers: 3, on: touchpad)
      let line = try monitor.waitForLine(containing: #""gesture": "swipe""#)
      // The swipe acts at 12 mm, or 100 ms after the landing, when the number of fingers is settled: at 15 mm.
      let dx = try #require(try JSONReader.read(line)["dx"]?.number)
      #expect(dx >= 12 && dx < 18, "\(line)")
      monitor.signal(SIGINT)
      #expect(try monitor.waitForExit() == 0)
    }

    @Test("what is recorded is what the device said, and replayed it is what was seen")
    func recorded() throws {
      let touchscreen = try Surface(Self.nameless("Nameless Screen"))
      let folder = try Guest.folder()
      let rules = "\(folder)/rules.yml"
      try Guest.write(Self.rules("devices: {touchscreen: {size: 310mm x 174mm}}", in: folder), to: rules)
      let monitor = try Program.sleight("monitor", "--json", "--config", rules)
      let recorder = try Program.sleight("record", "\(folder)/hand.jsonl")
      for program in [monitor, recorder] { try program.waitUntilReading(#require(touchscreen.node)) }
      try Self.swipe(30, on: touchscreen)
      for program in [monitor, recorder] {
        program.signal(SIGINT)
        #expect(try program.waitForExit() == 0)
      }
      let recording = try #require(Guest.read("\(folder)/hand.jsonl"))
      #expect(recording.contains(#""width": null, "height": null"#))
      let seen = try monitor.lines().filter { $0.contains("gesture") }.map { try JSONReader.read($0) }
      let replayed = try Program.run(
        Guest.sleight, "replay", "--json", "--config", rules, "\(folder)/hand.jsonl", as: .user
      )
      .split(separator: "\n").filter { $0.contains("gesture") }.map { try JSONReader.read(String($0)) }
      #expect(seen.count == 1)
      for member in ["gesture", "direction", "dx", "dy", "speed", "device", "rule"] {
        #expect(seen.map { $0[member] } == replayed.map { $0[member] })
      }
    }
  }
}
