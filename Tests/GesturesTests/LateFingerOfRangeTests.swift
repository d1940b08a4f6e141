import Gestures
@testable import Hands
import Testing
import Time
import Touch

@Suite("A finger that joins a hand on its way")
struct LateFingerOfRangeTests {
  @Test(
    "a rule for three or four fingers goes on when the fourth lands after 9 mm and moves along",
    arguments: [50.0, 80, 110, 140, 250])
  func range(speed: Double) {
    let device = Device(
      id: DeviceID(1), name: "Pad", kind: .touchpad, size: Size(width: 100, height: 70),
      contacts: ContactReports(slots: 5, fingers: 5, hasPositions: true, hasPressure: false, isClickpad: true))
    var hand = Hand(on: device)
    for x in [20.0, 33, 46] { hand.land(at: Point(x: x, y: 30), closing: x == 46) }
    hand.wait(10)
    hand.move(9, 0, frames: Int(9 / speed * 100))
    hand.wait(10)
    hand.land(at: Point(x: 68, y: 28))
    hand.wait(10)
    hand.move(29, 0, frames: Int(29 / speed * 100))
    hand.lift()
    let swipes = story([Trigger(.swipe(SwipePattern(.right)), fingers: 3...4)], hand.events)
    #expect(swipes.count == 1, "\(swipes)")
  }
}
