@testable import Gestures
@testable import Hands
import Testing
import Time
import Touch

/// Tests single taps as steps, beside rules for several taps.
@Suite("Taps as steps")
struct TapStepTests {
  @Test("two single taps are steps beside a rule for a double tap, which acts once the next step is not made")
  func doubleTapAsSteps() {
    let chain = ChainTests.left.after(ChainTests.tap, ChainTests.tap)
    let rules = [Trigger.tap(3, 2), chain]
    var hand = Hand()
    hand.tap(3)
    hand.wait(120)
    hand.tap(3)
    let lift = Int(hand.time / 1000) - 1000
    #expect(story(rules, hand.events) == ["\(lift + 600) tap x2 3 #0"])
    hand.wait(200)
    hand.swipeLeft()
    #expect(story(rules, hand.events).map { $0.suffix(15) } == ["swipe left 3 #1"])
    #expect(story(rules.reversed(), hand.events).map { $0.suffix(2) } == ["#0"])
    #expect(story([Trigger.tap(3, 2).also, chain], hand.events).map { $0.suffix(2) }.contains("#1"))
  }

  @Test("a double tap makes no steps whose time it may exceed, with other fingers, or of which one is the last")
  func doubleTapAsNoSteps() {
    var hand = Hand()
    hand.tap(3)
    hand.wait(120)
    hand.tap(3)
    let twice = hand
    hand.wait(200)
    hand.swipeLeft()
    var soon = ChainTests.left.after(ChainTests.tap, ChainTests.tap)
    soon.before[0].next = .touch(within: .milliseconds(150))
    for chain in [soon, ChainTests.left.after(.tap(2), .tap(2))] {
      #expect(story([.tap(3, 2), chain], hand.events).map { $0.suffix(2) } == ["#0"])
    }
    #expect(story([.tap(3, 2), ChainTests.tap.after(ChainTests.tap)], twice.events).map { $0.suffix(2) } == ["#0"])
  }
}
