@testable import Gestures
@testable import Hands
import Testing
import Time
import Touch

/// Tests steps that one recogniser follows together, as a swipe and the rest after it.
@Suite("Joined steps")
struct StandInTests {
  /// Gestures of one touch as one, joined as in a rules file.
  private static func chain(_ first: Trigger, _ others: Trigger...) -> Trigger {
    var chain = others.last ?? first
    chain.before = ([first] + others.dropLast()).map { ChainStep([$0], then: .sameTouch(within: nil)) }
    chain.joinSteps()
    return chain
  }

  /// Three fingers that move to the left and rest, and move on if they are to.
  private static func hand(resting: Int = 500, then way: (Double, Double)? = nil) -> Hand {
    var hand = Hand()
    hand.land(3)
    hand.wait(20)
    hand.move(-30, 0)
    hand.wait(resting)
    if let way {
      hand.move(way.0, way.1)
      hand.wait(20)
    }
    hand.lift()
    return hand
  }

  private static func acts(_ triggers: [Trigger], _ hand: Hand) -> [String] {
    story(triggers, hand.events).filter { !$0.contains("ended") && !$0.contains("cancelled") }.map {
      String($0.suffix(2))
    }
  }

  @Test("a swipe after a swipe and a rest leads from where the fingers rested")
  func place() {
    let ways: [(Directions, way: (Double, Double))] = [
      (.right, (30, 0)), (.up, (0, -30)), (.left, (-30, 0)), (.down, (0, 30)),
    ]
    for (direction, _) in ways {
      let chain = Self.chain(.swipe(.left, 3), .longPress(3, 300), .swipe(direction, 3))
      for (other, way) in ways {
        #expect(Self.acts([chain], Self.hand(then: way)) == (other == direction ? ["#0"] : []), "\(direction) \(other)")
      }
      #expect(Self.acts([chain], Self.hand()) == [], "\(direction)")
    }
  }

  @Test("a swipe's own rule acts if the chain that goes on from it fails, and not if it is made")
  func standIn() {
    let left = Trigger.swipe(.left, 3)
    let held = Self.chain(left, .longPress(3, 300), .swipe(.right, 3))
    for rules in [[left, held], [held, left]] {
      let (own, chain) = rules[0] == left ? ("#0", "#1") : ("#1", "#0")
      #expect(Self.acts(rules, Self.hand(then: (30, 0))) == [chain])
      #expect(Self.acts(rules, Self.hand(then: (0, 30))) == [own])
      #expect(Self.acts(rules, Self.hand()) == [own])
      #expect(Self.acts(rules, Self.hand(resting: 0)) == [own])
    }
    // The rule for all that the hand did precedes that for a part of it.
    var pressed = Self.hand()
    let rest = Self.chain(left, .longPress(3, 300))
    #expect(Self.acts([left, held, rest], pressed) == ["#2"])
    // Of two rules for the same hand, the first.
    #expect(Self.acts([.swipe(.horizontal, 3), left, held], pressed) == ["#0"])
    // A step of which the whole chain is made leaves nothing.
    let tap = Trigger.tap(3)
    var last = Trigger.longPress(3, 300)
    last.before = [ChainStep([tap]), ChainStep([left], then: .sameTouch(within: nil))]
    last.joinSteps()
    var tapped = Hand()
    tapped.tap(3)
    tapped.wait(200)
    tapped.land(3)
    tapped.wait(20)
    tapped.move(-30, 0)
    tapped.wait(500)
    tapped.lift()
    #expect(Self.acts([left, tap, last], tapped) == ["#2"])
    // Two legs, and a tap after them.
    var path = tap
    path.before = [ChainStep([left], then: .sameTouch(within: nil)), ChainStep([.swipe(.down, 3)])]
    path.joinSteps()
    var corner = Self.hand(resting: 0, then: (0, 30))
    #expect(Self.acts([left, tap, path], corner) == ["#0"])
    corner.wait(200)
    corner.tap(3)
    #expect(Self.acts([left, tap, path], corner) == ["#2"])
    // A rest is a step when its fingers lift.
    var rested = tap
    rested.before = [
      ChainStep([left], then: .sameTouch(within: nil)), ChainStep([.longPress(3, 300)]),
    ]
    rested.joinSteps()
    #expect(Self.acts([left, tap, rested], pressed) == ["#0"])
    pressed.wait(200)
    pressed.tap(3)
    #expect(Self.acts([left, tap, held], pressed) == ["#0", "#1"])
    #expect(Self.acts([left, tap, rested], pressed) == ["#2"])
  }

  @Test("a pan acts if the swipe that its fingers made was no step, and not if it was")
  func panOfSwipe() {
    let chain = Trigger.tap(3).after(.swipe(.left, 3))
    let rules = [chain, Trigger.pan(.any, 3, step: 10)]
    var hand = Self.hand(resting: 0)
    // The steps are those of the whole way.
    let made = story(rules, hand.events)
    #expect(made.count == 3 && made.allSatisfy { $0.hasSuffix("#1") }, "\(made)")
    #expect(made.dropFirst().first?.contains("+2") == true, "\(made)")
    // With another gesture in place of the step, and with the step.
    var other = hand
    other.wait(200)
    other.land(4)
    other.move(0, -30)
    other.lift()
    #expect(Self.acts([chain, .pan(.any, 3), .swipe(.up, 4)], other) == ["#1", "#2"])
    hand.wait(200)
    hand.tap(3)
    #expect(Self.acts([chain, .pan(.any, 3)], hand) == ["#0"])
    // The rule for the swipe itself is the earlier one, or the pan's is.
    #expect(Self.acts([chain, .swipe(.left, 3), .pan(.any, 3)], Self.hand(resting: 0)) == ["#1"])
    #expect(Self.acts([.pan(.any, 3), chain], Self.hand(resting: 0)) == ["#0"])
    // The fingers stay, and go on.
    #expect(Self.acts([chain, .pan(.any, 3)], Self.hand(resting: 2_000, then: (0, 30))) == ["#1"])
  }

  @Test("a pan acts if the rest before it was no step")
  func panAfterRest() {
    func hand(_ ways: (Double, Double)...) -> Hand {
      var hand = Hand()
      hand.land(3)
      hand.wait(500)
      for way in ways { hand.move(way.0, way.1) }
      hand.lift()
      return hand
    }
    var flick = Trigger.swipe(.up, 3)
    flick.before = [ChainStep([.longPress(3, 300)], then: .sameTouch(within: nil))]
    let rules = [flick, Trigger.pan(.any, 3)]
    #expect(Self.acts(rules, hand((30, 0))) == ["#1"])
    #expect(Self.acts(rules, hand((0, -30))) == ["#0"])
    #expect(Self.acts(rules, hand((0, -30), (30, 0))) == ["#0"])
    #expect(Self.acts(rules, hand()) == [])
    // A rule for the rest has the fingers, and of two pans the first to begin.
    #expect(Self.acts([flick, .pan(.any, 3), .longPress(3, 300)], hand((30, 0))) == ["#2"])
    #expect(Self.acts([flick, .pan(.right, 3), .pan(.down, 3)], hand((30, 0), (0, 60))) == ["#1"])
    #expect(Self.acts([.tap(3).after(.longPress(3, 300)), .pan(.any, 3)], hand((30, 0))) == ["#1"])
  }
}
