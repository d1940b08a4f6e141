import Diagnostics
import Gestures
import Rules
import RulesFile
import Testing
import Time
import Touch

@testable import Explaining

@Suite("A learned rule goes where it acts, and says what that means for others")
struct LearnedRuleTests {
  /// The gestures that an ideal hand shows.
  static func showing(_ gesture: String, _ value: String, _ qualifiers: [(String, String)]) throws -> Showing {
    let words = GestureWords(gesture, value, qualifiers.map { .init(named: $0.0, [$0.1]) })
    let imagined = try ImaginedGesture(words, with: RuleSet())
    var reader = ShowingReader(settling: Recognition.settling)
    var showings: [Showing] = []
    for event in IdealHand(gesture: imagined).events { reader.handle(event, into: &showings) }
    reader.finish(into: &showings)
    return try #require(showings.first)
  }

  static let swipe = Result { try showing("swipe", "left", [("fingers", "3"), ("device", "touchpad")]) }

  static func context(_ text: String, including texts: [String: String] = [:]) -> LearnedRule.Context {
    let files = IncludedFiles.texts(texts)
    let file = RulesFile.check(bytes: Array(text.utf8), name: "rules.yml", keyNames: keyNames, files: files)
    return LearnedRule.Context(file, keyNames: keyNames, files: files)
  }

  /// The rule for three fingers to the left on a touchpad, added to `text`.
  func learn(
    _ action: String = "foot", in text: String, including texts: [String: String] = [:], mayPrecede: Bool = true
  ) throws -> LearnedRule {
    let context = Self.context(text, including: texts)
    #expect(context.file.rules != nil, "\(context.file.text)")
    let showing = try Self.swipe.get()
    let gesture = try #require(showing.gestures(in: context).first)
    #expect(gesture.text == "swipe left, 3 fingers, on a touchpad")
    let rule = gesture.rule(try #require(ActionText.property(action)))
    return try #require(LearnedRule.add(rule, to: context, showing: [showing], mayPrecede: mayPrecede))
  }

  /// The lines of the file with the rule.
  func text(_ learned: LearnedRule) -> String { String(decoding: learned.edit.bytes, as: UTF8.self) }

  static let rule = "  - swipe: left\n    fingers: 3\n    device: touchpad\n    do: foot\n"

  @Test("where no rule acts on the gesture, it is the last one")
  func last() throws {
    let rules = "rules:\n  - swipe: right\n    fingers: 3\n    do: foot\n"
    let learned = try learn(in: rules)
    #expect(text(learned) == rules + Self.rule)
    #expect(learned.next == nil && learned.obstacle == nil && learned.displaced == [] && learned.diagnostics == [])
    #expect(learned.rule?.location == "rules.yml:5")
  }

  @Test("a rule that acts on the gesture stays below it and is named, with what the checker says")
  func before() throws {
    let rules = """
      rules:
        # Right.
        - swipe: right
          fingers: 3
          do: foot
        # Left.
        - swipe: left
          name: next
          fingers: 3
          device: touchpad
          do: bar

      """
    let learned = try learn(in: rules)
    #expect(text(learned) == rules.replacing("  # Left.\n", with: Self.rule + "  # Left.\n"))
    #expect(learned.next?.heading == "rules.yml:7 'next'" && learned.obstacle == nil)
    #expect(learned.displaced.map(\.heading) == ["rules.yml:7 'next'"])
    #expect(learned.diagnostics.map(\.id) == [MessageID.hiddenRule.rawValue])
    #expect(learned.diagnostics.map { $0.span?.start.line } == [11])

    let end = try learn(in: rules, mayPrecede: false)
    #expect(text(end) == rules + Self.rule)
    #expect(end.next == nil && end.winner?.heading == "rules.yml:7 'next'")
    #expect(end.obstacle?.contains("rules.yml:7") == true && end.displaced == [])
  }

  @Test("it stays behind rules of the same gesture with a condition")
  func condition() throws {
    let learned = try learn(
      in: """
        rules:
          - when: {app: firefox}
            rules:
              - {swipe: left, fingers: 3, do: foot}
          - {swipe: left, fingers: 3, when: {mode: a}, do: foot}
          - fingers: 3
            rules:
              - {swipe: right, do: foot}
              - {swipe: left, do: bar}
          - {tap: single, do: {mode: a}}

        """)
    #expect(learned.rule?.location == "rules.yml:6")
    #expect(learned.next?.location == "rules.yml:9" && learned.obstacle == nil)
  }

  @Test("a rule that acts first wherever the new one stands is named, and the new one is the last")
  func hidden() throws {
    let learned = try learn(in: "rules:\n  - pan: any\n    fingers: 3\n    do: foot\n")
    // The rule acts in one of the two positions, or in none.
    #expect((learned.obstacle == nil) == (learned.next != nil))
    if learned.obstacle != nil {
      #expect(learned.winner?.location == "rules.yml:2" && text(learned).hasSuffix(Self.rule))
    }
  }

  @Test("rules of included files come later than all of its own")
  func include() throws {
    let more = ["more.yml": "rules:\n  - {swipe: left, fingers: 3, do: foot}\n"]
    let learned = try learn(in: "include: more.yml\n", including: more)
    #expect(text(learned) == "include: more.yml\n\nrules:\n" + Self.rule)
    #expect(learned.next == nil && learned.obstacle == nil)
    #expect(learned.displaced.map(\.location) == ["more.yml:2"])
  }

  @Test("an action with an error is no rule, and the error is the checker's")
  func error() throws {
    let learned = try learn("keys: ctrl+Hme", in: "rules:\n  - {tap: single, do: foot}\n")
    #expect(learned.rule == nil)
    #expect(learned.diagnostics.map(\.id) == [MessageID.unknownKeyName.rawValue])
    #expect(learned.diagnostics.map(\.suggestion) == ["Home"])
  }

  @Test("the file's own limits decide what was shown")
  func settings() throws {
    let showing = try Self.swipe.get()
    let strict = Self.context("settings: {swipe: {distance: 60mm}}\nrules: []\n")
    #expect(showing.gestures(in: strict).map(\.text) == ["pan left, 3 fingers, on a touchpad"])
    let short = try Self.showing("swipe", "up", [("fingers", "4"), ("distance", "9mm")])
    #expect(
      short.gestures(in: Self.context("rules: []\n")).map(\.text) == [
        "swipe up, 4 fingers, on a touchpad, distance 6mm", "pan up, 4 fingers, on a touchpad",
      ])
  }

  @Test(
    "every gesture of an ideal hand is what it is, with the hand's numbers",
    arguments: [
      ("swipe", "left", ["fingers": "3"], "swipe left, 3 fingers, on a touchpad: 40mm in 200ms, 200mm/s"),
      ("swipe", "up-left", ["fingers": "2"], "swipe up-left, 2 fingers, on a touchpad: 40mm in 200ms, 200mm/s"),
      ("pan", "down", ["fingers": "3", "speed": "20mm/s"], "pan down, 3 fingers, on a touchpad: 40mm in 2s, 20mm/s"),
      ("pinch", "in", [:], "pinch in, 2 fingers, on a touchpad: 50% of the distance in 400ms"),
      ("rotate", "clockwise", ["fingers": "3"], "rotate clockwise, 3 fingers, on a touchpad: 90° in 400ms"),
      ("tap", "double", ["fingers": "3"], "tap double, 3 fingers, on a touchpad: 80ms, 100ms apart"),
      ("tap", "single", ["fingers": "5"], "tap single, 5 fingers, on a touchpad: 80ms"),
      ("tap", "double", ["fingers": "4"], "tap double, 4 fingers, on a touchpad: 80ms, 100ms apart"),
      ("swipe", "left", ["fingers": "5"], "swipe left, 5 fingers, on a touchpad: 40mm in 200ms, 200mm/s"),
      ("pinch", "in", ["fingers": "5"], "pinch in, 5 fingers, on a touchpad: 50% of the distance in 392ms"),
      (
        "swipe", "up", ["edge": "right", "device": "touchpad"],
        "swipe up, 1 finger, from the right edge, on a touchpad: 40mm in 200ms, 200mm/s"
      ),
      ("long-press", "1s", ["fingers": "4"], "long-press 500ms, 4 fingers, on a touchpad: 1s"),
      (
        "long-press", "1s", ["taps": "1", "device": "touchscreen"],
        "long-press 500ms, 1 finger, on a touchscreen, taps 1: 1s"
      ),
      (
        "swipe", "right", ["edge": "left"],
        "swipe right, 1 finger, from the left edge, on a touchscreen: 40mm in 200ms, 200mm/s"
      ),
      (
        "tap", "single", ["corner": "top-left"],
        "tap single, 1 finger, from the top-left corner, on a touchscreen: 80ms"
      ),
      (
        "tip-tap", "left", ["fingers": "1", "device": "touchpad"], "tip-tap left, 1 finger, on a touchpad: 600ms"
      ),
      (
        "tip-tap", "middle", ["fingers": "2", "device": "touchpad"], "tip-tap middle, 2 fingers, on a touchpad: 600ms"
      ),
      (
        "tip-tap", "right", ["fingers": "3", "device": "touchscreen"],
        "tip-tap right, 3 fingers, on a touchscreen: 600ms"
      ),
      (
        "pan", "up", ["fingers": "1", "anchor": "1", "device": "touchpad"],
        "pan up, 1 finger, beside one that rests, on a touchpad: 40mm in 400ms, 100mm/s"
      ),
      (
        "pan", "left", ["fingers": "3", "anchor": "1", "device": "touchscreen"],
        "pan left, 3 fingers, beside one that rests, on a touchscreen: 40mm in 400ms, 100mm/s"
      ),
      ("press", "click", ["fingers": "3", "device": "touchpad"], "press click, 3 fingers, on a touchpad: 400ms"),
      (
        "press", "click", ["fingers": "1", "corner": "top-right", "device": "touchpad"],
        "press click, 1 finger, from the top-right corner, on a touchpad: 400ms"
      ),
      (
        "swipe", "left then up", ["fingers": "3"],
        "swipe left then up, 3 fingers, on a touchpad: 57mm in 400ms, 141mm/s"
      ),
      (
        "swipe", "left then right then left", ["device": "touchscreen"],
        "swipe left then right then left, 1 finger, on a touchscreen: 40mm in 200ms, 200mm/s"
      ),
      (
        "long-press", "600ms", ["moved": "right", "fingers": "3"],
        "long-press 500ms after moving right, 3 fingers, on a touchpad: 804ms"
      ),
      (
        "pan", "right", ["taps": "1", "device": "touchscreen"],
        "pan right, 1 finger, on a touchscreen, taps 1: 40mm in 400ms, 100mm/s"
      ),
      (
        "stroke", "circle", ["device": "touchscreen"],
        "stroke circle, 1 finger, on a touchscreen: 40mm in 512ms, 78mm/s"
      ),
    ] as [(String, String, [String: String], String)])
  func ideal(gesture: String, value: String, qualifiers: [String: String], text: String) throws {
    let showing = try Self.showing(gesture, value, qualifiers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    #expect(showing.gestures(in: Self.context("rules: []\n")).first?.text(in: showing) == text)
  }

  /// The showing of three fingers that tap a touchpad: libinput reports it after their contacts have lifted. Before
  /// that, one finger points.
  private static func taps(_ count: Int, reportedAfter delay: Int64) -> [Showing] {
    let pad = Device(
      id: DeviceID(1), name: "Pad", kind: .touchpad, size: Size(width: 100, height: 60), isBuiltIn: true, contacts: .all
    )
    var reader = ShowingReader(settling: Recognition.settling)
    var showings: [Showing] = []
    func say(_ milliseconds: Int64, _ kinds: TouchEvent.Kind...) {
      for kind in kinds {
        reader.handle(
          TouchEvent(time: Timestamp(microseconds: 1000 * milliseconds), device: pad.id, kind: kind), into: &showings)
      }
    }
    say(0, .deviceAdded(pad), .touchDown(slot: 0, Point(x: 50, y: 30)), .touchFrame)
    for step in 1...5 {
      say(Int64(step) * 20, .touchMotion(slot: 0, Point(x: 50 + Double(step) * 4, y: 30)), .touchFrame)
    }
    say(120, .touchUp(slot: 0), .touchFrame)
    for tap in 0..<Int64(count) {
      let start = 150 + 250 * tap
      for slot in 0..<3 { say(start, .touchDown(slot: slot, Point(x: 30 + 15 * Double(slot), y: 30))) }
      say(start, .fingerCount(3), .touchFrame)
      for slot in 0..<3 { say(start + 60, .touchUp(slot: slot)) }
      say(start + 60, .fingerCount(0), .touchFrame)
      say(start + 60 + delay, .tap(fingers: 3, lasted: .milliseconds(60)))
    }
    reader.finish(into: &showings)
    return showings
  }

  @Test("a tap on a touchpad whose contacts are read is shown once, whenever libinput reports it", arguments: [0, 180])
  func lateTap(delay: Int64) {
    let context = Self.context("rules: []\n")
    for (count, name) in [(1, "single"), (2, "double")] {
      let showings = Self.taps(count, reportedAfter: delay)
      #expect(showings.count == 2 && showings.first?.isIncidental == true)
      #expect(showings.map { $0.gestures(in: context).first?.text } == [nil, "tap \(name), 3 fingers, on a touchpad"])
    }
  }

  @Test("a gesture during which the picture under a touchscreen turns is no showing, and the next counts as turned")
  func turned() {
    let screen = Device(
      id: DeviceID(1), name: "Screen", kind: .touchscreen, size: Size(width: 300, height: 200), isBuiltIn: true)
    var reader = ShowingReader(settling: Recognition.settling)
    var showings: [Showing] = []
    var now = Timestamp.zero
    func say(_ kinds: TouchEvent.Kind...) {
      for kind in kinds { reader.handle(TouchEvent(time: now, device: screen.id, kind: kind), into: &showings) }
      now = now + .milliseconds(10)
    }
    func swipe(turning: Bool = false) {
      for step in 0...20 {
        let point = Point(x: 100 + Double(step) * 4, y: 100)
        say(step == 0 ? .touchDown(slot: 0, point) : .touchMotion(slot: 0, point), .touchFrame)
        if turning, step == 10 {
          reader.replacePanels(with: [Panel(output: "eDP-1", size: nil, turn: SurfaceTurn(.right))])
        }
      }
      say(.touchUp(slot: 0), .touchFrame)
      now = now + .seconds(1)
      reader.expire(at: now, into: &showings)
    }
    func shown() -> [String?] {
      defer { showings = [] }
      return showings.map { $0.gestures(in: Self.context("rules: []\n")).first?.text }
    }
    say(.deviceAdded(screen))
    swipe()
    #expect(shown() == ["swipe right, 1 finger, on a touchscreen"])
    swipe(turning: true)
    #expect(shown().allSatisfy { $0 == nil })
    swipe()
    #expect(shown() == ["swipe down, 1 finger, on a touchscreen"])
  }

  @Test("two gestures differ in what their rules would")
  func differences() throws {
    func gesture(_ gesture: String, _ value: String, _ qualifiers: [(String, String)]) throws -> ShownGesture {
      let showing = try Self.showing(gesture, value, qualifiers)
      return try #require(showing.gestures(in: Self.context("rules: []\n")).first)
    }
    let left = try gesture("swipe", "left", [("fingers", "3")])
    #expect(left.differences(from: left) == [])
    #expect(
      try gesture("swipe", "up", [("fingers", "4")]).differences(from: left) == ["up, not left", "4 fingers, not 3"])
    #expect(
      try gesture("pan", "left", [("fingers", "3"), ("speed", "20mm/s")]).differences(from: left) == ["pan, not swipe"])
    let edge = try gesture("swipe", "left", [("edge", "right")])
    #expect(
      edge.differences(from: left) == [
        "1 finger, not 3", "from the right edge", "on a touchscreen, not on a touchpad",
      ])
    #expect(left.differences(from: edge).contains("not from the right edge"))
    let press = try gesture("long-press", "1s", [("device", "touchscreen")])
    let tapped = try gesture("long-press", "1s", [("device", "touchscreen"), ("taps", "1")])
    #expect(tapped.differences(from: press) == ["taps 1, not 0"])
  }
}
