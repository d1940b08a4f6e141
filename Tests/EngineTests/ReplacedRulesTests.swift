import Engine
import Gestures
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

    init(_ rules: String) throws {
      try replaceRules(with: rules)
      play(0, .deviceAdded(ReplacedRulesTests.screen))
    }

    mutating func replaceRules(with rules: String, at milliseconds: Int64 = 0) throws {
      let rules = try #require(RulesFile.check(text: "rules:\n\(rules)", name: "rules.yml").rules)
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
