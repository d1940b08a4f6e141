@testable import Gestures
@testable import Hands
import Testing
import Time
import Touch

/// Tests steps that follow others.
@Suite("Later steps of a chain")
struct LaterStepTests {
  private static func acts(_ triggers: [Trigger], _ hand: Hand) -> [String] {
    story(triggers, hand.events).filter { !$0.contains("ended") && !$0.contains("cancelled") }.map {
      String($0.suffix(2))
    }
  }

  @Test(
    "a step of several taps, or that taps precede, is in time if its first tap is",
    arguments: [100, 300, 420, 500, 590])
  func series(gap: Int) {
    let left = Trigger.swipe(.left, 3)
    let lifted = Trigger(.swipe(SwipePattern(.up, taps: 1)), fingers: 3...3)
    let steps: [(Trigger, (inout Hand) -> Void)] = [
      (.tap(3, 2), { $0.tap(3) }),
      (
        .tap(3, 3),
        {
          $0.tap(3)
          $0.wait(250)
          $0.tap(3)
        }
      ),
      (
        lifted,
        { hand in
          hand.land(3)
          hand.wait(20)
          hand.move(0, -30)
          hand.lift()
        }
      ),
    ]
    for (last, rest) in steps {
      var hand = Hand()
      hand.swipeLeft()
      hand.wait(gap)
      hand.tap(3)
      let broken = hand
      hand.wait(250)
      rest(&hand)
      #expect(Self.acts([last.after(left), left], hand) == ["#0"], "\(last.pattern)")
      #expect(Self.acts([last.after(left), left], broken) == ["#1"], "\(last.pattern)")
    }
  }

  @Test("of steps of one touch with different distances, each can be made", arguments: [true, false])
  func distances(isFirst: Bool) {
    func swipe(_ distance: Millimetres, _ next: Trigger) -> Trigger {
      Trigger.swipe(.left, 3, distance: distance).then(next)
    }
    func hand(_ distance: Double, _ body: (inout Hand) -> Void) -> Hand {
      var hand = Hand()
      hand.land(3)
      hand.wait(20)
      hand.move(-distance, 0)
      hand.wait(60)
      body(&hand)
      hand.lift()
      return hand
    }
    let sequences = [swipe(8, .pinch(.inwards, 3)), swipe(25, .rotate(.any, 3))]
    let rules = isFirst ? sequences : sequences.reversed()
    #expect(Self.acts(rules, hand(15) { $0.spread(to: 0.4) }) == [isFirst ? "#0" : "#1"])
    #expect(Self.acts(rules, hand(40) { $0.turn(70) }) == [isFirst ? "#1" : "#0"])
    // The longer swipe makes the shorter one as well.
    #expect(Self.acts(rules, hand(40) { $0.spread(to: 0.4) }) == [isFirst ? "#0" : "#1"])

    // As last steps, the order of the rules decides, as for swipes by themselves.
    let lasts = [25.0, 8].map { Trigger.longPress(3, 300).then(.swipe(.left, 3, distance: Millimetres($0))) }
    for (distance, act) in [(15.0, "#1"), (40, "#0")] {
      var hand = Hand()
      hand.land(3)
      hand.wait(400)
      hand.move(-distance, 0)
      hand.wait(60)
      hand.lift()
      #expect(Self.acts(lasts, hand) == [act])
    }
  }

  @Test("fingers that rest make a step that others make beside them")
  func besideRest() {
    var hand = Hand()
    hand.tap(3)
    hand.wait(250)
    hand.land(at: Point(x: 80, y: 100))
    hand.wait(300)
    let resting = hand
    hand.land(at: Point(x: 60, y: 100))
    hand.wait(60)
    hand.say(.touchUp(slot: hand.fingers.removeLast().slot))
    hand.say(.touchFrame)
    hand.wait(150)
    hand.lift()
    let tipTap = Trigger(.tipTap(TipTapPattern(.left)), fingers: 1...1).after(.tap(3))
    #expect(Self.acts([tipTap, .tap(3)], hand) == ["#0"])
    var alone = resting
    alone.lift()
    #expect(Self.acts([tipTap, .tap(3)], alone) == ["#1"])
  }

  @Test("two sequences that begin alike in one touch can both be made", arguments: [true, false])
  func shared(isFirst: Bool) {
    let press = Trigger.longPress(3, 300)
    func chain(_ swipe: Trigger, _ last: Trigger) -> Trigger {
      var chain = last
      chain.before = [ChainStep([press], then: .sameTouch(within: nil)), ChainStep([swipe])]
      return chain
    }
    let left = Trigger.swipe(.left, 3)
    for other in [left, .swipe(.horizontal, 3)] {
      let tapped = chain(left, .tap(3))
      let rules = isFirst ? [tapped, chain(other, .swipe(.up, 3))] : [chain(other, .swipe(.up, 3)), tapped]
      var hand = Hand()
      hand.land(3)
      hand.wait(400)
      hand.move(-30, 0)
      hand.lift()
      hand.wait(200)
      var up = hand
      hand.tap(3)
      up.land(3)
      up.wait(20)
      up.move(0, -30)
      up.lift()
      #expect(Self.acts(rules, hand) == [isFirst ? "#0" : "#1"], "\(other.pattern)")
      #expect(Self.acts(rules, up) == [isFirst ? "#1" : "#0"], "\(other.pattern)")
    }
    // They part in the touch in which they begin.
    func held(_ last: Trigger) -> Trigger {
      var chain = last
      chain.before = [press, left].map { ChainStep([$0], then: .sameTouch(within: nil)) }
      return chain
    }
    let turned = [held(.pinch(.inwards, 3)), held(.rotate(.any, 3))]
    var hand = Hand()
    hand.land(3)
    hand.wait(400)
    hand.move(-30, 0)
    var pinch = hand
    hand.turn(60)
    hand.lift()
    pinch.spread(to: 0.5)
    pinch.lift()
    let rules = isFirst ? turned : turned.reversed()
    #expect(Self.acts(rules, pinch) == [isFirst ? "#0" : "#1"])
    #expect(Self.acts(rules, hand) == [isFirst ? "#1" : "#0"])
  }
}
