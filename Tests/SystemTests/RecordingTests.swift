internal import Glibc
internal import JSONLines
internal import Linux
internal import Testing

extension InTheGuest {
  /// Real hands on real devices, played into virtual ones; and Sleight's own recordings.
  @Suite struct Recordings {
    /// The output of `sleight monitor --json` for a recording: `swipe 4 down`, one for each gesture.
    /// - Parameter wanted: rules that require gestures, each as its lines; without any, the gestures that the
    ///   recognisers report by themselves.
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
      settle()
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

    @Test("nine quick taps on a screen are nine, or four pairs and one where a rule asks for double taps")
    func taps() throws {
      let recording = "atmel-maxtouch.one-finger-fast-taps"
      let unasked = try gestures(in: recording)
      #expect(unasked.count == 9 && unasked.allSatisfy { $0.hasPrefix("tap 1") })
      let single = try gestures(in: recording, wanted: Self.everything())
      #expect(single == [String](repeating: "tap 1", count: 9))
      let double = try gestures(in: recording, wanted: [["tap: double"]] + Self.everything())
      #expect(double == [String](repeating: "tap 1 x2", count: 4) + ["tap 1"])
    }

    @Test("three fingers tap a clickpad")
    func threeFingerTap() throws {
      let unasked = try gestures(in: "cypress-trackpad.three-finger-tap")
      #expect(unasked == ["tap 3"])
      let wanted = try gestures(in: "cypress-trackpad.three-finger-tap", wanted: Self.everything())
      #expect(wanted == ["tap 3"])
    }

    /// Rules for everything that fingers do, except drawing.
    /// - Parameters:
    ///   - movement: the gesture for moving fingers: a pan begins before a swipe can be recognised.
    ///   - rest: true if resting fingers are a gesture. A hand that rests first has made its gesture by that.
    private static func everything(movement: String = "pan", rest: Bool = true) -> [[String]] {
      (1...5).flatMap { fingers -> [[String]] in
        let one = ["tap: single", "\(movement): any"] + (rest ? ["long-press: 500ms"] : [])
        let several = fingers > 1 ? ["pinch: any", "rotate: any"] : []
        return (one + several).map { [$0, "fingers: \(fingers)", "device: [touchpad, touchscreen]"] }
      }
    }

    @Test(
      "with rules for everything, hands that drag and scroll pan, those that rest press, and nothing else comes of it",
      arguments: [
        ("atmel-maxtouch.one-finger-drag-up-down", ["pan 1 up"]),
        ("atmel-maxtouch.four-finger-drag-down", ["pan 4 down"]),
        ("atmel-maxtouch.two-finger-tap", ["long-press 2"]),
        ("synaptics.two-finger-vertical-scroll", ["pan 2 down"]),
        // libinput takes two short parts of it for pinches.
        ("synaptics-hp8470p.two-finger-horizontal-scroll", ["pan 2 right", "pinch 2 out"]),
        // These hands rest for more than half a second before they move.
        ("wacom-bamboo.one-finger-circle", ["long-press 1"]), ("wacom-bamboo.two-finger-top-swipe", ["long-press 2"]),
      ])
    func pans(recording: String, expected: [String]) throws {
      let told = try gestures(in: recording, wanted: Self.everything())
      #expect(told == expected)
    }

    @Test(
      "with rules for swipes, two fingers that scroll far enough one way swipe, and one that circles does not",
      arguments: [
        ("wacom-bamboo.two-finger-top-swipe", ["swipe 2 right"]),
        ("synaptics-hp8470p.two-finger-horizontal-scroll", ["swipe 2 right", "pinch 2 out"]),
        // Up and down again, 11 mm at most.
        ("synaptics.two-finger-vertical-scroll", []), ("wacom-bamboo.one-finger-circle", []),
      ])
    func swipes(recording: String, expected: [String]) throws {
      let told = try gestures(in: recording, wanted: Self.everything(movement: "swipe", rest: false))
      #expect(told == expected)
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

    @Test("what was recorded while the daemon acted replays to the same gestures and acts, byte for byte as in monitor")
    func recordAndReplay() throws {
      let touchpad = try Surface(.touchpad)
      let touchscreen = try Surface(.touchscreen)
      let daemon = try Daemon(Moves.rules, reading: [touchpad, touchscreen])
      let recorder = try Program.sleight("record", "-")
      let monitor = try Program.sleight("monitor", "--json", "--config", daemon.rulesFile)
      for surface in [touchpad, touchscreen] {
        try recorder.waitUntilReading(#require(surface.node))
        try monitor.waitUntilReading(#require(surface.node))
      }

      for direction in Moves.mainDirections {
        try Moves.swipe(direction, fingers: 3, on: touchpad)
        try Moves.swipe(direction, fingers: 4, on: touchscreen)
      }
      try Moves.pinch(to: 1.8, fingers: 3, on: touchpad)
      try Moves.pinch(to: 0.4, fingers: 4, on: touchscreen)
      try touchscreen.land(1)
      touchscreen.pause(for: .milliseconds(900))
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

      settle()
      monitor.signal(SIGINT)
      #expect(try monitor.waitForExit() == 0)
      #expect(try Gestures.fromFirst(monitor.lines()) == Gestures.fromFirst(first.lines()))
    }
  }
}

/// The gestures in the output of `--json`.
private enum Gestures {
  /// The lines with their times counted from the first one.
  static func fromFirst(_ lines: [String]) throws -> [String] {
    var first: Int?
    return try lines.filter { $0.hasPrefix("{\"t\"") }.map { line in
      let time = try #require(JSONReader.read(line)["t"]?.integer)
      first = first ?? time
      return line.replacing(/"t": ?\d+/, with: "\"t\":\(time - (first ?? 0))")
    }
  }

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
