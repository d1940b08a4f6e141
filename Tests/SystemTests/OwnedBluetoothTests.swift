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
      #expect(try scene.daemon.waitForActs(1) == ["0"])
      try scene.swipe(1, 0, fingers: 3)
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") } == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"])
      #expect(scene.daemon.acts == ["0"])
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
