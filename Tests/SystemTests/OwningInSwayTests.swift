internal import Glibc
internal import Testing

extension InTheGuest {
  /// Owned devices under a compositor that has bindings for gestures: sway 1.8 and later.
  @Suite(.enabled(if: Sway.bindsGestures, "sway 1.8 or later")) struct OwnedDevicesInSway {
    /// Binds swipes of three and four fingers, and makes each of them.
    /// - Returns: the file of the bindings that fired.
    private static func swipe(in scene: OwnedScene, bindingsOf sway: Sway) throws -> String {
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
      return fired
    }

    @Test("a gesture that a rule takes fires no binding, and others fire theirs")
    func bindings() throws {
      let sway = try Sway.shared(layout: "us")
      let scene = try OwnedScene(["swipe: left, fingers: 3", "swipe: up, fingers: 4", "tap: single, fingers: 3"])
      let fired = try Self.swipe(in: scene, bindingsOf: sway)
      #expect(
        Guest.read(fired)?.split(separator: "\n").map(String.init)
          == ["3 right", "3 up", "3 down", "4 left", "4 right", "4 down"])
      try scene.daemon.expectActs(["0", "1"])
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

    @Test("a swipe that a rule takes fires no binding in 200 trials, however late the compositor is")
    func late() throws {
      let sway = try Sway.shared(layout: "us")
      let scene = try OwnedScene(["swipe: left, fingers: 3"])
      let fired = "\(try Guest.folder())/fired"
      for way in Moves.mainDirections {
        try sway.run("bindgesture swipe:3:\(way.name) exec echo \(way.name) >>\(fired)")
      }
      try wait(otherwise: { "sway has no clone" }) {
        try sway.inputNames().split(separator: "Virtual Touchpad").count > 3 ? () : nil
      }
      settle()
      // In milliseconds. The steps have no common divisor with the spans, so that all combinations come.
      for trial in 1...200 {
        try scene.surface.land(3)
        try scene.surface.move(by: .init(x: -10, y: 0), in: .milliseconds(100))
        // A busy compositor: it reads the rest of the swipe up to 400 ms later.
        sway.signal(SIGSTOP)
        try scene.surface.move(by: .init(x: -10, y: 0), in: .milliseconds(100))
        scene.surface.pause(for: .milliseconds(trial * 23 % 61))
        try scene.surface.lift()
        scene.surface.pause(for: .milliseconds(trial * 173 % 401))
        sway.signal(SIGCONT)
        scene.surface.comeBack()
      }
      settle()
      print("figure: of 200 swipes that a rule takes, sway saw \((Guest.read(fired) ?? "").count / 5)")
      #expect(Guest.read(fired) == nil)
      #expect(scene.daemon.acts.count == 200)
      // The bindings would fire.
      try scene.swipe(1, 0, fingers: 3)
      try wait(otherwise: { "no binding" }) { Guest.read(fired) == "right\n" ? () : nil }
      try scene.daemon.stop()
    }

    @Test("three fingers fire the bindings of four where a rule shows them so, one for one")
    func otherFingers() throws {
      let sway = try Sway.shared(layout: "us")
      let scene = try OwnedScene(["swipe: any, fingers: 3, as: {fingers: 4}"])
      let fired = try Self.swipe(in: scene, bindingsOf: sway)
      let ways = Moves.mainDirections.map { "4 \($0.name)" }
      #expect(Guest.read(fired)?.split(separator: "\n").map(String.init) == ways + ways)
      try scene.daemon.stop()
    }

    // sway handles no gesture while a window is touched.
    @Test("a finger from the edge of an owned touchscreen fires the bindings of three, and one that is cancelled none")
    func touchscreen() throws {
      let sway = try Sway.shared(layout: "us")
      let scene = try InTheGuest.ShownTouches.Scene(
        "pan: any, fingers: 1, edge: left, device: touchscreen, as: {fingers: 3}", on: .palms,
        owning: true, environment: sway.environment)
      let fired = "\(try Guest.folder())/fired"
      for way in Moves.mainDirections {
        try sway.run("bindgesture swipe:3:\(way.name) exec echo \(way.name) >>\(fired)")
      }
      try wait(otherwise: { "sway has no virtual touchpad" }) {
        try sway.inputNames().contains("Sleight touchpad") ? () : nil
      }
      settle()
      func slide(_ x: Double, _ y: Double, isPalm: Bool = false) throws {
        try scene.screen.land([.init(x: 4, y: 80)])
        try scene.screen.move(by: .init(x: x, y: y), in: .milliseconds(300))
        scene.screen.isPalm = isPalm
        if isPalm { try scene.screen.move(by: .init(x: 1, y: 0), in: .milliseconds(20)) }
        try scene.screen.lift()
        scene.screen.isPalm = false
        scene.screen.comeBack()
        settle()
      }
      try slide(40, 0)
      #expect(scene.events().last == "SWIPE_END 3", "\(scene.daemon.program)")
      try slide(40, 0, isPalm: true)
      try slide(0, 40)
      try slide(0, -40)
      #expect(Guest.read(fired)?.split(separator: "\n").map(String.init) == ["right", "down", "up"])
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
      try scene.daemon.expectActs(["0"])
      let next = try Sway(layout: "us", runtime: runtime)
      let fired = "\(try Guest.folder())/fired"
      for fingers in [3, 4] { try next.run("bindgesture swipe:\(fingers):right exec echo \(fingers) >>\(fired)") }
      settle()
      for fingers in [3, 4] { try scene.swipe(1, 0, fingers: fingers) }
      try wait(otherwise: { "no binding" }) { Guest.read(fired) == "4\n" ? () : nil }
      try scene.daemon.expectActs(["0", "0"])
      #expect(OwnedScene.cloneCount == 2)
      try scene.daemon.stop()
    }

    @Test("a window sees nothing of a withheld touch that a rule takes, and others as they are")
    func withheld() throws {
      let sway = try Sway.shared(layout: "us")
      let scene = try WindowScene(["swipe: right, fingers: 1, edge: left, distance: 3mm"], in: sway)
      #expect(
        try scene.touches {
          try scene.surface.land([.init(x: 150, y: 90)])
          try scene.surface.lift()
        } == ["down", "up"])
      #expect(
        try scene.touches {
          try scene.surface.land([.init(x: 2, y: 90)])
          try scene.surface.move(by: .init(x: 3.6, y: 0), in: .milliseconds(20))
          try scene.surface.move(by: .init(x: 30, y: 0), in: .milliseconds(200))
          try scene.surface.lift()
        } == [])
      try scene.daemon.expectActs(["0"])
      // No rule takes it: it begins where the finger landed, not where it was when it was shown.
      let positions = scene.positions
      #expect(
        try scene.touches {
          try scene.surface.land([.init(x: 2, y: 90)])
          try scene.surface.move(by: .init(x: 0, y: 30), in: .milliseconds(200))
          try scene.surface.lift()
        } == ["down", "up"])
      let replayed = Array(scene.positions.dropFirst(positions.count))
      #expect(abs(try #require(replayed.first).y - #require(positions.first).y) < 0.5)
      // A position every 10 ms, of which the window receives each.
      #expect(replayed.count >= 20)
      print("figure: a window received \(replayed.count) positions of a replayed touch")
      #expect(scene.daemon.acts == ["0"])
      try scene.daemon.stop()
    }

    @Test("a window sees no touch that begins in a dead zone, and the others as they are")
    func deadZone() throws {
      let sway = try Sway.shared(layout: "us")
      let scene = try WindowScene(["touch: any, zone: {x: 0%-20%}, keep: false"], in: sway)
      func touch(_ x: Double, holding: Duration = .milliseconds(60), to way: Double = 0) throws -> [String] {
        try scene.touches {
          try scene.surface.land([.init(x: x, y: 90)])
          scene.surface.pause(for: holding)
          if way > 0 { try scene.surface.move(by: .init(x: way, y: 0), in: .milliseconds(200)) }
          try scene.surface.lift()
        }
      }
      #expect(try touch(20) == [])
      #expect(try touch(20, holding: .seconds(1)) == [])
      #expect(try touch(20, to: 100) == [])
      #expect(try touch(150) == ["down", "up"])
      #expect(try touch(150, to: 100) == ["down", "up"])
      try scene.daemon.stop()
    }

    @Test("a window's touches that a rule takes are cancelled")
    func cancelled() throws {
      let sway = try Sway.shared(layout: "us")
      let scene = try WindowScene(["swipe: left, fingers: 3"], in: sway)
      let seen = try scene.touches {
        try scene.surface.land(3)
        try scene.surface.move(by: .init(x: -40, y: 0), in: .milliseconds(300))
        try scene.surface.lift()
      }
      print("figure: a window's touch events of a swipe that a rule takes: \(seen)")
      // Not every release tells windows that a touch is cancelled.
      #expect(Array(seen.prefix(3)) == ["down", "down", "down"])
      #expect(!seen.contains("up"))
      try scene.daemon.expectActs(["0"])
      try scene.daemon.stop()
    }
  }
}

/// An owned touchscreen, and the touch events of the window in sway.
private final class WindowScene {
  private let scene: OwnedScene
  private let sway: Sway
  var surface: Surface { scene.surface }
  var daemon: Daemon { scene.daemon }

  init(_ rules: [String], in sway: Sway) throws {
    self.sway = sway
    scene = try OwnedScene(rules, on: .touchscreen, kind: "touchscreen")
    try wait(otherwise: { "sway has no clone" }) {
      try sway.inputNames().split(separator: "Virtual Touchscreen").count > 3 ? () : nil
    }
    settle()
  }

  /// The positions of touches that the window has received.
  var positions: [Surface.Point] { sway.window.touches }

  /// The touch events that the window receives during `hand`, except movements and the ends of frames.
  func touches(_ hand: () throws -> Void) throws -> [String] {
    let before = sway.window.touchEvents.count
    try hand()
    surface.comeBack()
    settle()
    return sway.window.touchEvents.dropFirst(before).filter { $0 != "frame" && $0 != "motion" }
  }
}
