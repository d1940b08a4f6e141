internal import CUinput
internal import Glibc
internal import Linux
internal import Testing

extension InTheGuest {
  /// Take-over and release of owned devices, in all circumstances.
  @Suite struct TakeOvers {
    private static let allWays = "swipe: any, fingers: 3"

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

    @Test("taps before, during and right after a take-over act", arguments: [true, false], 1...5)
    func firstTaps(isTouchpad: Bool, fingers: Int) throws {
      let kind = isTouchpad ? "touchpad" : "touchscreen"
      let surface = try Surface(isTouchpad ? .touchpad : .touchscreen)
      let folder = try Guest.folder()
      let rule = "tap: single, fingers: \(fingers), device: \(kind)"
      let daemon = try Daemon(
        rulesText: OwnedScene.text([rule], kind: kind, in: folder), folder: folder, reading: [surface])
      func isOwned() -> Bool { daemon.program.lines(.errors).contains { $0.contains("owning \(kind)") } }
      var (taps, after) = (0, 0)
      var lost: [String] = []
      while after < 3 {
        let wasOwned = isOwned()
        if wasOwned { after += 1 }
        try surface.tap(fingers, lasting: .milliseconds(60))
        taps += 1
        // Longer than the gap of a double tap, and with every phase of the take-over.
        surface.pause(for: .milliseconds(350 + taps * 7 % 30))
        try #require(taps < 100, "\(daemon.program)")
        // It may be the last.
        if daemon.acts.count + lost.count < taps {
          lost.append("tap \(taps), \(wasOwned ? "after" : isOwned() ? "during" : "before") the take-over")
        }
      }
      #expect(lost == [], "seen so far, or late")
      #expect(try daemon.waitForActs(taps).count == taps)
      print("figure: \(taps) taps of \(fingers) on a \(kind), the last 3 of them after the take-over")
      try daemon.stop()
    }

    @Test("taps that come and go while a slow daemon is about to take over act", arguments: [true, false])
    func slowTakeOver(isTouchpad: Bool) throws {
      let kind = isTouchpad ? "touchpad" : "touchscreen"
      let surface = try Surface(isTouchpad ? .touchpad : .touchscreen)
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: OwnedScene.text(["tap: single, fingers: 3, device: \(kind)"], kind: kind, in: folder),
        folder: folder, reading: [surface])
      // Each question whether something is down, and the grab, wait for 0.3 s before the kernel hears of them.
      let tracer = try Program(
        [
          "strace", "-p", "\(daemon.program.process)", "-o", "/dev/null", "-qq", "-P", try #require(surface.node),
          "-e", "trace=ioctl", "-e", "inject=ioctl:delay_enter=300000:when=1..3",
        ], as: .root)
      try wait(otherwise: { "does not attach: \(tracer)" }) { daemon.program.tracer != 0 ? () : nil }
      var taps = 0
      while !daemon.program.lines(.errors).contains(where: { $0.contains("owning \(kind)") }) {
        try surface.tap(3, lasting: .milliseconds(60))
        taps += 1
        surface.pause(for: .milliseconds(350))
        try #require(taps < 100, "\(daemon.program)")
      }
      #expect(try daemon.waitForActs(taps).count == taps)
      tracer.stop()
      try daemon.stop()
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
    func takeOvers() throws { try TakeOverStorm().run(10) }

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
      // At other positions: the observer did not see those of the hand before, and the kernel reports only what
      // changes.
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
      let line = "owned devices are given back until 'sleight resume'\n"
      #expect(try Program.run(Guest.sleight, "status", as: .user).contains(line))
      try Program.run(Guest.sleight, "resume", as: .user)
      #expect(try !Program.run(Guest.sleight, "status", as: .user).contains(line))
      try wait(otherwise: { "not owned again: \(scene.daemon.program)" }) {
        scene.daemon.program.lines(.errors).filter { $0.contains("owning") }.count == 2 ? () : nil
      }
    }

    @Test("the time for which five fingers rest can be set, also while the device is owned")
    func panicTime() throws {
      let scene = try OwnedScene([Self.allWays])
      let folder = try Guest.folder()
      let text = OwnedScene.text([Self.allWays], in: folder) + "settings: {panic: 1500ms}\n"
      try Guest.write(text, to: scene.daemon.rulesFile)
      try Program.run(Guest.sleight, "reload", as: .user)
      let begin = now()
      try scene.surface.land((0..<5).map { .init(x: 15 + 17 * Double($0), y: 25) })
      try scene.daemon.program.waitForLine(containing: "five fingers rested", in: .errors)
      let time = now() - begin
      try scene.surface.lift()
      print("figure: five fingers rested for \(time)")
      #expect(time >= .milliseconds(1500) && time < .milliseconds(2500))
      try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
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
      try scene.daemon.expectActs(["0"])
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

    /// The ends of a grab.
    enum Release: CaseIterable { case closedAfterWriting, closedAfterReading, ungrabbed }

    @Test("a device that another program had grabbed is owned once that lets go", arguments: Release.allCases)
    func released(release: Release) throws {
      let touchpad = try Surface(.touchpad)
      let folder = try Guest.folder()
      let node = try #require(touchpad.node)
      let number = try Descriptor.open(node, release == .closedAfterWriting ? O_RDWR : O_RDONLY).release()
      defer { if release == .ungrabbed { _ = close(number) } }
      try system("EVIOCGRAB") { sleight_evdev_grab(number) }
      let daemon = try Daemon(
        rulesText: OwnedScene.text([Self.allWays], in: folder), folder: folder, reading: [])
      try daemon.program.waitForLine(containing: "is not owned: another program has grabbed it", in: .errors)
      try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
      try system("release") { release == .ungrabbed ? sleight_evdev_ungrab(number) : close(number) }
      try daemon.program.waitForLine(containing: "owning", in: .errors)
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      try daemon.expectActs(["0"])
      try daemon.stop()
    }
  }
}

/// A device that is taken over and given back again and again, while a hand is at work on it.
private struct TakeOverStorm {
  private static let rule = "swipe: any, fingers: 3"
  private let scene: OwnedScene
  private let rules: [String]
  private let seat: SeatObserver

  init() throws {
    scene = try OwnedScene([Self.rule])
    rules = try [true, false].map { OwnedScene.text([Self.rule], owns: $0, in: try Guest.folder()) }
    seat = try SeatObserver()
  }

  private func count(_ words: String) -> Int { scene.daemon.program.lines(.errors).count { $0.contains(words) } }

  /// Works until the device has been given back `count` times, and expects that nothing is down for the seat.
  func run(_ count: Int) throws {
    let start = now()
    var rounds = 0
    var isOwned = true
    while self.count("gave back") < count {
      try #require(rounds < 3 * count + 10, "\(scene.daemon.program)")
      isOwned.toggle()
      try Guest.write(rules[isOwned ? 0 : 1], to: scene.daemon.rulesFile)
      scene.daemon.program.signal(SIGHUP)
      for fingers in [3, 4, 1, 2] { try scene.swipe(rounds % 3 == 0 ? 1 : -1, 0.1, fingers: fingers) }
      try scene.surface.land(1)
      try scene.surface.button(isDown: true)
      try scene.surface.button(isDown: false)
      try scene.surface.lift()
      rounds += 1
    }
    try Guest.write(rules[1], to: scene.daemon.rulesFile)
    scene.daemon.program.signal(SIGHUP)
    try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
    settle()
    let (seen, open) = seat.count
    #expect(open == [:])
    print(
      "figure: taken over \(self.count("owning touchpad")) times and given back \(self.count("gave back")) times in "
        + "\(rounds) rounds and \(now() - start), \(seen) gestures and clicks seen, and nothing was left down")
    #expect(seen > rounds)
    try scene.observe(try #require(scene.surface.node))
    try scene.swipe(1, 0, fingers: 3)
    #expect(scene.events().contains("SWIPE_END 3"))
    try scene.daemon.stop()
  }
}

/// Apart from the other tests, because it takes minutes: `make test-take-overs`.
@Suite(.serialized, .enabled(if: Guest.isHere, Guest.needed)) struct AllTakeOvers {
  @Test("a thousand take-overs and releases while a hand is at work leave nothing down")
  func long() throws { try TakeOverStorm().run(1000) }
}
