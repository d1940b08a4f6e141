@testable import Engine
import Gestures
import Rules
import Testing
import Time

@Suite("Commands of steps")
struct StepCommandTests {
  private let world = World()

  private static let trigger = Trigger(.pan(PanPattern(.any)), fingers: 3...3)

  /// A rule at r:1 with these actions at each step.
  private func rule(_ act: [Action], back: [Action] = [], end: [Action] = []) -> Rule {
    Rule(trigger: Self.trigger, reaction: Reaction(act, at: .step, back: back, end: end, cancel: end), location: "r:1")
  }

  /// Reports this number of steps to the performer.
  private func step(
    _ performer: inout Performer, _ rule: Rule, _ steps: Int, _ direction: Direction? = .up,
    phase: Gesture.Phase = .changed, until end: Int64 = 0
  ) {
    var gesture = Gesture.pan(phase)
    gesture.steps = steps
    gesture.direction = direction
    let next = world.perform(&performer, rule, gesture: gesture)
    world.run(&performer, from: next, until: world.now + end)
  }

  /// Ends the running commands, and reports their ends.
  private func end(_ performer: inout Performer) {
    world.running = []
    world.run(&performer, from: world.advance(&performer, at: Timestamp(microseconds: world.now)), until: world.now)
  }

  @Test("a command that has ended by the next step is started for each")
  func quick() {
    var performer = Performer()
    let rule = rule([.shell("a")], back: [.shell("b")])
    step(&performer, rule, 1)
    step(&performer, rule, 1)
    step(&performer, rule, -1)
    #expect(world.lines == ["0 start a (1)", "0 start a (1)", "0 start b (-1)"])
  }

  @Test("a command that still runs is started again when it ends, once for each step")
  func slow() {
    var performer = Performer()
    let rule = rule([.shell("slow")])
    step(&performer, rule, 2)
    step(&performer, rule, 1)
    #expect(world.lines == ["0 start slow (1)"])
    for _ in 0..<4 { end(&performer) }
    #expect(world.lines == Array(repeating: "0 start slow (1)", count: 3))
  }

  @Test("a command that could not be started drops the steps that waited for it")
  func refusedLater() throws {
    var performer = Performer()
    let rule = rule([.shell("slow")])
    step(&performer, rule, 3)
    performer.commandRefused(try #require(world.running.first), at: .zero)
    for _ in 0..<2 { end(&performer) }
    #expect(world.lines == ["0 start slow (1)"])
    step(&performer, rule, 1)
    #expect(world.lines.count == 2)
  }

  @Test("a command that reads SLEIGHT_STEPS is started once for all waiting steps", arguments: [false, true])
  func summed(withoutShell: Bool) {
    var performer = Performer()
    let action: Action = withoutShell ? .run(["slow", "SLEIGHT_STEPS"]) : .shell("slow $SLEIGHT_STEPS")
    let rule = rule([action], back: [action])
    step(&performer, rule, 3)
    step(&performer, rule, 4)
    step(&performer, rule, -1)
    for _ in 0..<2 { end(&performer) }
    #expect(world.lines.map { $0.suffix(3) } == ["(3)", "(3)"])
    step(&performer, rule, -5)
    #expect(world.lines.last?.hasSuffix("(-5)") == true)
  }

  @Test("a step back cancels a waiting step, and further ones start the other command")
  func undone() {
    var performer = Performer()
    let rule = rule([.shell("slow up")], back: [.shell("slow down")])
    step(&performer, rule, 3)
    step(&performer, rule, -2)
    for _ in 0..<2 { end(&performer) }
    #expect(world.takeEvents() == ["start slow up (1)"])
    step(&performer, rule, 2)
    step(&performer, rule, -3)
    for _ in 0..<4 { end(&performer) }
    #expect(world.takeEvents() == ["start slow up (1)", "start slow down (-1)", "start slow down (-1)"])
  }

  @Test("steps in another direction are not summed with earlier ones without 'back'")
  func directions() {
    var performer = Performer()
    let rule = rule([.shell("slow $SLEIGHT_STEPS")])
    step(&performer, rule, 1, .up)
    for direction in [Direction.up, .up, .left, .left, .up] { step(&performer, rule, 1, direction) }
    for _ in 0..<5 { end(&performer) }
    let seen = world.starts.map { "\($0.context.gesture.direction?.rawValue ?? "") \($0.steps)" }
    #expect(seen == ["up 1", "up 2", "left 2", "up 1"])
  }

  @Test("waiting steps run after the lift, then 'end'; keys do not wait for them")
  func rest() {
    var performer = Performer()
    let rule = rule([.shell("slow"), .keys("1")], end: [.shell("end"), .keys("2")])
    step(&performer, rule, 2, until: 10_000)
    step(&performer, rule, 0, phase: .ended, until: 10_000)
    #expect(world.takeEvents() == ["start slow (1)", "+1", "-1", "+1", "-1"])
    // Keys of other rules do not wait either.
    let next = world.perform(&performer, [.keys("3")], location: "r:2", gesture: .swipe)
    world.run(&performer, from: next, until: world.now + 10_000)
    #expect(world.takeEvents() == ["+3", "-3"])
  }

  @Test("'end' runs when the last waiting step has been started")
  func end() {
    var performer = Performer()
    let rule = rule([.shell("slow")], end: [.shell("end")])
    step(&performer, rule, 3)
    step(&performer, rule, 0, phase: .ended)
    end(&performer)
    #expect(world.takeEvents() == ["start slow (1)", "start slow (1)"])
    end(&performer)
    #expect(world.takeEvents() == ["start slow (1)", "start end"])
  }

  @Test("steps that have waited for five seconds are dropped and reported; 'end' runs")
  func patience() {
    var performer = Performer()
    let rule = rule([.shell("slow")], end: [.shell("end")])
    step(&performer, rule, 3)
    world.now = 1_000_000
    step(&performer, rule, 1)
    step(&performer, rule, 0, phase: .ended, until: 20_000_000)
    #expect(
      world.lines == [
        "0 start slow (1)",
        "6000000 ! r:1: 3 steps were dropped: 'slow' takes too long; a command that uses SLEIGHT_STEPS "
          + "runs once for all of them",
        "6000000 start end",
      ])
    end(&performer)
    #expect(world.lines.count == 3)
  }

  @Test("the message about dropped steps lacks the advice if the command reads SLEIGHT_STEPS")
  func patienceWithSum() {
    var performer = Performer()
    let rule = rule([.shell("slow $SLEIGHT_STEPS")])
    step(&performer, rule, 3)
    step(&performer, rule, 1, until: 20_000_000)
    #expect(world.lines.last == "5000000 ! r:1: 1 step was dropped: 'slow $SLEIGHT_STEPS' takes too long")
  }

  @Test("at most 64 starts wait; dropping more is reported once, until none waits")
  func limit() {
    var performer = Performer()
    let rule = rule([.shell("slow")], back: [.shell("slow back")])
    step(&performer, rule, 64)
    for _ in 0..<10 { step(&performer, rule, 1) }
    let message =
      "! r:1: 64 steps wait for 'slow': further steps are dropped; a command that uses SLEIGHT_STEPS runs once for all "
      + "of them"
    #expect(world.takeEvents() == ["start slow (1)", message])
    for _ in 0..<70 { end(&performer) }
    #expect(world.takeEvents() == Array(repeating: "start slow (1)", count: 64))
    step(&performer, rule, 64)
    for _ in 0..<2 { step(&performer, rule, 2) }
    #expect(world.takeEvents() == ["start slow (1)", message])
  }

  /// A rule that starts a command for each gesture.
  private func other(_ begin: [Action]) -> Rule {
    Rule(trigger: Self.trigger, reaction: Reaction(begin: begin), location: "r:2")
  }

  @Test("a failed start is reported, and each command beyond the limit of running ones")
  func missing() {
    var performer = Performer()
    step(&performer, rule([.run(["missing"])]), 1)
    for _ in 0..<Performer.commandLimit { step(&performer, other([.shell("slow")]), 0, phase: .began) }
    _ = world.takeEvents().count
    let rule = rule([.shell("a")])
    step(&performer, rule, 3)
    step(&performer, rule, 3)
    #expect(
      world.takeEvents()
        == Array(repeating: "! r:1: 128 commands of rules are running: 'a' was not started", count: 6))
    world.running.removeLast()
    world.advance(&performer, at: .zero)
    step(&performer, rule, 1)
    #expect(world.takeEvents() == ["start a (1)"])
  }

  @Test("a release of everything drops waiting steps")
  func released() {
    var performer = Performer()
    step(&performer, rule([.shell("slow")], end: [.shell("end")]), 3)
    _ = world.releaseEverything(&performer, at: .zero)
    end(&performer)
    #expect(world.lines == ["0 start slow (1)"])
    #expect(world.advance(&performer, at: .zero) == nil)
  }

  @Test("neither two rules nor two commands of one rule wait for each other")
  func others() {
    var performer = Performer()
    var other = rule([.shell("slow c")])
    other.location = "r:2"
    step(&performer, rule([.shell("slow a"), .shell("slow b")]), 1)
    step(&performer, other, 1)
    #expect(world.takeEvents() == ["start slow a (1)", "start slow b (1)", "start slow c (1)"])
  }

  @Test(
    "the commands' total equals the fingers' position in the end, however slow they are",
    arguments: ["slow", "slow $SLEIGHT_STEPS"])
  func sums(command: String) {
    var random = SystemRandomNumberGenerator()
    let rule = rule([.shell("\(command) do")], back: [.shell("\(command) back")])
    for _ in 0..<200 {
      let world = World()
      var performer = Performer()
      var position = 0
      for _ in 0..<100 {
        if Bool.random(using: &random) {
          let steps = Int.random(in: -3...3, using: &random)
          position += steps
          var gesture = Gesture.pan(.changed)
          gesture.steps = steps
          _ = world.perform(&performer, rule, gesture: gesture)
        } else {
          world.running = []
          _ = world.advance(&performer, at: .zero)
        }
        #expect(world.running.count <= 1)
      }
      while !world.running.isEmpty {
        world.running = []
        _ = world.advance(&performer, at: .zero)
      }
      let done = world.lines.map { Int($0.split(separator: "(").last?.dropLast() ?? "") ?? 0 }
      #expect(done.reduce(0, +) == position, "\(world.lines)")
      #expect(zip(world.lines, done).allSatisfy { $0.contains($1 < 0 ? "back" : "do") && $1 != 0 })
    }
  }
}
