import Gestures
@testable import Hands
import Testing
import Time
import Touch

/// Tests the touches between the steps of a chain, and other gestures of the fingers that make a step.
@Suite("Chains, and what else fingers do")
struct ChainFingersTests {
  /// A code of one finger: a tap at the left, and one at the right.
  private static let code: Trigger = {
    var steps = [Edges.left, .right].map { Trigger.tap(1).starting(.edge($0)) }
    steps[1].before = [ChainStep([steps[0]])]
    return steps[1]
  }()

  private static func taps(at places: [Double], for milliseconds: Int = 60) -> Hand {
    var hand = Hand()
    for x in places {
      hand.land(at: Point(x: x, y: 90))
      hand.wait(milliseconds)
      hand.lift()
      hand.wait(120)
    }
    return hand
  }

  @Test("a touch elsewhere ends the wait for the next step, however long it is, but not one that the device cancels")
  func touchElsewhere() {
    #expect(story([Self.code], Self.taps(at: [2, 338]).events).count == 1)
    for milliseconds in [40, 150, 300] {
      #expect(story([Self.code], Self.taps(at: [2, 170, 338], for: milliseconds).events) == [])
      #expect(story([Self.code], Self.taps(at: [2, 170, 2, 338], for: milliseconds).events).count == 1)
    }
    // The rule of the first step waits no longer.
    let lines = story([Self.code, .tap(1).starting(.edge(.left))], Self.taps(at: [2, 170]).events)
    #expect(lines == ["240 tap x1 1 #1"])
    var hand = Self.taps(at: [2])
    hand.land(at: Point(x: 170, y: 90))
    hand.wait(40)
    hand.say(.touchCancel(slot: hand.fingers.removeFirst().slot))
    hand.say(.touchFrame)
    hand.wait(100)
    hand.land(at: Point(x: 338, y: 90))
    hand.wait(60)
    hand.lift()
    #expect(story([Self.code], hand.events).count == 1)
  }

  @Test("a step of a sequence with 'also' leaves the fingers to a later rule, which begins as without it")
  func besideSteps() {
    let pan = Trigger.pan(.any, 3)
    var hand = Hand()
    hand.swipeLeft()
    let alone = story([pan], hand.events)
    hand.wait(200)
    hand.tap(3)
    let lines = story([ChainTests.chain.also, pan], hand.events)
    #expect(lines.filter { $0.hasSuffix("#1") } == alone.map { $0.replacing("#0", with: "#1") })
    #expect(lines.count { $0.hasSuffix("#0") } == 1)
    // As a later step, too.
    hand = Hand()
    hand.tap(3)
    hand.wait(200)
    let tap = hand.events.count
    hand.swipeLeft()
    let moved = story([pan], Array(hand.events.prefix(1) + hand.events[tap...]))
    let later = story([ChainTests.left.after(ChainTests.tap).also, pan], hand.events)
    #expect(later.filter { $0.hasSuffix("#1") } == moved.map { $0.replacing("#0", with: "#1") })
    #expect(later.count { $0.hasSuffix("#0") } == 1)
  }

  @Test("fingers that have rested draw a path, or make a part of it, which is another rule's")
  func pathAfterRest() {
    let path = Trigger(.swipe(SwipePattern(.left, then: [.up])), fingers: 3...3)
    let rules = [Trigger.longPress(3, 300).then(path), ChainTests.left]
    var hand = Hand()
    hand.land(3)
    hand.wait(400)
    hand.move(-30, 0)
    var swiped = hand
    swiped.lift()
    hand.move(0, -30)
    hand.lift()
    #expect(story(rules, hand.events).map { $0.suffix(2) } == ["#0"])
    #expect(story(rules, swiped.events).map { $0.suffix(2) } == ["#1"])
  }
}
