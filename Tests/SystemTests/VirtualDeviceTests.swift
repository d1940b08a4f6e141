internal import CUinput
internal import Glibc
internal import Testing

extension InTheGuest {
  /// libinput's own tool understands the hand of these tests, so tests with it are meaningful.
  @Suite struct VirtualDevices {
    /// libinput's names for the events of a device while `hand` moves on it.
    private func events(on surface: Surface, while hand: () throws -> Void) throws -> [String] {
      let node = try #require(surface.node)
      let tool = try Program(["stdbuf", "-oL", "libinput", "debug-events", "--device", node])
      try tool.waitForLine(containing: "DEVICE_ADDED")
      try hand()
      settle()
      tool.signal(SIGINT)
      try tool.waitForExit()
      return tool.lines().compactMap { line in
        let words = line.split(whereSeparator: \.isWhitespace)
        return words.first { $0.allSatisfy { $0.isUppercase || $0 == "_" } }.map(String.init)
      }
    }

    @Test("a touchpad swipe is one to libinput", arguments: [3, 4])
    func swipe(fingers: Int) throws {
      let touchpad = try Surface(.touchpad)
      let events = try events(on: touchpad) {
        try touchpad.land(fingers, apart: .milliseconds(15))
        try touchpad.move(by: .init(x: -25, y: 0), in: .milliseconds(250))
        try touchpad.lift()
      }
      #expect(events.filter { $0 == "GESTURE_SWIPE_BEGIN" }.count == 1)
      #expect(events.last == "GESTURE_SWIPE_END")
    }

    @Test("a touchpad pinch is one to libinput", arguments: [2, 3, 4], [0.4, 2])
    func pinch(fingers: Int, factor: Double) throws {
      let touchpad = try Surface(.touchpad)
      let events = try events(on: touchpad) {
        try touchpad.land(fingers)
        try touchpad.spread(to: factor, in: .milliseconds(400))
        try touchpad.lift()
      }
      #expect(events.filter { $0 == "GESTURE_PINCH_BEGIN" }.count == 1)
      #expect(events.last == "GESTURE_PINCH_END")
    }

    @Test("fingers at rest on a touchpad are a hold to libinput")
    func hold() throws {
      let touchpad = try Surface(.touchpad)
      let events = try events(on: touchpad) {
        try touchpad.land(3)
        touchpad.pause(for: .milliseconds(600))
        try touchpad.lift()
      }
      #expect(events == ["DEVICE_ADDED", "GESTURE_HOLD_BEGIN", "GESTURE_HOLD_END"])
    }

    @Test("every finger on a touchscreen lands, moves and lifts for libinput")
    func touches() throws {
      let touchscreen = try Surface(.touchscreen)
      let events = try events(on: touchscreen) {
        try touchscreen.land(4)
        try touchscreen.move(by: .init(x: 20, y: 20), in: .milliseconds(200))
        try touchscreen.lift(apart: .milliseconds(20))
      }
      #expect(events.filter { $0 == "TOUCH_DOWN" }.count == 4)
      #expect(events.filter { $0 == "TOUCH_MOTION" }.count == 80)
      #expect(events.filter { $0 == "TOUCH_UP" }.count == 4)
    }

    @Test("a window in the compositor receives what a keyboard's keys mean on its layout")
    func keyboard() throws {
      let sway = try Sway.shared(layout: "fr")
      let keyboard = try VirtualDevice(name: "Virtual Keyboard", keys: (1...120).map { $0 }, axes: [], properties: [])
      try sway.waitForInput(named: "Virtual Keyboard")
      for value: CInt in [1, 0] { try keyboard.report([.init(type: EV_KEY, code: KEY_Q, value: value)]) }
      try sway.expectKeys([.down("a"), .up("a")])
    }
  }
}
