internal import Glibc
internal import Linux
internal import Testing
internal import TmuxWindow

extension InTheGuest {
  /// `sleight learn` in a terminal, while real devices are touched.
  @Suite struct Learning {
    /// The ordinary user's `sleight learn`, in a terminal of 100 x 40.
    private struct Learner {
      let window: TmuxWindow
      let folder: String
      let process: pid_t

      /// Starts it with rules, and waits until it asks for a gesture and reads `surfaces`.
      init(_ rules: String, reading surfaces: [Surface]) throws {
        folder = try Guest.folder()
        try Guest.write(rules, to: "\(folder)/rules.yml")
        try Program.run("chown", "\(Guest.user.id):\(Guest.user.id)", "\(folder)/rules.yml")
        window = try TmuxWindow(
          columns: 100, rows: 40, in: folder, environment: ["XDG_RUNTIME_DIR=\(Guest.user.runtime)"],
          as: ["setpriv", "--reuid", Guest.user.id, "--regid", Guest.user.id, "--init-groups", "--"])
        try window.enter(
          "clear; sh -c 'echo $$ >pid; exec \(Guest.sleight) learn --config rules.yml'; echo $? >status")
        let process = pid_t(try window.waitForFile("pid").filter(\.isNumber)) ?? 0
        self.process = process
        for surface in surfaces {
          let node = try #require(surface.node)
          try wait(otherwise: { "it does not open \(node)" }) {
            Program.openFiles(of: process).contains(node) ? () : nil
          }
        }
        try window.waitForScreen { $0.contains("Make a gesture. Ctrl+C ends without changes.") }
      }

      /// Waits for a question, and answers it.
      func answer(_ question: String, _ answer: String) throws {
        try window.waitForScreen { $0.last { !$0.isEmpty }?.hasPrefix(question) == true }
        try window.enter(answer)
      }

      /// The screen from the first instruction on once it has ended, with `N` for what the hand took.
      func end(status: Int) throws -> String {
        #expect(try window.waitForFile("status") == "\(status)\n")
        let lines = try window.waitForScreen { $0.last { !$0.isEmpty } == "$" }
        return lines.drop { !$0.hasPrefix("Make a gesture") }.prefix { $0 != "$" }.joined(separator: "\n")
          .replacing(/\d+mm in \d+ms, \d+mm\/s/, with: "N")
      }
    }

    private static let rules = """
      # Mine.
      rules:
        - swipe: right   # so
          fingers: 3
          do: "true"

      """

    @Test("a swipe that is shown twice on a touchpad becomes a rule, which acts on the third")
    func touchpad() throws {
      let surface = try Surface(.touchpad)
      let learner = try Learner(Self.rules, reading: [surface])
      let left = Moves.mainDirections[0]
      try Moves.swipe(left, fingers: 3, on: surface)
      try learner.answer("Gesture [1]", "1")
      try learner.window.waitForScreen { $0.last { !$0.isEmpty }?.hasPrefix("Make it once more") == true }
      try Moves.swipe(left, fingers: 4, on: surface)
      try learner.window.waitForScreen { $0.last { !$0.isEmpty }?.hasSuffix("to keep the first one:") == true }
      try Moves.swipe(left, fingers: 3, on: surface)
      try learner.window.waitForScreen { screen in
        screen.contains { $0.hasSuffix("the same gesture") }
          && screen.last { !$0.isEmpty }?.hasPrefix("Make it once more") == true
      }
      try Moves.swipe(left, fingers: 3, on: surface)
      try learner.answer("Action", "echo next >>acts")
      try learner.answer("Add it?", "")
      let screen = try learner.end(status: 0)
      #expect(
        screen == """
          Make a gesture. Ctrl+C ends without changes.
          1  swipe left, 3 fingers, on a touchpad: N
          2  pan left, 3 fingers, on a touchpad: N
          Gesture [1], or r to repeat it: 1
          Make it once more, or press Enter to continue:
          swipe left, 4 fingers, on a touchpad: N: a different gesture: 4 fingers, not 3
          Make it once more, or press Enter to keep the first one:
          swipe left, 3 fingers, on a touchpad: N: the same gesture
          Make it once more, or press Enter to continue:
          swipe left, 3 fingers, on a touchpad: N: the same gesture
          Action (a command, keys such as ctrl+w, or none to add no rule): echo next >>acts
          rules.yml:6:
            - swipe: left
              fingers: 3
              device: touchpad
              do: echo next >>acts
          Add it? [Y/n]
          rules.yml:6: swipe left, 3 fingers, on a touchpad
          """)
      let written = try #require(Guest.read("\(learner.folder)/rules.yml"))
      let rule = "  - swipe: left\n    fingers: 3\n    device: touchpad\n    do: echo next >>acts\n"
      #expect(written == Self.rules + rule)
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: written.replacing(">>acts", with: ">>\(folder)/acts"), folder: folder, reading: [surface])
      try Moves.swipe(left, fingers: 3, on: surface)
      try daemon.expectActs(["next"])
      try daemon.stop()
    }

    @Test("on a touchscreen a pinch is learned while a touchpad is there as well; Ctrl+C leaves the file as it is")
    func touchscreen() throws {
      let surfaces = [try Surface(.touchpad), try Surface(.touchscreen)]
      let learner = try Learner(Self.rules, reading: surfaces)
      // One finger on a touchpad moves the pointer.
      try surfaces[0].land(1)
      try surfaces[0].move(by: .init(x: 20, y: 0), in: .milliseconds(200))
      try surfaces[0].lift()
      try Moves.pinch(to: 0.4, fingers: 4, on: surfaces[1])
      try learner.window.waitForScreen { $0.last { !$0.isEmpty }?.hasPrefix("Make it once more") == true }
      try Moves.pinch(to: 0.4, fingers: 4, on: surfaces[1])
      try learner.window.waitForScreen { screen in
        screen.contains { $0.hasSuffix("the same gesture") }
          && screen.last { !$0.isEmpty }?.hasPrefix("Make it once more") == true
      }
      try learner.window.enter("")
      try learner.window.waitForScreen { $0.last { !$0.isEmpty }?.hasPrefix("Action") == true }
      try learner.window.press("C-c")
      let screen = try learner.end(status: 1)
      #expect(
        screen.replacing(/\d+% of the distance in \d+ms/, with: "N") == """
          Make a gesture. Ctrl+C ends without changes.
          pinch in, 4 fingers, on a touchscreen: N
          Make it once more, or press Enter to continue:
          pinch in, 4 fingers, on a touchscreen: N: the same gesture
          Make it once more, or press Enter to continue:
          Action (a command, keys such as ctrl+w, or none to add no rule): ^C
          sleight: rules.yml is unchanged
          """)
      #expect(Guest.read("\(learner.folder)/rules.yml") == Self.rules)
    }

    @Test("what only the contacts of a touchpad tell is learned: five fingers, and one that slides along an edge")
    func contacts() throws {
      var model = Surface.Model.touchpad
      model.size = .init(x: 100, y: 60)
      let surface = try Surface(model)
      let node = try #require(surface.node)
      let rules = "\(try Guest.folder())/rules.yml"
      func learn(_ show: () throws -> Void) throws -> [String] {
        let learn = try Program.sleight("learn", "--do", "foot", "--config", rules)
        try learn.waitUntilReading(node)
        // A finger that points, from an edge as well, shows nothing.
        try surface.land([.init(x: 97, y: 30)])
        try surface.move(by: .init(x: -30, y: 5), in: .milliseconds(300))
        try surface.lift()
        settle()
        for _ in 0..<2 {
          try show()
          settle()
        }
        try learn.waitForExit()
        return learn.lines()
      }
      let five = try learn {
        try surface.land((0..<5).map { .init(x: 42 + 13 * Double($0), y: 25) })
        try surface.move(by: .init(x: -25, y: 0), in: .milliseconds(250))
        try surface.lift()
      }
      #expect(five == ["\(rules):2: swipe left, 5 fingers, on a touchpad"])
      let slide = try learn {
        try surface.land([.init(x: 97, y: 49)])
        try surface.move(by: .init(x: 0, y: -27), in: .milliseconds(400))
        try surface.lift()
      }
      #expect(slide == ["\(rules):6: swipe up, 1 finger, from the right edge, on a touchpad"])
      // libinput reports this tap after the contacts have lifted.
      let tap = try learn {
        try surface.land((0..<3).map { .init(x: 30 + 15 * Double($0), y: 25) })
        surface.pause(for: .milliseconds(70))
        try surface.lift()
      }
      #expect(tap == ["\(rules):11: tap single, 3 fingers, on a touchpad"])
    }

    // Two distances: since libinput 1.27.1, the movement of the first frame is lost.
    @Test(
      "what real hands show is told in the words of a rule; a finger that points shows nothing",
      arguments: [
        ("atmel-maxtouch.four-finger-drag-down", ["swipe down, 4 fingers, on a touchscreen: 34mm in"]),
        ("atmel-maxtouch.one-finger-drag-up-down", ["pan up, 1 finger, on a touchscreen: 57mm in"]),
        ("atmel-maxtouch.one-finger-fast-taps", ["tap 9, 1 finger, on a touchscreen: "]),
        ("atmel-maxtouch.two-finger-tap", ["long-press 500ms, 2 fingers, on a touchscreen: 8"]),
        ("cypress-trackpad.three-finger-tap", ["tap single, 3 fingers, on a touchpad: 1"]),
        (
          "synaptics-hp8470p.two-finger-horizontal-scroll",
          ["22mm", "20mm"].map { "swipe right, 2 fingers, on a touchpad: \($0) in" }
        ),
        (
          "synaptics.two-finger-vertical-scroll",
          ["7.5mm", "6.1mm"].map { "pan up, 2 fingers, on a touchpad: \($0) in" }
        ),
        ("wacom-bamboo.one-finger-circle", []),
        (
          "wacom-bamboo.two-finger-top-swipe",
          ["67mm", "66mm"].map { "pan right, 2 fingers, on a touchpad: \($0) in" }
        ),
      ] as [(String, [String])])
    func recorded(recording: String, expected: [String]) throws {
      let file = "\(Guest.checkout)/Tests/Recordings/\(recording).events"
      let device = try Program(["stdbuf", "-oL", "evemu-device", file], as: .root)
      defer { device.stop() }
      let line = try device.waitForLine(containing: "/dev/input/event")
      let node = try #require(line.split(separator: " ").last.map(String.init))
      let learn = try Program.sleight("learn", "--do", "foot", "--config", "\(try Guest.folder())/rules.yml")
      try learn.waitUntilReading(node)
      try Program.run("sh", "-c", "exec evemu-play \(node) <\(file)")
      settle()
      learn.signal(SIGINT)
      // Taps that are alike may have been shown twice before the signal; then the rule is added.
      let status = try learn.waitForExit()
      #expect(status == 1 || status == 0 && !expected.isEmpty)
      let shown = learn.lines(.errors).drop { !$0.hasSuffix("Make a gesture. Ctrl+C ends without changes.") }
        .dropFirst()
      if expected.isEmpty {
        #expect(shown.count == 1 && shown.first?.hasSuffix("rules.yml is unchanged") == true, "\(learn)")
      } else {
        #expect(expected.contains { shown.first?.hasPrefix("sleight: \($0)") == true }, "\(learn)")
      }
    }
  }
}
