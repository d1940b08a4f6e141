internal import CUinput
internal import Glibc
internal import Testing

extension InTheGuest {
  /// Rules that take fingers beside rules and devices of another kind: each hand acts as its rule says, and nothing
  /// sticks.
  @Suite struct TakenFingersBesideOthers {
    private static let passed = ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"]

    @Test(
      "a rule with 'also' acts beside one that takes the fingers, and beside the desktop where none does",
      arguments: Surface.ToolTypes.allCases)
    func also(toolTypes: Surface.ToolTypes) throws {
      let scene = try TakenScene(
        ["swipe: left, fingers: 3", "swipe: left, fingers: 3, also: true", "swipe: up, fingers: 3, also: true"],
        toolTypes)
      for _ in 0..<3 {
        try scene.swipe(-1, 0, fingers: 3)
        #expect(scene.events() == [])
        try scene.swipe(0, -1, fingers: 3)
        #expect(scene.events() == Self.passed)
      }
      #expect(scene.daemon.acts.sorted() == ["0", "0", "0", "1", "1", "1", "2", "2", "2"])
      try scene.expectNormal()
      try scene.daemon.stop()
    }

    @Test("no fingers of an owned device are taken, and its end gives everything back")
    func owned() throws {
      let scene = try TakenScene(
        ["swipe: left, fingers: 3", "swipe: right, fingers: 4"], .everyFrame,
        settings: "devices: {touchpad: {own: true}}\n")
      try scene.daemon.program.waitForLine(containing: "owning touchpad", in: .errors)
      for _ in 0..<3 {
        try scene.swipe(-1, 0, fingers: 3)
        try scene.swipe(1, 0, fingers: 4)
        try scene.swipe(0, -1, fingers: 3)
      }
      #expect(scene.daemon.acts == ["0", "1", "0", "1", "0", "1"])
      // Nobody else reads the device.
      #expect(scene.events() == [])
      try scene.daemon.stop()
      try scene.expectNormal()
      try scene.swipe(-1, 0, fingers: 3)
      #expect(scene.events() == Self.passed)
    }

    @Test(
      "on a touchpad with four slots, three fingers are taken after five were down, and nothing sticks",
      arguments: Surface.ToolTypes.allCases)
    func fewSlots(toolTypes: Surface.ToolTypes) throws {
      var model = Surface.Model.touchpad
      model.slots = 4
      let scene = try TakenScene(["swipe: left, fingers: 5", "swipe: left, fingers: 3"], toolTypes, on: model)
      for _ in 0..<3 {
        try scene.surface.land(4)
        try scene.surface.button(BTN_TOOL_QUADTAP, isDown: false)
        try scene.surface.button(BTN_TOOL_QUINTTAP, isDown: true)
        try scene.surface.move(by: .init(x: -30, y: 0), in: .milliseconds(200))
        try scene.surface.button(BTN_TOOL_QUINTTAP, isDown: false)
        try scene.surface.lift()
        scene.surface.comeBack()
        _ = scene.events()
        let acts = scene.daemon.acts.filter { $0 == "1" }.count
        try scene.swipe(-1, 0, fingers: 3)
        #expect(scene.events() == [])
        #expect(scene.daemon.acts.filter { $0 == "1" }.count == acts + 1)
        try scene.expectNormal()
      }
      try scene.daemon.stop()
    }

    @Test(
      "a daemon that starts in the middle of a hand, after one was killed there, takes the next hand",
      arguments: Surface.ToolTypes.allCases)
    func restarted(toolTypes: Surface.ToolTypes) throws {
      for isReturned in [false, true] {
        let scene = try TakenScene(["swipe: left, fingers: 3"], toolTypes)
        try scene.surface.land(3)
        // The rule's direction, or another one, in which they are given back.
        try scene.surface.move(by: isReturned ? .init(x: 0, y: -12) : .init(x: -6, y: 0), in: .milliseconds(100))
        scene.daemon.program.signal(SIGKILL)
        try scene.daemon.program.waitForExit()
        let folder = try Guest.folder()
        let daemon = try Daemon(
          rulesText: "rules:\n  - {swipe: left, fingers: 3, do: echo 'new' >>\(folder)/acts}\n", folder: folder,
          reading: [scene.surface])
        try scene.surface.move(by: .init(x: 0, y: -12), in: .milliseconds(100))
        try scene.surface.lift()
        scene.surface.comeBack()
        #expect(daemon.acts == [])
        try scene.expectNormal()
        try scene.swipe(-1, 0, fingers: 3)
        #expect(scene.events() == [])
        #expect(daemon.acts == ["new"])
        try scene.swipe(0, -1, fingers: 3)
        #expect(scene.events() == Self.passed)
        try scene.expectNormal()
        try daemon.stop()
      }
    }
  }
}
