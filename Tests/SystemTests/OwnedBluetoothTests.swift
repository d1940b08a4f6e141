internal import CUinput
internal import Testing

extension InTheGuest {
  /// Owned touchpads connected by Bluetooth, for which libinput detects no palms.
  @Suite struct OwnedBluetooth {
    private static var model: Surface.Model {
      var model = Surface.Model.touchpad
      model.bus = BUS_BLUETOOTH
      return model
    }

    private static func buttons(_ scene: OwnedScene) -> [String] {
      scene.events().filter { $0.hasPrefix("BUTTON") }
    }

    @Test("the shown device is on the same bus")
    func bus() throws {
      let scene = try OwnedScene(["swipe: any, fingers: 3"], on: Self.model)
      let node = try OwnedScene.clone().split(separator: "/").last.map(String.init) ?? ""
      #expect(Guest.read("/sys/class/input/\(node)/device/id/bustype") == "0005\n")
      try scene.daemon.stop()
    }

    @Test("a swipe that one rule wants is cancelled for the desktop, and the others are the desktop's")
    func shared() throws {
      let scene = try OwnedScene(["swipe: left, fingers: 3"], on: Self.model)
      try scene.swipe(-1, 0, fingers: 3)
      #expect(
        scene.events().filter { !$0.hasPrefix("HOLD") } == [
          "SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3 cancelled",
        ])
      try scene.daemon.expectActs(["0"])
      try scene.swipe(1, 0, fingers: 3)
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") } == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"])
      #expect(scene.daemon.acts == ["0"])
    }

    @Test("a taken swipe whose fingers land one after another does not click", arguments: [10, 30, 60])
    func staggered(milliseconds: Int) throws {
      let scene = try OwnedScene(["swipe: any, fingers: 3"], on: Self.model)
      for count in 1...3 {
        try scene.surface.land(3, apart: .milliseconds(milliseconds))
        try scene.surface.move(by: .init(x: 30, y: 0), in: .milliseconds(200))
        try scene.surface.lift(apart: .milliseconds(5))
        scene.surface.comeBack()
        #expect(try scene.daemon.waitForActs(count).count == count)
      }
      #expect(scene.events().filter { $0.hasPrefix("BUTTON") || $0.hasPrefix("SWIPE") } == [])
      try scene.daemon.stop()
    }

    @Test("four fingers that land one after another swipe for the desktop")
    func fourth() throws {
      let scene = try OwnedScene(["swipe: any, fingers: 3"], on: Self.model)
      try scene.surface.land(4, apart: .milliseconds(20))
      try scene.surface.move(by: .init(x: 30, y: 0), in: .milliseconds(200))
      try scene.surface.lift(apart: .milliseconds(5))
      scene.surface.comeBack()
      #expect(scene.events().filter { !$0.hasPrefix("HOLD") } == ["SWIPE_BEGIN 4", "SWIPE_UPDATE 4", "SWIPE_END 4"])
      #expect(scene.daemon.acts == [])
      try scene.daemon.stop()
    }

    @Test("taps that no rule takes click once, also if the fingers land one after another")
    func taps() throws {
      let scene = try OwnedScene(["swipe: any, fingers: 3"], on: Self.model)
      for apart in [Duration.zero, .milliseconds(20)] {
        try scene.surface.land(3, apart: apart)
        try scene.surface.lift()
        scene.surface.comeBack()
        #expect(Self.buttons(scene) == ["BUTTON pressed,", "BUTTON released,"])
      }
      try scene.surface.tap(1, lasting: .milliseconds(60))
      scene.surface.comeBack()
      #expect(Self.buttons(scene) == ["BUTTON pressed,", "BUTTON released,"])
      try scene.daemon.stop()
    }

    @Test("taps that a rule takes do not click")
    func takenTaps() throws {
      let scene = try OwnedScene(["tap: single, fingers: 3"], on: Self.model)
      for (count, apart) in [Duration.zero, .milliseconds(20)].enumerated() {
        try scene.surface.land(3, apart: apart)
        try scene.surface.lift()
        scene.surface.comeBack()
        #expect(try scene.daemon.waitForActs(count + 1).count == count + 1)
      }
      #expect(Self.buttons(scene) == [])
      try scene.daemon.stop()
    }

    @Test("four fingers are shown as three, without a click")
    func others() throws {
      let scene = try OwnedScene(["swipe: any, fingers: 4, as: {fingers: 3}"], on: Self.model)
      try scene.swipe(1, 0, fingers: 4)
      #expect(scene.events().filter { !$0.hasPrefix("HOLD") } == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"])
    }

    @Test("a touchpad that disconnects during a swipe leaves nothing down, and is owned again when it returns")
    func returns() throws {
      let scene = try OwnedScene(["swipe: any, fingers: 3"], on: Self.model)
      let seat = try SeatObserver()
      for round in 1...5 {
        try scene.surface.land(round)
        try scene.surface.move(by: .init(x: 20, y: 0), in: .milliseconds(200))
        scene.surface.unplug()
        try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
        settle()
        #expect(seat.count.open == [:])
        try scene.surface.plug()
        try wait(otherwise: { "not owned again: \(scene.daemon.program)" }) {
          scene.daemon.program.lines(.errors).filter { $0.contains("owning") }.count == round + 1 ? () : nil
        }
        try scene.swipe(1, 0, fingers: 3)
        // Three fingers have swiped before the touchpad was gone, too.
        let acts = round + (round >= 3 ? 1 : 0)
        #expect(try scene.daemon.waitForActs(acts).count == acts)
        #expect(seat.count.open == [:])
      }
      try scene.daemon.stop()
    }
  }
}
