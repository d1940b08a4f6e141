import Engine
import Gestures
@testable import Hands
import Rules
import RulesFile
import Testing
import Time
import Touch

/// Rules that are replaced while something is under way, as the daemon handles events.
@Suite("Rules are replaced while fingers are down")
struct ReplacedRulesTests {
  private static let screen = Device(
    id: DeviceID(2), name: "Screen", kind: .touchscreen, size: Size(width: 200, height: 100))

  private struct Run: ~Copyable {
    var engine = Engine()
    private var effects: [Effect] = []
    var gestures: [String] = []

    init(_ rules: String) throws { try self.init(file: "rules:\n\(rules)") }

    init(file: String) throws {
      try replaceRules(withFile: file)
      play(0, .deviceAdded(ReplacedRulesTests.screen))
    }

    mutating func replaceRules(with rules: String, at milliseconds: Int64 = 0) throws {
      try replaceRules(withFile: "rules:\n\(rules)", at: milliseconds)
    }

    mutating func replaceRules(withFile text: String, at milliseconds: Int64 = 0) throws {
      let file = RulesFile.check(text: text, name: "rules.yml")
      let rules = try #require(file.rules, "\(file.diagnostics)")
      handle(.rules(rules), at: milliseconds)
    }

    mutating func handle(_ input: Engine.Input, at milliseconds: Int64) {
      engine.handle(input, at: Timestamp(microseconds: milliseconds * 1000), into: &effects)
      note()
    }

    mutating func play(_ milliseconds: Int64, _ kinds: TouchEvent.Kind...) {
      let time = Timestamp(microseconds: milliseconds * 1000)
      while let due = engine.deadline, due <= time { handle(.timePassed, at: due.microseconds / 1000) }
      for kind in kinds {
        engine.handle(.touch(TouchEvent(time: time, device: DeviceID(2), kind: kind)), at: time, into: &effects)
        note()
      }
    }

    private mutating func note() {
      for case .gesture(let gesture, let rule, _) in effects {
        gestures.append("\(gesture.kind) \(gesture.phase) \(rule.map { "rule \($0.position)" } ?? "")")
      }
      effects.removeAll()
    }
  }

  @Test("a mode that the cancelled gesture's rule sets ends with the old rules")
  func mode() throws {
    var run = try Run("  - {pan: any, fingers: 1, begin: {mode: a}, cancel: {mode: b}}\n")
    run.play(100, .touchDown(slot: 0, Point(x: 50, y: 50)), .touchFrame)
    run.play(300, .touchMotion(slot: 0, Point(x: 80, y: 50)), .touchFrame)
    #expect(run.engine.situation.mode == "a")
    try run.replaceRules(
      with: """
          - {tap: 1, fingers: 2, do: none}
          - {tap: 1, fingers: 1, do: none}
          - {tap: 1, fingers: 3, do: none}

        """, at: 310)
    #expect(run.engine.situation.mode == "default")
    #expect(run.engine.modeDeadline == nil)
    run.play(320, .touchUp(slot: 0), .touchFrame)
    run.play(1000, .touchDown(slot: 0, Point(x: 50, y: 50)), .touchFrame)
    run.play(1050, .touchUp(slot: 0), .touchFrame)
    #expect(run.gestures == ["pan began rule 0", "pan cancelled rule 0", "tap recognized rule 1"])
  }

  /// A sequence of two swipes, one of two gestures of a touch, and rules for their steps.
  private static let sequences = """
    gestures:
      both: [{swipe: left, fingers: 3}, {swipe: right, fingers: 3}]
      rested: [{long-press: 300ms, fingers: 2}, {swipe: up, fingers: 2, same-touch: true}]
    rules:
      - {gesture: both, device: touchscreen, do: none}
      - {gesture: rested, device: touchscreen, do: none}
      - {swipe: [left, right], fingers: 3, do: none}
      - {long-press: 300ms, fingers: 2, device: touchscreen, begin: none}

    """

  /// The acts on a hand if the rules are replaced by the same ones at a time.
  private func acts(on hand: Hand, replacing milliseconds: Int64? = nil) throws -> [String] {
    var run = try Run(file: Self.sequences)
    var time = milliseconds
    for event in hand.events.dropFirst() {
      if let due = time, due * 1000 <= event.time.microseconds {
        run.play(due)
        try run.replaceRules(withFile: Self.sequences, at: due)
        time = nil
      }
      run.play(event.time.microseconds / 1000, event.kind)
    }
    run.play(10_000)
    #expect(run.engine.isAtRest == true)
    return run.gestures
  }

  @Test("a sequence whose rules are replaced between its steps is not made: the next step acts by its own rule")
  func betweenSteps() throws {
    var hand = Hand(on: Self.screen)
    for way in [-30.0, 30] {
      hand.land(3)
      hand.move(way, 0)
      hand.lift()
      hand.wait(200)
    }
    #expect(try acts(on: hand) == ["swipe recognized rule 0"])
    #expect(try acts(on: hand, replacing: 1400) == ["swipe recognized rule 2"])
    // In the middle of a step: its fingers make nothing until they have lifted.
    #expect(try acts(on: hand, replacing: 1050) == ["swipe recognized rule 2"])
    #expect(try acts(on: hand, replacing: 1250) == ["swipe recognized rule 2"])
    #expect(try acts(on: hand, replacing: 1600) == [])
  }

  @Test("fingers whose rules are replaced between two steps of one touch make neither, nor the rule of the first one")
  func inOneTouch() throws {
    var hand = Hand(on: Self.screen)
    hand.land(2)
    hand.wait(500)
    hand.move(0, -30)
    hand.lift()
    #expect(try acts(on: hand) == ["swipe recognized rule 1"])
    #expect(try acts(on: hand, replacing: 1400) == [])
    #expect(try acts(on: hand, replacing: 1200) == [])
    #expect(try acts(on: hand, replacing: 2000) == ["swipe recognized rule 1"])
  }

  @Test("events that follow those that wait for the window are not handled before them")
  func window() throws {
    var run = try Run("  - {tap: 1, fingers: 1, when: {under: {app: firefox}}, do: none}\n")
    run.play(100, .touchDown(slot: 0, Point(x: 50, y: 50)), .touchFrame)
    try run.replaceRules(with: "  - {tap: 1, fingers: 1, do: none}\n", at: 110)
    run.play(150, .touchUp(slot: 0), .touchFrame)
    run.play(400)
    #expect(run.engine.isAtRest == true)
    #expect(run.gestures == ["tap recognized rule 0"])
  }
}
