import Engine
import Gestures
@testable import Hands
import Rules
import RulesFile
import Testing
import Time
import Touch

@Suite("Programs that are asked whether a gesture may begin")
struct QuestionTests {
  /// Runs an engine with programs that answer after a time, and records what starts.
  private struct Run: ~Copyable {
    var engine: Engine
    /// The answer to each command, and its time in ms; nil for one that never answers.
    var answers: [String: (answer: QuestionAnswer, after: Int)]
    var lines: [String] = []
    private var due: [(time: Timestamp, question: Question, answer: QuestionAnswer)] = []

    init(_ rules: RuleSet, _ answers: [String: (answer: QuestionAnswer, after: Int)]) {
      engine = Engine(rules)
      self.answers = answers
    }

    init(_ rules: [Rule], _ answers: [String: (answer: QuestionAnswer, after: Int)]) {
      self.init(RuleSet(rules), answers)
    }

    mutating func play(_ events: [TouchEvent], until end: Int64 = 5_000) {
      for event in events {
        advance(to: event.time)
        handle(.touch(event), at: event.time)
      }
      advance(to: Timestamp(microseconds: end * 1000))
    }

    private mutating func advance(to time: Timestamp) {
      while true {
        let next = [engine.deadline, due.map(\.time).min()].compactMap { $0 }.min()
        guard let next, next <= time else { return }
        if let index = due.firstIndex(where: { $0.time <= next }) {
          let one = due.remove(at: index)
          handle(.answer(one.answer, to: one.question), at: next)
        } else {
          handle(.timePassed, at: next)
        }
      }
    }

    private mutating func handle(_ input: Engine.Input, at time: Timestamp) {
      var effects: [Effect] = []
      engine.handle(input, at: time, into: &effects)
      while !effects.isEmpty {
        let effect = effects.removeFirst()
        let now = time.microseconds / 1000
        switch effect {
        case .ask(let question, let context):
          lines.append("\(now) ask \(question.command) for \(context.gesture.fingers)")
          if let (answer, after) = answers[question.command] {
            due.append((time + .milliseconds(after), question, answer))
          }
        case .stopAsking(let question):
          lines.append("\(now) kill \(question.command)")
          due.removeAll { $0.question == question }
        case .start(let start):
          lines.append("\(now) \(start.command)")
          engine.handle(.commandEnded(start.id), at: time, into: &effects)
        case .report(let failure): lines.append("\(now) \(failure)")
        default: break
        }
      }
    }
  }

  private static func rule(_ pattern: Pattern, _ fingers: Int, _ action: String, ask: Question? = nil) -> Rule {
    Rule(
      trigger: Trigger(pattern, fingers: fingers...fingers), condition: Condition(ask.map { [.ask($0)] } ?? []),
      reaction: Reaction([.run([action])]), location: "rules.yml:\(action)")
  }

  private static let swipe = Pattern.swipe(SwipePattern(.left))
  /// It lands at 1000 ms, and has moved by 12 mm at 1120 ms.
  private static func hand(lifts: Bool = true) -> Hand {
    var hand = Hand()
    hand.land(3)
    hand.move(-20, 0)
    if lifts { hand.lift() }
    return hand
  }

  private func lines(
    _ answer: (answer: QuestionAnswer, after: Int)?, within: Duration = .milliseconds(200), others: [Rule] = [],
    _ events: [TouchEvent] = hand().events
  ) -> [String] {
    var run = Run(
      [Self.rule(Self.swipe, 3, "asked", ask: Question("q", within: within))] + others, answer.map { ["q": $0] } ?? [:])
    run.play(events)
    return run.lines
  }

  @Test("a yes before the gesture costs nothing: it acts when it would without the question")
  func yes() {
    #expect(lines((.yes, 5)) == ["1000 ask q for 3", "1120 asked"])
    #expect(lines((.yes, 120)) == ["1000 ask q for 3", "1120 asked"])
  }

  @Test("the gesture waits for a yes that is later, and acts then")
  func waits() { #expect(lines((.yes, 180)) == ["1000 ask q for 3", "1180 asked"]) }

  @Test("after a no nothing happens, or the next rule acts, at its own time")
  func no() {
    let other = Self.rule(Self.swipe, 3, "other")
    #expect(lines((.no, 5)) == ["1000 ask q for 3"])
    #expect(lines((.no, 5), others: [other]) == ["1000 ask q for 3", "1120 other"])
    #expect(lines((.no, 170), others: [other]) == ["1000 ask q for 3", "1170 other"])
  }

  @Test("a program that never answers is killed when its time is over, and has refused")
  func never() {
    let other = Self.rule(Self.swipe, 3, "other")
    #expect(
      lines(nil, others: [other]) == [
        "1000 ask q for 3", "1200 kill q",
        "1200 rules.yml:asked: 'q' (ask) took longer than 200 ms: the gesture does not begin until it answers",
        "1200 other",
      ])
    #expect(lines(nil, within: .milliseconds(50), others: [other]).last == "1120 other")
  }

  @Test("one that fails has refused, which is said once until it answers")
  func failure() {
    var hands = Hand()
    for _ in 0..<3 {
      hands.land(3)
      hands.move(-20, 0)
      hands.lift()
      hands.wait(500)
    }
    let failed = lines((.failed("ended with exit status 7; expected 0 (yes) or 1 (no)"), 5), hands.events)
    #expect(failed.count { $0.hasSuffix("ask q for 3") } == 3)
    #expect(failed.count { $0.contains("exit status 7") } == 1)
    #expect(failed.count { $0.hasSuffix(" asked") } == 0)
  }

  @Test("it is asked once for a touch, and again for the next one")
  func once() {
    var run = Run(
      [
        Self.rule(Self.swipe, 3, "left", ask: Question("q")),
        Self.rule(.swipe(SwipePattern(.right)), 3, "right", ask: Question("q")),
      ], ["q": (.yes, 5)])
    var hands = Self.hand()
    hands.wait(400)
    hands.land(3)
    hands.move(20, 0)
    hands.lift()
    run.play(hands.events)
    #expect(
      run.lines.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
        "ask q for 3", "left", "ask q for 3", "right",
      ])
  }

  @Test("fingers that cannot make the gesture ask nothing, and rules without a question do not wait for one")
  func others() {
    var two = Hand()
    two.land(2)
    two.move(-20, 0)
    two.lift()
    let other = Self.rule(Self.swipe, 2, "two")
    #expect(lines(nil, others: [other], two.events) == ["1120 two"])
    // Up is recognised while the program is still asked about left.
    var up = Hand()
    up.land(3)
    up.move(0, -20)
    up.lift()
    let above = Self.rule(.swipe(SwipePattern(.up)), 3, "up")
    #expect(lines((.no, 190), others: [above], up.events) == ["1000 ask q for 3", "1120 up"])
  }

  @Test("a gesture of time and one of a lift wait as well")
  func timed() {
    var rest = Hand()
    rest.land(1)
    rest.wait(900)
    rest.lift()
    var run = Run(
      [Self.rule(.longPress(LongPressPattern(.milliseconds(300))), 1, "rest", ask: Question("q", within: .seconds(1)))],
      ["q": (.yes, 700)])
    run.play(rest.events)
    #expect(run.lines == ["1000 ask q for 1", "1700 rest"])
    var tap = Hand()
    tap.tap(1)
    var taps = Run([Self.rule(.tap(TapPattern()), 1, "tap", ask: Question("q"))], ["q": (.yes, 150)])
    taps.play(tap.events)
    #expect(taps.lines == ["1000 ask q for 1", "1150 tap"])
  }

  @Test("of a gesture that goes on, everything comes after the answer, in order")
  func continuous() {
    var rule = Self.rule(.pan(PanPattern(.left, step: 5)), 3, "step", ask: Question("q"))
    rule.reaction = Reaction([.run(["step"])], at: .step, begin: [.run(["begin"])], end: [.run(["end"])])
    var (asking, plain) = (rule, rule)
    asking.condition = Condition([.ask(Question("q"))])
    plain.condition = Condition()
    func lines(_ rule: Rule) -> [Substring] {
      var run = Run([rule], ["q": (.yes, 150)])
      run.play(Self.hand().events)
      return run.lines.flatMap { $0.split(separator: " ", maxSplits: 1) }
    }
    let (asked, others) = (lines(asking), lines(plain))
    #expect(asked.prefix(4) == ["1000", "ask q for 3", "1150", "begin"])
    func actions(_ lines: [Substring]) -> [Substring] { lines.filter { Int($0) == nil && !$0.hasPrefix("ask") } }
    #expect(actions(asked) == actions(others) && actions(others).count > 4)
    #expect(asked.suffix(2) == others.suffix(2))
  }

  @Test("of two gestures that may go side by side, each begins by its own answer")
  func sideBySide() throws {
    var hand = Hand()
    hand.land(2)
    hand.wait(20)
    hand.spread(to: 1.6)
    hand.turn(40)
    hand.lift()
    func lines(_ asking: String, _ answer: QuestionAnswer, after: Int) throws -> [String] {
      let rules = [("pinch", "zoom"), ("rotate", "turn")].map { key, name in
        "{\(key): any, fingers: 2, device: touchscreen, name: \(name), begin: '\(name)', end: '\(name)-end'"
          + (name == "turn" ? ", with: zoom" : "") + (name == asking ? ", ask: {execute: q, within: 500ms}}" : "}")
      }
      let file = RulesFile.check(text: "rules: [\(rules.joined(separator: ", "))]\n", name: "rules.yml")
      var run = Run(try #require(file.rules, "\(file.diagnostics)"), ["q": (answer, after)])
      run.play(hand.events)
      return run.lines.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    }
    let asked = "ask q for 2"
    for asking in ["zoom", "turn"] {
      #expect(try lines(asking, .yes, after: 5) == [asked, "zoom", "turn", "zoom-end", "turn-end"])
      let other = asking == "zoom" ? "turn" : "zoom"
      #expect(try lines(asking, .no, after: 5) == [asked, other, "\(other)-end"])
      #expect(try lines(asking, .no, after: 450) == [asked, other, "\(other)-end"])
    }
    // The gesture that is held back comes after the other one, and in order.
    let late = try lines("zoom", .yes, after: 450)
    #expect(late.sorted() == [asked, "turn", "turn-end", "zoom", "zoom-end"])
    #expect(late.filter { $0.hasPrefix("zoom") } == ["zoom", "zoom-end"])
  }

  @Test("other rules, a pause and the end of the program leave nothing that waits")
  func interruptions() {
    for input in [Engine.Input.rules(RuleSet()), .stop, .finish] {
      var run = Engine(RuleSet([Self.rule(Self.swipe, 3, "asked", ask: Question("q"))]))
      var effects: [Effect] = []
      for event in Self.hand(lifts: false).events { run.handle(.touch(event), at: event.time, into: &effects) }
      #expect(run.isAtRest == false)
      effects = []
      run.handle(input, at: Timestamp(microseconds: 1_250_000), into: &effects)
      #expect(effects.contains { if case .stopAsking = $0 { true } else { false } })
      #expect(!effects.contains { if case .start = $0 { true } else { false } })
    }
  }
}
