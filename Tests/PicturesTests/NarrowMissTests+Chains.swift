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
        flick { hand in
          hand.wait(200)
          hand.land(3)
          hand.wait(900)
          hand.lift()
        }
      },
      """
      step 2 of 2: held 900 ms, maximum 400 ms; step 2 of 2: moved 0 mm of 2.5 mm \
      | step 2 of 2: held 900 ms, maximum 400 ms; step 2 of 2: moved 0 mm of 2.5 mm
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
