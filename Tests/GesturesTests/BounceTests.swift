@testable import Gestures
@testable import Hands
import Testing
import Time
import Touch

/// Screens that lose a finger that stays down, for longer than a bounce that makes no second tap anyway.
@Suite("Screens that bounce")
struct BounceTests {
  private func hand(bounce: Int?) -> Hand {
    var screen = Hand.screen
    screen.bounce = bounce.map { .milliseconds($0) }
    return Hand(on: screen)
  }

  /// A tap that is lost for some time in its middle.
  private func tap(lostFor gap: Int, bounce: Int?) -> Hand {
    var hand = hand(bounce: bounce)
    hand.tap(for: 60)
    hand.wait(gap)
    hand.tap(for: 60)
    return hand
  }

  @Test("one touch that is lost is one tap, and a double tap that is slower stays one")
  func taps() {
    let triggers: [Trigger] = [.tap(1), .tap(1, 2)]
    func taps(_ hand: Hand) -> [Int?] { gestures(triggers, hand.events).map(\.taps) }
    #expect(taps(tap(lostFor: 45, bounce: nil)) == [2])
    #expect(taps(tap(lostFor: 45, bounce: 60)) == [1])
    #expect(taps(tap(lostFor: 120, bounce: 60)) == [2])
    #expect(taps(tap(lostFor: 120, bounce: 200)) == [1])
    // KOReader's users state 400 ms: longer than a tap may take, of which the time without the finger is no part.
    for lost in [300, 390] { #expect(taps(tap(lostFor: lost, bounce: 400)) == [1], "\(lost) ms") }
    #expect(taps(tap(lostFor: 450, bounce: 500)) == [1])
    #expect(taps(tap(lostFor: 450, bounce: 400)) == [1, 1])
  }

  @Test(
    "where a rule states a least time between taps, those that come sooner are none, unless a rule asks for several")
  func pauses() {
    func taps(_ pause: Int, _ counts: Int...) -> [Int?] {
      var hand = hand(bounce: nil)
      for _ in 0..<2 {
        hand.tap(for: 60)
        hand.wait(150)
      }
      let triggers = counts.map {
        Trigger(.tap(TapPattern($0, pause: .milliseconds(pause))), fingers: 1...1)
      }
      return gestures(triggers, hand.events).map(\.taps)
    }
    #expect(taps(30, 1) == [1, 1])
    #expect(taps(200, 1) == [1])
    #expect(taps(120, 1) == [1, 1])
    #expect(taps(200, 1, 2) == [2])
  }

  @Test("a finger that lands elsewhere is another one")
  func elsewhere() {
    var hand = hand(bounce: 200)
    hand.tap()
    hand.wait(100)
    hand.land(at: Point(x: 250, y: 150))
    hand.wait(60)
    hand.lift()
    #expect(gestures([.tap(1)], hand.events).count == 2)
  }

  @Test("a long press and a pan go on")
  func holding() {
    for isLost in [false, true] {
      var hand = hand(bounce: 60)
      hand.land(1)
      hand.wait(300)
      if isLost {
        hand.lift()
        hand.wait(50)
        hand.land(at: Point(x: 100, y: 90))
      }
      hand.wait(400)
      hand.move(30, 0)
      if isLost {
        hand.lift()
        hand.wait(50)
        hand.land(at: Point(x: 130, y: 90))
      }
      hand.move(30, 0)
      hand.lift()
      let phases = gestures([.longPress(1), .pan(.right, 1)], hand.events).filter { $0.phase != .changed }
      #expect(phases.filter { $0.kind == .longPress }.count == 2, "\(phases.map(\.text))")
    }
  }
}
