internal import CUinput
internal import JSONLines
internal import Linux
internal import Testing

extension InTheGuest {
  /// Clicks and drags on a touchscreen, as received by a window under the fingers.
  @Suite struct ClickPositions {
    private static let right = CInt(BTN_RIGHT)
    private static let left = CInt(BTN_LEFT)
    /// Positions on the second output, which is right of the first.
    private static let inWindow = Surface.Point(x: 1400, y: 100)

    /// The transforms of sway(5), with the orientation that the daemon reports of the touchscreen.
    private static let transforms = [
      ("normal", "normal"), ("90", "left"), ("180", "inverted"), ("270", "right"), ("flipped", "mirrored-normal"),
      ("flipped-90", "mirrored-right"), ("flipped-180", "mirrored-inverted"), ("flipped-270", "mirrored-left"),
    ]

    /// A touchscreen over the second of two outputs, which a window covers.
    private func desktop() throws -> (sway: Sway, touchscreen: Surface) {
      let touchscreen = try Surface(.touchscreen)
      let sway = try Sway(layout: "us")
      try sway.run("output HEADLESS-1 mode 1280x720 position 0 0")
      try sway.run("create_output")
      try sway.run("output HEADLESS-2 mode 1600x1200 position 1280 0 scale 2")
      try sway.run("input type:touch map_to_output HEADLESS-2")
      try sway.run("focus output HEADLESS-2")
      try sway.reopenWindow()
      try sway.run("[app_id=wev] fullscreen enable")
      // The window misses the first touch: it requests touch events when it learns that the seat has them.
      try touchscreen.land(3)
      try touchscreen.lift()
      touchscreen.comeBack()
      return (sway, touchscreen)
    }

    private func daemon(
      through injection: Injection, _ rules: String, on sway: Sway, _ touchscreen: Surface
    ) throws -> Daemon {
      let settings = injection == .uinput ? "settings: {inject: uinput}\n" : ""
      let daemon = try Daemon(
        rulesText: "\(settings)devices: {\"Virtual Touchscreen\": {output: HEADLESS-2}}\nrules:\n\(rules)",
        folder: Guest.folder(), reading: [touchscreen], environment: sway.environment)
      try sway.waitForPointer(
        named: injection == .uinput ? "Sleight absolute pointer" : "\"virtual pointer", at: Self.inWindow)
      return daemon
    }

    /// Runs `work` without access to /dev/uinput if events must not be sent through it.
    private func using(_ injection: Injection, _ work: () throws -> Void) throws {
      if injection == .wayland { try Program.run("setfacl", "-b", "/dev/uinput") }
      defer {
        if injection == .wayland { _ = try? Program.run("setfacl", "-m", "u:\(Guest.user.name):rw", "/dev/uinput") }
      }
      try work()
    }

    private func distance(_ one: Surface.Point, _ other: Surface.Point) -> Double {
      max(abs(one.x - other.x), abs(one.y - other.y))
    }

    @Test(
      "a long press gives a right click under the finger, whichever of eight ways the output is turned",
      arguments: Injection.allCases)
    func longPress(through injection: Injection) throws {
      let (sway, touchscreen) = try desktop()
      try using(injection) {
        let daemon = try daemon(
          through: injection, "  - {long-press: 500ms, fingers: 1, device: touchscreen, do: {click: right}}\n",
          on: sway,
          touchscreen)
        var clicks: [WindowInput] = []
        for (transform, orientation) in Self.transforms {
          try sway.run("output HEADLESS-2 transform \(transform)")
          try sway.waitForStatus { $0["touchscreens"]?.array?.first?["orientation"]?.string == orientation }
          // The window follows the output.
          settle()
          let touches = sway.touches.count
          try touchscreen.land([Surface.Point(x: 100, y: 40)])
          touchscreen.pause(for: .milliseconds(900))
          try touchscreen.lift()
          touchscreen.comeBack()
          clicks += [.button(Self.right, isPressed: true), .button(Self.right, isPressed: false)]
          let inputs = try sway.waitForInputs(clicks)
          #expect(inputs.filter { !$0.isMotion } == clicks)
          // The compositor itself says where the finger was.
          let finger = try #require(sway.touches.dropFirst(touches).first)
          let pointer = try #require(inputs.compactMap(\.position).last)
          #expect(distance(pointer, finger) < 0.5, "\(transform): the click is at \(pointer), the finger at \(finger)")
        }
        try daemon.stop()
      }
    }

    @Test(
      "a drag presses its button where the fingers landed, and the pointer stays under them",
      arguments: Injection.allCases)
    func drag(through injection: Injection) throws {
      let (sway, touchscreen) = try desktop()
      try using(injection) {
        let daemon = try daemon(
          through: injection, "  - {pan: any, fingers: 1, device: touchscreen, begin: {drag: left}}\n", on: sway,
          touchscreen)
        let touches = sway.touches.count
        try touchscreen.land([Surface.Point(x: 100, y: 40)])
        try touchscreen.move(by: .init(x: 60, y: 30), in: .milliseconds(500))
        touchscreen.pause(for: .milliseconds(200))
        try touchscreen.lift()
        let button = [true, false].map { WindowInput.button(Self.left, isPressed: $0) }
        let inputs = try sway.waitForInputs(button)
        #expect(inputs.filter { !$0.isMotion } == button)
        let fingers = Array(sway.touches.dropFirst(touches))
        let press = try #require(inputs.firstIndex(of: button[0]))
        let start = try #require(inputs[..<press].compactMap(\.position).last)
        let end = try #require(inputs.compactMap(\.position).last)
        #expect(distance(start, try #require(fingers.first)) < 0.5, "\(start), \(fingers)")
        #expect(distance(end, try #require(fingers.last)) < 0.5, "\(end), \(fingers)")
        #expect(inputs[press...].count > 20)
        try daemon.stop()
      }
    }

    @Test("at: pointer clicks where the pointer is; so does a rule while the output is unknown, which is logged once")
    func atPointer() throws {
      let (sway, touchscreen) = try desktop()
      for (position, environment) in [(", at: pointer", sway.environment), ("", [:])] {
        let daemon = try Daemon(
          rulesText: """
            settings: {inject: uinput}
            rules:
              - {long-press: 500ms, fingers: 1, device: touchscreen, do: {click: right\(position)}}

            """, folder: Guest.folder(), reading: [touchscreen], environment: environment)
        try sway.reopenWindow()
        try sway.run("[app_id=wev] fullscreen enable")
        try sway.waitForPointer(named: "Sleight pointer", at: Self.inWindow)
        var clicks: [WindowInput] = []
        for _ in 0..<2 {
          try touchscreen.land([Surface.Point(x: 100, y: 40)])
          touchscreen.pause(for: .milliseconds(900))
          try touchscreen.lift()
          touchscreen.comeBack()
          clicks += [.button(Self.right, isPressed: true), .button(Self.right, isPressed: false)]
        }
        let inputs = try sway.waitForInputs(clicks)
        #expect(inputs.filter { !$0.isMotion } == clicks)
        #expect(inputs.allSatisfy { $0.position.map { distance($0, .init(x: 120, y: 100)) < 0.5 } ?? true })
        let lines = daemon.program.lines(.errors).filter { $0.contains("clicks are made at the pointer") }
        #expect(lines.count == (position.isEmpty ? 1 : 0), "\(lines)")
        try daemon.stop()
      }
    }
  }
}
