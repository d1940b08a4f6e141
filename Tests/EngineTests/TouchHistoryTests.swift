@testable import Engine
import Gestures
import Rules
import RulesFile
import Testing
import Time
import Touch
import Trials

@testable import Hands

@Suite("The last touches are kept, with what acted on them")
struct TouchHistoryTests {
  private static let rules = """
      - {swipe: left, fingers: 3, name: next, do: none}
      - {pan: up, fingers: 2, begin: none, do: none}

    """

  /// An engine that keeps touches, as the daemon runs it.
  private struct Run: ~Copyable {
    var engine: Engine
    private var effects: [Effect] = []
    var probed = 0

    init(_ rules: String = TouchHistoryTests.rules, settings: String = "keep-positions: true") throws {
      engine = Engine()
      engine.keepTouches()
      handle(.rules(try Self.rules(rules, settings: settings)))
    }

    static func rules(_ rules: String, settings: String) throws -> RuleSet {
      try #require(RulesFile.check(text: "settings: {\(settings)}\nrules:\n\(rules)", name: "rules.yml").rules)
    }

    mutating func play(_ events: some Sequence<TouchEvent>) {
      for event in events {
        while let due = engine.deadline, due <= event.time { handle(.timePassed, at: due) }
        engine.handle(.touch(event), at: event.time, into: &effects)
        probed += effects.count { if case .startProbe = $0 { true } else { false } }
        effects.removeAll()
      }
    }

    mutating func handle(_ input: Engine.Input, at time: Timestamp = .zero) {
      engine.handle(input, at: time, into: &effects)
      effects.removeAll()
    }

    /// The kept touches: the device, the fingers and the rules that acted.
    var lines: [String] {
      engine.keptTouches.map { touch, _ in
        (["\(touch.device.name) \(touch.fingers)"] + touch.deeds.map { "\($0.name ?? $0.rule) \($0.gesture)" })
          .joined(separator: " ")
      }
    }
  }

  /// A hand that swipes to the left with 3 fingers, `count` times.
  private static func swipes(_ count: Int, at start: Int64 = 1000, by distance: Double = -30) -> [TouchEvent] {
    Hand().events
      + (0..<count).flatMap { index in
        // New slots for each.
        var hand = Hand(at: start + 2_000 * Int64(index))
        hand.land(3)
        hand.move(distance, 0)
        hand.lift()
        return hand.events.dropFirst()
      }
  }

  @Test("the latest comes first, with its fingers and the rules that acted, and a touch on which none did")
  func order() throws {
    var run = try Run()
    var hand = Hand()
    hand.land(3)
    hand.move(-30, 0)
    hand.lift()
    hand.wait(700)
    hand.land(3)
    hand.move(-5, 0)
    hand.lift()
    hand.wait(700)
    hand.land(2)
    hand.move(0, -30)
    hand.lift()
    run.play(hand.events)
    #expect(run.lines == ["Screen 2 rules.yml:4 pan", "Screen 3", "Screen 3 next swipe"])
    #expect(run.engine.keptTouches[2].touch.deeds.first?.direction == "left")
  }

  @Test("a failure of a rule's action is noted on the last touch on which the rule acted, the first one only")
  func failures() throws {
    var run = try Run()
    run.play(Self.swipes(2))
    let rule = try #require(run.engine.keptTouches.first?.touch.deeds.first?.rule)
    run.engine.noteFailure("there is no other workspace", of: rule)
    run.engine.noteFailure("a later one", of: rule)
    run.engine.noteFailure("of another rule", of: "rules.yml:99")
    let failures = run.engine.keptTouches.map { $0.touch.deeds.map(\.failure) }
    #expect(failures == [["there is no other workspace"], [nil]])
  }

  @Test("at most twenty are kept, whatever their number, and their events are a replay of what happened")
  func limit() throws {
    var run = try Run()
    let events = Self.swipes(1_000)
    run.play(events)
    let kept = run.engine.keptTouches
    #expect(kept.count == 20)
    let last = events.suffix(kept[0].events.count).map(\.rounded)
    #expect(KeptEvent.read(KeptEvent.bytes(of: kept[0].events)[...]) == last)
    #expect(last.first?.kind == .touchDown(slot: last.first?.slot ?? -1, Point(x: 100, y: 90)))
    #expect(run.lines == Array(repeating: "Screen 3 next swipe", count: 20))
  }

  @Test("an event read from its bytes is the event as a recording has it", arguments: [1, 2, 3])
  func bytes(seed: UInt64) {
    var hands = RandomHands(seed: seed)
    for _ in 0..<trials(20_000, thorough: 1_000_000) {
      let event = hands.next()
      guard let kept = KeptEvent(event, withPositions: true) else {
        #expect(event.kind.isOfDevice)
        continue
      }
      let read = KeptEvent.read(KeptEvent.bytes(of: [kept])[...])
      guard event.kind.isPossible else {
        #expect(read.count == 1)
        continue
      }
      #expect(read == [event.rounded])
    }
  }

  @Test("one finger that no rule is for is not kept, and takes no place; one that a rule is for is")
  func pointing() throws {
    var run = try Run()
    var hand = Hand()
    hand.land(3)
    hand.move(-30, 0)
    hand.lift()
    for _ in 0..<200 {
      hand.wait(700)
      hand.land(1)
      for _ in 0..<10 { hand.move(20, 0) }
      hand.lift()
    }
    run.play(hand.events)
    #expect(run.lines == ["Screen 3 next swipe"])
    var other = try Run(Self.rules + "  - {swipe: right, fingers: 1, edge: left, device: touchscreen, do: none}\n")
    other.play(hand.events)
    // They land in the middle.
    #expect(other.lines == ["Screen 3 next swipe"])
    hand.wait(700)
    hand.land(at: Point(x: 1, y: 90))
    hand.move(4, 0)
    hand.lift()
    other = try Run(Self.rules + "  - {swipe: right, fingers: 1, edge: left, device: touchscreen, do: none}\n")
    other.play(hand.events)
    #expect(other.lines == ["Screen 1", "Screen 3 next swipe"])
  }

  @Test("of a touchscreen, no position and no movement is kept unless the rules file permits it")
  func positions() throws {
    var run = try Run(settings: "")
    run.play(Self.swipes(1))
    let kept = try #require(run.engine.keptTouches.first)
    #expect(!kept.touch.hasPositions)
    #expect(run.lines == ["Screen 3 next swipe"])
    let kinds = kept.events.compactMap(\.event?.kind)
    #expect(kinds.contains(.touchDown(slot: 0, Point(x: 0, y: 0))))
    for kind in kinds {
      switch kind {
      case .touchDown(_, let position): #expect(position == Point(x: 0, y: 0))
      case .touchUp, .touchFrame: break
      default: Issue.record("\(kind)")
      }
    }
  }

  @Test("nothing is kept behind a lock screen, in another session or in a pause, nor a touch that one of them ends")
  func secret() throws {
    let inputs: [(begin: Engine.Input, end: Engine.Input)] = [
      (.lock(true, from: .compositor), .lock(false, from: .compositor)),
      (.session(SessionReport(isPresent: false, lock: nil)), .session(SessionReport(isPresent: true, lock: nil))),
      (.pause(lasting: nil), .resume),
    ]
    for (begin, end) in inputs {
      var run = try Run(Self.rules + "  - {swipe: right, fingers: 3, when: {locked: true}, do: none}\n")
      var hand = Hand()
      hand.land(3)
      hand.move(-30, 0)
      hand.lift()
      hand.wait(700)
      hand.land(3)
      hand.move(-3, 0)
      let before = hand.events.count
      run.play(hand.events)
      #expect(run.lines == ["Screen 3", "Screen 3 next swipe"])
      run.handle(begin)
      #expect(run.lines == ["Screen 3 next swipe"])
      hand.move(-30, 0)
      hand.lift()
      hand.wait(700)
      for _ in 0..<3 {
        hand.land(3)
        hand.move(30, 0)
        hand.lift()
        hand.wait(700)
      }
      hand.land(3)
      hand.move(30, 0)
      run.play(hand.events.dropFirst(before))
      #expect(run.lines == ["Screen 3 next swipe"])
      let locked = hand.events.count
      run.handle(end)
      // The fingers of the last one are still down.
      hand.move(-30, 0)
      hand.lift()
      hand.wait(700)
      run.play(hand.events.dropFirst(locked))
      #expect(run.lines == ["Screen 3 next swipe"])
      run.play(Self.swipes(1, at: 30_000).dropFirst())
      #expect(run.lines == ["Screen 3 next swipe", "Screen 3 next swipe"])
    }
  }

  @Test("a touch that is over before the lock, the pause or the other session is kept")
  func over() throws {
    for input in [
      Engine.Input.lock(true, from: .compositor), .session(SessionReport(isPresent: false, lock: nil)),
      .pause(lasting: nil),
    ] {
      var run = try Run()
      run.play(Self.swipes(1))
      run.handle(input, at: Timestamp(microseconds: 5_000_000))
      #expect(run.lines == ["Screen 3 next swipe"])
    }
  }

  @Test("a touch that waits for the probe of the lock is forgotten if the probe says that the session is locked")
  func probe() throws {
    for isLocked in [false, true] {
      var run = try Run(settings: "locked-if: test")
      let events = Self.swipes(1)
      run.play(events)
      #expect(run.probed == 1)
      // Nobody knows yet whether it is behind the lock screen.
      run.handle(.probe(.locked(isLocked)))
      #expect(run.lines == (isLocked ? [] : ["Screen 3 next swipe"]))
      // The next touch, after the lock screen has gone or come.
      run.play(Self.swipes(1, at: 20_000).dropFirst())
      #expect(run.probed == 2)
      #expect(run.lines.count == (isLocked ? 0 : 2))
      run.handle(.probe(.locked(!isLocked)))
      #expect(run.lines == ["Screen 3 next swipe"])
    }
  }

  @Test("they are forgotten on request, and marked when other rules are in force")
  func forgetting() throws {
    var run = try Run()
    run.play(Self.swipes(2))
    #expect(run.engine.keptTouches.map(\.touch.isOutdated) == [false, false])
    run.handle(.rules(try Run.rules(Self.rules, settings: "keep-positions: true")))
    #expect(run.engine.keptTouches.map(\.touch.isOutdated) == [true, true])
    run.play(Self.swipes(1, at: 10_000).dropFirst())
    #expect(run.engine.keptTouches.map(\.touch.isOutdated) == [false, true, true])
    run.engine.forgetTouches()
    #expect(run.lines == [])
    run.play(Self.swipes(1, at: 20_000).dropFirst())
    #expect(run.lines == ["Screen 3 next swipe"])
  }

  @Test("a touch has the window under its own fingers, also if a finger lands before the answer, and no earlier one")
  func window() throws {
    var run = try Run("  - {swipe: left, fingers: 2, when: {under: {app: firefox}}, do: none}\n")
    var hand = Hand()
    hand.land(2)
    let split = hand.events.count
    hand.wait(50)
    hand.land(1)
    hand.move(-30, 0)
    hand.lift()
    let first = hand.events
    run.play(first[..<split])
    #expect(run.engine.lastTouchedWindow == .notAsked)
    let window = TouchedWindow(app: "firefox", title: "", id: "1")
    run.play(first[split...(split + 1)])
    run.handle(.window(window, number: 1), at: first[split + 1].time)
    run.play(first[(split + 2)...])
    #expect(run.engine.lastTouchedWindow == .known(window))
    #expect(run.engine.keptTouches.map(\.touch.situation.touched) == [window])
    #expect(run.lines == ["Screen 3"])

    // One finger: the desktop is not asked.
    var pointing = Hand(at: 5000)
    pointing.land(1)
    pointing.move(-30, 0)
    pointing.lift()
    run.play(pointing.events.dropFirst())
    #expect(run.engine.situation.touched == nil)
    #expect(run.engine.lastTouchedWindow == .known(window))

    // No answer.
    run.play(Self.swipes(1, at: 7000).dropFirst())
    #expect(run.engine.keptTouches.map(\.touch.situation.touched) == [nil, window])
    #expect(run.engine.lastTouchedWindow == .unknown)
    run.engine.forgetTouches()
    #expect(run.engine.lastTouchedWindow == .notAsked)
  }

  @Test("the last window is forgotten with a lock and a pause; an answer that comes then is of no use")
  func lastWindow() throws {
    for (begin, end) in [
      (Engine.Input.lock(true, from: .compositor), Engine.Input.lock(false, from: .compositor)),
      (.pause(lasting: nil), .resume), (.session(SessionReport(isPresent: false, lock: nil)), .session(nil)),
    ] {
      var run = try Run("  - {swipe: left, fingers: 3, when: {under: {app: firefox}}, do: none}\n")
      let window = TouchedWindow(app: "firefox", title: "")
      func ask(at time: Int64, _ number: Int, inBetween inputs: Engine.Input...) {
        let touch = Self.swipes(1, at: time).dropFirst(number == 1 ? 0 : 1)
        let landing = touch.firstIndex { $0.kind == .touchFrame } ?? touch.endIndex
        run.play(touch[...landing])
        for input in inputs + [.window(window, number: number)] { run.handle(input, at: touch[landing].time) }
        run.play(touch[(landing + 1)...])
      }
      ask(at: 1000, 1)
      #expect(run.engine.lastTouchedWindow == .known(window))
      run.handle(begin, at: Timestamp(microseconds: 3_000_000))
      #expect(run.engine.lastTouchedWindow == .notAsked)
      run.handle(end, at: Timestamp(microseconds: 4_000_000))
      ask(at: 5000, 2, inBetween: begin)
      #expect(run.engine.lastTouchedWindow == .unknown)
    }
  }

  @Test("a touch without end is cut, and displaces no other")
  func long() throws {
    var run = try Run()
    run.play(Self.swipes(5))
    var hand = Hand(at: 10_000)
    hand.land(3)
    for _ in 0..<2_000 {
      hand.move(1, 0)
      hand.move(-1, 0)
    }
    run.play(hand.events.dropFirst())
    #expect(run.lines == ["Screen 3"] + Array(repeating: "Screen 3 next swipe", count: 5))
    #expect(run.engine.keptTouches[0].touch.isCut)
    #expect(run.engine.keptTouches.dropFirst().allSatisfy { !$0.touch.isCut })
  }

  @Test("a hold of a touchpad that turns into a swipe is one touch")
  func hold() throws {
    var run = try Run()
    let device = LibinputTouchpad.device
    let kinds: [(Int64, TouchEvent.Kind)] = [
      (0, .deviceAdded(device)), (1000, .holdBegin(fingers: 3)), (1200, .holdEnd(fingers: 3, cancelled: true)),
      (1210, .swipeBegin(fingers: 3)), (1220, .swipeUpdate(fingers: 3, delta: Vector(dx: -30, dy: 0))),
      (1300, .swipeEnd(fingers: 3, cancelled: false)), (2500, .holdBegin(fingers: 4)),
    ]
    run.play(
      kinds.map { TouchEvent(time: Timestamp(microseconds: $0 * 1000), device: device.id, kind: $1) })
    #expect(run.lines == ["Pad 4", "Pad 3 next swipe"])
    #expect(run.engine.keptTouches[1].events.count == 5)
  }

  @Test("the end of scrolling, which libinput reports after the lift, is no touch of its own")
  func endOfScrolling() throws {
    var run = try Run()
    var pad = Device(id: DeviceID(1), name: "Pad", kind: .touchpad, size: Size(width: 100, height: 60))
    pad.contacts = .all
    var hand = Hand(on: pad)
    for x in [50.0, 65, 80] { hand.land(at: Point(x: x, y: 30), closing: x == 80) }
    hand.move(-30, 0)
    // libinput has ignored one of the fingers.
    hand.say(.scroll(dx: -1, dy: nil))
    hand.lift()
    hand.say(.scroll(dx: 0, dy: 0))
    run.play(hand.events)
    #expect(run.lines == ["Pad 3 next swipe"])
  }

  @Test("random hands: a replay of a kept touch finds the rules that acted", arguments: [1, 2, 3])
  func random(seed: UInt64) throws {
    var run = try Run()
    let rules = try Run.rules(Self.rules, settings: "keep-positions: true")
    var random = SplitMix(state: seed)
    run.play(Hand().events)
    var acted = 0
    for index in 0..<trials(100, thorough: 20_000) {
      var hand = Hand(at: 1_000 + 10_000 * Int64(index))
      hand.land(.random(in: 1...4, using: &random), skew: .random(in: 0...90, using: &random))
      hand.move(.random(in: -40...20, using: &random), .random(in: -40...20, using: &random))
      if Bool.random(using: &random) { hand.spread(to: .random(in: 0.7...1.5, using: &random)) }
      hand.lift(skew: .random(in: 0...90, using: &random))
      run.play(hand.events.dropFirst().map(\.rounded))
      guard let (touch, events) = run.engine.keptTouches.first else { continue }
      var replay = DryRun(rules)
      var deeds: [String] = []
      func note(_ effect: Effect) {
        guard case .gesture(let gesture, let rule?, _) = effect else { return }
        if gesture.phase == .recognized || gesture.phase == .began { deeds.append(rules[rule].location) }
      }
      let added = TouchEvent(time: .zero, device: touch.device.id, kind: .deviceAdded(touch.device))
      for event in [added] + KeptEvent.read(KeptEvent.bytes(of: events)[...]) { replay.play(event, note) }
      replay.handle(.finish, at: .zero, note)
      #expect(deeds == touch.deeds.map(\.rule))
      acted += deeds.isEmpty ? 0 : 1
    }
    #expect(acted > 15)
  }
}

extension TouchEvent {
  fileprivate var slot: Int? { if case .touchDown(let slot, _) = kind { slot } else { nil } }
}

extension TouchEvent.Kind {
  fileprivate var isOfDevice: Bool {
    switch self {
    case .deviceAdded, .deviceRemoved: true
    default: false
    }
  }

  /// False for numbers that no device reports.
  fileprivate var isPossible: Bool {
    func isNumber(_ values: Double...) -> Bool { values.allSatisfy { abs($0) < 100_000 } }
    func isCount(_ count: Int) -> Bool { (0...255).contains(count) }
    return switch self {
    case .touchDown(let slot, let point), .touchMotion(let slot, let point): isCount(slot) && isNumber(point.x, point.y)
    case .touchPressure(let slot, let pressure): isCount(slot) && isNumber(pressure)
    case .touchUp(let count), .touchCancel(let count), .fingerCount(let count), .swipeBegin(let count),
      .pinchBegin(let count), .holdBegin(let count), .swipeEnd(let count, _), .pinchEnd(let count, _),
      .holdEnd(let count, _):
      isCount(count)
    case .swipeUpdate(let count, let delta): isCount(count) && isNumber(delta.dx, delta.dy)
    case .pinchUpdate(let count, let delta, let scale, let rotation):
      isCount(count) && isNumber(delta.dx, delta.dy, scale, rotation)
    case .scroll(let dx, let dy): isNumber(dx ?? 0, dy ?? 0)
    case .tap(let count, let lasted): isCount(count) && lasted < .seconds(2000) && lasted >= .zero
    case .fingersLeft(let left): left.amount >= 0
    case .deviceAdded, .deviceRemoved, .eventsLost, .touchFrame, .button: true
    }
  }
}
