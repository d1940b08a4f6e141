internal import Glibc
internal import Testing

extension InTheGuest {
  /// Owned devices under a compositor that has bindings for gestures: sway 1.8 and later.
  @Suite(.enabled(if: Sway.bindsGestures, "sway 1.8 or later")) struct OwnedDevicesInSway {
    @Test("a gesture that a rule takes fires no binding, and others fire theirs")
    func bindings() throws {
      let sway = try Sway.shared(layout: "us")
      let scene = try OwnedScene(["swipe: left, fingers: 3", "swipe: up, fingers: 4", "tap: single, fingers: 3"])
      let fired = "\(try Guest.folder())/fired"
      for fingers in [3, 4] {
        for way in Moves.mainDirections {
          try sway.run("bindgesture swipe:\(fingers):\(way.name) exec echo \(fingers) \(way.name) >>\(fired)")
        }
      }
      try wait(otherwise: { "sway has no clone" }) {
        try sway.inputNames().split(separator: "Virtual Touchpad").count > 3 ? () : nil
      }
      settle()
      for fingers in [3, 4] {
        for way in Moves.mainDirections { try scene.swipe(way.x, way.y, fingers: fingers) }
      }
      settle()
      #expect(
        Guest.read(fired)?.split(separator: "\n").map(String.init)
          == ["3 right", "3 up", "3 down", "4 left", "4 right", "4 down"])
      #expect(try scene.daemon.waitForActs(2) == ["0", "1"])
      // A killed daemon gives it back: the bindings fire.
      scene.daemon.program.signal(SIGKILL)
      try scene.daemon.program.waitForExit()
      try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
      try Guest.write("", to: fired)
      try Program.run("chown", Guest.user.id, fired)
      try scene.surface.land([.init(x: 31, y: 21), .init(x: 51, y: 22), .init(x: 71, y: 23)])
      try scene.surface.move(by: .init(x: -20, y: 0.5), in: .milliseconds(200))
      try scene.surface.lift()
      try wait(otherwise: { "no binding" }) { Guest.read(fired) == "3 left\n" ? () : nil }
    }

    @Test("three fingers fire the bindings of four where a rule shows them so, one for one")
    func otherFingers() throws {
      let sway = try Sway.shared(layout: "us")
      let scene = try OwnedScene(["swipe: any, fingers: 3, as: {fingers: 4}"])
      let fired = "\(try Guest.folder())/fired"
      for fingers in [3, 4] {
        for way in Moves.mainDirections {
          try sway.run("bindgesture swipe:\(fingers):\(way.name) exec echo \(fingers) \(way.name) >>\(fired)")
        }
      }
      try wait(otherwise: { "sway has no clone" }) {
        try sway.inputNames().split(separator: "Virtual Touchpad").count > 3 ? () : nil
      }
      settle()
      for fingers in [3, 4] {
        for way in Moves.mainDirections { try scene.swipe(way.x, way.y, fingers: fingers) }
      }
      settle()
      let ways = Moves.mainDirections.map { "4 \($0.name)" }
      #expect(Guest.read(fired)?.split(separator: "\n").map(String.init) == ways + ways)
      try scene.daemon.stop()
    }

    @Test(
      "a compositor that is killed in the middle of a swipe leaves nothing down, and the next one is served as well")
    func restarted() throws {
      let runtime = "\(try Guest.folder())/runtime"
      try Program.run("mkdir", "-m", "700", runtime, as: .user)
      let first = try Sway(layout: "us", runtime: runtime)
      let scene = try OwnedScene(["swipe: any, fingers: 3"], environment: first.environment)
      try scene.surface.land(4)
      try scene.surface.move(by: .init(x: 15, y: 0), in: .milliseconds(150))
      try first.kill()
      try scene.surface.move(by: .init(x: 15, y: 0), in: .milliseconds(150))
      try scene.surface.lift()
      scene.surface.comeBack()
      #expect(scene.events().last == "SWIPE_END 4")
      // Without a compositor.
      try scene.swipe(1, 0, fingers: 3)
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") } == [])
      #expect(try scene.daemon.waitForActs(1) == ["0"])
      let next = try Sway(layout: "us", runtime: runtime)
      let fired = "\(try Guest.folder())/fired"
      for fingers in [3, 4] { try next.run("bindgesture swipe:\(fingers):right exec echo \(fingers) >>\(fired)") }
      settle()
      for fingers in [3, 4] { try scene.swipe(1, 0, fingers: fingers) }
      try wait(otherwise: { "no binding" }) { Guest.read(fired) == "4\n" ? () : nil }
      #expect(try scene.daemon.waitForActs(2) == ["0", "0"])
      #expect(OwnedScene.cloneCount == 2)
      try scene.daemon.stop()
    }

    @Test(
      "a window sees nothing of a withheld touch that a rule takes, and a cancelled one of a touch that it has seen")
    func windows() throws {
      let sway = try Sway.shared(layout: "us")
      let scene = try OwnedScene(
        ["swipe: right, fingers: 1, edge: left", "swipe: left, fingers: 3"], on: .touchscreen, kind: "touchscreen")
      try sway.waitForInput(named: "Virtual Touchscreen")
      settle()
      func touches(_ hand: () throws -> Void) throws -> [String] {
        let before = sway.window.touchEvents.count
        try hand()
        scene.surface.comeBack()
        settle()
        return Array(sway.window.touchEvents.dropFirst(before)).filter { $0 != "frame" && $0 != "motion" }
      }
      #expect(
        try touches {
          try scene.surface.land([.init(x: 150, y: 90)])
          try scene.surface.lift()
        } == ["down", "up"])
      // Quick enough to be recognised before the contact is shown.
      #expect(
        try touches {
          try scene.surface.land([.init(x: 2, y: 90)])
          try scene.surface.move(by: .init(x: 60, y: 0), in: .milliseconds(20))
          try scene.surface.lift()
        } == [])
      let seen = try touches { try scene.swipe(-1, 0, fingers: 3) }
      print("figure: a window's touch events of a swipe that a rule takes: \(seen)")
      #expect(!seen.contains("up"))
      #expect(try scene.daemon.waitForActs(2) == ["0", "1"])
      try scene.daemon.stop()
    }
  }
}
