internal import Testing

extension InTheGuest {
  /// Gestures with a beginning, steps and an end. Everything moves slowly: the commands of two phases must not overtake
  /// each other.
  @Suite struct Continuous {
    @Test("a pan makes its steps one way and back again", arguments: [1, 2, 4])
    func panOnATouchscreen(fingers: Int) throws {
      try pan(on: Surface(.touchscreen), fingers: fingers)
    }

    @Test("so on a touchpad, where two fingers scroll", arguments: [2, 3, 4])
    func panOnATouchpad(fingers: Int) throws {
      try pan(on: Surface(.touchpad), fingers: fingers)
    }

    private func pan(on surface: Surface, fingers: Int) throws {
      let rule = Rule(
        trigger: ["pan: right", "fingers: \(fingers)", "device: [touchpad, touchscreen]", "every: 8mm"], name: "pan",
        moments: ["do", "back", "begin", "end"])
      let daemon = try Daemon([rule], reading: [surface])
      try surface.land(fingers)
      // A touchpad loses 2 to 3 mm of it: steps at 8, 16 and 24 mm, and back at 16 and 8 mm.
      try surface.move(by: .init(x: 30, y: 0), in: .seconds(1))
      try surface.move(by: .init(x: -24, y: 0), in: .seconds(1))
      surface.pause(for: .milliseconds(200))
      try surface.lift()
      try daemon.expectActs(["pan begin", "pan", "pan", "pan", "pan back", "pan back", "pan end"])
      try daemon.stop()
    }

    @Test("a rotation makes its steps one way and back again", arguments: [2, 3])
    func rotateOnATouchscreen(fingers: Int) throws {
      try rotate(on: Surface(.touchscreen), fingers: fingers)
    }

    @Test("so on a touchpad", arguments: [2, 3])
    func rotateOnATouchpad(fingers: Int) throws {
      try rotate(on: Surface(.touchpad), fingers: fingers)
    }

    private func rotate(on surface: Surface, fingers: Int) throws {
      let rule = Rule(
        trigger: ["rotate: clockwise", "fingers: \(fingers)", "every: 40°"], name: "turn",
        moments: ["do", "back", "begin", "end"])
      let daemon = try Daemon([rule], reading: [surface])
      try surface.land(fingers)
      // A touchpad loses some 10° of it: steps at 40° and 80°, and back at 40°.
      try surface.turn(by: 105, in: .seconds(2))
      try surface.turn(by: -80, in: .seconds(1))
      surface.pause(for: .milliseconds(200))
      try surface.lift()
      try daemon.expectActs(["turn begin", "turn", "turn", "turn back", "turn end"])
    }

    @Test("a pinch grows in steps")
    func pinch() throws {
      let touchscreen = try Surface(.touchscreen)
      let rule = Rule(
        trigger: ["pinch: out", "every: 40%"], name: "grow", moments: ["do", "back", "begin", "end"])
      let daemon = try Daemon([rule], reading: [touchscreen])
      try touchscreen.land(2)
      try touchscreen.spread(to: 2, in: .seconds(1))
      touchscreen.pause(for: .milliseconds(200))
      try touchscreen.lift()
      try daemon.expectActs(["grow begin", "grow", "grow", "grow end"])
    }

    @Test("a long press begins while the finger rests and ends when it lifts")
    func longPress() throws {
      let touchscreen = try Surface(.touchscreen)
      let rule = Rule(trigger: ["long-press: 400ms"], name: "press", moments: ["begin", "end"])
      let daemon = try Daemon([rule], reading: [touchscreen])
      try touchscreen.land(1)
      try daemon.expectActs(["press begin"])
      try touchscreen.move(by: .init(x: 30, y: 0), in: .milliseconds(300))
      #expect(daemon.acts == ["press begin"])
      try touchscreen.lift()
      try daemon.expectActs(["press begin", "press end"])
    }

    @Test("a drag of three fingers that lift and come back in time goes on, and ends once")
    func resumed() throws {
      let touchpad = try Surface(.touchpad)
      let rule = Rule(
        trigger: ["pan: right", "fingers: 3", "every: 8mm", "resume: 500ms"], name: "drag",
        moments: ["do", "begin", "end"])
      let daemon = try Daemon([rule], reading: [touchpad])
      for _ in 0..<2 {
        try touchpad.land(3)
        try touchpad.move(by: .init(x: 18, y: 0), in: .seconds(1))
        try touchpad.lift()
        touchpad.pause(for: .milliseconds(300))
      }
      #expect(daemon.acts == ["drag begin", "drag", "drag", "drag", "drag"])
      try daemon.expectActs(["drag begin", "drag", "drag", "drag", "drag", "drag end"])

      // Too late to continue the gesture: a new one begins.
      touchpad.pause(for: .seconds(1))
      try touchpad.land(3)
      try touchpad.move(by: .init(x: 12, y: 0), in: .milliseconds(600))
      try touchpad.lift()
      #expect(try daemon.waitForActs(9).suffix(3) == ["drag begin", "drag", "drag end"])
    }

    @Test("a device that is pulled out in the middle ends what was begun, once")
    func unplugged() throws {
      let touchpad = try Surface(.touchpad)
      let rule = Rule(
        trigger: ["pan: right", "fingers: 3", "every: 8mm", "resume: 500ms"], name: "drag",
        moments: ["do", "begin", "cancel", "end"])
      let daemon = try Daemon([rule], reading: [touchpad])
      try touchpad.land(3)
      try touchpad.move(by: .init(x: 14, y: 0), in: .milliseconds(600))
      touchpad.unplug()
      try daemon.expectActs(["drag begin", "drag", "drag cancel"])
    }
  }
}
