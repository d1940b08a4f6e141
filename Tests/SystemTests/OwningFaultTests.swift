internal import Glibc
internal import Testing

extension InTheGuest {
  /// A daemon that is killed or stopped in each state of an owned device.
  @Suite struct OwningFaults {
    /// The state of a hand on an owned device before the fault.
    enum Situation: String, CaseIterable {
      case untouched = "nothing touches it"
      case pointing = "one finger passes"
      case dragging = "one finger passes, the button is down"
      case passing = "four fingers pass"
      case withheld = "three fingers are withheld"
      case taken = "three fingers are taken"
      case draining = "three fingers were seen and are taken"
      case shownAsOthers = "four fingers are shown as three"
      case touched = "a touch passes"
      case touchWithheld = "a touch is withheld"
      case touchTaken = "a touch is taken"

      var isOnTouchscreen: Bool {
        switch self {
        case .touched, .touchWithheld, .touchTaken: true
        case .untouched, .pointing, .dragging, .passing, .withheld, .taken, .draining, .shownAsOthers: false
        }
      }

      var rules: [String] {
        switch self {
        case .draining: ["swipe: left, fingers: 3"]
        case .shownAsOthers: ["swipe: any, fingers: 4, as: {fingers: 3}"]
        case .touched, .touchWithheld, .touchTaken: ["swipe: right, fingers: 1, edge: left"]
        case .untouched, .pointing, .dragging, .passing, .withheld, .taken: ["swipe: any, fingers: 3"]
        }
      }

      func begin(on surface: Surface) throws {
        switch self {
        case .untouched: break
        case .pointing: try surface.land(1)
        case .dragging:
          try surface.land(1)
          try surface.button(isDown: true)
        case .passing, .shownAsOthers: try surface.land(4)
        case .withheld, .taken, .draining: try surface.land(3)
        case .touched: try surface.land([.init(x: 150, y: 90)])
        case .touchWithheld, .touchTaken: try surface.land([.init(x: 2, y: 90)])
        }
        switch self {
        case .untouched, .withheld, .touchWithheld: break
        case .pointing, .dragging, .passing, .shownAsOthers, .touched:
          try surface.move(by: .init(x: 15, y: 0), in: .milliseconds(150))
        case .taken: try surface.move(by: .init(x: 25, y: 0), in: .milliseconds(200))
        case .draining: try surface.move(by: .init(x: -15, y: 0), in: .milliseconds(150))
        case .touchTaken: try surface.move(by: .init(x: 40, y: 0), in: .milliseconds(300))
        }
      }
    }

    @Test("a touchpad whose pressure never changes works for others once it is given back")
    func constantPressure() throws {
      var model = Surface.Model.touchpad
      model.pressure = 80
      let surface = try Surface(model)
      // As a compositor, it has seen no finger yet.
      let other = try OwnedScene.observer(of: #require(surface.node))
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: OwnedScene.text(["swipe: any, fingers: 3"], in: folder), folder: folder, reading: [])
      try daemon.program.waitForLine(containing: "owning touchpad", in: .errors)
      for fingers in [3, 1] {
        try surface.land(fingers)
        try surface.move(by: .init(x: -25, y: 0), in: .milliseconds(200))
        try surface.lift()
        surface.comeBack()
      }
      try daemon.expectActs(["0"])
      #expect(!other.text(.output).contains("POINTER_MOTION"), "\(other)")
      try daemon.stop()
      try surface.land(1)
      try surface.move(by: .init(x: 25, y: 0), in: .milliseconds(200))
      try surface.lift()
      try other.waitForLine(containing: "POINTER_MOTION")
      surface.comeBack()
      try surface.land(3)
      try surface.move(by: .init(x: 25, y: 0), in: .milliseconds(200))
      try surface.lift()
      try other.waitForLine(containing: "GESTURE_SWIPE_END")
    }

    @Test("a device that is not readable when it is given back is read again as soon as it is")
    func unreadable() throws {
      let rules = ["swipe: left, fingers: 3"]
      let scene = try OwnedScene(rules, on: .touchscreen, kind: "touchscreen")
      let node = try #require(scene.surface.node)
      // As logind does when another user's session is in front.
      try Program.run("setfacl", "-b", node)
      let folder = String(scene.daemon.rulesFile.dropLast("/rules.yml".count))
      try Guest.write(
        OwnedScene.text(rules, kind: "touchscreen", owns: false, in: folder), to: scene.daemon.rulesFile)
      try scene.daemon.program.waitForLine(containing: "gave back", in: .errors)
      try Program.run("setfacl", "-m", "u:\(Guest.user.name):rw", node)
      try scene.daemon.program.waitUntilReading(node)
      try scene.swipe(-1, 0, fingers: 3)
      try scene.daemon.expectActs(["0"])
    }

    private static func scene(_ situation: Situation) throws -> OwnedScene {
      situation.isOnTouchscreen
        ? try OwnedScene(situation.rules, on: .touchscreen, kind: "touchscreen") : try OwnedScene(situation.rules)
    }

    /// Ends what the hand does.
    private static func end(_ situation: Situation, on surface: Surface) throws {
      if situation == .dragging { try surface.button(isDown: false) }
      try surface.lift()
      surface.comeBack()
      settle()
    }

    @Test("nothing stays down for the desktop when the daemon is killed", arguments: Situation.allCases)
    func killed(situation: Situation) throws {
      let scene = try Self.scene(situation)
      let seat = try SeatObserver()
      try situation.begin(on: scene.surface)
      scene.daemon.program.signal(SIGKILL)
      try scene.daemon.program.waitForExit()
      try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
      settle()
      let seen = seat.count
      #expect(seen.open == [:])
      try Self.end(situation, on: scene.surface)
      #expect(seat.count.open == [:])
      print("figure: killed while \(situation.rawValue): \(seen.all) beginnings and ends were seen")
      // In the other states, nothing that begins has been seen.
      let isSeen = [.dragging, .passing, .draining, .shownAsOthers, .touched, .touchTaken].contains(situation)
      #expect((seen.all > 0) == isSeen)
    }

    @Test("nothing stays down when the daemon is stopped while the hand leaves", arguments: Situation.allCases)
    func stopped(situation: Situation) throws {
      let scene = try Self.scene(situation)
      let seat = try SeatObserver()
      try situation.begin(on: scene.surface)
      scene.daemon.program.signal(SIGSTOP)
      try scene.surface.flood(300)
      try Self.end(situation, on: scene.surface)
      scene.daemon.program.signal(SIGCONT)
      settle()
      #expect(seat.count.open == [:])
      // The daemon goes on.
      if !situation.isOnTouchscreen {
        _ = scene.events()
        try scene.swipe(1, 0, fingers: 5)
        try scene.surface.tap(1, lasting: .milliseconds(60))
        #expect(scene.events().suffix(2) == ["BUTTON pressed,", "BUTTON released,"])
      }
      #expect(OwnedScene.cloneCount == 2)
      try scene.daemon.stop()
      #expect(seat.count.open == [:])
    }

    /// The programs that run the daemon: itself and its watchdog.
    private static var processCount: Int {
      Guest.names(in: "/proc").filter { name in
        Guest.read("/proc/\(name)/cmdline").map { $0.hasPrefix(Guest.sleight) && $0.contains("run") } == true
      }.count
    }

    @Test("outside systemd, a daemon that hangs is killed, and the device acts again", arguments: [0, 1, 3, 4])
    func hangs(fingers: Int) throws {
      let scene = try OwnedScene(["swipe: any, fingers: 3"])
      let seat = try SeatObserver()
      // Longer than a daemon may hang: it feeds its watchdog.
      rest(for: .seconds(25))
      #expect(scene.daemon.program.isRunning)
      #expect(Self.processCount == 2)
      if fingers > 0 {
        try scene.surface.land(fingers)
        try scene.surface.move(by: .init(x: 15, y: 0), in: .milliseconds(150))
      }
      let start = now()
      scene.daemon.program.signal(SIGSTOP)
      try scene.daemon.program.waitForExit()
      let time = now() - start
      print("figure: with \(fingers) fingers down, a stopped daemon kept the device for \(time)")
      #expect(time > .seconds(5) && time < .seconds(15))
      try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
      if fingers > 0 { try scene.surface.lift() }
      scene.surface.comeBack()
      settle()
      #expect(seat.count.open == [:])
      try scene.observe(try #require(scene.surface.node))
      try scene.swipe(1, 0, fingers: 3)
      #expect(scene.events().contains("SWIPE_END 3"))
      #expect(Self.processCount == 0)
    }

    @Test("the watchdog ends with the daemon, and with the last owned device")
    func watchdogEnds() throws {
      let scene = try OwnedScene(["swipe: any, fingers: 3"])
      try wait(otherwise: { "\(Self.processCount) processes" }) { Self.processCount == 2 ? () : nil }
      scene.surface.unplug()
      // Until it is fed the next time.
      try wait(otherwise: { "\(Self.processCount) processes" }) { Self.processCount == 1 ? () : nil }
      try scene.surface.plug()
      try wait(otherwise: { "\(Self.processCount) processes" }) { Self.processCount == 2 ? () : nil }
      try scene.daemon.stop()
      try wait(otherwise: { "\(Self.processCount) processes" }) { Self.processCount == 0 ? () : nil }
    }
  }
}
