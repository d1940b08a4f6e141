@testable import Engine
import Gestures
@testable import Hands
import Rules
import RulesFile
import Testing
import Time
import Touch

@Suite("Commands that are fed a gesture")
struct FeedTests {
  private let world = World()
  private let slider = Action.feed("slow slider")

  @Test(
    "a command is started at the beginning, and gets a line for each phase of its own gesture",
    arguments: [
      Gesture.Phase.ended, .cancelled,
    ])
  func phases(last: Gesture.Phase) {
    var performer = Performer()
    world.play(&performer, .pan(.began), [slider])
    world.play(&performer, .pan(.changed, 4))
    world.play(&performer, .pan(.changed, 4, rule: 1))
    world.play(&performer, .pan(.changed, 4, device: 1))
    world.play(&performer, .pan(.changed, 8))
    #expect(!performer.isIdle)
    world.play(&performer, .pan(last, 8), [.shell("a")])
    #expect(
      world.takeEvents() == [
        "start slow slider", "feed 1 began", "feed 1 changed", "feed 1 changed", "feed 1 \(last)", "start a",
      ])
    #expect(performer.isIdle)
    world.play(&performer, .pan(.changed, 9))
    #expect(world.takeEvents() == [])
  }

  @Test("two gestures of a rule have a process each, and a gesture that begins again gets another")
  func processes() {
    var performer = Performer()
    world.play(&performer, .pan(.began), [slider])
    world.play(&performer, .pan(.began, device: 1), [slider])
    world.play(&performer, .pan(.ended))
    world.play(&performer, .pan(.began), [slider])
    world.play(&performer, .pan(.ended, device: 1))
    world.play(&performer, .pan(.ended))
    #expect(
      world.takeEvents() == [
        "start slow slider", "feed 1 began", "start slow slider", "feed 2 began", "feed 1 ended", "start slow slider",
        "feed 3 began", "feed 2 ended", "feed 3 ended",
      ])
  }

  @Test("a command that has ended, or does not run, is fed nothing more")
  func endedEarly() {
    var performer = Performer()
    world.play(&performer, .pan(.began), [.feed("short"), .feed("missing")])
    world.play(&performer, .pan(.changed, 4))
    #expect(performer.isIdle)
    world.play(&performer, .pan(.ended, 4))
    #expect(
      world.takeEvents() == [
        "start short", "feed 1 began", "! r:1: cannot start 'missing': No such file or directory", "feed 2 began",
      ])
  }

  @Test("the end is not delayed by keys of another rule, and keys that are dropped leave the command fed")
  func besidesKeys() {
    world.readyAt = 500_000
    var performer = Performer()
    world.play(&performer, .pan(.began), [slider])
    _ = world.perform(&performer, [.keys("1")], location: "r:2", gesture: .swipe)
    performer.releaseEverything(at: .zero)
    _ = world.perform(&performer, gesture: .pan(.changed, 1))
    _ = world.perform(&performer, [.keys("2")], location: "r:2", gesture: .swipe)
    _ = world.perform(&performer, gesture: .pan(.ended, 1))
    let events = world.takeEvents()
    #expect(events.filter { $0.hasPrefix("feed") } == ["feed 1 began", "feed 1 changed", "feed 1 ended"])
    #expect(!events.contains("+2"))
  }

  @Test("a command after a wait that outlasts the gesture gets the beginning and the end")
  func afterWait() {
    var performer = Performer()
    let next = world.perform(&performer, [.wait(.milliseconds(500)), slider], gesture: .pan(.began))
    world.now = 100_000
    _ = world.perform(&performer, gesture: .pan(.changed, 1))
    _ = world.perform(&performer, gesture: .pan(.ended, 1))
    world.run(&performer, from: next)
    #expect(world.takeEvents() == ["start slow slider", "feed 1 began", "feed 1 ended"])
    #expect(performer.isIdle)
  }

  @Test("beyond the limit of commands none is started, which is reported, and none is fed")
  func limit() {
    var performer = Performer()
    for number in 0..<Performer.commandLimit { world.play(&performer, .pan(.began, device: number), [slider]) }
    _ = world.takeEvents()
    world.play(&performer, .pan(.began, device: 500), [slider])
    world.play(&performer, .pan(.ended, device: 500))
    #expect(world.takeEvents() == ["! r:1: 128 commands of rules are running: 'slow slider' was not started"])
  }

  /// The effects while three fingers move on by 1,000 changes, after the beginning of their pan.
  private func effects(of actions: String) throws -> (movement: [Effect], end: [Effect]) {
    let file = RulesFile.check(text: "rules: [{pan: right, fingers: 3, \(actions)}]\n", name: "rules.yml")
    var engine = Engine(try #require(file.rules, "\(file.diagnostics)"))
    var effects: [Effect] = []
    func handle(_ kind: TouchEvent.Kind, at time: Int64) {
      let time = Timestamp(microseconds: time)
      engine.handle(.touch(TouchEvent(time: time, device: DeviceID(0), kind: kind)), at: time, into: &effects)
    }
    let pad = Device(id: DeviceID(0), name: "Pad", kind: .touchpad, size: Size(width: 100, height: 70))
    handle(.deviceAdded(pad), at: 0)
    handle(.swipeBegin(fingers: 3), at: 1000)
    handle(.swipeUpdate(fingers: 3, delta: Vector(dx: 10, dy: 0)), at: 8000)
    effects.removeAll()
    for step in 1...1000 {
      handle(.swipeUpdate(fingers: 3, delta: Vector(dx: 0.05, dy: 0)), at: Int64(8000 + 7000 * step))
    }
    let movement = effects
    effects.removeAll()
    handle(.swipeEnd(fingers: 3, cancelled: false), at: 8_000_000)
    return (movement, effects)
  }

  @Test("movement costs a rule that feeds one line each, and another rule nothing")
  func movement() throws {
    let fed = try effects(of: "begin: {feed: slider}")
    #expect(fed.movement.count == 1000)
    #expect(
      fed.movement.allSatisfy {
        if case .feed(_, let context) = $0 { context.gesture.phase == .changed } else { false }
      })
    #expect(fed.end.contains { if case .feed(_, let context) = $0 { context.gesture.phase == .ended } else { false } })
    #expect(try effects(of: "begin: slider").movement.isEmpty)
  }

  @Test("a gesture after taps is fed from its beginning to its end, and not if the taps are missing or too early")
  func afterTaps() throws {
    let rules = try #require(
      RulesFile.check(
        text: "rules: [{pan: right, fingers: 3, taps: 1, begin: {feed: slider}}]\n", name: "rules.yml"
      ).rules)
    func phases(taps: Int, gap: Int = 120) -> [Gesture.Phase] {
      var hand = Hand()
      for _ in 0..<taps {
        hand.tap(3)
        hand.wait(gap)
      }
      hand.land(3)
      hand.move(20, 0)
      hand.lift()
      var engine = Engine(rules)
      var effects: [Effect] = []
      for event in hand.events {
        while let due = engine.deadline, due <= event.time { engine.handle(.timePassed, at: due, into: &effects) }
        engine.handle(.touch(event), at: event.time, into: &effects)
      }
      while let due = engine.deadline { engine.handle(.timePassed, at: due, into: &effects) }
      let starts = effects.count { if case .start = $0 { true } else { false } }
      let phases = effects.compactMap { effect -> Gesture.Phase? in
        if case .feed(_, let context) = effect { context.gesture.phase } else { nil }
      }
      #expect(starts == (phases.isEmpty ? 0 : 1))
      return phases
    }
    let fed = phases(taps: 1)
    #expect(fed.first == .began && fed.last == .ended)
    #expect(fed.dropFirst().dropLast().allSatisfy { $0 == .changed } && fed.count > 10)
    #expect(phases(taps: 0).isEmpty)
    #expect(phases(taps: 1, gap: 700).isEmpty)
  }

  @Test("gestures that rules, pauses and locks cancel end the input of their commands")
  func interruptions() throws {
    let file = RulesFile.check(text: "rules: [{pan: right, fingers: 3, begin: {feed: slider}}]\n", name: "rules.yml")
    let rules = try #require(file.rules)
    for input: Engine.Input in [
      .rules(RuleSet()), .pause(lasting: nil), .lock(true, from: .compositor),
      .session(SessionReport(isPresent: false, lock: nil)), .stop,
      .touch(TouchEvent(time: Timestamp(microseconds: 9000), device: DeviceID(0), kind: .deviceRemoved)),
    ] {
      var engine = Engine(rules)
      var effects: [Effect] = []
      let pad = Device(id: DeviceID(0), name: "Pad", kind: .touchpad, size: Size(width: 100, height: 70))
      for (time, kind) in [
        (0, TouchEvent.Kind.deviceAdded(pad)), (1000, .swipeBegin(fingers: 3)),
        (8000, .swipeUpdate(fingers: 3, delta: Vector(dx: 10, dy: 0))),
      ] {
        let time = Timestamp(microseconds: Int64(time))
        engine.handle(.touch(TouchEvent(time: time, device: DeviceID(0), kind: kind)), at: time, into: &effects)
      }
      #expect(engine.isFeeding == true)
      effects.removeAll()
      engine.handle(input, at: Timestamp(microseconds: 9000), into: &effects)
      #expect(
        effects.contains { if case .feed(_, let context) = $0 { context.gesture.phase == .cancelled } else { false } },
        "\(input)")
      #expect(engine.isFeeding == false, "\(input)")
    }
  }
}
