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
