internal import Glibc
internal import JSONLines
internal import Testing

extension InTheGuest {
  /// Owned devices: what the rules take, the desktop does not see.
  @Suite struct OwnedDevices {
    private static let allWays = "swipe: any, fingers: 3"
    private static let left = "swipe: left, fingers: 3"

    @Test("'follow' prints the gestures on an owned device, with their phases and what acts")
    func follow() throws {
      let scene = try OwnedScene(["swipe: left, fingers: 3", "pan: up, fingers: 4, every: 10mm"])
      let follower = try Program.sleight("follow", "--json")
      try follower.waitForLine(containing: "\"mode\": \"default\"", in: .output)
      try scene.swipe(-1, 0, fingers: 3)
      try scene.swipe(0, -1, fingers: 4)
      try follower.waitForLine(containing: "\"phase\": \"ended\"", in: .output)
      let lines = try follower.text(.output).split(separator: "\n").map { try JSONReader.read(String($0)) }
      let gestures = lines.compactMap { line in
        line["gesture"]?.string.map { "\($0) \(line["phase"]?.string ?? "") \(line["rule"]?.string ?? "")" }
      }
      #expect(gestures.first == "swipe recognized rules.yml:3", "\(follower)")
      #expect(gestures.dropFirst().first == "pan began rules.yml:4")
      #expect(gestures.last == "pan ended rules.yml:4")
      #expect(gestures.count { $0 == "pan changed rules.yml:4" } > 5)
      #expect(lines.contains { $0["action"] != nil })
      follower.stop()
      try scene.daemon.stop()
    }

    @Test("a swipe whose every direction is a rule's is never seen, and one of four fingers passes")
    func reserved() throws {
      let scene = try OwnedScene([Self.allWays])
      for way in Moves.mainDirections { try scene.swipe(way.x, way.y, fingers: 3) }
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") || $0.hasPrefix("BUTTON") } == [])
      #expect(try scene.daemon.waitForActs(4).count == 4)
      try scene.swipe(1, 0, fingers: 4)
      let seen = scene.events().filter { $0.hasPrefix("SWIPE") }
      #expect(seen == ["SWIPE_BEGIN 4", "SWIPE_UPDATE 4", "SWIPE_END 4"])
      #expect(scene.daemon.acts.count == 4)
      try scene.daemon.stop()
      #expect(OwnedScene.cloneCount == 0)
    }

    @Test("a swipe that only one rule wants is cancelled for the desktop, and the others are the desktop's")
    func shared() throws {
      let scene = try OwnedScene([Self.left])
      try scene.swipe(-1, 0, fingers: 3)
      #expect(
        scene.events().filter { $0.hasPrefix("SWIPE") || $0.hasPrefix("BUTTON") } == [
          "SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3 cancelled",
        ])
      try scene.daemon.expectActs(["0"])
      try scene.swipe(1, 0, fingers: 3)
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") } == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"])
      #expect(scene.daemon.acts == ["0"])
    }

    @Test("a swipe acts or is the desktop's, never both, however late the daemon and the compositor are")
    func late() throws { try TakenSwipes.run(count: 20) }

    @Test("'keep' lets the desktop see the gesture as well")
    func kept() throws {
      let scene = try OwnedScene([Self.allWays + ", keep: true"])
      try scene.swipe(-1, 0, fingers: 3)
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") } == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"])
      try scene.daemon.expectActs(["0"])
    }

    @Test("taps of three fingers: those of a rule are not seen, others are")
    func taps() throws {
      let scene = try OwnedScene([Self.allWays])
      try scene.surface.tap(3, lasting: .milliseconds(60))
      #expect(scene.events().filter { $0.hasPrefix("BUTTON") } == ["BUTTON pressed,", "BUTTON released,"])
      try Guest.write(
        OwnedScene.text(["tap: single, fingers: 3"], in: try Guest.folder()), to: scene.daemon.rulesFile)
      try Program.run(Guest.sleight, "reload", as: .user)
      _ = scene.events()
      try scene.surface.tap(3, lasting: .milliseconds(60))
      #expect(scene.events().filter { $0.hasPrefix("BUTTON") } == [])
    }

    @Test("pointing, scrolling, tapping and pressing are the same as without owning")
    func same() throws {
      func hand(_ touchpad: Surface) throws {
        try touchpad.land(1)
        try touchpad.move(by: .init(x: 20, y: 10), in: .milliseconds(200))
        try touchpad.lift()
        touchpad.comeBack()
        try touchpad.land(2)
        try touchpad.move(by: .init(x: 0, y: 20), in: .milliseconds(200))
        try touchpad.lift()
        touchpad.comeBack()
        for fingers in [1, 2] {
          try touchpad.tap(fingers, lasting: .milliseconds(60))
          touchpad.comeBack()
        }
        try touchpad.land(1)
        try touchpad.button(isDown: true)
        try touchpad.move(by: .init(x: 20, y: 0), in: .milliseconds(200))
        try touchpad.button(isDown: false)
        try touchpad.lift()
        touchpad.comeBack()
        try touchpad.land(2)
        try touchpad.spread(to: 2, in: .milliseconds(300))
        try touchpad.lift()
      }
      let plain = try Surface(.touchpad)
      let observer = try OwnedScene.observer(of: try #require(plain.node))
      try hand(plain)
      settle()
      let expected = OwnedScene.events(of: observer)
      plain.unplug()
      let scene = try OwnedScene([Self.allWays])
      try hand(scene.surface)
      settle()
      #expect(OwnedScene.events(of: scene.observer) == expected)
      #expect(expected.contains("PINCH_BEGIN 2") && expected.contains("BUTTON pressed,"))
    }

    @Test("a touchscreen's gestures are cancelled, and taps pass at once")
    func touchscreens() throws {
      let scene = try OwnedScene(
        ["swipe: right, fingers: 1, edge: left", "swipe: left, fingers: 3"], on: .touchscreen, kind: "touchscreen")
      try scene.surface.land([.init(x: 150, y: 90)])
      try scene.surface.lift()
      #expect(scene.events() == ["TOUCH_DOWN", "TOUCH_FRAME", "TOUCH_UP", "TOUCH_FRAME"])
      // The finger rests for as long as it is withheld.
      try scene.surface.land([.init(x: 2, y: 90)])
      try scene.surface.move(by: .init(x: 40, y: 0), in: .milliseconds(300))
      try scene.daemon.expectActs(["0"])
      try scene.surface.lift()
      let edge = scene.events().filter { $0 != "TOUCH_FRAME" && $0 != "TOUCH_MOTION" }
      #expect(edge == [] || edge == ["TOUCH_DOWN", "TOUCH_CANCEL"])
      try scene.swipe(-1, 0, fingers: 3)
      try scene.daemon.expectActs(["0", "1"])
      #expect(!scene.events().contains("TOUCH_UP"))
      try scene.swipe(1, 0, fingers: 3)
      let passed = scene.events().filter { $0 != "TOUCH_FRAME" && $0 != "TOUCH_MOTION" }
      #expect(Set(passed) == ["TOUCH_DOWN", "TOUCH_UP"])
      try scene.daemon.stop()
    }

    /// The kernel sends no frame for fingers that are still: their rule acts between two.
    @Test("still fingers that a rule takes by time are taken while they are down", arguments: 1...5)
    func still(fingers: Int) throws {
      let press = "long-press: 300ms, fingers: \(fingers)"
      let scene = try OwnedScene(
        [press + ", corner: top-left", press + ", moved: right", press + ", taps: 1", press], on: .touchscreen,
        kind: "touchscreen")
      func expectTaken(_ acts: [String]) throws {
        try scene.daemon.expectActs(acts)
        let down = scene.events().filter { $0 != "TOUCH_FRAME" && $0 != "TOUCH_MOTION" }
        #expect(down.last == "TOUCH_CANCEL", "\(acts): \(down)")
        try scene.surface.lift()
        #expect(!scene.events().contains("TOUCH_UP"), "\(acts)")
        scene.surface.comeBack()
      }
      try scene.surface.land((0..<fingers).map { .init(x: 4 + 20 * Double($0), y: 4) })
      try expectTaken(["0"])
      try scene.surface.land(fingers)
      try scene.surface.move(by: .init(x: 30, y: 0), in: .milliseconds(150))
      try expectTaken(["0", "1"])
      try scene.surface.tap(fingers, lasting: .milliseconds(60))
      scene.surface.pause(for: .milliseconds(100))
      _ = OwnedScene.events(of: scene.observer)
      try scene.surface.land(fingers)
      try expectTaken(["0", "1", "2"])
      try scene.surface.land(fingers)
      try expectTaken(["0", "1", "2", "3"])
      try scene.daemon.stop()
    }

    @Test("still fingers on a touchpad are taken by time as well", arguments: 3...5)
    func stillOnTouchpad(fingers: Int) throws {
      let scene = try OwnedScene(["long-press: 400ms, fingers: \(fingers)"])
      try scene.surface.land(fingers)
      try scene.daemon.expectActs(["0"])
      // libinput reports no hold of five fingers.
      let holds = scene.events().filter { $0.hasPrefix("HOLD") }
      #expect(fingers > 4 ? holds == [] : holds == ["HOLD_BEGIN \(fingers)", "HOLD_END \(fingers) cancelled"])
      try scene.surface.lift()
      #expect(!scene.events().contains { $0.hasPrefix("BUTTON") })
      try scene.daemon.stop()
    }

    @Test("a finger that slides along an edge moves no pointer, and one that a rule does not take does")
    func edges() throws {
      let scene = try OwnedScene(["swipe: right, fingers: 1, edge: left, device: touchpad"])
      try scene.surface.land([.init(x: 2, y: 35)])
      try scene.surface.move(by: .init(x: 40, y: 0), in: .milliseconds(200))
      try scene.surface.lift()
      scene.surface.comeBack()
      let edge = scene.events()
      let acts = scene.daemon.acts
      try scene.surface.land([.init(x: 50, y: 35)])
      try scene.surface.move(by: .init(x: 20, y: 0), in: .milliseconds(200))
      try scene.surface.lift()
      #expect(scene.events().contains("MOTION"))
      #expect(scene.daemon.acts == acts)
      #expect(edge.isEmpty == (acts == ["0"]))
    }
  }
}

/// Swipes that a rule takes when libinput has begun them for the compositor, with readers that are late.
enum TakenSwipes {
  static func run(count: Int) throws {
    let scene = try OwnedScene(["swipe: left, fingers: 3"])
    var (acts, ends) = (0, 0)
    // In milliseconds. The steps have no common divisor with the spans, so that all combinations come.
    for trial in 1...count {
      let isDaemonLate = trial % 3 != 0
      // Before and after the rule acts.
      let distance = Double(6 + trial * 5 % 13)
      try scene.surface.land(3)
      try scene.surface.move(by: .init(x: -distance, y: 0), in: .milliseconds(Int(distance) * 10))
      scene.observer.signal(SIGSTOP)
      if isDaemonLate { scene.daemon.program.signal(SIGSTOP) }
      try scene.surface.move(by: .init(x: distance - 20, y: 0), in: .milliseconds(200 - Int(distance) * 10))
      scene.surface.pause(for: .milliseconds(trial * 23 % 61))
      // At once, or one after the other.
      try scene.surface.lift(apart: .milliseconds(trial % 2 * (trial * 7 % 31)))
      scene.surface.pause(for: .milliseconds(trial * 37 % 151))
      scene.daemon.program.signal(SIGCONT)
      scene.surface.pause(for: .milliseconds(trial * 173 % 401))
      scene.observer.signal(SIGCONT)
      scene.surface.comeBack()
      settle()
      let seen = OwnedScene.events(of: scene.observer).filter { $0.hasPrefix("SWIPE_END") || $0.hasPrefix("BUTTON") }
      let acted = scene.daemon.acts.count - acts
      // A daemon that was late for so long that the kernel dropped events leaves the swipe to the desktop.
      #expect(
        Array(seen.dropFirst(ends)) == (acted == 1 ? ["SWIPE_END 3 cancelled"] : ["SWIPE_END 3"]), "trial \(trial)")
      #expect(acted == 1 || isDaemonLate, "trial \(trial)")
      (acts, ends) = (acts + acted, seen.count)
    }
    print("figure: of \(count) swipes, rules took \(acts), and libinput completed \(ends - acts)")
    // The daemon and its reader work on: a swipe of no rule is complete.
    _ = scene.events()
    try scene.swipe(1, 0, fingers: 3)
    #expect(scene.events().last { $0.hasPrefix("SWIPE") } == "SWIPE_END 3")
    try scene.daemon.stop()
  }
}
