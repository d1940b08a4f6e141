internal import Glibc
internal import Linux
internal import Testing

extension InTheGuest {
  /// Fingers that are taken without a grab, as libinput sees them.
  @Suite struct TakenFingers {
    private static let horizontal = ["swipe: left, fingers: 3", "swipe: right, fingers: 3"]

    @Test("a rule acts alone, and what no rule wants reaches the desktop", arguments: Surface.ToolTypes.allCases)
    func alone(toolTypes: Surface.ToolTypes) throws {
      let scene = try TakenScene(Self.horizontal, toolTypes)
      for x in [-1.0, 1, -1] {
        try scene.swipe(x, 0, fingers: 3)
        #expect(scene.events() == [], "\(x)")
      }
      #expect(scene.daemon.acts == ["0", "1", "0"])
      for y in [-1.0, 1] {
        try scene.swipe(0, y, fingers: 3)
        let events = scene.events()
        #expect(events == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"], "\(y)")
      }
      try scene.swipe(-1, 0, fingers: 4)
      #expect(scene.events() == ["SWIPE_BEGIN 4", "SWIPE_UPDATE 4", "SWIPE_END 4"])
      #expect(scene.daemon.acts == ["0", "1", "0"])
      try scene.expectNormal()
      // A tap of three, a click of three.
      try scene.surface.tap(3, lasting: .milliseconds(60))
      scene.surface.comeBack()
      #expect(scene.events() == ["BUTTON pressed,", "BUTTON released,"])
      try scene.surface.land(3)
      try scene.surface.button(isDown: true)
      try scene.surface.button(isDown: false)
      try scene.surface.lift()
      scene.surface.comeBack()
      #expect(scene.events().filter { $0.hasPrefix("BUTTON") } == ["BUTTON pressed,", "BUTTON released,"])
      try scene.expectNormal()
      let status = try Program.run(Guest.sleight, "status", "--json", as: .user)
      let taking = status.firstRange(of: "\"taking\": ").map { status[$0.upperBound...].prefix { $0 != "]" } } ?? ""
      #expect(taking.contains("\"kept\": 3,") && taking.contains("\"missed\": 0,"), "\(taking)")
      print("figure: \(taking)")
      #expect(scene.jumps == [])
      try scene.daemon.stop()
    }

    @Test("taps, long presses and pinches act alone as well", arguments: Surface.ToolTypes.allCases)
    func others(toolTypes: Surface.ToolTypes) throws {
      let scene = try TakenScene(
        ["tap: single, fingers: 3", "pinch: in, fingers: 3", "long-press: 500ms, fingers: 3"], toolTypes)
      try scene.surface.tap(3, lasting: .milliseconds(60))
      scene.surface.comeBack()
      #expect(scene.events() == [])
      try Moves.pinch(to: 0.4, fingers: 3, on: scene.surface)
      #expect(scene.events() == [])
      try scene.surface.tap(3, lasting: .milliseconds(700))
      scene.surface.comeBack()
      #expect(scene.events() == [])
      #expect(scene.daemon.acts == ["0", "1", "2"])
      try scene.expectNormal()
      try scene.daemon.stop()
    }

    @Test("a rule that keeps or shares the fingers takes none, nor does one where the file says so")
    func kept() throws {
      for (rules, settings) in [
        ("swipe: left, fingers: 3, keep: true", ""),
        ("swipe: left, fingers: 3, also: true", ""),
        ("swipe: left, fingers: 3", "settings: {keep: true}\n"),
        ("swipe: left, fingers: 3", "devices: {\"Virtual*\": {keep: true}}\n"),
      ] {
        let scene = try TakenScene([rules], .everyFrame, settings: settings)
        try scene.swipe(-1, 0, fingers: 3)
        #expect(scene.events() == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"], "\(rules) \(settings)")
        #expect(scene.daemon.acts == ["0"])
        try scene.daemon.stop()
      }
    }

    @Test("a click of three fingers that rest counts them, and a pinch that no rule wants reaches the desktop")
    func rests() throws {
      let scene = try TakenScene(
        Self.horizontal + ["swipe: horizontal, fingers: 4"], .everyFrame, clickMethod: "clickfinger")
      let surface = scene.surface
      try surface.land(3)
      try surface.move(by: .init(x: 0, y: 0), in: .milliseconds(120))
      try surface.button(isDown: true)
      try surface.button(isDown: false)
      try surface.lift()
      surface.comeBack()
      #expect(scene.buttons().contains { $0.contains("BTN_MIDDLE") }, "\(scene.buttons())")
      #expect(scene.buttons().allSatisfy { !$0.contains("BTN_LEFT") })
      _ = scene.events()
      // A hold is the desktop's. With tap-to-click, libinput reports none of fewer fingers that were palms.
      try surface.land(4)
      try surface.move(by: .init(x: 0, y: 0), in: .milliseconds(600))
      try surface.lift()
      surface.comeBack()
      #expect(scene.events() == ["HOLD_BEGIN 4", "HOLD_END 4"])
      // A rest does not keep a rule from acting alone, if the fingers start as fingers do.
      try surface.land(3)
      try surface.move(by: .init(x: 0, y: 0), in: .milliseconds(120))
      for part in 1...12 { try surface.move(by: .init(x: -0.25 * Double(part), y: 0), in: Surface.frame) }
      try surface.lift()
      surface.comeBack()
      #expect(scene.events() == [])
      #expect(scene.daemon.acts == ["0"])
      for factor in [0.4, 1.8] {
        try surface.land(3)
        try surface.spread(to: factor, in: .milliseconds(150))
        try surface.lift()
        surface.comeBack()
        #expect(scene.events() == ["PINCH_BEGIN 3", "PINCH_UPDATE 3", "PINCH_END 3"], "\(factor)")
      }
      #expect(scene.daemon.acts == ["0"])
      try scene.expectNormal()
      try scene.daemon.stop()
    }

    @Test("while the daemon takes the fingers, 'sleight monitor' sees fingers", arguments: Surface.ToolTypes.allCases)
    func monitored(toolTypes: Surface.ToolTypes) throws {
      let scene = try TakenScene(Self.horizontal, toolTypes)
      let rules = "\(try Guest.folder())/none.yml"
      try Guest.write("settings: {keep: true}\nrules: [{swipe: any, fingers: 3, do: 'true'}]\n", to: rules)
      let monitor = try Program([Guest.sleight, "monitor", "--config", rules], as: .user)
      try monitor.waitForLine(containing: "Virtual Touchpad", in: .errors)
      try scene.swipe(-1, 0, fingers: 3)
      #expect(scene.events() == [])
      try monitor.waitForLine(containing: "swipe left")
      // Given back.
      try scene.swipe(0, -1, fingers: 3)
      #expect(scene.events() == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"])
      try monitor.waitForLine(containing: "swipe up")
      #expect(!monitor.lines().contains { $0.contains("palm") })
      monitor.stop()
      try scene.daemon.stop()
    }

    @Test("fingers are given back when rules are paused or replaced", arguments: Surface.ToolTypes.allCases)
    func paused(toolTypes: Surface.ToolTypes) throws {
      let scene = try TakenScene(Self.horizontal, toolTypes)
      try scene.surface.land(3)
      try scene.surface.move(by: .init(x: -1, y: 0), in: .milliseconds(20))
      _ = try Program.run(Guest.sleight, "pause", as: .user)
      try scene.surface.move(by: .init(x: -20, y: 0), in: .milliseconds(120))
      try scene.surface.lift()
      scene.surface.comeBack()
      #expect(scene.events() == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"])
      _ = try Program.run(Guest.sleight, "resume", as: .user)
      try scene.expectNormal()
      try scene.swipe(-1, 0, fingers: 3)
      #expect(scene.events() == [])
      #expect(scene.daemon.acts == ["0"])
      try scene.daemon.stop()
    }

    @Test("a touchpad that reports no tool types is left to the desktop as well, and the log says so")
    func absent() throws {
      let scene = try TakenScene(Self.horizontal, nil)
      let devices = try Program.run(Guest.sleight, "devices", as: .user)
      #expect(devices.contains("cannot take fingers without a grab: it reports no tool types"), "\(devices)")
      try scene.swipe(-1, 0, fingers: 3)
      #expect(scene.events() == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"])
      #expect(scene.daemon.acts == ["0"])
      try scene.daemon.stop()
    }

    @Test(
      "after the daemon is killed in the middle of a hand, or stops, everything is normal",
      arguments: Surface.ToolTypes.allCases, [SIGKILL, SIGTERM])
    func killed(toolTypes: Surface.ToolTypes, signal: CInt) throws {
      let scene = try TakenScene(Self.horizontal, toolTypes)
      try scene.surface.land(3)
      try scene.surface.move(by: .init(x: -20, y: 0), in: .milliseconds(120))
      scene.daemon.program.signal(signal)
      try scene.daemon.program.waitForExit()
      try scene.surface.move(by: .init(x: -20, y: 0), in: .milliseconds(120))
      try scene.surface.lift()
      scene.surface.comeBack()
      try scene.expectNormal()
      try scene.swipe(-1, 0, fingers: 3)
      #expect(scene.events() == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"])
    }
  }

  /// The same in a compositor that has bindings for gestures: sway 1.8 and later.
  @Suite(.enabled(if: Sway.bindsGestures, "sway 1.8 or later")) struct TakenFingersInSway {
    @Test(
      "a swipe that a rule takes fires no binding, and others fire theirs", arguments: Surface.ToolTypes.allCases)
    func bindings(toolTypes: Surface.ToolTypes) throws {
      let sway = try Sway.shared(layout: "us")
      let scene = try TakenScene(
        ["swipe: left, fingers: 3", "swipe: right, fingers: 3", "swipe: up, fingers: 4"], toolTypes,
        environment: sway.environment)
      let fired = "\(try Guest.folder())/fired"
      for fingers in [3, 4] {
        for way in Moves.mainDirections {
          try sway.run("bindgesture swipe:\(fingers):\(way.name) exec echo \(fingers) \(way.name) >>\(fired)")
        }
      }
      try wait(otherwise: { "sway has no touchpad" }) {
        try sway.inputNames().contains("Virtual Touchpad") ? () : nil
      }
      settle()
      var expected: [String] = []
      for _ in 0..<5 {
        for fingers in [3, 4] {
          for way in Moves.mainDirections {
            try scene.swipe(way.x, way.y, fingers: fingers)
            let isTaken = fingers == 3 ? ["left", "right"].contains(way.name) : way.name == "up"
            if !isTaken { expected.append("\(fingers) \(way.name)") }
          }
        }
      }
      settle()
      let lines = (Guest.read(fired) ?? "").split(separator: "\n").map(String.init)
      print("figure: of 15 swipes that a rule takes and 25 others, sway saw \(lines.count); \(expected.count) expected")
      #expect(lines == expected)
      #expect(scene.daemon.acts.count == 15)
      try scene.daemon.stop()
    }
  }
}

extension InASession {
  /// Fingers that are taken, and the session of the unit.
  @Suite struct TakenFingersOfTheUnit {
    @Test(
      "fingers that are taken are given back when the session is locked or another console comes to the front",
      arguments: Surface.ToolTypes.allCases, [true, false])
    func locked(toolTypes: Surface.ToolTypes, byLock: Bool) throws {
      let unit = try UserUnit(toolTypes)
      try unit.waitUntilSession(is: "active")
      let observer = try OwnedScene.observer(of: #require(unit.touchpad.node))
      func seen(_ hand: () throws -> Void) throws -> [String] {
        let before = OwnedScene.events(of: observer).count
        try hand()
        settle()
        return OwnedScene.events(of: observer).dropFirst(before).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
      }
      /// What libinput sees of a swipe that the rule takes.
      func taken() throws -> [String] {
        var acts: [String] = []
        let events = try seen { acts = try unit.swipe() }
        #expect(acts == ["swipe"])
        return events
      }
      #expect(try taken() == [])
      let acts = unit.acts.count
      let interrupted = try seen {
        try unit.touchpad.land(3)
        try unit.touchpad.move(by: .init(x: -6, y: 0), in: .milliseconds(60))
        if byLock {
          try LoginSession.ask(to: "lock")
          try unit.waitUntilSession(is: "locked", lockedBy: "request")
        } else {
          try LoginSession.show(console: 2)
          try unit.waitUntilSession(is: "inactive")
        }
        try unit.touchpad.move(by: .init(x: -24, y: 0), in: .milliseconds(150))
        try unit.touchpad.lift()
        unit.touchpad.comeBack()
      }
      #expect(interrupted.suffix(3) == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"], "\(interrupted)")
      #expect(unit.acts.count == acts)
      // Behind the lock, one finger points.
      #expect(try seen { try Moves.swipe(Moves.mainDirections[1], fingers: 1, on: unit.touchpad) } == ["MOTION"])
      if byLock { try LoginSession.ask(to: "unlock") } else { try LoginSession.show(console: 1) }
      try unit.waitUntilSession(is: "active")
      #expect(try taken() == [])
      #expect(try seen { try Moves.swipe(Moves.mainDirections[1], fingers: 1, on: unit.touchpad) } == ["MOTION"])
      try unit.stop()
    }
  }
}
