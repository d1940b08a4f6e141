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

    /// The transforms of sway(5), with the orientations that the daemon may report of the touchscreen: sway's releases
    /// count those that are flipped in different directions.
    private static let transforms = [
      ("normal", ["normal"]), ("90", ["left"]), ("180", ["inverted"]), ("270", ["right"]),
      ("flipped", ["mirrored-normal"]), ("flipped-90", ["mirrored-left", "mirrored-right"]),
      ("flipped-180", ["mirrored-inverted"]), ("flipped-270", ["mirrored-left", "mirrored-right"]),
    ]

    /// A touchscreen over the second of two outputs, which a window covers, and a touchpad, as a laptop has.
    private final class Desktop {
      let touchscreen: Surface
      private let touchpad: Surface
      let sway: Sway
      /// The number of inputs that the window received before the test.
      private var start = 0
      private var startOfPositions = 0

      init() throws {
        touchpad = try Surface(.touchpad)
        touchscreen = try Surface(.touchscreen)
        sway = try Sway(layout: "us")
        try sway.run("output HEADLESS-1 mode 1280x720 position 0 0")
        try sway.run("create_output")
        try sway.run("output HEADLESS-2 mode 1600x1200 position 1280 0 scale 2")
        try sway.run("input type:touch map_to_output HEADLESS-2")
        try sway.run("focus output HEADLESS-2")
        // The seat has touch events after the first touch.
        try tap()
        try sway.window.waitForLine(containing: "touch")
      }

      /// Opens a new window, waits for the pointer called `name`, and puts it into the window.
      func openWindow(withPointer name: String) throws {
        try sway.reopenWindow()
        try sway.run("[app_id=wev] fullscreen enable")
        try sway.waitForPointer(named: name, at: ClickPositions.inWindow)
        try tap()
        try sway.putPointerIntoWindow(at: ClickPositions.inWindow)
        settle()
        start = sway.inputs.count
        startOfPositions = sway.window.pointerPositions.count
      }

      /// A finger taps, which no rule is for.
      private func tap() throws {
        try touchscreen.land(1)
        try touchscreen.lift()
        touchscreen.comeBack()
      }

      /// The inputs of the test.
      var inputs: [WindowInput] { Array(sway.inputs.dropFirst(start)) }

      /// The positions at which the pointer entered the window or moved in the test.
      var positions: [Surface.Point] { Array(sway.window.pointerPositions.dropFirst(startOfPositions)) }

      /// Waits for as many buttons as expected; returns all inputs that arrived once no more are due.
      func waitForButtons(_ count: Int) throws -> [WindowInput] {
        try wait(otherwise: { "\(self.inputs), not \(count) buttons" }) {
          inputs.count { !$0.isMotion } >= count ? () : nil
        }
        settle()
        return inputs
      }

      /// A finger rests on the touchscreen.
      func rest() throws {
        try touchscreen.land([Surface.Point(x: 100, y: 40)])
        touchscreen.pause(for: .milliseconds(900))
        try touchscreen.lift()
        touchscreen.comeBack()
      }
    }

    /// Starts a daemon for a touchscreen over the second output.
    private func daemon(
      through injection: Injection, _ rule: String, on desktop: Desktop
    ) throws -> Daemon {
      let settings = injection == .uinput ? "settings: {inject: uinput}\n" : ""
      let daemon = try Daemon(
        rulesText: "\(settings)devices: {\"Virtual Touchscreen\": {output: HEADLESS-2}}\nrules:\n  - \(rule)\n",
        folder: Guest.folder(), reading: [desktop.touchscreen], environment: desktop.sway.environment)
      try desktop.openWindow(withPointer: injection == .uinput ? "Sleight absolute pointer" : "\"virtual pointer")
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
      let desktop = try Desktop()
      let sway = desktop.sway
      try using(injection) {
        let daemon = try daemon(
          through: injection, "{long-press: 500ms, fingers: 1, device: touchscreen, do: {click: right}}", on: desktop)
        var clicks: [WindowInput] = []
        for (transform, orientations) in Self.transforms {
          try sway.run("output HEADLESS-2 transform \(transform)")
          try sway.waitForStatus { status in
            orientations.contains(status["touchscreens"]?.array?.first?["orientation"]?.string ?? "")
          }
          // The window follows the output.
          settle()
          let touches = sway.touches.count
          try desktop.rest()
          clicks += [.button(Self.right, isPressed: true), .button(Self.right, isPressed: false)]
          let inputs = try desktop.waitForButtons(clicks.count)
          #expect(inputs.filter { !$0.isMotion } == clicks)
          // The compositor itself says where the finger was.
          let finger = try #require(sway.touches.dropFirst(touches).first)
          let pointer = try #require(desktop.positions.last)
          #expect(distance(pointer, finger) < 0.5, "\(transform): the click is at \(pointer), the finger at \(finger)")
        }
        try daemon.stop()
      }
    }

    @Test(
      "a drag presses its button where the fingers landed, and the pointer stays under them",
      arguments: Injection.allCases)
    func drag(through injection: Injection) throws {
      let desktop = try Desktop()
      try using(injection) {
        let daemon = try daemon(
          through: injection, "{pan: any, fingers: 1, device: touchscreen, begin: {drag: left}}", on: desktop)
        let touches = desktop.sway.touches.count
        try desktop.touchscreen.land([Surface.Point(x: 100, y: 40)])
        try desktop.touchscreen.move(by: .init(x: 60, y: 30), in: .milliseconds(500))
        desktop.touchscreen.pause(for: .milliseconds(200))
        try desktop.touchscreen.lift()
        let button = [true, false].map { WindowInput.button(Self.left, isPressed: $0) }
        let inputs = try desktop.waitForButtons(2)
        #expect(inputs.filter { !$0.isMotion } == button)
        let fingers = Array(desktop.sway.touches.dropFirst(touches))
        let press = try #require(inputs.firstIndex(of: button[0]))
        // Since sway 1.8, the drag is made when the finger has lifted, and the pointer enters the window then.
        let isLate = Sway.bindsGestures
        let start = try #require(
          isLate ? desktop.positions.first : inputs[..<press].compactMap(\.position).last)
        let end = try #require(desktop.positions.last)
        #expect(distance(start, try #require(fingers.first)) < 0.5, "\(start), \(fingers)")
        #expect(distance(end, try #require(fingers.last)) < 0.5, "\(end), \(fingers)")
        #expect(inputs[press...].count > (isLate ? 2 : 20))
        try daemon.stop()
      }
    }

    // Since sway 1.8, the pointer that a finger has hidden receives no button until it moves.
    @Test(
      "at: pointer clicks where the pointer is; so does a rule while the output is unknown, which is logged once",
      .enabled(if: !Sway.bindsGestures))
    func atPointer() throws {
      let desktop = try Desktop()
      for (position, environment) in [(", at: pointer", desktop.sway.environment), ("", [:])] {
        let daemon = try Daemon(
          rulesText: """
            settings: {inject: uinput}
            rules:
              - {long-press: 500ms, fingers: 1, device: touchscreen, do: {click: right\(position)}}

            """, folder: Guest.folder(), reading: [desktop.touchscreen], environment: environment)
        try desktop.openWindow(withPointer: "Sleight pointer")
        for _ in 0..<2 { try desktop.rest() }
        let inputs = try desktop.waitForButtons(4)
        let click = [true, false].map { WindowInput.button(Self.right, isPressed: $0) }
        #expect(inputs == click + click)
        let lines = daemon.program.lines(.errors).filter { $0.contains("clicks are made at the pointer") }
        #expect(lines.count == (position.isEmpty ? 1 : 0), "\(lines)")
        try daemon.stop()
      }
    }
  }
}
