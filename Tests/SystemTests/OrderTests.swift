internal import Testing

extension InTheGuest {
  /// Gestures that wait for those of earlier rules.
  @Suite struct Order {
    private static let rules = [
      Rule(trigger: ["swipe: left", "fingers: 3"], name: "swipe"),
      Rule(trigger: ["pan: horizontal", "fingers: 3"], name: "pan", moments: ["begin", "end"]),
    ]

    @Test("on a touchscreen, a swipe above a pan acts, and fingers that stop on its way begin the pan")
    func onATouchscreen() throws { try act(on: Surface(.touchscreen)) }

    @Test("so on a touchpad")
    func onATouchpad() throws { try act(on: Surface(.touchpad)) }

    private func act(on surface: Surface) throws {
      let daemon = try Daemon(Self.rules, reading: [surface])
      try surface.land(3)
      try surface.move(by: .init(x: -30, y: 0), in: .milliseconds(250))
      try surface.lift()
      try daemon.expectActs(["swipe"])
      surface.comeBack()
      try surface.land(3)
      try surface.move(by: .init(x: -10, y: 0), in: .milliseconds(150))
      // The fingers rest: only time decides that they do not swipe.
      try daemon.expectActs(["swipe", "pan begin"])
      try surface.lift()
      try daemon.expectActs(["swipe", "pan begin", "pan end"])
      surface.comeBack()
      // The other way, the pan does not wait.
      try surface.land(3)
      try surface.move(by: .init(x: 10, y: 0), in: .milliseconds(150))
      try surface.lift()
      #expect(try daemon.waitForActs(5).suffix(2) == ["pan begin", "pan end"])
      try daemon.stop()
    }
  }
}
