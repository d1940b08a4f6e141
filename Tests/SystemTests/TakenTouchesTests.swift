internal import Glibc
internal import Linux
internal import Testing

extension InTheGuest {
  /// Touches on a touchscreen that a rule takes without a grab, as libinput sees them.
  @Suite struct TakenTouches {
    private static let swipes = ["swipe: left, fingers: 3", "swipe: right, fingers: 1, edge: left"]
    private static let passed = ["TOUCH_DOWN", "TOUCH_UP"]
    private static let cancelled = ["TOUCH_DOWN", "TOUCH_CANCEL"]

    private static func scene(
      _ rules: [String] = swipes, _ toolTypes: Surface.ToolTypes? = .everyFrame, settings: String = ""
    ) throws -> TakenScene {
      try TakenScene(rules, toolTypes, on: .touchscreen, settings: settings)
    }

    /// The landings and ends of touches since the last call, equal ones in a row once.
    private static func touches(_ scene: TakenScene) -> [String] {
      scene.events().filter { !$0.hasSuffix("MOTION") && !$0.hasSuffix("FRAME") }
        .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    private static func expectNormal(_ scene: TakenScene, _ location: SourceLocation = #_sourceLocation) throws {
      for fingers in [1, 2, 3] {
        try scene.surface.tap(fingers, lasting: .milliseconds(60))
        scene.surface.comeBack()
        #expect(touches(scene) == passed, "a tap of \(fingers)", sourceLocation: location)
      }
    }

    @Test("a rule that acts cancels the touches, and no others", arguments: Surface.ToolTypes.allCases)
    func cancels(toolTypes: Surface.ToolTypes) throws {
      let scene = try Self.scene(Self.swipes, toolTypes)
      try Self.expectNormal(scene)
      for _ in 0..<3 {
        try scene.swipe(-1, 0, fingers: 3)
        #expect(Self.touches(scene) == Self.cancelled)
        try scene.swipe(0, -1, fingers: 3)
        #expect(Self.touches(scene) == Self.passed)
        try Self.expectNormal(scene)
      }
      try scene.surface.land([.init(x: 1, y: 80)])
      try scene.surface.move(by: .init(x: 40, y: 0), in: .milliseconds(200))
      try scene.surface.lift()
      scene.surface.comeBack()
      #expect(Self.touches(scene) == Self.cancelled)
      #expect(scene.daemon.acts == ["0", "0", "0", "1"])
      try Self.expectNormal(scene)
      let status = try Program.run(Guest.sleight, "status", "--json", as: .user)
      #expect(status.contains("\"kept\": 4"), "\(status)")
      try scene.daemon.stop()
    }

    @Test("a rule follows touches on that it has cancelled", arguments: Surface.ToolTypes.allCases)
    func follows(toolTypes: Surface.ToolTypes) throws {
      let scene = try Self.scene(["pan: right, fingers: 3, every: 10mm", "long-press: 500ms, fingers: 4"], toolTypes)
      for count in 1...2 {
        try scene.surface.land(3)
        try scene.surface.move(by: .init(x: 55, y: 0), in: .milliseconds(300))
        try scene.surface.lift()
        scene.surface.comeBack()
        #expect(Self.touches(scene) == Self.cancelled)
        try scene.daemon.expectActs(Array(repeating: "0", count: 5 * count))
      }
      // While they rest.
      try scene.surface.land(4)
      try scene.daemon.expectActs(Array(repeating: "0", count: 10) + ["1"])
      #expect(Self.touches(scene) == Self.cancelled)
      try scene.surface.lift()
      scene.surface.comeBack()
      try Self.expectNormal(scene)
      try scene.daemon.stop()
    }

    @Test(
      "where touches are kept, or the touchscreen reports no tool types, programs see them",
      arguments: [("settings: {keep: true}\n", Surface.ToolTypes.everyFrame), ("", nil)])
    func keeps(settings: String, toolTypes: Surface.ToolTypes?) throws {
      let scene = try Self.scene(Self.swipes, toolTypes, settings: settings)
      try scene.swipe(-1, 0, fingers: 3)
      #expect(Self.touches(scene) == Self.passed)
      #expect(scene.daemon.acts == ["0"])
      try Self.expectNormal(scene)
      try scene.daemon.stop()
    }

    @Test(
      "after the daemon is killed or stopped while touches are cancelled, the next ones are normal",
      arguments: Surface.ToolTypes.allCases, [SIGKILL, SIGTERM])
    func killed(toolTypes: Surface.ToolTypes, signal: CInt) throws {
      let scene = try Self.scene(Self.swipes, toolTypes)
      try scene.surface.land(3)
      try scene.surface.move(by: .init(x: -20, y: 0), in: .milliseconds(120))
      try scene.daemon.expectActs(["0"])
      scene.daemon.program.signal(signal)
      try scene.daemon.program.waitForExit()
      try scene.surface.move(by: .init(x: -20, y: 0), in: .milliseconds(120))
      try scene.surface.lift()
      scene.surface.comeBack()
      #expect(Self.touches(scene) == Self.cancelled)
      // After SIGKILL, palms may be left in the slots until a driver says otherwise, or a daemon starts.
      if signal == SIGKILL, toolTypes == .landings {
        let folder = try Guest.folder()
        let next = try Daemon(
          rulesText: "rules:\n  - {swipe: left, fingers: 3, do: none}\n", folder: folder, reading: [scene.surface])
        try Self.expectNormal(scene)
        try next.stop()
      }
      try Self.expectNormal(scene)
    }
  }
}

extension InTheGuest {
  /// Touches on a touchscreen that a rule takes without a grab, as a window of sway receives them.
  @Suite struct TakenTouchesInSway {
    @Test(
      "a window gets the touches of a rule that acts cancelled, and all others to their end",
      arguments: Surface.ToolTypes.allCases)
    func window(toolTypes: Surface.ToolTypes) throws {
      let sway = try Sway.shared(layout: "us")
      let scene = try TakenScene(
        ["swipe: left, fingers: 3", "pan: right, fingers: 2, every: 10mm"], toolTypes, on: .touchscreen,
        environment: sway.environment)
      try wait(otherwise: { "sway has no touchscreen" }) {
        try sway.inputNames().contains("Virtual Touchscreen") ? () : nil
      }
      // wev requests the touches of a seat when it learns that it has them.
      try sway.reopenWindow()
      /// What the window receives of a hand, without movements and frames.
      func touches(_ hand: () throws -> Void) throws -> [String] {
        let before = sway.window.touchEvents.count
        try hand()
        settle()
        return sway.window.touchEvents.dropFirst(before).filter { $0 != "motion" && $0 != "frame" }
      }
      func swipe(_ x: Double, _ y: Double, fingers: Int) throws -> [String] {
        try touches { try scene.swipe(x, y, fingers: fingers) }
      }
      /// The same, equal ones in a row once: sway cancels each finger.
      func brief(_ touches: [String]) -> [String] { touches.reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
      func all(_ fingers: Int) -> [String] { ["down", "up"].flatMap { Array(repeating: $0, count: fingers) } }
      func expectNormal() throws {
        for fingers in [1, 2, 3] {
          let tap = try touches {
            try scene.surface.tap(fingers, lasting: .milliseconds(60))
            scene.surface.comeBack()
          }
          #expect(tap == all(fingers), "a tap of \(fingers): \(sway.window.program)")
        }
        #expect(try swipe(0, -1, fingers: 3) == all(3))
        let positions = sway.window.touches.count
        #expect(try swipe(0, 1, fingers: 1) == all(1))
        #expect(sway.window.touches.count > positions + 5)
      }
      try expectNormal()
      // sway tells windows since 1.9; before, it keeps the cancellation for itself.
      let end = Sway.bindsGestures ? ["cancel"] : []
      for _ in 0..<2 {
        #expect(try brief(swipe(-1, 0, fingers: 3)) == ["down"] + end)
        try expectNormal()
        #expect(try brief(swipe(1, 0, fingers: 2)) == ["down"] + end)
        try expectNormal()
      }
      #expect(scene.daemon.acts.filter { $0 == "0" }.count == 2 && scene.daemon.acts.filter { $0 == "1" }.count >= 4)
      try scene.daemon.stop()
    }
  }
}
