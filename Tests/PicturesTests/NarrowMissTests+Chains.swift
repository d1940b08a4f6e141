@testable import Hands
import Touch

/// Gestures of several steps, of which one is missed.
extension NarrowMissTests {
  private static let flick = "[{swipe: left, fingers: 3}, {tap: single, fingers: 3}]"

  /// A swipe of three fingers, and what follows.
  private static func flick(_ body: (inout Hand) -> Void) -> Hand {
    var hand = Hand()
    hand.land(3)
    hand.wait(50)
    hand.move(-40, 0)
    hand.lift()
    body(&hand)
    return hand
  }

  /// A tap of four fingers, and what follows.
  private static func tapped(_ body: (inout Hand) -> Void) -> Hand {
    var hand = Hand()
    hand.tap(4)
    hand.wait(200)
    body(&hand)
    return hand
  }

  /// Three fingers that have rested, and what they do then.
  private static func pressed(_ body: (inout Hand) -> Void) -> Hand {
    var hand = Hand()
    hand.land(3)
    hand.wait(450)
    body(&hand)
    hand.lift()
    return hand
  }

  /// A press of three fingers that goes on with a step.
  private static func press(_ next: String) -> String {
    "[{long-press: 300ms, fingers: 3}, {\(next), fingers: 3, same-touch: true}]"
  }

  /// Steps of one touch.
  static let oneTouch: [Case] = [
    (press("swipe: left"), { pressed { $0.move(-9, 0) } }, "step 2 of 2: 9 mm of 12 mm"),
    (press("swipe: left"), { pressed { $0.move(40, 0) } }, "step 2 of 2: right instead of left"),
    (press("swipe: left"), { pressed { _ in } }, "step 2 of 2: 0 mm of 12 mm"),
    (press("pinch: in, distance: 30%"), { pressed { $0.spread(to: 0.85) } }, "step 2 of 2: 15% of 30%"),
    (press("rotate: clockwise, distance: 40°"), { pressed { $0.turn(20) } }, "step 2 of 2: 20° of 40°"),
    (
      press("swipe: left, after: 300ms"),
      {
        pressed { hand in
          hand.wait(700)
          hand.move(-40, 0)
        }
      }, "step 2 of 2: nothing followed within 300 ms"
    ),
  ]

  /// Steps of touches of their own: each limit that is missed.
  static let limits: [Case] = [
    ("[{tap: single, fingers: 4}, {tap: double, fingers: 3}]", { tapped { $0.tap(3) } }, both("1 of 2 taps")),
    (
      "[{tap: single, fingers: 4}, {swipe: left, fingers: 3, speed: 400mm/s}]",
      {
        tapped { hand in
          hand.land(3)
          hand.wait(20)
          hand.move(-40, 0, frames: 50)
          hand.lift()
        }
      }, both("80 mm/s of 400 mm/s")
    ),
    (
      "[{tap: single, fingers: 4}, {tap: single, fingers: 1, corner: top-left}]", { tapped { $0.tap(1) } },
      both("100 mm from the top-left corner, margin 12 mm")
    ),
    (
      "[{tap: single, fingers: 4}, {long-press: 600ms, fingers: 3}]", { tapped { $0.tap(3, for: 450) } },
      both("450 ms of 600 ms")
    ),
  ]

  /// The reason why the second step was missed, of both touches.
  private static func both(_ reason: String) -> String {
    "step 2 of 2: \(reason) | step 2 of 2: \(reason)"
  }

  static let chains: [Case] = [
    (flick, { flick { _ in } }, "step 2 of 2: nothing followed within 600 ms"),
    (
      flick,
      {
        flick { hand in
          hand.wait(200)
          hand.tap(1)
        }
      }, "step 2 of 2: 1 of 3 fingers | step 2 of 2: 1 of 3 fingers"
    ),
    (
      flick,
      {
        flick { hand in
          hand.wait(200)
          hand.land(3)
          hand.wait(900)
          hand.lift()
        }
      },
      """
      step 2 of 2: held 900 ms, maximum 400 ms \
      | step 2 of 2: held 900 ms, maximum 400 ms
      """
    ),
    (
      flick,
      {
        var hand = Hand()
        hand.land(3)
        hand.wait(50)
        hand.move(-11, 0)
        hand.lift()
        return hand
      }, "step 1 of 2: 11 mm of 12 mm"
    ),
  ]
}
