import Explaining
import Gestures
import Rules
import Testing

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
    GestureWords("swipe", value, ([("fingers", "3")] + qualifiers).map { .init($0.0, [$0.1]) })
  }

  private static let differenceCases: [(String, GestureWords, [String])] = [
    ("swipe: left, fingers: 3", swipe("left"), []),
    ("swipe: right, fingers: 3", swipe("left"), ["it is for right"]),
    ("swipe: 80°-100°, fingers: 3", swipe("left"), ["it is for 80°-100°"]),
    ("swipe: [horizontal, up-left], fingers: 3", swipe("down"), ["it is for horizontal or up-left"]),
    ("swipe: left, fingers: 4", swipe("left"), ["it is for 4 fingers"]),
    ("swipe: left, fingers: 4-5", swipe("left"), ["it is for 4-5 fingers"]),
    ("swipe: left, fingers: 3, device: touchscreen", swipe("left"), ["it is for a touchscreen"]),
    ("swipe: left, fingers: 3, device: '*wacom*'", swipe("left"), ["it is for '*wacom*'"]),
    ("swipe: left, fingers: 3, device: '*wacom*'", swipe("left", ("device", "Wacom Pad")), []),
    (
      "swipe: left, fingers: 3, edge: right", swipe("left"),
      ["it starts from the right edge, and a touchpad does not tell where its fingers are"]
    ),
    (
      "swipe: left, fingers: 3, edge: right", swipe("left", ("device", "touchscreen")),
      ["it starts from the right edge"]
    ),
    ("swipe: left, fingers: 3, edge: right", swipe("left", ("edge", "right")), []),
    ("swipe: left, fingers: 3, corner: top-right", swipe("left", ("corner", "top-right")), []),
    ("swipe: left, fingers: 3, zone: right", swipe("left", ("zone", "left")), ["it starts from x 50%-100%, y 0%-100%"]),
    (
      "swipe: left, fingers: 2", GestureWords("swipe", "left", [.init("fingers", ["2"])]),
      ["two fingers scroll on a touchpad, and only rules with 'device: touchpad' receive scrolling"]
    ),
    (
      "swipe: left, fingers: 3, distance: 50mm", swipe("left"),
      ["it takes 50mm, and the fingers go 40mm where nothing else is said"]
    ),
    (
      "swipe: left, fingers: 3", swipe("left", ("distance", "1cm")), ["it takes 12mm, and the fingers go 10mm"]
    ),
    ("swipe: left, fingers: 3", swipe("left", ("distance", "12mm")), []),
    (
      "swipe: left, fingers: 3, speed: 300mm/s", swipe("left"),
      ["it takes 300mm/s or more, and the fingers go 200mm/s where nothing else is said"]
    ),
    ("swipe: left, fingers: 3, speed: 300mm/s", swipe("left", ("speed", "300mm/s")), []),
    (
      "swipe: left, fingers: 3", swipe("left", ("speed", "10mm/s")),
      ["it takes 800ms at most, and this one takes 904ms"]
    ),
    (
      "swipe: left, fingers: 3, after: 250ms", swipe("left", ("within", "200ms")),
      ["it takes 250ms or more, and this one takes 56ms"]
    ),
    ("tap: double, fingers: 3", GestureWords("tap", nil, [.init("fingers", ["3"])]), ["it is for a double tap"]),
    (
      "tap: single", GestureWords("tap", nil, [.init("within", ["300ms"])]),
      ["its taps take 250ms at most, and these take 300ms"]
    ),
    ("long-press: 2s", GestureWords("long-press", "1.5s"), ["it takes 2s, and the fingers rest for 1.5s"]),
    ("long-press: 500ms, taps: 1", GestureWords("long-press"), ["it is for a press after one tap"]),
    ("long-press: 500ms, taps: 1", GestureWords("long-press", nil, [.init("taps", ["1"])]), []),
    ("pinch: in", GestureWords("pinch", "out"), ["it is for in"]),
    (
      "pinch: out, distance: 50%", GestureWords("pinch", "out", [.init("distance", ["20%"])]),
      ["it takes 50%, and the fingers' distance changes by 20%"]
    ),
    (
      "rotate: any, distance: 180°", GestureWords("rotate", "clockwise"),
      ["it takes 180°, and the fingers turn by 90° where nothing else is said"]
    ),
    (
      "rotate: any, fingers: 1", GestureWords("rotate", "clockwise"),
      ["this gesture requires two or more fingers: this rule can never act"]
    ),
    ("stroke: circle", GestureWords("stroke", "star"), ["it is for the shape 'circle'"]),
    ("stroke: circle", GestureWords("stroke", "circle"), []),
    (
      "swipe: left, fingers: 4, distance: 5cm", swipe("left"),
      ["it is for 4 fingers", "it takes 50mm, and the fingers go 40mm where nothing else is said"]
    ),
  ]

  @Test("differences between the rule's gesture and the hand's are named", arguments: differenceCases)
  func differences(rule: String, words: GestureWords, reasons: [String]) throws {
    #expect(try Self.reasons(rule, against: words) == reasons)
  }

  private static let conditionCases: [(String, Situation, String?)] = [
    ("app: foot", Situation(app: "foot"), nil),
    ("app: foot", Situation(), "app is not known, and the rule is for 'foot'"),
    ("app: foot", Situation(app: ""), "no window has the focus, and the rule is for 'foot'"),
    ("app: [a, b*]", Situation(app: "foot"), "app is 'foot', and the rule is for 'a' or 'b*'"),
    ("title: '*.pdf'", Situation(title: "x"), "title is 'x', and the rule is for '*.pdf'"),
    ("output: eDP-1", Situation(output: "DP-2"), "output is 'DP-2', and the rule is for 'eDP-1'"),
    (
      "fullscreen: true", Situation(isFullscreen: false),
      "the window is not fullscreen, and the rule is for one that is"
    ),
    (
      "fullscreen: false", Situation(),
      "it is not known whether the window is fullscreen, and the rule is for one that is not"
    ),
    (
      "orientation: portrait", Situation(orientation: .landscape),
      "orientation is 'landscape', and the rule is for 'portrait'"
    ),
    ("modifiers: [shift, ctrl]", Situation(modifiers: [.ctrl]), "ctrl is held, and the rule is for ctrl+shift"),
    ("modifiers: []", Situation(modifiers: [.alt]), "alt is held, and the rule is for none"),
    ("modifiers: ctrl", Situation(), "it is not known which modifiers are held, and the rule is for ctrl"),
    ("mode: resize", Situation(), "mode is 'default', and the rule is for 'resize'"),
    ("locked: true", Situation(), "the session is not locked, and the rule is for one that is"),
    ("app: foot", Situation(app: "foot", isLocked: true), "the session is locked, and the rule says nothing of that"),
    ("not: {app: foot}", Situation(app: "foot"), "'app: foot' holds, and the rule is for where it does not"),
    (
      "not: {app: foot}", Situation(),
      "it is not known whether 'app: foot' holds, and the rule is for where it does not"
    ),
    (
      "any: [{app: foot}, {mode: m, output: A}]", Situation(app: "a"),
      "none of 'app: foot' and 'mode: m, output: A' holds"
    ),
    ("any: [{app: foot}, {mode: m}]", Situation(), "it is not known whether 'app: foot' holds"),
    // Conditions that are not met come before unknown ones.
    ("app: foot, mode: m", Situation(), "mode is 'default', and the rule is for 'm'"),
    ("mode: [m, n], not: {mode: m}", Situation(mode: "m"), "'mode: m' holds, and the rule is for where it does not"),
    ("mode: m, not: {mode: m}", Situation(mode: "m"), "its conditions exclude each other: it can never act"),
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
    ("[{swipe: up-left, do: none}, {swipe: left, do: none}]", [1], [0: "it is for up-left"]),
    ("[{swipe: left, do: none, also: true}, {pan: left, do: none}]", [1, 0], [:]),
    ("[{pan: left, do: none}, {tap: single, do: none}, {stroke: star, do: none}]", [0], [:]),
    (
      "[{pan: left, when: {mode: m}, do: none}, {swipe: left, do: none}]", [1],
      [0: "mode is 'default', and the rule is for 'm'"]
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
    let words = GestureWords("swipe", "left", [.init("device", ["touchscreen"])])
    let explanation = Explanation(of: try ImaginedGesture(words, with: rules), by: rules, in: Situation())
    #expect(explanation.acting == acting)
    let told = explanation.nearMisses.map { ($0.rule, $0.reasons.map(\.message).joined(separator: "; ")) }
    #expect(Dictionary(uniqueKeysWithValues: told) == misses)
    #expect(explanation.others == rules.rules.count - acting.count - misses.count)
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
    func explained(_ gesture: String, _ value: String, _ qualifiers: GestureWords.Qualifier...) throws -> Explanation {
      let imagined = try ImaginedGesture(GestureWords(gesture, value, qualifiers), with: rules)
      return Explanation(of: imagined, by: rules, in: Situation())
    }
    let fingers = GestureWords.Qualifier("fingers", ["3"])
    #expect(try explained("swipe", "left", fingers).acting == [0])
    let broken = try explained("swipe", "left", fingers, .init("device", ["touchpad", "Broken pad"]))
    let obstacle = "the rules file has 'ignore: true' for this device"
    #expect(broken.acting == [] && broken.obstacle == obstacle)
    #expect(broken.nearMisses.first?.reasons.map(\.message) == [obstacle])
    let low = GestureWords.Qualifier("zone", ["bottom"])
    #expect(try explained("tap", "single", low, .init("device", ["touchscreen"])).acting == [])
    #expect(try explained("tap", "single", low, .init("device", ["touchscreen", "Small one"])).acting == [1])
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
    let alone = try #require(read("rules: [{swipe: right, fingers: 4, distance: 60mm, do: none}]"))
    let other = Explanation(of: try ImaginedGesture(Self.swipe("left"), with: alone), by: alone, in: Situation())
    #expect(other.nearMisses.isEmpty && other.farther == 1)
  }

  private static let misunderstandingCases: [(GestureWords, String)] = [
    (GestureWords("swpie", "left"), "unknown gesture 'swpie'; did you mean 'swipe'?"),
    (
      GestureWords("rules"),
      "unknown gesture 'rules'; there are 'tap', 'long-press', 'swipe', 'pan', 'pinch', 'rotate' and 'stroke'"
    ),
    (GestureWords("pinch", "inn"), "unknown direction 'inn'; did you mean 'in'?"),
    (GestureWords("pinch"), "'pinch' needs one of 'in' or 'out'"),
    (GestureWords("rotate", "any"), "a hand goes one way, and 'any' is several; say 'clockwise' or 'counterclockwise'"),
    (swipe("left", ("distance", "12")), "'12' needs a unit; did you mean '12mm'?"),
    (swipe("left", ("taps", "1")), "'taps' does not apply to 'swipe'; it applies to 'long-press'"),
    (swipe("left", ("edge", "lfet")), "unknown edge 'lfet'; did you mean 'left'?"),
    (swipe("left", ("speed", "1cm/s"), ("within", "1s")), "say 'speed' or 'within': the one gives the other"),
    (GestureWords("tap", nil, [.init("fingers", ["3-4"])]), "one hand has one number of fingers, not 3-4"),
    (GestureWords("stroke", "cirkle"), "unknown stroke 'cirkle'; did you mean 'circle'?"),
    (
      GestureWords("swipe", "left", [.init("device", ["touchpad", "touchscreen"])]), "the gesture is made on one device"
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
    let words = GestureWords("stroke", "hook", [.init("fingers", ["3"])])
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
        nil, "mode is 'default', and the rule is for 'm'", "an earlier rule acts first: rules.yml:2",
        "this gesture requires two or more fingers: this rule can never act",
      ])
    let elsewhere = rules.reasonsAgainstRules(in: Situation(app: "other")).map { $0?.kind }
    #expect(elsewhere == [.condition, .condition, nil, .never])
    #expect(rules.rules.map(\.gestureText)[0] == "swipe left, 3 fingers")
  }
}
