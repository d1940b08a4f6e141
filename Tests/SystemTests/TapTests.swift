internal import Testing

extension InTheGuest {
  /// Short gestures, and start regions.
  @Suite struct TapsAndPlaces {
    /// A rule for every tap of one to three fingers, and for a finger that moves or rests.
    private static let rules =
      (1...3).flatMap { fingers in
        ["single", "double"].map { Rule(trigger: ["tap: \($0)", "fingers: \(fingers)"], name: "\(fingers) \($0)") }
      } + Moves.rules

    private func taps(on surface: Surface, fingers: Int) throws {
      let daemon = try Daemon(Self.rules, reading: [surface])
      try surface.tap(fingers, lasting: .milliseconds(80))
      try daemon.expectActs(["\(fingers) single"])
      try surface.tap(fingers, lasting: .milliseconds(70))
      surface.pause(for: .milliseconds(120))
      try surface.tap(fingers, lasting: .milliseconds(70))
      try daemon.expectActs(["\(fingers) single", "\(fingers) double"])
      // The fourth is too late for the third.
      for _ in 0..<2 {
        try surface.tap(fingers, lasting: .milliseconds(70))
        surface.pause(for: .milliseconds(700))
      }
      #expect(try daemon.waitForActs(4).suffix(2) == ["\(fingers) single", "\(fingers) single"])
      try daemon.stop()
    }

    @Test("a tap on a touchscreen acts, and two are a double tap", arguments: [1, 2, 3])
    func onATouchscreen(fingers: Int) throws { try taps(on: Surface(.touchscreen), fingers: fingers) }

    @Test("so on a touchpad", arguments: [1, 2, 3])
    func onATouchpad(fingers: Int) throws { try taps(on: Surface(.touchpad), fingers: fingers) }

    @Test("a click is no tap, and neither is what moves or rests")
    func noTaps() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(Self.rules, reading: [touchpad])
      try touchpad.land(1)
      try touchpad.button(isDown: true)
      touchpad.pause(for: .milliseconds(80))
      try touchpad.button(isDown: false)
      try touchpad.lift()
      settle()
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      try touchpad.tap(2, lasting: .milliseconds(800))
      try daemon.expectActs(["3 left", "2 long"])
    }

    @Test("a swipe from the edge is another one than from the middle")
    func edge() throws {
      let touchscreen = try Surface(.touchscreen)
      let rules = [
        Rule(trigger: ["swipe: right", "edge: left"], name: "edge"),
        Rule(trigger: ["swipe: right"], name: "middle"),
      ]
      let daemon = try Daemon(rules, reading: [touchscreen])
      for x in [2.0, 100, 2] {
        try touchscreen.land([.init(x: x, y: 80)])
        try touchscreen.move(by: .init(x: 40, y: 0), in: .milliseconds(250))
        try touchscreen.lift()
        touchscreen.comeBack()
      }
      try daemon.expectActs(["edge", "middle", "edge"])
    }

    @Test("two fingers that scroll on a touchpad swipe, for rules that name it")
    func twoFingers() throws {
      let touchpad = try Surface(.touchpad)
      let rules = Moves.mainDirections.map {
        Rule(trigger: ["swipe: \($0.name)", "fingers: 2", "device: touchpad"], name: $0.name)
      }
      let daemon = try Daemon(rules, reading: [touchpad])
      for direction in Moves.mainDirections + Moves.mainDirections {
        try Moves.swipe(direction, fingers: 2, on: touchpad)
      }
      let acts = try daemon.waitForActs(8)
      #expect(acts == (Moves.mainDirections + Moves.mainDirections).map(\.name))
      try daemon.stop()
    }
  }
}
