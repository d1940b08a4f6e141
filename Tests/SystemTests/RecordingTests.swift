internal import Glibc
internal import JSONLines
internal import Linux
internal import Testing

extension InTheGuest {
  /// Real hands on real devices, played into virtual ones; and Sleight's own recordings.
  @Suite struct Recordings {
    /// What `sleight monitor --json` says of one of the recordings: `swipe 4 down`, one for each gesture.
    /// - Parameter wanted: Rules that ask for gestures, each as its lines; without any, what comes is what the
    ///   recognisers say by themselves.
    private func gestures(in recording: String, wanted: [[String]] = []) throws -> [String] {
      let file = "\(Guest.checkout)/Tests/Recordings/\(recording).events"
      let device = try Program(["stdbuf", "-oL", "evemu-device", file], as: .root)
      defer { device.stop() }
      let line = try device.waitForLine(containing: "/dev/input/event")
      let node = try #require(line.split(separator: " ").last.map(String.init))
      let rules = "\(try Guest.folder())/rules.yml"
      let lines = wanted.map { "  - {\($0.joined(separator: ", ")), do: 'true'}\n" }.joined()
      try Guest.write(wanted.isEmpty ? "rules: []\n" : "rules:\n\(lines)", to: rules)
      let monitor = try Program.sleight("monitor", "--json", "--config", rules)
      try monitor.waitUntilReading(node)
      try Program.run("sh", "-c", "exec evemu-play \(node) <\(file)")
      rest(for: .seconds(1))
      monitor.signal(SIGINT)
      #expect(try monitor.waitForExit() == 0)
      return try Gestures.named(in: monitor.lines())
    }

    @Test(
      "fingers that point, circle or scroll on a touchpad are no gestures where nobody asks for them",
      arguments: [
        "synaptics.two-finger-vertical-scroll", "wacom-bamboo.one-finger-circle", "wacom-bamboo.two-finger-top-swipe",
      ])
    func nothing(recording: String) throws {
      let gestures = try gestures(in: recording)
      #expect(gestures == [])
    }

    @Test("nine quick taps on a screen are nine")
    func taps() throws {
      let taps = [String](repeating: "tap 1", count: 9)
      #expect(try gestures(in: "atmel-maxtouch.one-finger-fast-taps") == taps)
      #expect(try gestures(in: "atmel-maxtouch.one-finger-fast-taps", wanted: Self.everything()) == taps)
    }

    @Test("or four pairs and one, where a rule asks for double taps")
    func doubleTaps() throws {
      let gestures = try gestures(
        in: "atmel-maxtouch.one-finger-fast-taps", wanted: [["tap: single"], ["tap: double"]] + Self.everything())
      #expect(gestures == ["?"])
    }

    @Test("three fingers tap a clickpad")
    func threeFingerTap() throws {
      #expect(try gestures(in: "cypress-trackpad.three-finger-tap") == ["tap 3"])
      #expect(try gestures(in: "cypress-trackpad.three-finger-tap", wanted: Self.everything()) == ["tap 3"])
    }

    /// Rules for all that fingers can do without drawing, on either device.
    /// - Parameter movement: What moving fingers are taken for: a pan begins before a swipe can be one.
    private static func everything(movement: String = "pan") -> [[String]] {
      (1...5).flatMap { fingers -> [[String]] in
        let one = ["tap: single", "long-press: 500ms", "\(movement): any"]
        let several = fingers > 1 ? ["pinch: any", "rotate: any"] : []
        return (one + several).map { [$0, "fingers: \(fingers)", "device: [touchpad, touchscreen]"] }
      }
    }

    @Test(
      "hands that drag pan, with rules for everything",
      arguments: [
        "atmel-maxtouch.one-finger-drag-up-down", "atmel-maxtouch.four-finger-drag-down",
        "synaptics.two-finger-vertical-scroll", "synaptics-hp8470p.two-finger-horizontal-scroll",
        "wacom-bamboo.one-finger-circle", "wacom-bamboo.two-finger-top-swipe", "atmel-maxtouch.two-finger-tap",
      ])
    func pans(recording: String) throws {
      let told = try gestures(in: recording, wanted: Self.everything())
      #expect(told == ["?"])
    }

    @Test(
      "two-finger swipes",
      arguments: [
        "atmel-maxtouch.one-finger-drag-up-down", "atmel-maxtouch.four-finger-drag-down",
        "synaptics.two-finger-vertical-scroll", "synaptics-hp8470p.two-finger-horizontal-scroll",
        "wacom-bamboo.one-finger-circle", "wacom-bamboo.two-finger-top-swipe", "atmel-maxtouch.two-finger-tap",
      ])
    func swipes(recording: String) throws {
      let told = try gestures(in: recording, wanted: Self.everything(movement: "swipe"))
      #expect(told == ["?"])
    }

    @Test("two fingers that rest on a screen for 0.8 s are a long press")
    func twoFingers() throws {
      let gestures = try gestures(in: "atmel-maxtouch.two-finger-tap")
      #expect(gestures == ["long-press 2"])
    }

    @Test("one finger up and down again on a screen of unknown size swipes up")
    func upAndDown() throws {
      let gestures = try gestures(in: "atmel-maxtouch.one-finger-drag-up-down")
      #expect(gestures == ["swipe 1 up"])
    }

    @Test("four fingers downwards on a screen of unknown size swipe down")
    func fourFingers() throws {
      let gestures = try gestures(in: "atmel-maxtouch.four-finger-drag-down")
      #expect(gestures == ["swipe 4 down"])
    }

    @Test("a hasty two-finger scroll is never a swipe")
    func hastyScroll() throws {
      // libinput takes two short parts of it for pinches.
      let gestures = try gestures(in: "synaptics-hp8470p.two-finger-horizontal-scroll")
      #expect(gestures.allSatisfy { $0.hasPrefix("pinch 2") })
      #expect(gestures.count <= 2)
    }

    @Test("what was recorded while the daemon acted replays to the same gestures and acts")
    func recordAndReplay() throws {
      let touchpad = try Surface(.touchpad)
      let touchscreen = try Surface(.touchscreen)
      let daemon = try Daemon(Moves.rules, reading: [touchpad, touchscreen])
      let recorder = try Program.sleight("record", "-")
      for surface in [touchpad, touchscreen] { try recorder.waitUntilReading(#require(surface.node)) }

      for direction in Moves.mainDirections {
        try Moves.swipe(direction, fingers: 3, on: touchpad)
        try Moves.swipe(direction, fingers: 4, on: touchscreen)
      }
      try Moves.pinch(to: 1.8, fingers: 3, on: touchpad)
      try Moves.pinch(to: 0.4, fingers: 4, on: touchscreen)
      try touchscreen.land(1)
      rest(for: .milliseconds(900))
      try touchscreen.lift()
      let acts = try daemon.waitForActs(11)
      recorder.signal(SIGINT)
      #expect(try recorder.waitForExit() == 0)

      let recording = "\(try Guest.folder())/recording.jsonl"
      try Guest.write(recorder.text(.output), to: recording)
      let first = try Program.sleight("replay", recording, "--config", daemon.rulesFile, "--json")
      #expect(try first.waitForExit() == 0)
      let replayed = first.lines().filter { $0.contains("\"action\"") }
      #expect(replayed.count == acts.count)
      for (line, act) in zip(replayed, acts) { #expect(line.contains("echo '\(act)'")) }

      let second = try Program.sleight("replay", recording, "--config", daemon.rulesFile, "--json")
      #expect(try second.waitForExit() == 0)
      #expect(first.text(.output) == second.text(.output))
    }
  }
}

/// The gestures in what `--json` prints.
private enum Gestures {
  /// Their kinds, finger counts and directions, each gesture once.
  static func named(in lines: [String]) throws -> [String] {
    try lines.compactMap { line in
      let object = try JSONReader.read(line)
      guard let kind = object["gesture"]?.string, let phase = object["phase"]?.string else { return nil }
      guard phase == "recognized" || phase == "began" else { return nil }
      let fingers = object["fingers"]?.integer.map(String.init)
      let taps = object["taps"]?.integer.flatMap { $0 == 1 ? nil : "x\($0)" }
      return [kind, fingers, object["direction"]?.string, taps].compactMap { $0 }.joined(separator: " ")
    }
  }
}
