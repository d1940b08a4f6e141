internal import CLinux
internal import CUinput
internal import Glibc
internal import Linux
internal import Testing

/// A daemon that takes fingers of a touchpad without a grab, and what libinput sees of its node: the same as a
/// compositor's.
final class TakenScene {
  let surface: Surface
  let daemon: Daemon
  private let clickMethod: String?
  private var observer: Program
  private var seen = 0

  init(
    _ rules: [String], _ toolTypes: Surface.ToolTypes?, on model: Surface.Model = .touchpad,
    size: Surface.Point? = nil, settings: String = "", clickMethod: String? = nil, environment: [String: String] = [:]
  ) throws {
    var model = model
    model.toolTypes = toolTypes
    model.size = size ?? model.size
    surface = try Surface(model)
    let folder = try Guest.folder()
    let text =
      settings + "rules:\n"
      + rules.enumerated().map { "  - {\($1), do: echo '\($0)' >>\(folder)/acts}\n" }.joined()
    daemon = try Daemon(rulesText: text, folder: folder, reading: [surface], environment: environment)
    self.clickMethod = clickMethod
    observer = try OwnedScene.observer(of: #require(surface.node), clickMethod: clickMethod)
    settle()
  }

  /// Observes another device, such as the touchpad that was plugged in again.
  func observe(_ node: String) throws {
    observer.stop()
    observer = try OwnedScene.observer(of: node, clickMethod: clickMethod)
    seen = 0
  }

  /// The events since the last call, once all that are due have come. See `OwnedScene.events`.
  func events() -> [String] {
    settle()
    let all = OwnedScene.events(of: observer)
    defer { seen = all.count }
    return all.dropFirst(seen).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// All presses and releases of buttons so far.
  func buttons() -> [String] {
    settle()
    return observer.lines().filter { $0.contains("POINTER_BUTTON") }
  }

  func swipe(_ x: Double, _ y: Double, fingers: Int) throws {
    try Moves.swipe(.init(name: "", x: x, y: y), fingers: fingers, on: surface)
  }

  /// Checks that one finger points, two scroll, and a button clicks.
  func expectNormal(_ location: SourceLocation = #_sourceLocation) throws {
    _ = events()
    try swipe(1, 0, fingers: 1)
    #expect(events() == ["MOTION"], sourceLocation: location)
    try swipe(0, -1, fingers: 2)
    #expect(events().last == "SCROLL_FINGER", sourceLocation: location)
    try surface.land(1)
    try surface.button(isDown: true)
    try surface.button(isDown: false)
    try surface.lift()
    surface.comeBack()
    #expect(events().contains("BUTTON pressed,"), sourceLocation: location)
  }
}

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

  /// What happens to fingers that are taken when the rules, the device or other programs do not stay as they are: nothing
  /// sticks.
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
