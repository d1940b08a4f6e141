internal import CUinput
internal import Glibc
internal import JSONLines
internal import Testing

extension InTheGuest {
  /// The events of a recording for a hand on a touchpad, through libinput.
  @Suite struct TouchpadEvents {
    /// The events of a recording of `hand`, each as its name and its numbers of fingers: `hold-begin 2`.
    private func events(
      _ model: Surface.Model = .touchpad, while hand: (Surface, _ recorder: Program) throws -> Void
    ) throws -> [JSONValue] {
      let touchpad = try Surface(model)
      let recorder = try Program.sleight("record", "-")
      try recorder.waitUntilReading(#require(touchpad.node))
      try hand(touchpad, recorder)
      settle()
      recorder.signal(SIGINT)
      #expect(try recorder.waitForExit() == 0)
      // Without the devices at the beginning and at the end, and without the contacts.
      let contacts = ["touch-", "finger-count", "button"]
      return try recorder.lines().dropFirst().dropLast().map { try JSONReader.read($0) }.filter { event in
        !contacts.contains { event["event"]?.string?.hasPrefix($0) == true }
      }
    }

    private func events(
      _ model: Surface.Model = .touchpad, while hand: (Surface) throws -> Void
    ) throws -> [JSONValue] {
      try events(model) { touchpad, _ in try hand(touchpad) }
    }

    private func names(_ events: [JSONValue]) -> [String] {
      events.map { "\($0["event"]?.string ?? "") \($0["fingers"]?.integer ?? 0)" }
    }

    @Test("a tap is told once, behind the rest that it began as", arguments: [1, 2, 3])
    func tap(fingers: Int) throws {
      let events = try events { try $0.tap(fingers, lasting: .milliseconds(80)) }
      let rest = fingers < 3 ? ["hold-begin \(fingers)", "hold-end \(fingers)"] : []
      #expect(names(events) == rest + ["tap \(fingers)"])
      let lasted = try #require(events.last?["lasted"]?.integer)
      // The kernel takes the times of both frames, each a moment after the hand.
      #expect((79_000..<120_000).contains(lasted))
    }

    @Test("so is one of less than 40 ms, which never was a rest", arguments: [1, 2, 3])
    func quickTap(fingers: Int) throws {
      #expect(names(try events { try $0.tap(fingers, lasting: .milliseconds(25)) }) == ["tap \(fingers)"])
    }

    @Test("two taps are two")
    func doubleTap() throws {
      let events = try events { touchpad in
        try touchpad.tap(3, lasting: .milliseconds(60))
        touchpad.pause(for: .milliseconds(100))
        try touchpad.tap(3, lasting: .milliseconds(60))
      }
      #expect(names(events) == ["tap 3", "tap 3"])
    }

    @Test("a tap lasts from the last finger's landing to the first one's lift")
    func oneByOne() throws {
      let events = try events { touchpad in
        try touchpad.land(3, apart: .milliseconds(30))
        touchpad.pause(for: .milliseconds(40))
        try touchpad.lift(apart: .milliseconds(30))
      }
      #expect(names(events) == ["tap 3"])
      let lasted = try #require(events.last?["lasted"]?.integer)
      #expect((40_000..<80_000).contains(lasted))
    }

    @Test("a touchpad that cannot tell its fingers apart is tapped too", arguments: [1, 2, 3])
    func semiMultitouch(fingers: Int) throws {
      var model = Surface.Model.touchpad
      model.properties.append(CInt(INPUT_PROP_SEMI_MT))
      model.slots = 2
      #expect(names(try events(model) { try $0.tap(fingers, lasting: .milliseconds(80)) }) == ["tap \(fingers)"])
    }

    @Test("a click of the button under the touchpad is no tap", arguments: [20, 80, 400])
    func click(milliseconds: Int) throws {
      let events = try events { touchpad in
        try touchpad.land(1)
        try touchpad.button(isDown: true)
        touchpad.pause(for: .milliseconds(milliseconds))
        try touchpad.button(isDown: false)
        touchpad.pause(for: .milliseconds(20))
        try touchpad.lift()
      }
      #expect(names(events) == [])
    }

    @Test("nor is one that is read only when it is over")
    func lateClick() throws {
      let events = try events { touchpad, recorder in
        recorder.signal(SIGSTOP)
        try touchpad.land(1)
        try touchpad.button(isDown: true)
        touchpad.pause(for: .milliseconds(80))
        try touchpad.button(isDown: false)
        touchpad.pause(for: .milliseconds(20))
        try touchpad.lift()
        recorder.signal(SIGCONT)
      }
      #expect(names(events) == [])
    }

    @Test("nor is one of the buttons beside it, whichever")
    func buttons() throws {
      var model = Surface.Model.touchpad
      model.properties = [INPUT_PROP_POINTER]
      model.buttons = [BTN_LEFT, BTN_RIGHT, BTN_MIDDLE]
      let events = try events(model) { touchpad in
        for button in model.buttons {
          try touchpad.button(button, isDown: true)
          touchpad.pause(for: .milliseconds(30))
          try touchpad.button(button, isDown: false)
          touchpad.pause(for: .milliseconds(100))
        }
      }
      #expect(names(events) == [])
    }

    @Test("fingers that tap beside one that rests, or of which some stay, are no tap")
    func resting() throws {
      let beside = try events { touchpad in
        try touchpad.land([.init(x: 30, y: 30)])
        touchpad.pause(for: .milliseconds(300))
        try touchpad.land([.init(x: 50, y: 30), .init(x: 70, y: 30)])
        // After 100 ms libinput counts three fingers; a busy machine may turn a shorter rest into that.
        touchpad.pause(for: .milliseconds(30))
        try touchpad.lift(remaining: 1)
        touchpad.pause(for: .milliseconds(300))
        try touchpad.lift()
      }
      #expect(names(beside) == ["hold-begin 1", "hold-end 1"])
      let staying = try events { touchpad in
        try touchpad.land(3)
        touchpad.pause(for: .milliseconds(80))
        try touchpad.lift(remaining: 2)
        touchpad.pause(for: .milliseconds(400))
        try touchpad.lift()
      }
      #expect(names(staying) == ["hold-begin 2", "hold-end 2"])
    }

    @Test("a palm at the edge, four fingers, and fingers that move do not tap")
    func others() throws {
      let events = try events { touchpad in
        try touchpad.land([.init(x: 2, y: 30)])
        touchpad.pause(for: .milliseconds(80))
        try touchpad.lift()
        touchpad.pause(for: .milliseconds(300))
        try touchpad.tap(4, lasting: .milliseconds(80))
        touchpad.pause(for: .milliseconds(300))
        try touchpad.land(3)
        try touchpad.move(by: .init(x: 5, y: 0), in: .milliseconds(60))
        try touchpad.lift()
      }
      #expect(!events.contains { $0["event"]?.string == "tap" })
    }

    @Test("two fingers that scroll are told in their millimetres, and go where the fingers go", arguments: [-20.0, 20])
    func scroll(distance: Double) throws {
      let events = try events { touchpad in
        try touchpad.land(2)
        try touchpad.move(by: .init(x: distance, y: 0), in: .milliseconds(200))
        try touchpad.lift()
      }
      let sum = events.reduce(0) { $0 + ($1["dx"]?.number ?? 0) }
      // libinput drops the movement before its decision: 1 mm at this speed, and one or two frames' more if the machine
      // is busy.
      #expect((0.85...1).contains(sum / distance))
      #expect(events.allSatisfy { $0["event"]?.string == "scroll" && ($0["dy"]?.number ?? 0) == 0 })
      #expect(events.last?["dx"]?.number == 0)
    }
  }
}
