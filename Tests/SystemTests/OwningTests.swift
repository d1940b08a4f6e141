internal import CLinux
internal import Glibc
internal import Testing

/// A daemon that owns devices, and what libinput sees of the device that stands for one of them: the same as a
/// compositor's.
final class OwnedScene {
  let surface: Surface
  let daemon: Daemon
  private(set) var observer: Program
  private var seen = 0

  /// Starts a daemon with these rules, and waits until it owns the device.
  /// - Parameter whileWaiting: called with the device, and what libinput sees of it, when the daemon is about to take it over, which it does when nothing
  ///   is down.
  init(
    _ rules: [String], on model: Surface.Model = .touchpad, kind: String = "touchpad",
    environment: [String: String] = [:], landing fingers: Int = 0, presses: Bool = false,
    whileWaiting: (Surface, Program) throws -> Void = { _, _ in }
  ) throws {
    surface = try Surface(model)
    let folder = try Guest.folder()
    var other: Program?
    if fingers > 0 {
      other = try Self.observer(of: #require(surface.node))
      try surface.land(fingers)
      if presses { try surface.button(isDown: true) }
    }
    daemon = try Daemon(
      rulesText: Self.text(rules, kind: kind, in: folder), folder: folder, reading: [], environment: environment)
    if fingers > 0 {
      try wait(otherwise: { "there are no clones" }) { Self.cloneCount == 2 ? () : nil }
      // The compositor's time for the clone, and a margin: no event shows that the daemon waits for the hand.
      rest(for: .seconds(1))
      try whileWaiting(surface, #require(other))
    }
    try daemon.program.waitForLine(containing: "owning \(kind)", in: .errors)
    observer = try Self.observer(of: Self.clone())
  }

  /// The text of a rules file: each rule as one line of the list, with the name that it appends to the acts.
  static func text(_ rules: [String], kind: String = "touchpad", owns: Bool = true, in folder: String) -> String {
    "devices: {\(kind): {own: \(owns)}}\nrules:\n"
      + rules.enumerated().map { "  - {\($1), do: echo '\($0)' >>\(folder)/acts}\n" }.joined()
  }

  /// The node of the device that the desktop sees; nil if there is none.
  static var cloneNode: String? {
    for name in Guest.names(in: "/sys/class/input") where name.hasPrefix("event") {
      let phys = Guest.read("/sys/class/input/\(name)/device/phys") ?? ""
      if phys.hasPrefix("sleight/"), !phys.hasPrefix("sleight/private/") { return "/dev/input/\(name)" }
    }
    return nil
  }

  static func clone() throws -> String { try wait(otherwise: { "there is no clone" }) { cloneNode } }

  /// The number of devices that stand for others, also of those that only the daemon reads.
  static var cloneCount: Int {
    Guest.names(in: "/sys/class/input").filter {
      $0.hasPrefix("event") && Guest.read("/sys/class/input/\($0)/device/phys")?.hasPrefix("sleight/") == true
    }.count
  }

  static func observer(of node: String) throws -> Program {
    let tool = try Program(
      ["stdbuf", "-oL", "libinput", "debug-events", "--enable-tap", "--device", node], as: .root)
    try tool.waitForLine(containing: "DEVICE_ADDED")
    return tool
  }

  /// Observes another device, such as the real one.
  func observe(_ node: String) throws {
    observer.stop()
    observer = try Self.observer(of: node)
    seen = 0
  }

  /// The events since the last call, once all that are due have come: their names without their type, with the number of
  /// fingers, and a mark at those that were cancelled. Equal ones that follow each other count as one.
  func events() -> [String] {
    settle()
    let all = Self.events(of: observer)
    defer { seen = all.count }
    return all.dropFirst(seen).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  static func events(of tool: Program) -> [String] {
    tool.lines().compactMap { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let name = words.firstIndex(where: { $0.count > 5 && $0.allSatisfy { $0.isUppercase || $0 == "_" } }),
        words[name] != "DEVICE_ADDED"
      else { return nil }
      let text = words[name].replacing("GESTURE_", with: "").replacing("POINTER_", with: "")
      // `GESTURE_SWIPE_END +1.25s	3 cancelled`; newer releases count equal events before the time.
      let rest = words[(name + 1)...].drop { !$0.hasPrefix("+") }.dropFirst()
      let fingers = words[name].hasPrefix("GESTURE") ? rest.first.map { " \($0)" } ?? "" : ""
      let button = words[name] == "POINTER_BUTTON" ? " \(rest.dropFirst(2).first ?? "")" : ""
      return text + fingers + button + (line.contains("cancelled") ? " cancelled" : "")
    }
  }

  /// Lands fingers, moves them 30 mm, lifts them.
  func swipe(_ x: Double, _ y: Double, fingers: Int) throws {
    try Moves.swipe(.init(name: "", x: x, y: y), fingers: fingers, on: surface)
  }
}

extension InTheGuest {
  /// Owned devices: what the rules take, the desktop does not see.
  @Suite struct OwnedDevices {
    private static let allWays = "swipe: any, fingers: 3"
    private static let left = "swipe: left, fingers: 3"

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
      #expect(try scene.daemon.waitForActs(1) == ["0"])
      try scene.swipe(1, 0, fingers: 3)
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") } == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"])
      #expect(scene.daemon.acts == ["0"])
    }

    @Test("'keep' lets the desktop see the gesture as well")
    func kept() throws {
      let scene = try OwnedScene([Self.allWays + ", keep: true"])
      try scene.swipe(-1, 0, fingers: 3)
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") } == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"])
      #expect(try scene.daemon.waitForActs(1) == ["0"])
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

    @Test("a device is taken over only when nothing is down, and given back so")
    func takeOver() throws {
      let scene = try OwnedScene([Self.allWays], landing: 3) { touchpad, other in
        try touchpad.move(by: .init(x: 20, y: 0), in: .milliseconds(200))
        try touchpad.lift()
        settle()
        // All of it: the device was not grabbed in between.
        #expect(OwnedScene.events(of: other).last == "SWIPE_END 3")
      }
      // Given back in the middle of a swipe that passes.
      try scene.surface.land(4)
      try scene.surface.move(by: .init(x: 20, y: 0), in: .milliseconds(200))
      let folder = try Guest.folder()
      try Guest.write(OwnedScene.text([Self.allWays], owns: false, in: folder), to: scene.daemon.rulesFile)
      try Program.run(Guest.sleight, "reload", as: .user)
      #expect(OwnedScene.cloneCount == 2)
      try scene.surface.move(by: .init(x: 10, y: 0), in: .milliseconds(100))
      try scene.surface.lift()
      try scene.daemon.program.waitForLine(containing: "gave back", in: .errors)
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") }.last == "SWIPE_END 4")
      try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
      try scene.observe(try #require(scene.surface.node))
      try scene.swipe(1, 0, fingers: 3)
      #expect(scene.events().contains("SWIPE_END 3"))
    }

    @Test("a device is not taken over in the middle of a drag")
    func takeOverInDrag() throws {
      let scene = try OwnedScene([Self.allWays], landing: 1, presses: true) { touchpad, other in
        #expect(OwnedScene.events(of: other) == ["BUTTON pressed,"])
        try touchpad.move(by: .init(x: 20, y: 0), in: .milliseconds(200))
        try touchpad.lift()
        // The button alone is still down: there is no event until it is up. A device with nothing down would be taken
        // over meanwhile.
        rest(for: .seconds(1))
        #expect(OwnedScene.cloneCount == 2)
        try touchpad.button(isDown: false)
        settle()
        #expect(OwnedScene.events(of: other).last == "BUTTON released,")
      }
      try scene.surface.tap(1, lasting: .milliseconds(60))
      #expect(scene.events().filter { $0.hasPrefix("BUTTON") } == ["BUTTON pressed,", "BUTTON released,"])
    }

    @Test("take-overs and releases while a hand is at work leave nothing down")
    func takeOvers() throws {
      let scene = try OwnedScene([Self.allWays])
      let rules = [true, false].map { OwnedScene.text([Self.allWays], owns: $0, in: "/tmp") }
      for round in 0..<20 {
        try Guest.write(rules[1 - round % 2], to: scene.daemon.rulesFile)
        scene.daemon.program.signal(SIGHUP)
        for fingers in [3, 4, 1, 2] { try scene.swipe(round % 3 == 0 ? 1 : -1, 0.1, fingers: fingers) }
        try scene.surface.land(1)
        try scene.surface.button(isDown: true)
        try scene.surface.button(isDown: false)
        try scene.surface.lift()
      }
      try Guest.write(rules[1], to: scene.daemon.rulesFile)
      scene.daemon.program.signal(SIGHUP)
      try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
      #expect(scene.daemon.program.lines(.errors).filter { $0.contains("gave back") }.count > 5)
      try scene.observe(try #require(scene.surface.node))
      try scene.swipe(1, 0, fingers: 3)
      #expect(scene.events().contains("SWIPE_END 3"))
      try scene.daemon.stop()
    }

    @Test("a daemon that is killed gives the device back at once", arguments: [0, 3, 4])
    func killed(fingers: Int) throws {
      let scene = try OwnedScene([Self.allWays])
      let other = try OwnedScene.observer(of: try #require(scene.surface.node))
      if fingers > 0 {
        try scene.surface.land(fingers)
        try scene.surface.move(by: .init(x: 20, y: 0), in: .milliseconds(200))
      }
      scene.daemon.program.signal(SIGKILL)
      try scene.daemon.program.waitForExit()
      try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
      if fingers > 0 { try scene.surface.lift() }
      scene.surface.comeBack()
      #expect(OwnedScene.events(of: other) == [])
      // At other places: the observer did not see those of the hand before, and the kernel reports only what changes.
      try scene.surface.land([.init(x: 31, y: 21), .init(x: 51, y: 22), .init(x: 71, y: 23)])
      try scene.surface.move(by: .init(x: 20, y: 5), in: .milliseconds(200))
      try scene.surface.lift()
      settle()
      #expect(OwnedScene.events(of: other).contains("SWIPE_END 3"))
    }

    @Test("an owned device is unplugged in mid-swipe, and owned again when it returns")
    func unplugged() throws {
      let scene = try OwnedScene([Self.allWays])
      try scene.surface.land(4)
      try scene.surface.move(by: .init(x: 20, y: 0), in: .milliseconds(200))
      scene.surface.unplug()
      try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
      try scene.surface.plug()
      try wait(otherwise: { "not owned again: \(scene.daemon.program)" }) {
        scene.daemon.program.lines(.errors).filter { $0.contains("owning") }.count == 2 ? () : nil
      }
      try scene.observe(OwnedScene.clone())
      try scene.swipe(1, 0, fingers: 3)
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") } == [])
      #expect(scene.daemon.acts == ["0"])
    }

    @Test("five resting fingers give the device back until 'sleight resume'")
    func panic() throws {
      let scene = try OwnedScene([Self.allWays])
      try scene.surface.land((0..<5).map { .init(x: 15 + 17 * Double($0), y: 25) })
      try scene.daemon.program.waitForLine(containing: "five fingers rested", in: .errors)
      try scene.surface.lift()
      try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
      try scene.observe(try #require(scene.surface.node))
      try scene.swipe(1, 0, fingers: 3)
      #expect(scene.events().contains("SWIPE_END 3"))
      #expect(scene.daemon.acts == ["0"])
      try Program.run(Guest.sleight, "resume", as: .user)
      try wait(otherwise: { "not owned again: \(scene.daemon.program)" }) {
        scene.daemon.program.lines(.errors).filter { $0.contains("owning") }.count == 2 ? () : nil
      }
    }

    @Test("while the rules are paused, everything passes")
    func paused() throws {
      let scene = try OwnedScene([Self.allWays])
      try Program.run(Guest.sleight, "pause", as: .user)
      try scene.swipe(1, 0, fingers: 3)
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") } == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"])
      try Program.run(Guest.sleight, "resume", as: .user)
      try scene.swipe(1, 0, fingers: 3)
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") } == [])
      #expect(try scene.daemon.waitForActs(1) == ["0"])
    }

    @Test("a device that another program has grabbed is left alone")
    func grabbed() throws {
      let touchpad = try Surface(.touchpad)
      let folder = try Guest.folder()
      let other = try Program(
        ["stdbuf", "-oL", "libinput", "debug-events", "--grab", "--device", try #require(touchpad.node)], as: .root)
      try other.waitForLine(containing: "DEVICE_ADDED")
      let daemon = try Daemon(
        rulesText: OwnedScene.text([Self.allWays], in: folder), folder: folder, reading: [])
      try daemon.program.waitForLine(containing: "is not owned: another program has grabbed it", in: .errors)
      try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
      try daemon.stop()
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
      #expect(try scene.daemon.waitForActs(1) == ["0"])
      try scene.surface.lift()
      let edge = scene.events().filter { $0 != "TOUCH_FRAME" && $0 != "TOUCH_MOTION" }
      #expect(edge == [] || edge == ["TOUCH_DOWN", "TOUCH_CANCEL"])
      try scene.swipe(-1, 0, fingers: 3)
      #expect(try scene.daemon.waitForActs(2) == ["0", "1"])
      #expect(!scene.events().contains("TOUCH_UP"))
      try scene.swipe(1, 0, fingers: 3)
      let passed = scene.events().filter { $0 != "TOUCH_FRAME" && $0 != "TOUCH_MOTION" }
      #expect(Set(passed) == ["TOUCH_DOWN", "TOUCH_UP"])
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
  }
}

extension InASession {
  /// The watchdog of the unit.
  @Suite struct OwnedDevicesOfTheUnit {
    @Test("a daemon that hangs is killed, which gives its devices back; it starts again")
    func watchdog() throws {
      let unit = try UserUnit()
      let rules = try #require(Guest.read(unit.rulesFile))
      try Guest.write("devices: {touchpad: {own: true}}\n" + rules, to: unit.rulesFile)
      defer { try? Guest.write(rules, to: unit.rulesFile) }
      try Program.run("systemctl", "--user", "restart", "sleight", as: .user)
      try wait(otherwise: { "no clones" }) { OwnedScene.cloneCount == 2 ? () : nil }
      // The take-over follows half a second later.
      rest(for: .seconds(2))
      #expect(try unit.swipe() == ["swipe"])
      let hung = try unit.process()
      let begin = now()
      kill(hung, SIGSTOP)
      try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
      print("figure: the device of a daemon that hangs is dead for \(now() - begin)")
      try wait(otherwise: { "not started again" }) {
        try unit.process() != hung && OwnedScene.cloneCount == 2 ? () : nil
      }
      try unit.stop()
      #expect(OwnedScene.cloneCount == 0)
    }
  }
}
