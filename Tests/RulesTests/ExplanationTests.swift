import Explaining
import Gestures
import Rules
import RulesFile
import Testing
import Touch

@Suite("The reasons why a rule does not act")
struct ExplanationTests {
  /// The reasons why the only rule of a file does not act on a gesture; empty if it acts.
  private static func reasons(
    _ rule: String, against words: GestureWords, in situation: Situation = Situation()
  ) throws -> [String] {
    let rules = try #require(read("settings: {read-keyboards: true}\nrules: [{\(rule), do: none}]\n"), "\(rule)")
    let explanation = Explanation(of: try ImaginedGesture(words, with: rules), by: rules, in: situation)
    if explanation.acting == [0] { return [] }
    return try #require(explanation.nearMisses.first, "\(rule)").reasons.map(\.message)
  }

  private static func swipe(_ value: String, _ qualifiers: (String, String)...) -> GestureWords {
    GestureWords("swipe", value, ([("fingers", "3")] + qualifiers).map { .init(named: $0.0, [$0.1]) })
  }

  private static func pan(_ fingers: Int, _ qualifiers: (String, String)...) -> GestureWords {
    GestureWords("pan", "left", ([("fingers", "\(fingers)")] + qualifiers).map { .init(named: $0.0, [$0.1]) })
  }

  @Test("a sequence is judged by its steps, and a rule that waits for one acts")
  func sequences() throws {
    let rules = try #require(
      read(
        """
        gestures:
          code: [{tap: single, fingers: 2}, {swipe: up, fingers: 3}]
          held: [{long-press: 300ms}, {swipe: up, same-touch: true}]
        rules:
          - {gesture: code, do: none}
          - {gesture: held, fingers: 4, do: none}
          - {tap: single, fingers: 2, device: touchscreen, do: none}

        """))
    func explain(_ gesture: String, _ value: String, _ fingers: String) throws -> ([RuleIndex], [String]) {
      let hand: [WordedKey] = [.init(.fingers, [fingers]), .init(.device, ["touchscreen"])]
      let gesture = try ImaginedGesture(GestureWords(gesture, value, hand), with: rules)
      let explanation = Explanation(of: gesture, by: rules, in: Situation())
      return (explanation.acting, explanation.nearMisses.map { "\($0.rule.position): \($0.reasons[0].message)" })
    }
    let (swiping, besideSwipe) = try explain("swipe", "up", "3")
    #expect(swiping == [])
    #expect(
      besideSwipe == [
        "0: the first of its 2 steps is tap single, 2 fingers",
        "1: the first of its 2 steps is long-press 300ms, 4 fingers",
      ])
    let (tapping, besideTap) = try explain("tap", "single", "2")
    #expect(tapping == [2])
    #expect(besideTap == ["0: step 2 of 2: nothing followed within 600 ms"])
    let code = try ImaginedGesture(named: "code", in: rules, touchpads: [])
    #expect(Explanation(of: code, by: rules, in: Situation()).acting == [0])
  }

  private static let differenceCases: [(String, GestureWords, [String])] = [
    ("swipe: left, fingers: 3", swipe("left"), []),
    ("swipe: right, fingers: 3", swipe("left"), ["left instead of right"]),
    ("swipe: 80°-100°, fingers: 3", swipe("left"), ["at 180° instead of 80°-100°"]),
    ("swipe: [horizontal, up-left], fingers: 3", swipe("down"), ["down instead of horizontal or up-left"]),
    ("swipe: left, fingers: 4", swipe("left"), ["3 of 4 fingers"]),
    ("swipe: left, fingers: 2, device: touchpad", swipe("left"), ["3 fingers instead of 2"]),
    ("swipe: left, fingers: 4-5", swipe("left"), ["3 fingers instead of 4-5"]),
    ("swipe: left, fingers: 3, device: touchscreen", swipe("left"), ["requires a touchscreen"]),
    ("swipe: left, fingers: 3, device: '*wacom*'", swipe("left"), ["requires '*wacom*'"]),
    ("swipe: left, fingers: 3, device: '*wacom*'", swipe("left", ("device", "Wacom Pad")), []),
    (
      "swipe: left, fingers: 3, edge: right", swipe("left"),
      ["must start from the right edge"]
    ),
    (
      "swipe: left, fingers: 3, edge: right", swipe("left", ("device", "touchscreen")),
      ["must start from the right edge"]
    ),
    ("swipe: left, fingers: 3, edge: right", swipe("left", ("edge", "right")), []),
    ("swipe: left, fingers: 3, corner: top-right", swipe("left", ("corner", "top-right")), []),
    (
      "swipe: left, fingers: 3, zone: right", swipe("left", ("zone", "left")),
      ["75 mm outside of the zone x 50%-100%, y 0%-100%"]
    ),
    (
      "swipe: left, fingers: 2", GestureWords("swipe", "left", [.init(.fingers, ["2"])]),
      ["two fingers scroll on a touchpad, and only rules with 'device: touchpad' receive scrolling"]
    ),
    (
      "swipe: left, fingers: 3, distance: 50mm", swipe("left"),
      ["40 mm of 50 mm (distance not given)"]
    ),
    (
      "swipe: left, fingers: 3", swipe("left", ("distance", "1cm")), ["10 mm of 12 mm"]
    ),
    ("swipe: left, fingers: 3", swipe("left", ("distance", "12mm")), []),
    (
      "swipe: left, fingers: 3, speed: 300mm/s", swipe("left"),
      ["200 mm/s of 300 mm/s (speed not given)"]
    ),
    ("swipe: left, fingers: 3, speed: 300mm/s", swipe("left", ("speed", "300mm/s")), []),
    (
      "swipe: left, fingers: 3", swipe("left", ("speed", "10mm/s")),
      ["91% of its distance within 800 ms"]
    ),
    (
      "swipe: left, fingers: 3, after: 250ms", swipe("left", ("within", "200ms")),
      ["56 ms of 250 ms"]
    ),
    ("tap: double, fingers: 3", GestureWords("tap", nil, [.init(.fingers, ["3"])]), ["1 of 2 taps"]),
    (
      "tap: single, fingers: 2, corner: {all: [top-left, bottom-right]}",
      GestureWords("tap", nil, [.init(.fingers, ["2"]), .init(.corner, ["top-left", "bottom-right"])]), []
    ),
    (
      "tap: single, fingers: 2, corner: {all: [top-left, bottom-right]}, device: touchscreen",
      GestureWords(
        "tap", nil, [.init(.fingers, ["2"]), .init(.corner, ["top-left"]), .init(.device, ["touchscreen"])]),
      ["no finger in the bottom-right corner: the nearest is 281.5 mm away, margin 12 mm"]
    ),
    (
      "long-press: 500ms, fingers: 3, edge: {all: [left, right, top]}",
      GestureWords("long-press", nil, [.init(.fingers, ["3"])]),
      ["must start with a finger each at the left and right and top edges"]
    ),
    ("tap: 5", GestureWords("tap", "5"), []),
    ("tap: 5", GestureWords("tap", "4"), ["4 of 5 taps"]),
    ("tap: single, fingers: 8", GestureWords("tap", nil, [.init(.fingers, ["8"])]), []),
    ("tap: single, fingers: 8", GestureWords("tap", nil, [.init(.fingers, ["6"])]), ["6 of 8 fingers"]),
    (
      "tap: single", GestureWords("tap", nil, [.init(.within, ["500ms"])]),
      ["held 500 ms, maximum 400 ms"]
    ),
    ("long-press: 2s", GestureWords("long-press", "1.5s"), ["1.5 s of 2 s"]),
    ("long-press: 500ms, taps: 1", GestureWords("long-press"), ["0 of 1 tap before it"]),
    ("long-press: 500ms, taps: 1", GestureWords("long-press", nil, [.init(.taps, ["1"])]), []),
    (
      "long-press: 500ms, taps: 1", GestureWords("long-press", nil, [.init(.taps, ["2"])]),
      ["2 taps instead of 1 before it"]
    ),
    ("pan: left, fingers: 3, taps: 2", pan(3, ("taps", "3")), ["3 taps instead of 2 before it"]),
    ("pan: left, fingers: 2, anchor: 1, device: touchpad", pan(2, ("anchor", "1")), []),
    ("pan: left, fingers: 3, anchor: 1", pan(3, ("anchor", "1")), []),
    ("pan: left, fingers: 2, anchor: 1", pan(2, ("anchor", "1"), ("device", "touchscreen")), []),
    ("pan: left, anchor: 1, device: touchpad", pan(1, ("anchor", "1")), []),
    (
      "pan: left, anchor: 1", pan(1, ("anchor", "1")),
      ["two fingers scroll on a touchpad, and only rules with 'device: touchpad' receive scrolling"]
    ),
    ("pan: left, fingers: 3, anchor: 1", pan(3), ["no finger had rested for 200 ms when those that move landed"]),
    ("pan: left, fingers: 2, device: touchpad", pan(2, ("anchor", "1")), ["a finger rested beside them"]),
    ("pan: left, fingers: 4, anchor: 1", pan(3, ("anchor", "1")), ["3 of 4 fingers that move"]),
    ("pinch: in", GestureWords("pinch", "out"), ["out instead of in"]),
    (
      "pinch: out, distance: 50%", GestureWords("pinch", "out", [.init(.distance, ["20%"])]),
      ["20% of 50%"]
    ),
    (
      "rotate: any, distance: 180°", GestureWords("rotate", "clockwise"),
      ["90° of 180° (distance not given)"]
    ),
    (
      "rotate: any, fingers: 1", GestureWords("rotate", "clockwise"),
      ["this gesture requires two or more fingers: this rule can never act"]
    ),
    ("stroke: circle", GestureWords("stroke", "star"), ["0% like 'circle', minimum 82%"]),
    ("stroke: circle", GestureWords("stroke", "circle"), []),
    (
      "swipe: left, fingers: 4, distance: 5cm", swipe("left"),
      ["3 of 4 fingers", "40 mm of 50 mm (distance not given)"]
    ),
  ]

  @Test("differences between the rule's gesture and the hand's are named", arguments: differenceCases)
  func differences(rule: String, words: GestureWords, reasons: [String]) throws {
    #expect(try Self.reasons(rule, against: words) == reasons)
  }

  private static let conditionCases: [(String, Situation, String?)] = [
    ("app: foot", Situation(app: "foot"), nil),
    ("app: foot", Situation(), "condition 'app: foot' not met: app is unknown"),
    ("app: foot", Situation(app: ""), "condition 'app: foot' not met: no window has the focus"),
    ("app: [a, b*]", Situation(app: "foot"), "condition 'app: [a, b*]' not met: app is 'foot'"),
    ("title: '*.pdf'", Situation(title: "x"), "condition 'title: \"*.pdf\"' not met: title is 'x'"),
    ("output: eDP-1", Situation(output: "DP-2"), "condition 'output: eDP-1' not met: output is 'DP-2'"),
    (
      "fullscreen: true", Situation(isFullscreen: false),
      "condition 'fullscreen: true' not met: the window is not fullscreen"
    ),
    ("pen-near: true", Situation(), "condition 'pen-near: true' not met: pen-near is unknown"),
    (
      "connected: mouse", Situation(), "condition 'connected: mouse' not met: what is connected is unknown"
    ),
    (
      "fullscreen: false", Situation(),
      "condition 'fullscreen: false' not met: fullscreen is unknown"
    ),
    (
      "orientation: portrait", Situation(orientation: .landscape),
      "condition 'orientation: portrait' not met: orientation is 'landscape'"
    ),
    (
      "modifiers: [shift, ctrl]", Situation(modifiers: [.ctrl]),
      "condition 'modifiers: [ctrl, shift]' not met: ctrl is held"
    ),
    ("modifiers: []", Situation(modifiers: [.alt]), "condition 'modifiers: []' not met: alt is held"),
    ("modifiers: ctrl", Situation(), "condition 'modifiers: ctrl' not met: the held modifiers are unknown"),
    ("mode: resize", Situation(), "condition 'mode: resize' not met: mode is 'default'"),
    ("locked: true", Situation(), "condition 'locked: true' not met: the session is not locked"),
    (
      "app: foot", Situation(app: "foot", isLocked: true),
      "the session is locked, and the rule has no 'locked' condition"
    ),
    ("not: {app: foot}", Situation(app: "foot"), "condition 'not: {app: foot}' not met"),
    (
      "not: {app: foot}", Situation(),
      "condition 'not: {app: foot}' not met: unknown"
    ),
    (
      "any: [{app: foot}, {mode: m, output: A}]", Situation(app: "a"),
      "condition 'any: [{app: foot}, {mode: m, output: A}]' not met"
    ),
    ("any: [{app: foot}, {mode: m}]", Situation(), "condition 'any: [{app: foot}, {mode: m}]' not met: unknown"),
    // Conditions that are not met come before unknown ones.
    ("app: foot, mode: m", Situation(), "condition 'mode: m' not met: mode is 'default'"),
    ("mode: [m, n], not: {mode: m}", Situation(mode: "m"), "condition 'not: {mode: m}' not met"),
    ("mode: m, not: {mode: m}", Situation(mode: "m"), "its conditions contradict each other; it can never act"),
  ]

  @Test("the actual value is named if a condition is not met", arguments: conditionCases)
  func conditions(when: String, situation: Situation, reason: String?) throws {
    let reasons = try Self.reasons(
      "swipe: left, fingers: 3, when: {\(when)}", against: Self.swipe("left"), in: situation)
    #expect(reasons == [reason].compactMap { $0 })
  }

  private static let rivalCases: [(String, [RuleIndex], [RuleIndex: String])] = [
    ("[{swipe: left, do: none}, {swipe: any, do: none}]", [0], [1: "an earlier rule acts first: rules.yml:2"]),
    (
      "[{swipe: left, distance: 20mm, do: none}, {swipe: left, do: none}]", [0],
      [1: "an earlier rule acts first: rules.yml:2"]
    ),
    ("[{swipe: left, do: none}, {pan: left, do: none}]", [0], [1: "an earlier rule acts first: rules.yml:2"]),
    ("[{pan: left, do: none}, {swipe: left, do: none}]", [0], [1: "an earlier rule acts first: rules.yml:2"]),
    ("[{swipe: up-left, do: none}, {swipe: left, do: none}]", [1], [0: "left instead of up-left"]),
    ("[{swipe: left, do: none, also: true}, {pan: left, do: none}]", [1, 0], [:]),
    ("[{pan: left, do: none}, {tap: single, do: none}, {stroke: star, do: none}]", [0], [:]),
    (
      "[{pan: left, when: {mode: m}, do: none}, {swipe: left, do: none}]", [1],
      [0: "condition 'mode: m' not met: mode is 'default'"]
    ),
  ]

  @Test("the rule that precedes another is named", arguments: rivalCases)
  func rivals(list: String, acting: [RuleIndex], misses: [RuleIndex: String]) throws {
    let text =
      "rules:\n"
      + list.dropFirst().dropLast().replacing("}, {", with: "}\n{").split(separator: "\n").map {
        "  - \($0)\n"
      }.joined()
    let rules = try #require(read(text), "\(text)")
    let words = GestureWords("swipe", "left", [.init(.device, ["touchscreen"])])
    let explanation = Explanation(of: try ImaginedGesture(words, with: rules), by: rules, in: Situation())
    #expect(explanation.acting == acting)
    let told = explanation.nearMisses.map { ($0.rule, $0.reasons.map(\.message).joined(separator: "; ")) }
    #expect(Dictionary(uniqueKeysWithValues: told) == misses)
    #expect(explanation.others == rules.rules.count - acting.count - misses.count)
  }

  @Test("a gesture of more fingers than the connected touchpads count acts on no rule, with their limit")
  func connectedTouchpads() throws {
    let rules = try #require(read("rules: [{swipe: left, fingers: 4, do: a}, {swipe: left, fingers: 3, do: b}]\n"))
    func pad(_ name: String, fingers: Int) -> Device {
      Device(
        id: DeviceID(1), name: name, kind: .touchpad, size: Size(width: 80, height: 50),
        contacts: ContactReports(
          slots: 2, fingers: fingers, hasPositions: false, hasPressure: false, isClickpad: false))
    }
    func explanation(_ fingers: String, _ pads: [Device], _ qualifiers: (String, String)...) throws -> Explanation {
      let words = GestureWords(
        "swipe", "left", [WordedKey(.fingers, [fingers])] + qualifiers.map { WordedKey(named: $0.0, [$0.1]) })
      return Explanation(of: try ImaginedGesture(words, with: rules, touchpads: pads), by: rules, in: Situation())
    }
    let four = try explanation("4", [pad("Old", fingers: 3)])
    #expect(four.obstacle == "the touchpad 'Old' reports up to 3 fingers")
    #expect(four.acting == [])
    #expect(try explanation("3", [pad("Old", fingers: 3)]).acting == [1])
    // Any of several may make it.
    #expect(try explanation("4", [pad("Old", fingers: 3), pad("New", fingers: 4)]).acting == [0])
    #expect(try explanation("4", []).acting == [0])
    #expect(try explanation("4", [pad("Old", fingers: 3)], ("device", "touchscreen")).acting == [0])
  }

  @Test("a mode that the taps of a double tap set counts for the second of them")
  func modes() throws {
    let rules = try #require(
      read(
        """
        rules:
          - {tap: single, when: {mode: default}, do: {mode: m}}
          - {tap: single, when: {mode: m}, do: {mode: default}}

        """))
    let double = try ImaginedGesture(GestureWords("tap", "double"), with: rules)
    #expect(Explanation(of: double, by: rules, in: Situation()).acting == [0, 1])
    #expect(Explanation(of: double, by: rules, in: Situation(mode: "m")).acting == [1, 0])
  }

  @Test("an ignored device has no gestures, and a device has the size that the file states")
  func statedDevices() throws {
    let rules = try #require(
      read(
        """
        devices: {Broken*: {ignore: true}, Small*: {size: 100mm x 60mm, orientation: left}}
        rules:
          - {swipe: left, fingers: 3, do: none}
          - {tap: single, zone: {x: 0mm-60mm, y: 60mm-100mm}, do: none}

        """))
    func explained(_ gesture: String, _ value: String, _ qualifiers: WordedKey...) throws -> Explanation {
      let imagined = try ImaginedGesture(GestureWords(gesture, value, qualifiers), with: rules)
      return Explanation(of: imagined, by: rules, in: Situation())
    }
    let fingers = WordedKey(.fingers, ["3"])
    #expect(try explained("swipe", "left", fingers).acting == [0])
    let broken = try explained("swipe", "left", fingers, .init(.device, ["touchpad", "Broken pad"]))
    let obstacle = "the rules file has 'ignore: true' for this device"
    #expect(broken.acting == [] && broken.obstacle == obstacle)
    #expect(broken.nearMisses.first?.reasons.map(\.message) == [obstacle])
    let low = WordedKey(.zone, ["bottom"])
    #expect(try explained("tap", "single", low, .init(.device, ["touchscreen"])).acting == [])
    #expect(try explained("tap", "single", low, .init(.device, ["touchscreen", "Small one"])).acting == [1])
  }

  @Test("only the nearest ten rules are named, and none with three differences")
  func many() throws {
    let rules = (0..<15).map { _ in "  - {swipe: right, fingers: 3, do: none}\n" }.joined()
    let text = "rules:\n\(rules)  - {swipe: right, fingers: 4, distance: 60mm, do: none}\n  - {tap: single, do: none}\n"
    let set = try #require(read(text))
    let explanation = Explanation(
      of: try ImaginedGesture(Self.swipe("left"), with: set), by: set, in: Situation())
    #expect(explanation.nearMisses.map(\.rule.position) == Array(0..<10))
    #expect(explanation.farther == 6)
    #expect(explanation.others == 1)
    let alone = try #require(read("rules: [{swipe: right, fingers: 4, edge: left, device: touchscreen, do: none}]"))
    let other = Explanation(of: try ImaginedGesture(Self.swipe("left"), with: alone), by: alone, in: Situation())
    #expect(other.nearMisses.isEmpty && other.farther == 1)
  }

  private static let misunderstandingCases: [(GestureWords, String)] = [
    (GestureWords("swpie", "left"), "unknown gesture 'swpie'; did you mean 'swipe'?"),
    (
      GestureWords("rules"),
      "unknown gesture 'rules'; expected 'tap', 'long-press', 'swipe', 'pan', 'pinch', 'rotate', 'circle', 'stroke', 'press', 'tip-tap' or 'touch'"
    ),
    (GestureWords("pinch", "inn"), "unknown direction 'inn'; did you mean 'in'?"),
    (GestureWords("pinch"), "'pinch' requires 'in' or 'out'"),
    (GestureWords("rotate", "any"), "'any' is several directions; specify 'clockwise' or 'counterclockwise'"),
    (swipe("left", ("distance", "12")), "'12' needs a unit; did you mean '12mm'?"),
    (
      swipe("left", ("gap", "1s")),
      "'gap' does not apply to 'swipe': it is not made several times in a row; it applies to 'tap'"
    ),
    (swipe("left", ("edge", "lfet")), "unknown edge 'lfet'; did you mean 'left'?"),
    (swipe("left", ("speed", "1cm/s"), ("within", "1s")), "specify either 'speed' or 'within', not both"),
    (GestureWords("tap", nil, [.init(.fingers, ["3-4"])]), "specify one number of fingers, not 3-4"),
    (GestureWords("stroke", "cirkle"), "unknown stroke 'cirkle'; did you mean 'circle'?"),
    (
      GestureWords("swipe", "left", [.init(.device, ["touchpad", "touchscreen"])]), "specify one device"
    ),
  ]

  @Test("mistakes in a gesture's words get the messages of a rules file", arguments: misunderstandingCases)
  func misunderstandings(words: GestureWords, message: String) {
    #expect(throws: GestureWords.Misunderstanding.self) { _ = try ImaginedGesture(words, with: RuleSet()) }
    do {
      _ = try ImaginedGesture(words, with: RuleSet())
    } catch {
      #expect(error.description == message)
    }
  }

  @Test("a shape of the file can be given by its name")
  func ownShape() throws {
    let rules = try #require(
      read("strokes: {hook: \"0,0 0,60 40,60 40,20\"}\nrules: [{stroke: hook, fingers: 3, do: none}]\n"))
    let words = GestureWords("stroke", "hook", [.init(.fingers, ["3"])])
    let gesture = try ImaginedGesture(words, with: rules)
    #expect(gesture.text == "stroke hook, 3 fingers, on a touchpad")
    #expect(Explanation(of: gesture, by: rules, in: Situation()).acting == [0])
  }

  @Test("without a gesture, each rule may act or has a reason against it")
  func standing() throws {
    let rules = try #require(
      read(
        """
        rules:
          - {swipe: left, fingers: 3, when: {app: foot}, do: none}
          - {swipe: left, fingers: 3, when: {mode: m}, do: none}
          - {swipe: left, fingers: 3, do: none}
          - {rotate: any, fingers: 1, do: none}

        """))
    let inFoot = rules.reasonsAgainstRules(in: Situation(app: "foot")).map { $0?.message }
    #expect(
      inFoot == [
        nil, "condition 'mode: m' not met: mode is 'default'", "an earlier rule acts first: rules.yml:2",
        "this gesture requires two or more fingers: this rule can never act",
      ])
    let elsewhere = rules.reasonsAgainstRules(in: Situation(app: "other")).map { $0?.kind }
    #expect(elsewhere == [.condition, .condition, nil, .never])
    #expect(rules.rules.map(\.gestureText)[0] == "swipe left, 3 fingers")
  }
}
