internal import JSONLines
internal import Testing

extension InTheGuest {
  /// Touchscreens in GNOME and KWin with several outputs; see Tests/Desktops/touchpads.
  @Suite(.enabled(if: TouchpadDesktop.kind != nil, "this guest has no desktop")) struct MappedTouchscreens {
    @Test("of two outputs, the touchscreen lies over the one that the desktop's settings map it to, and follows them")
    func mapped() throws {
      let desktop = try TouchpadDesktop.alone(outputs: 2)
      let touchscreen = try Surface(.touchscreen)
      let node = try #require(touchscreen.node)
      let daemon = try Daemon(
        rulesText: "rules:\n  - {tap: single, fingers: 1, device: touchscreen, do: {click: right}}\n",
        folder: Guest.folder(), reading: [touchscreen], environment: desktop.environment)
      func wait(for output: String?) throws {
        try desktop.waitForStatus { $0["touchscreens"]?.array?.first?["output"]?.string == output }
      }
      let outputs = try desktop.outputs()
      try #require(outputs.count == 2, "\(outputs)")
      // Both are as large: nothing else tells which one it is.
      try wait(for: nil)
      for output in [outputs[1], outputs[0], outputs[1]] {
        try desktop.map(node, to: output)
        try wait(for: output.name)
      }
      try daemon.stop()
    }
  }

  /// A hint in GNOME at the fingers on a touchscreen, in a guest of its own; see Tests/Desktops/touchpads.
  @Suite(.enabled(if: TouchpadDesktop.isGNOME, "needs GNOME")) struct HintsAtFingers {
    @Test("it is above fingers that come near to a rule, on their output, and says why the rule did not act")
    func hints() throws {
      let desktop = try TouchpadDesktop.alone(outputs: 2)
      let touchscreen = try Surface(.touchscreen)
      let daemon = try Daemon(
        rulesText: """
          settings: {hint-misses: true, keep-positions: true}
          rules:
            - {name: next, swipe: left, fingers: 3, device: touchscreen, do: 'true'}

          """, folder: Guest.folder(), reading: [touchscreen], environment: desktop.environment)
      let output = try desktop.outputs()[1]
      try desktop.map(try #require(touchscreen.node), to: output)
      try desktop.waitForStatus { $0["touchscreens"]?.array?.first?["output"]?.string == output.name }
      let program = try Program.sleight("hint", "--config", daemon.rulesFile, environment: desktop.environment)
      let hint = "\(LiveDesktop.shellExtension)._hint"
      func wait(_ expression: String, is expected: String) throws {
        try desktop.waitUntil("\(hint)?.\(expression)", is: expected)
      }
      settle()
      try touchscreen.land(3)
      try touchscreen.move(by: .init(x: -9, y: 0), in: .milliseconds(200))
      try wait("_text.text", is: "\"next\"")
      try desktop.waitForEvaluation("\(hint)._detail.text") { $0.contains(" of 12 mm") }
      // Outputs are of 800 x 600, side by side.
      let place = try desktop.evaluate("\(hint)._box.visible && [\(hint)._box.x, \(hint)._box.y]")
      let numbers = place.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
      #expect(numbers.count == 2 && numbers[0] >= 800 && (0...536).contains(numbers[1]), "\(place) \(program)")
      try touchscreen.lift()
      touchscreen.pause(for: .seconds(1))
      // Behind a cross, which gdbus(1) does not print.
      try wait("_text.text.endsWith(' next')", is: "true")
      try wait("_box.visible", is: "false")
      try daemon.stop()
      #expect(try program.waitForExit() == 0)
    }
  }
}
