internal import CLinux
internal import Glibc
internal import Testing

extension InTheGuest {
  /// Gestures that need the contacts of a touchpad, from the hand to the command.
  @Suite struct ContactGestures {
    private static func rules(_ edge: String) -> [Rule] {
      [
        Rule(
          trigger: ["pan: up", "fingers: 1", "edge: \(edge)", "device: touchpad", "every: 6mm"], name: "slide",
          moments: ["begin", "do", "end"]),
        Rule(trigger: ["swipe: right", "fingers: 3", "edge: left"], name: "3 right from the edge"),
        Rule(trigger: ["swipe: horizontal", "fingers: 3"], name: "3 horizontal"),
        Rule(trigger: ["swipe: horizontal", "fingers: 5"], name: "5 horizontal"),
        Rule(trigger: ["tap: single", "fingers: 4"], name: "4 tap"),
        Rule(trigger: ["tap: single", "fingers: 5"], name: "5 tap"),
        Rule(trigger: ["pinch: in", "fingers: 5"], name: "5 in"),
        Rule(trigger: ["long-press: 500ms", "fingers: 5"], name: "5 long"),
        Rule(trigger: ["tip-tap: left", "fingers: 1"], name: "tip-tap left"),
        Rule(trigger: ["tip-tap: right", "fingers: 1"], name: "tip-tap right"),
        Rule(
          trigger: ["pan: up", "fingers: 1", "anchor: 1", "device: touchpad", "every: 6mm"], name: "anchored",
          moments: ["begin", "do", "end"]),
        Rule(
          trigger: ["pan: horizontal", "fingers: 2", "anchor: 1", "device: touchpad", "every: 8mm"], name: "anchored 2",
          moments: ["begin", "do", "end"]),
        Rule(trigger: ["press: click", "fingers: 3"], name: "press", moments: ["begin", "end"]),
      ]
    }

    private func touchpad(_ width: Double) throws -> Surface {
      var model = Surface.Model.touchpad
      model.size = .init(x: width, y: width * 0.6)
      return try Surface(model)
    }

    /// Fingers side by side, `apart` mm from each other.
    private func row(_ count: Int, from x: Double, _ y: Double, apart: Double) -> [Surface.Point] {
      (0..<count).map { .init(x: x + apart * Double($0), y: y) }
    }

    @Test(
      "a finger slides along an edge, and one that leaves it or moves elsewhere points", arguments: [80.0, 100, 160])
    func slides(width: Double) throws {
      let touchpad = try touchpad(width)
      let daemon = try Daemon(Self.rules("right"), reading: [touchpad])
      let height = width * 0.6
      for (x, way) in [(width / 2, Surface.Point(x: 0, y: -25)), (width - 3, .init(x: -20, y: -15))] {
        try touchpad.land([.init(x: x, y: height - 10)])
        try touchpad.move(by: way, in: .milliseconds(300))
        try touchpad.lift()
        settle()
      }
      #expect(daemon.acts == [])
      // Above the buttons of a clickpad: there, a finger at the edge points with libinput 1.22.
      try touchpad.land([.init(x: width - 3, y: height - 11)])
      try touchpad.move(by: .init(x: 0, y: -27), in: .milliseconds(400))
      try touchpad.lift()
      let acts = try daemon.waitForActs(6)
      #expect(acts.first == "slide begin")
      #expect(acts.filter { $0 == "slide" }.count == 4)
      #expect(acts.last == "slide end")
      try daemon.stop()
    }

    @Test(
      "two fingers press firmly: on a clickpad harder than they click, and else than they rest",
      arguments: [true, false])
    func firmPress(isClickpad: Bool) throws {
      var model = Surface.Model.touchpad
      model.pressure = 51
      if !isClickpad { model.properties.removeAll { $0 == CInt(INPUT_PROP_BUTTONPAD) } }
      let touchpad = try Surface(model)
      let rule = Rule(trigger: ["press: firm", "fingers: 2"], name: "firm", moments: ["begin", "end"])
      let daemon = try Daemon([rule], reading: [touchpad])
      func press(_ pressure: CInt) throws {
        touchpad.pressure = pressure
        // Fingers roll a little when they press.
        try touchpad.move(by: .init(x: pressure > 51 ? 0.4 : -0.4, y: 0), in: .milliseconds(60))
        touchpad.pause(for: .milliseconds(300))
      }
      try touchpad.land(2)
      try press(51)
      try touchpad.button(isDown: true)
      try press(70)
      if !isClickpad {
        try touchpad.button(isDown: false)
        try press(51)
      }
      #expect(daemon.acts == [])
      try press(110)
      try daemon.expectActs(["firm begin"])
      try press(51)
      try daemon.expectActs(["firm begin", "firm end"])
      if isClickpad { try touchpad.button(isDown: false) }
      try touchpad.lift()
      try daemon.stop()
      #expect(daemon.acts.count == 2)
    }

    @Test("a swipe of three fingers knows where it starts", arguments: [80.0, 100, 160])
    func regions(width: Double) throws {
      let touchpad = try touchpad(width)
      let daemon = try Daemon(Self.rules("right"), reading: [touchpad])
      for x in [3.0, width - 50] {
        try touchpad.land(row(3, from: x, width * 0.25, apart: 14))
        try touchpad.move(by: .init(x: 20, y: 0), in: .milliseconds(250))
        try touchpad.lift()
        settle()
      }
      #expect(daemon.acts == ["3 right from the edge", "3 horizontal"])
    }

    @Test("four and five fingers tap, and five swipe, pinch and rest; each acts once", arguments: [80.0, 100, 160])
    func manyFingers(width: Double) throws {
      let touchpad = try touchpad(width)
      let daemon = try Daemon(Self.rules("right"), reading: [touchpad])
      let y = width * 0.25
      try touchpad.land(row(4, from: width / 2 - 21, y, apart: 14), apart: .milliseconds(15))
      touchpad.pause(for: .milliseconds(70))
      try touchpad.lift()
      settle()
      try touchpad.land(row(5, from: width / 2 - 28, y, apart: 13), apart: .milliseconds(12))
      touchpad.pause(for: .milliseconds(70))
      try touchpad.lift()
      settle()
      try touchpad.land(row(5, from: width - 57, y, apart: 13))
      try touchpad.move(by: .init(x: -20, y: 0), in: .milliseconds(250))
      try touchpad.lift()
      settle()
      try touchpad.land(row(5, from: width / 2 - 28, y, apart: 13))
      touchpad.pause(for: .milliseconds(700))
      try touchpad.lift()
      settle()
      #expect(daemon.acts == ["4 tap", "5 tap", "5 horizontal", "5 long"])
    }

    @Test("a swipe of five fingers of which one lands late does not act as one of three or four", arguments: 0..<3)
    func lateFinger(number: Int) throws {
      let touchpad = try touchpad(100)
      let daemon = try Daemon(Self.rules("right"), reading: [touchpad])
      try touchpad.land(row(5, from: 42, 25, apart: 13), apart: .milliseconds(20 + 8 * Int64(number)))
      try touchpad.move(by: .init(x: -25, y: 0), in: .milliseconds(200))
      try touchpad.lift()
      settle()
      #expect(daemon.acts == ["5 horizontal"])
    }

    @Test("a finger taps beside one that rests")
    func tipTap() throws {
      let touchpad = try touchpad(100)
      let daemon = try Daemon(Self.rules("right"), reading: [touchpad])
      for x in [30.0, 70] {
        try touchpad.land([.init(x: 50, y: 30)])
        touchpad.pause(for: .milliseconds(400))
        try touchpad.land([.init(x: x, y: 28)])
        touchpad.pause(for: .milliseconds(70))
        try touchpad.lift(remaining: 1)
        touchpad.pause(for: .milliseconds(300))
        try touchpad.lift()
        settle()
      }
      #expect(daemon.acts == ["tip-tap left", "tip-tap right"])
    }

    @Test("one finger rests, and others slide beside it; a finger that points above a thumb is none")
    func anchored() throws {
      let touchpad = try touchpad(100)
      let daemon = try Daemon(Self.rules("right"), reading: [touchpad])
      // A thumb.
      try touchpad.land([.init(x: 40, y: 55)])
      touchpad.pause(for: .milliseconds(400))
      try touchpad.land([.init(x: 55, y: 30)])
      try touchpad.move(by: .init(x: 0, y: -20), in: .milliseconds(300), resting: 1)
      try touchpad.lift()
      settle()
      #expect(daemon.acts == [])
      // One finger slides twice, while the other rests.
      try touchpad.land([.init(x: 40, y: 40)])
      touchpad.pause(for: .milliseconds(400))
      for _ in 0..<2 {
        try touchpad.land([.init(x: 60, y: 36)])
        try touchpad.move(by: .init(x: 0, y: -20), in: .milliseconds(400), resting: 1)
        try touchpad.lift(remaining: 1)
        touchpad.pause(for: .milliseconds(300))
      }
      try touchpad.lift()
      settle()
      let one = ["anchored begin", "anchored", "anchored", "anchored", "anchored end"]
      #expect(daemon.acts == one + one)
      // Two fingers.
      try touchpad.land([.init(x: 30, y: 40)])
      touchpad.pause(for: .milliseconds(400))
      try touchpad.land(row(2, from: 48, 36, apart: 16))
      try touchpad.move(by: .init(x: 20, y: 0), in: .milliseconds(400), resting: 1)
      try touchpad.lift()
      settle()
      #expect(daemon.acts.dropFirst(10) == ["anchored 2 begin", "anchored 2", "anchored 2", "anchored 2 end"])
      try daemon.stop()
    }

    @Test("fingers that are down begin and end, while libinput and the contacts recognise other gestures")
    func touch() throws {
      let touchpad = try touchpad(100)
      let rules = [
        Rule(
          trigger: ["touch: any", "fingers: 1-5", "device: touchpad"], name: "any", moments: ["begin", "end"]),
        Rule(trigger: ["touch: any", "fingers: 3"], name: "three", moments: ["begin", "end"]),
        Rule(trigger: ["swipe: right", "fingers: 3"], name: "swipe"),
      ]
      let daemon = try Daemon(rules, reading: [touchpad])
      // One finger points, another one joins it, and the first lifts.
      try touchpad.land([.init(x: 40, y: 30)])
      try touchpad.move(by: .init(x: 20, y: 0), in: .milliseconds(300))
      try touchpad.land([.init(x: 80, y: 30)])
      touchpad.pause(for: .milliseconds(300))
      #expect(daemon.acts == ["any begin"])
      try touchpad.lift()
      settle()
      #expect(daemon.acts == ["any begin", "any end"])
      try touchpad.land(row(3, from: 30, 30, apart: 14))
      touchpad.pause(for: .milliseconds(300))
      try touchpad.move(by: .init(x: 25, y: 0), in: .milliseconds(250))
      try touchpad.lift()
      settle()
      let acts = Array(daemon.acts.dropFirst(2))
      #expect(acts.prefix(3) == ["any begin", "three begin", "swipe"])
      #expect(acts.dropFirst(3).sorted() == ["any end", "three end"])
    }

    @Test("paths, rests after a swipe and circles act once, where libinput reports the movement")
    func legs() throws {
      let touchpad = try touchpad(100)
      let rules = [
        Rule(trigger: ["swipe: left then down", "fingers: 3"], name: "left then down"),
        Rule(trigger: ["swipe: left", "fingers: 3"], name: "left"),
        Rule(trigger: ["long-press: 300ms", "moved: right", "fingers: 4"], name: "rest", moments: ["begin", "end"]),
        Rule(trigger: ["circle: clockwise", "fingers: 3"], name: "circle", moments: ["begin", "end"]),
      ]
      let daemon = try Daemon(rules, reading: [touchpad])
      let hand = row(3, from: 45, 20, apart: 14)
      try touchpad.land(hand)
      try touchpad.move(by: .init(x: -25, y: 0), in: .milliseconds(250))
      try touchpad.move(by: .init(x: 0, y: 25), in: .milliseconds(250))
      try touchpad.lift()
      settle()
      try touchpad.land(hand)
      try touchpad.move(by: .init(x: -25, y: 0), in: .milliseconds(250))
      try touchpad.lift()
      settle()
      try touchpad.land(row(4, from: 20, 30, apart: 14))
      try touchpad.move(by: .init(x: 25, y: 0), in: .milliseconds(250))
      touchpad.pause(for: .milliseconds(600))
      try touchpad.lift()
      settle()
      try touchpad.land(hand)
      for step in 0..<36 {
        let (from, to) = (Double(step) * .pi / 18, Double(step + 1) * .pi / 18)
        try touchpad.move(
          by: .init(x: 12 * (sin(to) - sin(from)), y: 12 * (cos(from) - cos(to))), in: .milliseconds(20))
      }
      try touchpad.lift()
      settle()
      #expect(daemon.acts == ["left then down", "left", "rest begin", "rest end", "circle begin", "circle end"])
    }

    @Test("three fingers press the button, and release it")
    func press() throws {
      let touchpad = try touchpad(100)
      let daemon = try Daemon(Self.rules("right"), reading: [touchpad])
      try touchpad.land(row(3, from: 35, 25, apart: 15))
      touchpad.pause(for: .milliseconds(100))
      try touchpad.button(isDown: true)
      touchpad.pause(for: .milliseconds(300))
      #expect(daemon.acts == ["press begin"])
      try touchpad.button(isDown: false)
      try touchpad.lift()
      settle()
      #expect(daemon.acts == ["press begin", "press end"])
    }
  }
}
