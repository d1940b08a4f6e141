internal import CLinux
internal import CUinput
internal import Glibc
internal import Linux
internal import Testing

extension InTheGuest {
  /// Fingers that are taken while the rules, the device or other programs do not stay as they are: nothing sticks.
  @Suite struct TakenFingersAndChanges {
    private static let swipes = ["swipe: left, fingers: 3", "swipe: right, fingers: 3"]
    private static let passed = ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"]

    /// Three fingers land and start to the left, too short for the rule.
    private static func begin(on scene: TakenScene) throws {
      try scene.surface.land(3)
      try scene.surface.move(by: .init(x: -6, y: 0), in: .milliseconds(60))
      #expect(scene.events() == [])
    }

    /// They go on, far enough for the rule, and lift.
    private static func finish(on scene: TakenScene) throws {
      try scene.surface.move(by: .init(x: -24, y: 0), in: .milliseconds(150))
      try scene.surface.lift()
      scene.surface.comeBack()
    }

    /// Checks that a swipe is the rule's alone, another one the desktop's, and one finger and two work.
    private static func expectTaken(_ scene: TakenScene, by daemon: Daemon? = nil, acts: [String]) throws {
      try scene.expectNormal()
      let daemon = daemon ?? scene.daemon
      let before = daemon.acts.count
      try scene.swipe(-1, 0, fingers: 3)
      #expect(scene.events() == [])
      #expect(Array(daemon.acts.dropFirst(before)) == acts)
      try scene.swipe(0, -1, fingers: 3)
      #expect(scene.events() == passed)
      try scene.expectNormal()
    }

    @Test(
      "a thumb that rests on below a swipe of three is no palm when the next finger points, and none beside others",
      arguments: Surface.ToolTypes.allCases)
    func thumb(toolTypes: Surface.ToolTypes) throws {
      let scene = try TakenScene(Self.swipes, toolTypes)
      let thumb = Surface.Point(x: 50, y: 62)
      let fingers = [-17.0, 0, 17].map { Surface.Point(x: 50 + $0, y: 30) }
      for pause in [60, 600] {
        for (way, acts) in [((-30.0, 0.0), ["0"]), ((0, -22), [])] {
          try scene.surface.land([thumb])
          scene.surface.pause(for: .milliseconds(pause))
          _ = scene.events()
          let before = scene.daemon.acts.count
          try scene.surface.land(fingers)
          try scene.surface.move(by: .init(x: way.0, y: way.1), in: .milliseconds(200), resting: 1)
          try scene.surface.lift(remaining: 1)
          #expect(Array(scene.daemon.acts.dropFirst(before)) == acts, "\(pause) ms, \(way)")
          let seen = scene.events().filter { $0.hasPrefix("SWIPE") }
          #expect(acts.isEmpty ? seen.contains("SWIPE_UPDATE 3") : seen == [], "\(pause) ms, \(way): \(seen)")
          scene.surface.pause(for: .milliseconds(300))
          _ = scene.events()
          try scene.surface.land([.init(x: 40, y: 30)])
          try scene.surface.move(by: .init(x: 15, y: 0), in: .milliseconds(200), resting: 1)
          #expect(scene.events().contains("MOTION"), "\(pause) ms, \(way): one finger does not point")
          try scene.surface.lift()
          scene.surface.comeBack()
          try scene.expectNormal()
        }
      }
      try scene.daemon.stop()
    }

    @Test("fingers are given back when the rules are read again", arguments: Surface.ToolTypes.allCases)
    func reloaded(toolTypes: Surface.ToolTypes) throws {
      let scene = try TakenScene(Self.swipes, toolTypes)
      try Self.begin(on: scene)
      let rules = try #require(Guest.read(scene.daemon.rulesFile))
      try Guest.write(rules + "  - {tap: single, fingers: 5, do: 'true'}\n", to: scene.daemon.rulesFile)
      _ = try Program.run(Guest.sleight, "reload", as: .user)
      try Self.finish(on: scene)
      #expect(scene.events() == Self.passed)
      #expect(scene.daemon.acts == [])
      try Self.expectTaken(scene, acts: ["0"])
      try scene.daemon.stop()
    }

    @Test("a file saved while fingers rest is loaded when they lift, and the log says that it waits for them")
    func saved() throws {
      let scene = try TakenScene(Self.swipes, .everyFrame)
      try scene.daemon.program.waitForLine(containing: "2 rules from", in: .errors)
      try Self.begin(on: scene)
      let rules = try #require(Guest.read(scene.daemon.rulesFile))
      try Guest.write(rules + "  - {tap: single, fingers: 5, do: 'true'}\n", to: scene.daemon.rulesFile)
      try scene.daemon.program.waitForLine(
        containing: "its rules take effect when the fingers have lifted", in: .errors)
      #expect(!scene.daemon.program.lines(.errors).contains { $0.contains("3 rules from") })
      try Self.finish(on: scene)
      try scene.daemon.program.waitForLine(containing: "3 rules from", in: .errors)
      try Self.expectTaken(scene, acts: ["0"])
      try scene.daemon.stop()
    }

    @Test(
      "a touchpad pulled out with fingers that are taken is taken again when it is back",
      arguments: Surface.ToolTypes.allCases)
    func unplugged(toolTypes: Surface.ToolTypes) throws {
      let scene = try TakenScene(Self.swipes, toolTypes)
      for _ in 0..<3 {
        let node = try #require(scene.surface.node)
        try Self.begin(on: scene)
        scene.surface.unplug()
        try wait(otherwise: { "still open: \(node)" }) { scene.daemon.program.isReading(node) ? nil : () }
        try scene.surface.plug()
        let new = try #require(scene.surface.node)
        try scene.daemon.program.waitUntilReading(new)
        try scene.observe(new)
        try Self.expectTaken(scene, acts: ["0"])
      }
      #expect(scene.daemon.acts == ["0", "0", "0"])
      try scene.daemon.stop()
    }

    @Test(
      "of two daemons, one takes the fingers, and nothing sticks when either ends",
      arguments: Surface.ToolTypes.allCases)
    func two(toolTypes: Surface.ToolTypes) throws {
      let scene = try TakenScene(Self.swipes, toolTypes)
      let folder = try Guest.folder()
      // In another session of the same user.
      let runtime = "\(folder)/run"
      try Program.run("install", "-d", "-m", "700", "-o", Guest.user.name, runtime)
      func second() throws -> Daemon {
        try Daemon(
          rulesText: "rules:\n  - {swipe: left, fingers: 3, do: echo 'second' >>\(folder)/acts}\n", folder: folder,
          reading: [scene.surface], environment: ["XDG_RUNTIME_DIR": runtime], arguments: ["--log-level", "info"])
      }
      let other = try second()
      try other.program.waitForLine(containing: "another program takes them", in: .errors)
      try Self.expectTaken(scene, acts: ["0"])
      try other.expectActs(["second"])
      try Self.begin(on: scene)
      try other.stop()
      try Self.finish(on: scene)
      #expect(scene.events() == [])
      #expect(scene.daemon.acts == ["0", "0"])
      // The first one ends while it takes fingers. The other one takes them from the next hand on.
      let third = try second()
      try third.program.waitForLine(containing: "another program takes them", in: .errors)
      try Self.begin(on: scene)
      try scene.daemon.stop()
      try third.program.waitForLine(containing: "taking fingers of", in: .errors)
      try Self.finish(on: scene)
      #expect(scene.events() == Self.passed)
      try Self.expectTaken(scene, by: third, acts: ["second"])
      try third.stop()
      try scene.expectNormal()
    }

    /// Another program that writes tool types.
    private final class Writer {
      private let node: Descriptor

      init(_ surface: Surface) throws { node = try Descriptor.open(#require(surface.node), O_WRONLY | O_NONBLOCK) }

      /// Says that the contacts of these slots are palms, or fingers.
      func write(_ tool: CInt, in slots: Range<Int>) throws {
        func event(_ type: CInt, _ code: CInt, _ value: CInt) -> input_event {
          input_event(time: timeval(), type: UInt16(type), code: UInt16(code), value: value)
        }
        let events =
          slots.flatMap { [event(EV_ABS, ABS_MT_SLOT, CInt($0)), event(EV_ABS, ABS_MT_TOOL_TYPE, tool)] }
          + [event(EV_SYN, SYN_REPORT, 0)]
        try node.write(events.withUnsafeBytes { Array($0) })
      }
    }

    @Test(
      "palms that another program writes stay until it ends, and none of them for longer than its finger",
      arguments: Surface.ToolTypes.allCases)
    func palms(toolTypes: Surface.ToolTypes) throws {
      let scene = try TakenScene(Self.swipes, toolTypes)
      let writer = try Writer(scene.surface)
      // In slots without a contact.
      try writer.write(MT_TOOL_PALM, in: 0..<3)
      try Self.expectTaken(scene, acts: ["0"])
      // On a finger that points, and on three that swipe.
      for fingers in [1, 3] {
        try scene.surface.land(fingers)
        scene.surface.afterFrame = { try writer.write(MT_TOOL_PALM, in: 0..<fingers) }
        try scene.surface.move(by: .init(x: 0, y: -20), in: .milliseconds(150))
        scene.surface.afterFrame = {}
        try scene.surface.lift()
        scene.surface.comeBack()
        _ = scene.events()
        try Self.expectTaken(scene, acts: ["0"])
      }
      try scene.daemon.stop()
      try scene.expectNormal()
    }

    @Test(
      "where another program writes that the fingers are fingers, they are left to the desktop, and the next hand is not",
      arguments: Surface.ToolTypes.allCases)
    func opposed(toolTypes: Surface.ToolTypes) throws {
      let scene = try TakenScene(Self.swipes, toolTypes)
      let writer = try Writer(scene.surface)
      try Self.begin(on: scene)
      scene.surface.afterFrame = {
        // As often as that program is answered.
        for _ in 0..<20 {
          try writer.write(MT_TOOL_FINGER, in: 0..<3)
          rest(for: .microseconds(300))
        }
      }
      try scene.surface.move(by: .init(x: -2, y: 0), in: .milliseconds(20))
      scene.surface.afterFrame = {}
      try Self.finish(on: scene)
      #expect(scene.events().last == "SWIPE_END 3")
      #expect(scene.daemon.acts == [])
      let why = try Program.run(Guest.sleight, "why", as: .user)
      #expect(why.contains("another program"), "\(why)")
      try Self.expectTaken(scene, acts: ["0"])
      try scene.daemon.stop()
    }
  }
}
