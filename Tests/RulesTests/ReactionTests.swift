import Rules
import Testing
import Time
import Touch

@testable import Gestures

@Suite("Reactions")
struct ReactionTests {
  /// The commands of `rule` at each of these moments, given as phase and number of steps.
  private func done(_ rule: String, _ moments: (Gesture.Phase, Int)...) throws -> [String] {
    let rules = try #require(read("rules: [{\(rule)}]"))
    return moments.map { phase, steps in
      let gesture = Gesture(
        time: .zero, device: DeviceID(0), kind: .pan, phase: phase, fingers: 1, translation: .zero, velocity: .zero,
        steps: steps, trigger: 0, rule: 0)
      let actions = rules.index(for: gesture).map { rules[$0].actions(for: gesture) } ?? []
      return actions.map { if case .shell(let command) = $0 { command } else { "?" } }.joined(separator: " ")
    }
  }

  @Test("a discrete gesture runs its actions once")
  func discrete() throws {
    #expect(try done("swipe: up, do: [a, b]", (.recognized, 0)) == ["a b"])
    #expect(try done("swipe: up, at: end, do: a", (.recognized, 0)) == ["a"])
  }

  @Test("without steps 'do' runs once: at the beginning, or at the end if so configured")
  func once() throws {
    #expect(try done("pan: up, do: a", (.began, 0), (.changed, 0), (.ended, 0), (.cancelled, 0)) == ["a", "", "", ""])
    #expect(
      try done("pan: up, at: end, do: a", (.began, 0), (.changed, 0), (.ended, 0), (.cancelled, 0))
        == ["", "", "a", ""])
  }

  @Test("'begin' runs first, 'end' last, and 'do' or the steps between them")
  func order() throws {
    #expect(try done("pan: up, begin: b, do: a, end: e", (.began, 0), (.ended, 0)) == ["b a", "e"])
    #expect(try done("pan: up, begin: b, do: a, end: e, at: end", (.began, 0), (.ended, 0)) == ["b", "a e"])
    #expect(try done("pan: up, begin: b, every: 5mm, do: a, end: e", (.began, 1), (.ended, 1)) == ["b a", "a e"])
  }

  @Test("each step runs 'do', each step backwards 'back'")
  func steps() throws {
    #expect(
      try done("pan: up, every: 5mm, do: a, back: b", (.began, 0), (.changed, 2), (.changed, 0), (.changed, -3))
        == ["", "a a", "", "b b b"])
    #expect(try done("pan: up, every: 5mm, do: a", (.changed, 1), (.changed, -1)) == ["a", ""])
    #expect(try done("pan: up, every: 5mm, back: b", (.changed, 1), (.changed, -1)) == ["", "b"])
  }

  @Test("a cancelled gesture runs 'end' unless the rule has 'cancel'")
  func cancel() throws {
    #expect(try done("pan: up, begin: b, end: e", (.cancelled, 0)) == ["e"])
    #expect(try done("pan: up, begin: b, end: e, cancel: c", (.ended, 0), (.cancelled, 0)) == ["e", "c"])
    #expect(try done("pan: up, begin: b, cancel: c", (.ended, 0), (.cancelled, 0)) == ["", "c"])
    #expect(try done("pan: up, at: end, do: a, end: e", (.cancelled, 0)) == ["e"])
  }

  @Test("a rule with keys anywhere requires a keyboard")
  func keyboard() throws {
    for moment in ["begin", "end", "cancel"] {
      #expect(try #require(read("rules: [{pan: up, \(moment): {keys: a}}]")).needsKeyboard)
    }
    #expect(try #require(read("rules: [{pan: up, every: 5mm, do: a, back: {keys: a}}]")).needsKeyboard)
    #expect(try !#require(read("rules: [{pan: up, every: 5mm, do: a, back: b}]")).needsKeyboard)
  }

  @Test("clicking, scrolling and moving require a pointer, and a keyboard only for modifiers")
  func pointer() throws {
    for action in ["{click: left}", "{scroll: {down: 2}}", "{scroll: fingers}", "{drag: left}", "{pointer: fingers}"] {
      let rules = try #require(read("rules: [{pan: up, begin: \(action)}]"))
      #expect(rules.needsPointer)
      #expect(!rules.needsKeyboard)
    }
    #expect(try #require(read("rules: [{pan: up, drag: super+left}]")).needsKeyboard)
    #expect(try !#require(read("rules: [{pan: up, begin: {hold: a}, end: {type: b}}]")).needsPointer)
  }

  @Test(
    "a drag goes on to the last lift and at the edge, unless the rule says otherwise; other gestures do if it says so")
  func drags() throws {
    func goesOn(_ keys: String) throws -> (Bool, Double) {
      let trigger = try #require(read("rules: [{pan: any, fingers: 3, \(keys)}]")).triggers[0]
      return (trigger.endsAtLastLift, trigger.edgeSpeed)
    }
    #expect(try goesOn("drag: left") == (true, 50))
    #expect(try goesOn("drag: left, lift: first") == (false, 50))
    #expect(try goesOn("drag: left, edge-speed: 0mm/s") == (true, 0))
    #expect(try goesOn("begin: {drag: left}") == (false, 0))
    #expect(try goesOn("begin: {drag: left}, lift: last, edge-speed: 8cm/s") == (true, 80))
  }

  @Test("the speed at the edge is an error in a rule for touchscreens")
  func edgeOfTouchscreen() {
    let text = check("rules: [{pan: any, fingers: 2, device: touchscreen, drag: left, edge-speed: 50mm/s}]")
    #expect(
      text.contains("rules.yml:1:65: error: 'edge-speed' is for touchpads, and this rule is for touchscreens"),
      "\(text)")
  }

  @Test("rules with 'also' run alongside others, even for the same gesture")
  func simultaneous() throws {
    let text = "rules: [{pan: up, also: true, do: a}, {pan: up, also: true, do: b}, {pan: up, do: c}]"
    let rules = try #require(read(text))
    #expect(rules.triggers.count == 3)
  }
}
