import JSONLines
import Testing

@Suite("sleight replay: what was in a recording, and what the rules would do")
struct ReplayTests {
  @Test("a touchscreen's, for people")
  func screen() async {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("screen.jsonl", Recordings.screen)
    let result = await home.sleight("replay", "screen.jsonl")
    #expect(
      result
        == .init(
          status: 0,
          output: """
            0.056 s  swipe right, 2 fingers, 12 mm at 250 mm/s: rules.yml:2 'next': echo next >> log; keys super+Page_Down
            2.500 s  long-press, 1 finger: rules.yml:8: run touch 'held down'
            2.800 s  long-press, 1 finger, ended

            """))
    // Without --act it runs nothing.
    #expect(!home.exists("log") && !home.exists("held down"))
  }

  @Test("a touchscreen's, for programs")
  func screenJSON() async {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("screen.jsonl", Recordings.screen)
    #expect(
      await home.sleight("replay", "--json", "screen.jsonl")
        == .init(
          status: 0,
          output: #"""
            {"t": 56000, "gesture": "swipe", "phase": "recognized", "fingers": 2, "direction": "right", "dx": 12, "dy": 0, "speed": 250, "vx": 250, "vy": 0, "x": 42, "y": 60.5, "x_share": 0.1221, "y_share": 0.3119, "positions": [[32, 60], [52, 61]], "position_shares": [[0.093, 0.3093], [0.1512, 0.3144]], "finger_phases": ["moved", "moved"], "device": "Atmel maXTouch", "rule": "rules.yml:2", "name": "next"}
            {"t": 56000, "action": "echo next >> log", "rule": "rules.yml:2"}
            {"t": 56000, "action": {"keys": "super+Page_Down"}, "rule": "rules.yml:2"}
            {"t": 2500000, "gesture": "long-press", "phase": "began", "fingers": 1, "dx": 0, "dy": 0, "speed": 0, "vx": 0, "vy": 0, "x": 100, "y": 100, "x_share": 0.2907, "y_share": 0.5155, "positions": [[100, 100]], "position_shares": [[0.2907, 0.5155]], "finger_phases": ["still"], "device": "Atmel maXTouch", "rule": "rules.yml:8"}
            {"t": 2500000, "action": {"run": ["touch", "held down"]}, "rule": "rules.yml:8"}
            {"t": 2800000, "gesture": "long-press", "phase": "ended", "fingers": 1, "dx": 0, "dy": 0, "speed": 0, "vx": 0, "vy": 0, "x": 100, "y": 100, "x_share": 0.2907, "y_share": 0.5155, "positions": [[100, 100]], "position_shares": [[0.2907, 0.5155]], "finger_phases": ["lifted"], "device": "Atmel maXTouch", "rule": "rules.yml:8"}

            """#))
  }

  @Test("the window under the fingers is told with each gesture of so many fingers as a rule that depends on it has")
  func window() async throws {
    let home = Home()
    home.write("screen.jsonl", Recordings.screen)
    func windows(_ rules: String, _ arguments: [String] = []) async throws -> [String] {
      home.writeRules("rules:\n\(rules)")
      let replay = Program(
        [Program.sleight, "replay", "--json", "screen.jsonl"] + arguments, in: home, input: "/dev/null", environment: []
      )
      return try await replay.result().output.split(separator: "\n")
        .map { try JSONReader.read(String($0)) }.filter { $0["gesture"] != nil }
        .map { "\($0["gesture"]?.string ?? "") \($0["phase"]?.string ?? ""): \($0["under"]?.text ?? "nothing")" }
    }
    let rules = "  - {swipe: right, fingers: 2, when: {under: {app: foot}}, do: a}\n"
    #expect(
      try await windows(rules, ["--under-app", "foot", "--under-title", "src"]) == [
        #"swipe recognized: {"app": "foot", "title": "src", "fullscreen": null}"#, "long-press began: nothing",
        "long-press ended: nothing",
      ])
    #expect(try await windows(rules).first == "swipe recognized: null")
    #expect(
      try await windows("  - {swipe: right, fingers: 2, do: a}\n", ["--under-app", "foot"]).first
        == "swipe recognized: nothing")
  }

  @Test("the pressure of each finger is a share of the device's range; of a device that tells none, there is none")
  func pressures() async throws {
    let home = Home()
    home.writeRules(
      """
      rules:
        - press: firm
          fingers: 2
          begin: echo "$SLEIGHT_FINGER_PHASES $SLEIGHT_PRESSURES" >part && mv part pressed
        - {long-press: 500ms, fingers: 2, device: touchscreen, do: touch held}

      """)
    home.write(
      "pad.jsonl", SyntheticHand(move: .press(firm: true)).recording(on: .touchpad, fingers: 2, hasContacts: true))
    home.write("screen.jsonl", SyntheticHand(move: .hold(afterTaps: 0)).recording(on: .touchscreen, fingers: 2))
    func gestures(_ recording: String) async throws -> [JSONValue] {
      try await home.sleight("replay", "--json", recording).output.split(separator: "\n")
        .map { try JSONReader.read(String($0)) }.filter { $0["rule"]?.string != nil && $0["gesture"] != nil }
    }
    let pressed = try #require(try await gestures("pad.jsonl").first)
    #expect(pressed["phase"]?.string == "began")
    #expect(pressed["pressures"]?.text == "[0.4, 0.4]" && pressed["finger_phases"]?.text == #"["still", "still"]"#)
    let held = try await gestures("screen.jsonl")
    #expect(held.count == 2 && held.allSatisfy { $0["finger_phases"] != nil && $0["pressures"] == nil })
    #expect(await home.sleight("replay", "--act", "pad.jsonl").status == 0)
    #expect(await eventually { home.exists("pressed") })
    #expect(home.content(of: "pressed") == "still still 0.40 0.40\n")
  }

  @Test("a gesture of a rule with 'also' is printed once, with that rule")
  func also() async throws {
    let home = Home()
    home.writeRules("rules:\n  - {swipe: left, fingers: 4, also: true, do: a}\n")
    let result = await home.sleight("replay", "--json", project("Tests/Recordings/two-swipes.jsonl"))
    let swipes = try result.output.split(separator: "\n").map { try JSONReader.read(String($0)) }
      .filter { $0["gesture"]?.string == "swipe" }
    #expect(swipes.map { $0["rule"]?.string } == ["rules.yml:2"], "\(result)")
  }

  @Test("a touchpad's: a gesture that no rule asks for is told with its rule null")
  func pad() async {
    let home = Home()
    home.write("my.yml", Recordings.rules)
    home.write("pad.jsonl", Recordings.pad)
    #expect(
      await home.sleight("replay", "--json", "--config", "my.yml", "pad.jsonl")
        == .init(
          status: 0,
          output: #"""
            {"t": 60000, "gesture": "swipe", "phase": "recognized", "fingers": 3, "direction": "left", "dx": -12, "dy": 0, "speed": 200, "vx": -200, "vy": 0, "device": "SynPS/2", "rule": null}
            {"t": 110000, "fingers": 3, "device": "SynPS/2", "nearest": "my.yml:2", "name": "next", "reasons": [{"kind": "fingers", "message": "3 fingers instead of 2", "key": "fingers", "line": 3}, {"kind": "direction", "message": "left instead of right", "key": "swipe", "line": 2}]}
            {"t": 1020000, "gesture": "pinch", "phase": "began", "fingers": 2, "direction": "out", "dx": 0, "dy": 0, "speed": 0, "vx": 0, "vy": 0, "scale": 1.12, "rotation": 0, "scale_speed": 6, "rotation_speed": 0, "projected_dx": 0, "projected_dy": 0, "projected_scale": 3.117, "projected_rotation": 0, "device": "SynPS/2", "rule": "my.yml:11"}
            {"t": 1020000, "action": "touch pinched", "rule": "my.yml:11"}
            {"t": 1030000, "gesture": "pinch", "phase": "changed", "fingers": 2, "direction": "out", "dx": 0, "dy": 0, "speed": 0, "vx": 0, "vy": 0, "scale": 1.18, "rotation": 0, "scale_speed": 6, "rotation_speed": 0, "projected_dx": 0, "projected_dy": 0, "projected_scale": 3.177, "projected_rotation": 0, "device": "SynPS/2", "rule": "my.yml:11"}
            {"t": 1050000, "gesture": "pinch", "phase": "ended", "fingers": 2, "direction": "out", "dx": 0, "dy": 0, "speed": 0, "vx": 0, "vy": 0, "scale": 1.18, "rotation": 0, "scale_speed": 6, "rotation_speed": 0, "projected_dx": 0, "projected_dy": 0, "projected_scale": 3.177, "projected_rotation": 0, "device": "SynPS/2", "rule": "my.yml:11"}

            """#))
    #expect(
      await home.sleight("replay", "--config", "my.yml", "pad.jsonl").output == """
        0.060 s  swipe left, 3 fingers, 12 mm at 200 mm/s: no rule
        0.110 s  3 fingers, no rule acted; nearest: my.yml:2 'next': 3 fingers instead of 2 ('fingers', line 3); left instead of right ('swipe', line 2)
        1.020 s  pinch out, 2 fingers, scale 1.12: my.yml:11: touch pinched
        1.050 s  pinch out, 2 fingers, ended

        """)
  }

  @Test("a gesture that goes on has a line for its beginning, for each step that does something, and for its end")
  func steps() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - pan: right
          fingers: 3
          begin: first
          every: 15mm
          do: forth
          back: {keys: Left}
          end: [last, done]

      """)
    home.write("pan.jsonl", SyntheticHand(move: .line(dx: 40, dy: 0)).recording(on: .touchpad, fingers: 3))
    #expect(
      await home.sleight("replay", "pan.jsonl").output == """
        0.030 s  pan right, 3 fingers: rules.yml:2: first
        0.120 s  pan right, 3 fingers, step: rules.yml:2: forth
        0.230 s  pan right, 3 fingers, step: rules.yml:2: forth
        0.310 s  pan right, 3 fingers, ended: rules.yml:2: last; done

        """)
    home.write("back.jsonl", SyntheticHand(move: .line(dx: -20, dy: 0)).recording(on: .touchpad, fingers: 3))
    #expect(
      await home.sleight("replay", "--json", "back.jsonl").output.split(separator: "\n").filter {
        $0.contains("steps") || $0.contains("action")
      } == [
        #"{"t": 50000, "action": "first", "rule": "rules.yml:2"}"#,
        #"{"t": 230000, "gesture": "pan", "phase": "changed", "fingers": 3, "direction": "left", "steps": -1, "dx": -15.3, "dy": 0, "speed": 66.7, "vx": -66.7, "vy": 0, "projected_dx": -37.5, "projected_dy": 0, "device": "Test", "rule": "rules.yml:2"}"#,
        #"{"t": 230000, "action": {"keys": "Left"}, "rule": "rules.yml:2"}"#,
        #"{"t": 310000, "action": "last", "rule": "rules.yml:2"}"#,
        #"{"t": 310000, "action": "done", "rule": "rules.yml:2"}"#,
      ])
  }

  @Test("for a touch on which no rule acts, the nearest rule and the reason have a line, for people and for programs")
  func reasons() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - swipe: left
          name: next
          fingers: 3
          when: {app: firefox}
          do: next
        - {tap: triple, fingers: 3, do: three}
        - {long-press: 2s, fingers: 3, do: held}
        - {pinch: out, fingers: 3, distance: 50%, do: larger}

      """)
    let hands: [(SyntheticHand.Move, Int, [String], String)] = [
      (
        .line(dx: -20, dy: 0), 3, ["--app", "foot"],
        "3 fingers, no rule acted; nearest: rules.yml:2 'next': condition 'app: firefox' not met: app is 'foot' ('when', line 5)"
      ),
      (
        .line(dx: -20, dy: 0), 3, [],
        "3 fingers, no rule acted; nearest: rules.yml:2 'next': condition 'app: firefox' not met: app is unknown ('when', line 5)"
      ),
      (
        .line(dx: -10, dy: 0), 3, ["--app", "firefox"],
        "3 fingers, no rule acted; nearest: rules.yml:2 'next': 10 mm of 12 mm (default of 'distance')"
      ),
      (
        .line(dx: -20, dy: 0), 2, ["--app", "firefox"],
        "2 fingers, no rule acted; nearest: rules.yml:2 'next': 2 of 3 fingers ('fingers', line 4)"
      ),
      (.line(dx: -20, dy: 0), 3, ["--app", "firefox"], ""),
      (.taps(2), 3, [], "3 fingers, no rule acted; nearest: rules.yml:7: 2 of 3 taps ('tap', line 7)"),
      (.line(dx: 0, dy: 1), 5, [], "5 fingers, no rule acted; no rule is for 5 fingers on a touchscreen"),
    ]
    for (move, fingers, options, expected) in hands {
      home.write("hand.jsonl", SyntheticHand(move: move).recording(on: .touchscreen, fingers: fingers))
      let lines = await Program([Program.sleight, "replay"] + options + ["hand.jsonl"], in: home).result().output.split(
        separator: "\n")
      let reasons = lines.filter { $0.contains("no rule acted") }.map { $0.drop { $0 != " " }.dropFirst(4) }
      #expect(reasons.joined() == expected, "\(lines)")
    }
    home.write("hand.jsonl", SyntheticHand(move: .line(dx: 0, dy: 1)).recording(on: .touchscreen, fingers: 5))
    let json = await home.sleight("replay", "--json", "hand.jsonl").output
    let reason = #"{"kind": "fingers", "message": "no rule is for 5 fingers on a touchscreen"}"#
    #expect(json.hasSuffix(#""nearest": null, "reasons": [\#(reason)]}"# + "\n"), "\(json)")
  }

  @Test("taps, shapes and turns are told by what they are, and a tap that waits at the end of a recording acts")
  func others() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {tap: single, fingers: 2, do: one}
        - {tap: double, fingers: 2, do: two}
        - {stroke: circle, fingers: 1, do: round}
        - {rotate: clockwise, fingers: 3, do: turn}
        - {long-press: 500ms, taps: 1, fingers: 4, do: held}

      """)
    let hands: [(SyntheticHand.Move, Int, String)] = [
      (.taps(1), 2, "tap single, 2 fingers: rules.yml:2: one\n"),
      (.taps(2), 2, "tap double, 2 fingers: rules.yml:3: two\n"),
      (.circle, 1, "stroke circle, 1 finger: rules.yml:4: round\n"),
      (.turn(60), 3, "rotate clockwise, 3 fingers, 18°: rules.yml:5: turn\n"),
      (.hold(afterTaps: 1), 4, "long-press after 1 tap, 4 fingers: rules.yml:6: held\n"),
      (.taps(3), 5, "tap triple, 5 fingers: no rule\n"),
      (.line(dx: 0, dy: 8), 1, "pan down, 1 finger: no rule\n"),
    ]
    for (move, fingers, line) in hands {
      home.write("hand.jsonl", SyntheticHand(move: move).recording(on: .touchscreen, fingers: fingers))
      let output = await home.sleight("replay", "hand.jsonl").output
      #expect(output.contains("s  " + line), "\(output)")
    }
  }

  @Test("files of libinput's are replayed as well", arguments: ["touchpad.txt", "touchpad.yml"])
  func libinput(sample: String) async {
    let home = Home()
    home.writeRules("rules: [{pinch: out, fingers: 2, do: zoom}]\n")
    let result = await home.sleight("replay", project("Tests/TouchTests/Samples/\(sample)"))
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.contains(" pinch out, 2 fingers, scale 1.1: rules.yml:1: zoom\n"), "\(result.output)")
  }

  @Test("twice the same bytes, and each line is JSON")
  func twice() async throws {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("both.jsonl", Recordings.screen)
    for sample in ["both.jsonl", project("Tests/TouchTests/Samples/touchpad.txt")] {
      let once = await home.sleight("replay", "--json", sample)
      #expect(await home.sleight("replay", "--json", sample) == once)
      let lines = once.output.split(separator: "\n")
      #expect(lines.count > 3)
      for line in lines { #expect(try JSONReader.read(String(line))["t"]?.integer != nil) }
    }
  }

  @Test("without a rules file it says so, and shows the gestures all the same")
  func noRules() async {
    let home = Home()
    home.write("pad.jsonl", Recordings.pad)
    #expect(
      await home.sleight("replay", "pad.jsonl")
        == .init(
          status: 0,
          output: """
            0.060 s  swipe left, 3 fingers, 12 mm at 200 mm/s: no rule
            1.020 s  pinch out, 2 fingers, scale 1.12: no rule
            1.050 s  pinch out, 2 fingers, ended

            """,
          errors:
            "sleight: \(home.rules) does not exist: gestures are shown without rules ('sleight init' writes a starter file)\n"
        ))
    #expect(
      await home.sleight("replay", "--config", "none.yml", "pad.jsonl")
        == .init(
          status: 1,
          errors: """
            none.yml: error: there is no such file
              help: 'sleight init --config none.yml' writes a starter file

            none.yml: 1 error

            """))
  }

  @Test("with rules that have mistakes it shows those, and nothing else")
  func badRules() async {
    let home = Home()
    home.writeRules("rules: [{swype: left, do: foot}]\n")
    home.write("pad.jsonl", Recordings.pad)
    let result = await home.sleight("replay", "pad.jsonl")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("\(home.rules):1:10: error: unknown gesture 'swype'; did you mean 'swipe'?\n"))
  }

  @Test("what cannot be read is named by file and line, and the rest is replayed")
  func problems() async {
    let home = Home()
    home.writeRules(Recordings.rules)
    var lines = Recordings.pad.split(separator: "\n").map(String.init)
    lines.insert("hello", at: 1)
    lines.insert(#"{"t": 0, "device": 0, "event": "swipe-update", "fingers": 3, "dx": "far", "dy": 0}"#, at: 3)
    home.write("bad.jsonl", lines.joined(separator: "\n") + "\n{\"t\": 1")
    let errors = { (name: String) in
      """
      \(name):2:1: error: expected a value
      \(name):4: error: 'dx' must be a number
      \(name):21:8: error: the recording breaks off in the middle of the line

      """
    }
    let result = await home.sleight("replay", "bad.jsonl")
    #expect(result.status == 1)
    #expect(result.errors == errors("bad.jsonl"))
    #expect(result.output.split(separator: "\n").count == 4)

    let fromStandardInput = await home.sleight("replay", "-", input: "\(home.path)/bad.jsonl")
    #expect(fromStandardInput == .init(status: 1, output: result.output, errors: errors("<standard input>")))
  }

  @Test("an error of thousands of lines is printed once, with their number; so are twenty errors of many")
  func manyProblems() async {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("bad.jsonl", Recordings.pad + String(repeating: "hello\n", count: 5000))
    #expect(
      await home.sleight("replay", "bad.jsonl").errors == """
        bad.jsonl:19:1: error: expected a value
        bad.jsonl: 4999 more lines have this error

        """)
    let unknown = (0..<30).map { "{\"t\": 0, \"device\": 0, \"event\": \"e\($0)\"}\n" }.joined()
    home.write("bad.jsonl", Recordings.pad + unknown)
    let errors = await home.sleight("replay", "bad.jsonl").errors.split(separator: "\n")
    #expect(errors.count == 21)
    #expect(errors.last == "bad.jsonl: 10 more lines are not readable")
  }

  @Test("contacts of a touchpad without libinput's gestures are replayed with a warning, and that is no failure")
  func contactsAlone() async {
    let home = Home()
    home.writeRules("rules: [{tap: single, fingers: 4, device: touchpad, do: echo four}]\n")
    home.write("pad.evemu", Recordings.evemuPad)
    #expect(
      await home.sleight("replay", "pad.evemu")
        == .init(
          status: 0, output: "0.050 s  tap single, 4 fingers: rules.yml:1: echo four\n",
          errors:
            "pad.evemu:18: warning: this is a recording of evemu, which has only the contacts of a touchpad and no "
            + "libinput events: record with 'sleight record' or 'libinput record --with-libinput'\n"))
  }

  @Test("what is no recording is refused in one line")
  func noRecording() async {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("empty", "")
    #expect(await home.sleight("replay", "empty") == .init(status: 1, errors: "empty:1: error: the file is empty\n"))
    #expect(
      await home.sleight("replay", Program.sleight)
        == .init(
          status: 1,
          errors:
            "\(Program.sleight):1: error: this is not a recording of 'sleight record', 'libinput debug-events' or 'libinput record'\n"
        ))
    #expect(
      await home.sleight("replay", "nowhere")
        == .init(status: 1, errors: "sleight: error: open nowhere: No such file or directory\n"))
    #expect(
      await home.sleight("replay", "run") == .init(status: 1, errors: "sleight: error: read run: Is a directory\n"))
  }

  @Test("hands that do what no hand can end in a result, not in a crash")
  func absurd() async {
    let home = Home()
    home.writeRules(Recordings.rules)
    let absurd = [
      #"{"t": 5, "device": 0, "event": "touch-down", "slot": 0, "x": 1e300, "y": -1e300}"#,
      #"{"t": 0, "device": 0, "event": "touch-frame"}"#,
      #"{"t": 1e300, "device": 0, "event": "touch-motion", "slot": 77, "x": 0, "y": 0}"#,
      #"{"t": -1e300, "device": 0, "event": "touch-frame"}"#,
      #"{"t": 9, "device": 0, "event": "touch-up", "slot": 1000000}"#,
      #"{"t": 9, "device": 0, "event": "touch-frame"}"#,
    ]
    home.write("absurd.jsonl", Recordings.screen + absurd.joined(separator: "\n") + "\n")
    let result = await home.sleight("replay", "--json", "absurd.jsonl")
    #expect(result.status == 1)
    #expect(
      result.errors.hasPrefix("absurd.jsonl:39: error: this is more than a day after what is above it"),
      "\(result.errors)")
  }

  @Test("who has read enough is no reason to complain")
  func closedPipe() async {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("pad.jsonl", Recordings.pad)
    let result = await home.shell("\"$SLEIGHT\" replay pad.jsonl | head -n 1")
    #expect(
      result == .init(status: 0, output: "0.060 s  swipe left, 3 fingers, 12 mm at 200 mm/s: no rule\n"))
    // With SIGPIPE ignored, a closed pipe is an error of write(2), which is not reported either.
    let ignored = await home.shell("trap '' PIPE; (\"$SLEIGHT\" replay pad.jsonl; echo $? >&2) | true")
    #expect(ignored == .init(status: 0, errors: "0\n"))
  }

  @Test("a result that cannot be written is an error")
  func fullDisk() async {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("pad.jsonl", Recordings.pad)
    let result = await home.shell("\"$SLEIGHT\" replay pad.jsonl > /dev/full")
    #expect(
      result
        == .init(status: 1, errors: "sleight: error: write standard output: No space left on device\n"))
  }

  @Test("what a recording from who knows where says cannot reach the terminal as a command to it")
  func escapes() async {
    let home = Home()
    home.write(
      "hand.jsonl",
      #"""
      {"sleight": 1, "devices": [{"id": 0, "name": "pad", "kind": "touchpad", "width": null, "height": null}]}
      {"t": 0, "device": 0, "event": "\u001b]0;mine\u0007"}

      """#)
    let result = await home.sleight("replay", "hand.jsonl")
    #expect(result.status == 1)
    #expect(result.errors.hasSuffix("hand.jsonl:2: error: unknown event '␛]0;mine␇'\n"), "\(result.errors)")
  }
}
