import Testing

@Suite("The state of the desktop that why writes into a recording")
struct RecordedDesktopTests {
  private static let situation = #"""
    {"app": "foot", "title": null, "fullscreen": true, "output": "eDP-1", "orientation": "landscape", "modifiers": ["ctrl"], "mode": "resize", "under": {"app": "gimp", "title": "", "fullscreen": false, "maximized": true}, "maximized": false, "overview": true, "tablet-mode": true, "on-battery": false, "pen-near": false, "connected": ["mouse", "DP-1"]}
    """#
  private static let panel = #"{"output": "eDP-1", "orientation": "left", "mirrored": false}"#

  /// A recording of a swipe to the left, or of a circle, as `why --save` writes it.
  private func recording(
    _ move: SyntheticHand.Move = .line(dx: -40, dy: 0), on device: SyntheticHand.Device = .touchpad,
    fingers: Int = 3, panel: String = "null", situation: String = Self.situation
  ) -> String {
    SyntheticHand(move: move).recording(on: device, fingers: fingers).replacing(
      "{\"sleight\": 1, ", with: "{\"sleight\": 1, \"situation\": \(situation), \"panel\": \(panel), ",
      maxReplacements: 1)
  }

  @Test(
    "replay evaluates conditions in it; its options replace single values",
    arguments: [
      ("app: foot", ["--app", "gimp"]), ("fullscreen: true", ["--fullscreen", "false"]),
      ("output: eDP-1", ["--output", "DP-1"]), ("orientation: landscape", ["--orientation", "portrait"]),
      ("modifiers: ctrl", ["--modifiers", "none"]), ("mode: resize", ["--mode", "default"]),
      ("under: {app: gimp, fullscreen: false, maximized: true}", ["--under-app", "foot"]),
      ("maximized: false", ["--maximized", "true"]), ("overview: true", ["--overview", "false"]),
      ("tablet-mode: true", ["--tablet-mode", "false"]), ("on-battery: false", ["--on-battery", "true"]),
      ("pen-near: false", ["--pen-near", "true"]), ("connected: mouse", ["--connected", "external-output"]),
      ("connected: DP-*", ["--connected", "eDP-1"]),
      ("{app: foot, locked: false}", ["--locked"]),
    ])
  func situation(condition: String, options: [String]) async {
    let home = Home()
    let when = condition.hasPrefix("{") ? condition : "{\(condition)}"
    home.writeRules("rules: [{swipe: left, fingers: 3, when: \(when), do: touch acted}]\n")
    home.write("touch.jsonl", recording())
    for arguments in [[], ["--json"], ["--act"], ["--app", "foot"], ["--under-title", "no matter"]] {
      let result = await home.run(["replay", "touch.jsonl"] + arguments)
      #expect(result.status == 0 && result.output.contains("touch acted"), "\(arguments): \(result)")
    }
    // The command goes on when the program has ended.
    #expect(await eventually { home.exists("acted") })
    let other = await home.run(["replay", "touch.jsonl"] + options)
    #expect(other.status == 0 && !other.output.contains("touch acted"), "\(other)")
    // A picture has the rule that acts.
    #expect(await home.run(["replay", "--svg", "-", "touch.jsonl"]).output.contains("touch acted"))
  }

  @Test("one that is damaged, or of another kind, is no situation")
  func damaged() async {
    let home = Home()
    home.writeRules("rules: [{swipe: left, fingers: 3, when: {app: foot}, do: touch acted}]\n")
    for situation in ["null", "7", "[]", #"{"app": 7, "mode": [], "modifiers": "ctrl", "under": 1}"#] {
      home.write("touch.jsonl", recording(situation: situation))
      let result = await home.run(["replay", "touch.jsonl"])
      #expect(result.status == 0 && result.output.contains("condition 'app: foot' not met"), "\(situation): \(result)")
    }
  }

  @Test("replay, learn and record --stroke turn a touchscreen with its output as it was")
  func panel() async {
    let home = Home()
    home.writeRules(
      """
      devices: {Test: {output: eDP-1}}
      rules:
        - {swipe: left, fingers: 3, do: touch straight}
        - {swipe: [up, down], fingers: 3, do: touch turned}

      """)
    home.write("straight.jsonl", recording(on: .touchscreen))
    home.write("turned.jsonl", recording(on: .touchscreen, panel: Self.panel))
    for arguments in [[], ["--act"]] {
      #expect(await home.run(["replay", "straight.jsonl"] + arguments).output.contains("touch straight"))
      #expect(await home.run(["replay", "turned.jsonl"] + arguments).output.contains("touch turned"))
    }
    let learn = ["learn", "--do", "foot", "--dry-run", "--from"]
    #expect(await home.run(learn + ["straight.jsonl"]).output.contains("+  - {swipe: left, "))
    let learned = await home.run(learn + ["turned.jsonl"])
    #expect(learned.output.contains("+  - {swipe: down, "), "\(learned)")

    func drawing(panel: String) async -> String {
      home.writeRules("devices: {Test: {output: eDP-1}}\nrules: [{tap: single, fingers: 4, do: foot}]\n")
      home.write("circle.jsonl", recording(.circle, on: .touchscreen, fingers: 1, panel: panel))
      let result = await home.run(["record", "--stroke", "loop", "--from", "circle.jsonl"])
      #expect(result.status == 0, "\(result)")
      return text(of: home.rules)
    }
    #expect(await drawing(panel: "null") != drawing(panel: Self.panel))
  }
}

extension Home {
  fileprivate func run(_ arguments: [String]) async -> Program.Result {
    await Program([Program.sleight] + arguments, in: self).result()
  }
}
