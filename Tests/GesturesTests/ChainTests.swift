@testable import Gestures
@testable import Hands
import Testing
import Time
import Touch

/// Tests gestures that follow one another as one gesture.
@Suite("Chains of gestures")
struct ChainTests {
  static let left = Trigger.swipe(.left, 3)
  static let tap = Trigger.tap(3)
  /// A swipe and then a tap.
  static let chain = Self.tap.after(Self.left)

  @Test("both steps are the chain, and no rule of a step acts")
  func made() {
    var hand = Hand()
    hand.swipeLeft()
    hand.wait(200)
    hand.tap(3)
    #expect(story([Self.left, Self.tap, Self.chain], hand.events) == ["710 tap x1 3 #2"])
    #expect(story([Self.chain, Self.tap, Self.left], hand.events) == ["710 tap x1 3 #0"])
    #expect(story([Self.chain], hand.events) == ["710 tap x1 3 #0"])
  }

  @Test("the first step's own rule acts once nothing has followed in time")
  func notFollowed() {
    var hand = Hand()
    hand.swipeLeft()
    let lift = Int(hand.time / 1000) - 1000
    #expect(story([Self.left, Self.chain], hand.events) == ["\(lift + 600) swipe left 3 #0"])
    #expect(story([Self.chain], hand.events) == [])
    #expect(story([Self.tap, Self.chain], hand.events) == [])
    hand.wait(700)
    hand.tap(3)
    #expect(
      story([Self.left, Self.tap, Self.chain], hand.events) == [
        "\(lift + 600) swipe left 3 #0", "\(lift + 760) tap x1 3 #1",
      ])
  }

  @Test("another gesture ends the wait, and both act in order")
  func otherGesture() {
    var hand = Hand()
    hand.swipeLeft()
    hand.wait(200)
    hand.land(2)
    hand.wait(40)
    hand.lift()
    let story = story([Self.left, .tap(2), Self.chain], hand.events)
    #expect(
      story.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
        "swipe left 3 #0", "tap x1 2 #1",
      ])
  }

  @Test("a touch that comes in time and makes no gesture delays the first step's rule until it cannot be the second")
  func failedTouch() {
    var hand = Hand()
    hand.swipeLeft()
    let lift = Int(hand.time / 1000) - 1000
    hand.wait(550)
    hand.land(3)
    // Longer than a tap.
    hand.wait(900)
    hand.lift()
    let reported = story([Self.left, Self.chain], hand.events)
    #expect(reported.count == 1)
    #expect(
      reported.first.flatMap { Int($0.split(separator: " ")[0]) }.map { $0 > lift + 550 && $0 < lift + 1200 } == true)
  }

  @Test("of two chains the longer one is made, and the shorter one waits for it")
  func longer() {
    let longer = Self.tap.after(Self.left, Self.tap)
    var hand = Hand()
    hand.swipeLeft()
    hand.wait(200)
    hand.tap(3)
    let short = hand
    hand.wait(300)
    hand.tap(3)
    let rules = [Self.left, Self.tap, Self.chain, longer]
    #expect(story(rules, hand.events).map { $0.suffix(2) } == ["#3"])
    #expect(story(rules, short.events).map { $0.suffix(2) } == ["#2"])
  }

  @Test("a chain can begin within one that fails")
  func overlapping() {
    let chain = Self.left.after(Self.tap, Self.tap)
    var hand = Hand()
    for _ in 0..<3 {
      hand.tap(3)
      hand.wait(200)
    }
    hand.swipeLeft()
    #expect(story([Self.tap, chain], hand.events).map { $0.suffix(2) } == ["#0", "#1"])
  }

  @Test("'also' lets the steps act as well")
  func simultaneous() {
    var hand = Hand()
    hand.swipeLeft()
    hand.wait(200)
    hand.tap(3)
    #expect(story([Self.left, Self.chain.also], hand.events).map { $0.suffix(2) } == ["#0", "#1"])
    #expect(story([Self.left.also, Self.chain], hand.events).map { $0.suffix(2) } == ["#0", "#1"])
  }

  @Test("a rule whose gesture includes that of a step waits for the chain, whatever the order")
  func included() {
    let any = Trigger.swipe(.any, 3)
    let short = Trigger.swipe(.left, 3, distance: 6)
    var hand = Hand()
    hand.swipeLeft()
    let once = hand.events
    hand.wait(200)
    hand.tap(3)
    for other in [any, short] {
      #expect(story([Self.chain, other], hand.events).map { $0.suffix(2) } == ["#0"])
      #expect(story([Self.chain, other], once).map { $0.suffix(2) } == ["#1"])
    }
  }

  @Test("fingers that stay down make the next step, where it is one of the same touch")
  func sameTouch() {
    let chain = Trigger.longPress(3, 300).then(.swipe(.left, 3))
    var hand = Hand()
    hand.land(3)
    hand.wait(400)
    hand.move(-40, 0)
    hand.lift()
    #expect(story([.longPress(3, 300), chain], hand.events).map { $0.suffix(2) } == ["#1"])
    var held = Hand()
    held.land(3)
    held.wait(900)
    held.lift()
    #expect(
      story([.longPress(3, 300), chain], held.events) == ["920 long-press 3 began #0", "920 long-press 3 ended #0"])
    // A swipe at once is no step of it.
    var swipe = Hand()
    swipe.swipeLeft()
    #expect(story([.longPress(3, 300), chain, .swipe(.left, 3)], swipe.events).map { $0.suffix(2) } == ["#2"])
  }

  @Test(
    "a rule with narrower limits than a step's acts if the sequence fails, and its gesture is the step",
    arguments: [true, false])
  func narrower(isRuleFirst: Bool) {
    func acts(_ rule: Trigger, _ chain: Trigger, _ hand: Hand) -> [Substring] {
      let triggers = isRuleFirst ? [rule, chain] : [chain, rule]
      return story(triggers, hand.events).filter { !$0.contains("ended") && !$0.contains("cancelled") }.map {
        $0.suffix(2) == (isRuleFirst ? "#0" : "#1") ? "rule" : "chain"
      }
    }
    var onScreen = Trigger.tap(3)
    onScreen.devices = [.kind(.touchscreen)]
    var hand = Hand()
    hand.tap(3)
    hand.wait(200)
    let tap = hand
    hand.swipeLeft()
    #expect(acts(onScreen, .swipe(.left, 3).after(.tap(3)), tap) == ["rule"])
    #expect(acts(onScreen, .swipe(.left, 3).after(.tap(3)), hand) == ["chain"])

    // A swipe of 40 mm, and one of 20 mm, which is the step alone.
    for (distance, alone) in [(40.0, ["rule"]), (20, [])] as [(Double, [Substring])] {
      var hand = Hand()
      hand.land(3)
      hand.wait(50)
      hand.move(-distance, 0)
      hand.lift()
      hand.wait(200)
      let long = Trigger.swipe(.left, 3, distance: 30)
      #expect(acts(long, .tap(3).after(.swipe(.left, 3)), hand) == alone)
      hand.tap(3)
      #expect(acts(long, .tap(3).after(.swipe(.left, 3)), hand) == ["chain"])
    }

    var press = Trigger.longPress(3, 300)
    press.devices = [.kind(.touchscreen)]
    var held = Hand()
    held.land(3)
    held.wait(400)
    var flicked = held
    held.lift()
    flicked.move(-40, 0)
    flicked.lift()
    let chain = Trigger.longPress(3, 300).then(.swipe(.left, 3))
    #expect(acts(press, chain, held) == ["rule"])
    #expect(acts(press, chain, flicked) == ["chain"])
  }

  @Test("of two sequences whose first steps are made at once, each can be made")
  func sharedStep() {
    var onScreen = Trigger.tap(3)
    onScreen.devices = [.kind(.touchscreen)]
    let chains = [Trigger.tap(4).after(.tap(3)), .swipe(.left, 3).after(onScreen)]
    var hand = Hand()
    hand.tap(3)
    hand.wait(200)
    hand.swipeLeft()
    #expect(story(chains, hand.events).map { $0.suffix(2) } == ["#1"])
    #expect(story(chains.reversed(), hand.events).map { $0.suffix(2) } == ["#0"])
  }

  @Test("fingers rest after any gesture, once they no longer move")
  func restAfter() {
    func acts(_ first: Trigger, resting: Int, _ move: (inout Hand) -> Void) -> [String] {
      var hand = Hand()
      hand.land(3)
      hand.wait(20)
      move(&hand)
      hand.wait(resting)
      hand.lift()
      return story([first.then(.longPress(3, 400)), first], hand.events)
        .filter { !$0.contains("ended") && !$0.contains("changed") && !$0.contains("cancelled") }
        .map { $0.hasSuffix("#0") ? "chain" : "step" }
    }
    let moves: [(Trigger, (inout Hand) -> Void)] = [
      (.pinch(.outwards, 3), { $0.spread(to: 1.6) }), (.rotate(.any, 3), { $0.turn(60) }),
      (.pan(.any, 3), { $0.move(40, 0, frames: 60) }), (.longPress(3, 200), { $0.wait(250) }),
    ]
    for (first, move) in moves {
      #expect(acts(first, resting: 700, move) == ["chain"], "\(first.pattern.kind)")
      #expect(acts(first, resting: 150, move) == ["step"], "\(first.pattern.kind)")
    }
  }

  @Test("fingers pinch or turn after a swipe that goes on for a while")
  func turnAfter() {
    for (next, turn) in [(Trigger.pinch(.inwards, 3), { $0.spread(to: 0.5) }), (.rotate(.any, 3), { $0.turn(60) })]
      as [(Trigger, (inout Hand) -> Void)]
    {
      let chain = Trigger.swipe(.up, 3).then(next)
      var hand = Hand()
      hand.land(3)
      hand.wait(50)
      hand.move(0, -40)
      var swipe = hand
      swipe.lift()
      turn(&hand)
      hand.lift()
      #expect(story([chain, .swipe(.up, 3)], hand.events).first?.hasSuffix("#0") == true, "\(next.pattern.kind)")
      #expect(story([chain, .swipe(.up, 3)], swipe.events).map { $0.suffix(2) } == ["#1"])
    }
  }

  @Test("a continuous last step begins, changes and ends")
  func continuous() {
    let chain = Trigger.pan(.any, 2, step: 5).after(.tap(2))
    var hand = Hand()
    hand.tap(2)
    hand.wait(150)
    hand.land(2)
    hand.wait(120)
    hand.move(30, 0)
    hand.lift()
    let story = story([.tap(2), chain], hand.events)
    #expect(story.first?.hasSuffix("began #1") == true || story.first?.contains("began") == true)
    #expect(story.last?.hasSuffix("ended #1") == true)
    #expect(story.allSatisfy { $0.hasSuffix("#1") })
  }

  @Test("a continuous step is made when it ends")
  func continuousStep() {
    let chain = Self.tap.after(.pinch(.outwards, 2))
    var hand = Hand()
    hand.land(2)
    hand.wait(120)
    hand.spread(to: 1.6)
    hand.lift()
    let pinched = hand.events
    hand.wait(200)
    hand.tap(3)
    #expect(story([.pinch(.outwards, 2), chain], hand.events).map { $0.suffix(2) } == ["#1"])
    let reported = story([.pinch(.outwards, 2), chain], pinched)
    #expect(reported.map { $0.suffix(2) } == ["#0", "#0"])
  }
}

extension Hand {
  /// A swipe of three fingers.
  mutating func swipeLeft() {
    land(3)
    wait(50)
    move(-40, 0)
    lift()
  }
}

extension Trigger {
  /// This gesture after others, as one.
  func after(_ steps: Trigger...) -> Trigger {
    var trigger = self
    trigger.before = steps.map { ChainStep([$0]) }
    return trigger
  }

  /// This gesture and then another one of the same touch.
  func then(_ next: Trigger) -> Trigger {
    var trigger = next
    trigger.before = [ChainStep([self], then: .sameTouch(within: nil))]
    return trigger
  }
}

/// Tests what rules state about each other's gestures.
@Suite("Ties between gestures")
struct TieTests {
  static let left = Trigger.swipe(.left, 3)
  static let pan = Trigger.pan(.any, 3)
  static let press = Trigger.longPress(3, 300)

  private static func story(_ triggers: [Trigger], _ ties: [TriggerTie], _ events: [TouchEvent]) -> [String] {
    var recognition = Recognition(triggers, ties: ties)
    var result: [Gesture] = []
    for event in events { recognition.handle(event, into: &result) }
    recognition.advance(to: (events.last?.time ?? .zero) + .seconds(5), into: &result)
    return result.filter { $0.phase != .changed }.map(\.text)
  }

  @Test("'before' precedes a rule that stands earlier")
  func before() {
    var hand = Hand()
    hand.swipeLeft()
    #expect(Self.story([Self.pan, Self.left], [], hand.events).first?.contains("pan") == true)
    let ties = [TriggerTie(.before, from: 1, to: 0)]
    #expect(Self.story([Self.pan, Self.left], ties, hand.events).map { $0.suffix(2) } == ["#1"])
    var up = Hand()
    up.land(3)
    up.wait(50)
    up.move(0, -40)
    up.lift()
    #expect(Self.story([Self.pan, Self.left], ties, up.events).map { $0.suffix(2) } == ["#0", "#0"])
  }

  @Test("'unless' waits, of any kind, and is not made if the other one is")
  func unless() {
    // Nothing but the statement keeps a long press waiting for fingers that move.
    let ties = [TriggerTie(.unless, from: 0, to: 1)]
    var moved = Hand()
    moved.land(3)
    moved.wait(400)
    moved.move(-40, 0)
    moved.lift()
    #expect(Self.story([Self.press, Self.left], [], moved.events).first?.contains("long-press") == true)
    #expect(Self.story([Self.press, Self.left], ties, moved.events).map { $0.suffix(2) } == ["#1"])
    var rested = Hand()
    rested.land(3)
    rested.wait(900)
    rested.lift()
    #expect(Self.story([Self.press, Self.left], ties, rested.events).map { $0.suffix(2) } == ["#0", "#0"])
  }

  /// A swipe to the left, a pause in ms, and a tap.
  private static func swipeAndTap(after pause: Int = 200) -> Hand {
    var hand = Hand()
    hand.swipeLeft()
    hand.wait(pause)
    hand.tap(3)
    return hand
  }

  /// A swipe to the left, and fingers that rest.
  private static var swipeAndRest: Hand {
    var hand = Hand()
    hand.swipeLeft()
    hand.wait(200)
    hand.land(3)
    hand.wait(900)
    hand.lift()
    return hand
  }

  /// The rules that act on a hand, in order.
  private static func acts(_ triggers: [Trigger], _ ties: [TriggerTie], _ hand: Hand) -> [Substring] {
    story(triggers, ties, hand.events).map { $0.suffix(2) }
  }

  @Test("'unless' a sequence: a gesture waits for it, acts if it fails, and not if it is made")
  func unlessSequence() {
    let ties = [TriggerTie(.unless, from: 0, to: 1)]
    let (both, late) = (Self.swipeAndTap(), Self.swipeAndTap(after: 900))
    // A tap of its own would act beside the sequence.
    let tap = Trigger.tap(3)
    var alone = Hand()
    alone.tap(3)
    #expect(Self.acts([tap, ChainTests.chain], ties, both) == ["#1"])
    #expect(Self.acts([tap, ChainTests.chain], ties, alone) == ["#0"])
    #expect(Self.acts([tap, ChainTests.chain], ties, late) == ["#0"])
    // A press, of another kind, waits while the fingers can still make a step.
    #expect(Self.acts([Self.press, ChainTests.chain], ties, Self.swipeAndRest) == ["#0", "#0"])
    #expect(Self.acts([Self.press, ChainTests.chain], ties, both) == ["#1"])
  }

  @Test("'with' between sequences: both are made by the same steps, and one alone where the other fails")
  func withSequences() {
    let longer = Trigger.tap(3).after(Self.left, Trigger.tap(3))
    let other = Trigger.longPress(3, 300).after(Self.left)
    let equal = Trigger.tap(3).after(Self.left)
    let ties = [TriggerTie(.with, from: 0, to: 1)]
    var hand = Self.swipeAndTap()
    #expect(Self.acts([ChainTests.chain, equal], [], hand) == ["#0"])
    #expect(Set(Self.acts([ChainTests.chain, equal], ties, hand)) == ["#0", "#1"])
    #expect(Self.acts([ChainTests.chain, other], ties, hand) == ["#0"])
    #expect(Self.acts([ChainTests.chain, longer], ties, hand) == ["#0"])
    hand.wait(200)
    hand.tap(3)
    #expect(Set(Self.acts([ChainTests.chain, longer], ties, hand)) == ["#0", "#1"])
    #expect(Self.acts([ChainTests.chain, other], ties, Self.swipeAndRest) == ["#1", "#1"])
  }

  @Test("'with' a sequence: its steps act by their own rule as well, and at once")
  func withStep() {
    let ties = [TriggerTie(.with, from: 0, to: 1)]
    var swipe = Hand()
    swipe.swipeLeft()
    let both = Self.swipeAndTap()
    #expect(Self.acts([Self.left, ChainTests.chain], ties, swipe) == ["#0"])
    #expect(Self.acts([Self.left, ChainTests.chain], [], both) == ["#1"])
    #expect(Self.acts([Self.left, ChainTests.chain], ties, both) == ["#0", "#1"])
    // The last step, too.
    #expect(Set(Self.acts([Trigger.tap(3), ChainTests.chain], ties, both)) == ["#0", "#1"])
  }

  @Test("'with' lets both be made by the same fingers")
  func with() {
    var hand = Hand()
    hand.land(3)
    hand.wait(400)
    hand.move(-40, 0)
    hand.lift()
    let rules = [Self.press, Self.left]
    #expect(Self.story(rules, [], hand.events).map { $0.suffix(2) } == ["#0", "#0"])
    let both = Self.story(rules, [TriggerTie(.with, from: 0, to: 1)], hand.events)
    #expect(Set(both.map { $0.suffix(2) }) == ["#0", "#1"])
    #expect(both.filter { $0.hasSuffix("#1") }.count == 1)
  }
}
