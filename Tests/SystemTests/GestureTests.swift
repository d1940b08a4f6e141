internal import Testing

extension InTheGuest {
  /// From the hand to the command, on a touchpad.
  @Suite struct OnATouchpad {
    @Test("swipes act once each, in order, and nothing else does", arguments: [3, 4])
    func swipes(fingers: Int) throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(Moves.rules, reading: [touchpad])
      for direction in Moves.mainDirections { try Moves.swipe(direction, fingers: fingers, on: touchpad) }
      let acts = try daemon.waitForActs(4)
      #expect(acts == Moves.mainDirections.map { "\(fingers) \($0.name)" })
      try daemon.stop()
    }

    @Test("a swipe counts whose fingers lift one after the other")
    func liftingOneByOne() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(Moves.rules, reading: [touchpad])
      try touchpad.land(3, apart: .milliseconds(20))
      try touchpad.move(by: .init(x: -30, y: 0), in: .milliseconds(250))
      try touchpad.lift(apart: .milliseconds(150))
      try daemon.expectActs(["3 left"])
    }

    @Test("pinches act once each, in order, and nothing else does", arguments: [2, 3, 4])
    func pinches(fingers: Int) throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(Moves.rules, reading: [touchpad])
      try Moves.pinch(to: 0.4, fingers: fingers, on: touchpad)
      try Moves.pinch(to: 1.8, fingers: fingers, on: touchpad)
      try daemon.expectActs(["\(fingers) in", "\(fingers) out"])
    }

    @Test("a long press acts while the fingers rest, and not again when they lift")
    func longPress() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(Moves.rules, reading: [touchpad])
      try touchpad.land(3)
      let acts = try daemon.waitForActs(1)
      #expect(acts == ["3 long"])
      try touchpad.lift()
      settle()
      #expect(daemon.acts == ["3 long"])
    }
  }

  /// From the hand to the command, on a touchscreen.
  @Suite struct OnATouchscreen {
    @Test("swipes act once each, in order, and nothing else does", arguments: [1, 2, 3, 4])
    func swipes(fingers: Int) throws {
      let touchscreen = try Surface(.touchscreen)
      let daemon = try Daemon(Moves.rules, reading: [touchscreen])
      for direction in Moves.directions { try Moves.swipe(direction, fingers: fingers, on: touchscreen) }
      let acts = try daemon.waitForActs(8)
      #expect(acts == Moves.directions.map { "\(fingers) \($0.name)" })
    }

    @Test("pinches act once each, in order, and nothing else does", arguments: [2, 3, 4])
    func pinches(fingers: Int) throws {
      let touchscreen = try Surface(.touchscreen)
      let daemon = try Daemon(Moves.rules, reading: [touchscreen])
      try Moves.pinch(to: 0.4, fingers: fingers, on: touchscreen)
      try Moves.pinch(to: 1.8, fingers: fingers, on: touchscreen)
      try daemon.expectActs(["\(fingers) in", "\(fingers) out"])
    }

    @Test("a long press acts while the fingers rest, and not again when they lift", arguments: [1, 2, 3, 4])
    func longPress(fingers: Int) throws {
      let touchscreen = try Surface(.touchscreen)
      let daemon = try Daemon(Moves.rules, reading: [touchscreen])
      try touchscreen.land(fingers)
      let acts = try daemon.waitForActs(1)
      #expect(acts == ["\(fingers) long"])
      try touchscreen.lift()
      settle()
      #expect(daemon.acts == ["\(fingers) long"])
    }

    @Test("a screen that does not know its size is swiped on all the same")
    func unknownSize() throws {
      var model = Surface.Model.touchscreen
      model.hasResolution = false
      let touchscreen = try Surface(model)
      let daemon = try Daemon(Moves.rules, reading: [touchscreen])
      for direction in Moves.mainDirections {
        try touchscreen.land(2)
        try touchscreen.move(by: .init(x: direction.x * 60, y: direction.y * 60), in: .milliseconds(200))
        try touchscreen.lift()
        touchscreen.comeBack()
      }
      let acts = try daemon.waitForActs(4)
      #expect(acts == Moves.mainDirections.map { "2 \($0.name)" })
    }
  }
}
