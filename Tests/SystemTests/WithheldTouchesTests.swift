internal import CUinput
internal import Glibc
internal import Testing

extension InTheGuest {
  /// Touches that rules withhold from the desktop, as libinput sees the device that the desktop has.
  @Suite struct WithheldTouches {
    private static let seen = ["TOUCH_DOWN", "TOUCH_UP"]

    /// The landings and ends of touches during `hand`.
    private static func touches(_ scene: OwnedScene, _ hand: () throws -> Void) throws -> [String] {
      _ = scene.events()
      try hand()
      scene.surface.comeBack()
      return scene.events().filter { !$0.hasSuffix("MOTION") && !$0.hasSuffix("FRAME") }
    }

    @Test("a dead zone of an owned touchscreen, and a palm that rests in it while another finger taps")
    func zone() throws {
      let scene = try OwnedScene(
        ["touch: any, zone: {x: 80%-100%}, keep: false", "swipe: left, fingers: 1, zone: {x: 80%-100%}"],
        on: .touchscreen, kind: "touchscreen")
      let (dead, alive) = (Surface.Point(x: 290, y: 90), Surface.Point(x: 100, y: 90))
      #expect(
        try Self.touches(scene) {
          try scene.surface.land([dead])
          scene.surface.pause(for: .milliseconds(60))
          try scene.surface.lift()
        } == [])
      #expect(
        try Self.touches(scene) {
          try scene.surface.land([dead])
          scene.surface.pause(for: .seconds(1))
          try scene.surface.land([alive])
          scene.surface.pause(for: .milliseconds(60))
          try scene.surface.lift()
        } == Self.seen)
      // Rules see the touches; the desktop does not, also once they have left the zone.
      #expect(
        try Self.touches(scene) {
          try scene.surface.land([dead])
          try scene.surface.move(by: .init(x: -150, y: 0), in: .milliseconds(300))
          try scene.surface.lift()
        } == [])
      #expect(scene.daemon.acts.contains("1"))
      #expect(
        try Self.touches(scene) {
          try scene.surface.land([alive])
          scene.surface.pause(for: .milliseconds(60))
          try scene.surface.lift()
        } == Self.seen)
      // After a killed daemon, the desktop has the whole device.
      scene.daemon.program.signal(SIGKILL)
      try scene.daemon.program.waitForExit()
      try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
      try scene.observe(#require(scene.surface.node))
      #expect(
        try Self.touches(scene) {
          try scene.surface.land([dead])
          scene.surface.pause(for: .milliseconds(60))
          try scene.surface.lift()
        } == Self.seen)
    }

    @Test("a mode for cleaning withholds every touch, and ends by its time and by a gesture")
    func cleaning() throws {
      let scene = try OwnedScene(
        [
          "tap: double, fingers: 3, do: {mode: {name: cleaning, for: 30s}}",
          "swipe: down, fingers: 4, when: {mode: cleaning}, do: {mode: default}",
          "touch: any, when: {mode: cleaning}, keep: false, do: none",
        ], on: .touchscreen, kind: "touchscreen")
      func tap() throws -> [String] {
        try Self.touches(scene) { try scene.surface.tap(1, lasting: .milliseconds(60)) }
      }
      func clean() throws {
        for _ in 0..<2 {
          try scene.surface.tap(3, lasting: .milliseconds(60))
          scene.surface.pause(for: .milliseconds(80))
        }
        scene.surface.comeBack()
        settle()
      }
      #expect(try tap() == Self.seen)
      try clean()
      #expect(try tap() == [])
      #expect(
        try Self.touches(scene) {
          try scene.surface.land(2)
          try scene.surface.move(by: .init(x: 0, y: 40), in: .milliseconds(300))
          try scene.surface.lift()
        } == [])
      scene.surface.pause(for: .seconds(31))
      #expect(try tap() == Self.seen)
      try clean()
      #expect(try tap() == [])
      #expect(try Self.touches(scene) { try scene.swipe(0, 1, fingers: 4) } == [])
      #expect(try tap() == Self.seen)
      try scene.daemon.stop()
    }

    @Test("fingers on an owned touchscreen are withheld while a pen is near its surface")
    func pen() throws {
      try MachineConditions.permit("ID_INPUT_TABLET")
      defer { MachineConditions.forbid("ID_INPUT_TABLET") }
      let pen = try MachineConditions.pen()
      let scene = try OwnedScene(
        [
          "touch: any, when: {pen-near: true}, keep: false, do: none",
          "swipe: left, fingers: 1, when: {pen-near: false}, keep: true",
        ], on: .touchscreen, kind: "touchscreen")
      func touch() throws -> [String] {
        try Self.touches(scene) {
          try scene.surface.land(1)
          try scene.surface.move(by: .init(x: -30, y: 0), in: .milliseconds(200))
          try scene.surface.lift()
        }
      }
      try MachineConditions.wait(for: "no pen is near", of: scene.daemon)
      for round in 1...2 {
        #expect(try touch() == Self.seen)
        #expect(try scene.daemon.waitForActs(round).count == round)
        try pen.report([
          .init(type: EV_KEY, code: BTN_TOOL_PEN, value: 1), .init(type: EV_ABS, code: ABS_X, value: 500),
        ])
        try MachineConditions.wait(for: "a pen is near", of: scene.daemon)
        #expect(try touch() == [])
        try pen.report([.init(type: EV_KEY, code: BTN_TOOL_PEN, value: 0)])
        try MachineConditions.wait(for: "no pen is near", of: scene.daemon)
      }
      #expect(scene.daemon.acts.count == 2)
      try scene.daemon.stop()
    }

    @Test(
      "on a touchscreen that is not owned, touches of a dead zone are cancelled at once",
      arguments: Surface.ToolTypes.allCases)
    func cancelled(toolTypes: Surface.ToolTypes) throws {
      let scene = try TakenScene(["touch: any, zone: left, keep: false"], toolTypes, on: .touchscreen)
      func touch(_ x: Double) throws -> [String] {
        _ = scene.events()
        try scene.surface.land([.init(x: x, y: 90)])
        scene.surface.pause(for: .milliseconds(400))
        let landed = scene.events().filter { !$0.hasSuffix("FRAME") }
        try scene.surface.lift()
        scene.surface.comeBack()
        return landed + scene.events().filter { !$0.hasSuffix("FRAME") }
      }
      for _ in 0..<3 {
        #expect(try touch(40) == ["TOUCH_DOWN", "TOUCH_CANCEL"])
        #expect(try touch(250) == Self.seen)
      }
      try scene.daemon.stop()
      #expect(try touch(40) == Self.seen)
    }
  }
}
