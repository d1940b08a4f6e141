import Gestures
@testable import Hands
import Testing
import Touch

/// One touch on a touchpad acts once, whatever libinput makes of it.
@Suite("One touch on a touchpad")
struct OneTouchTests {
  private static let pad = TouchpadContactTests.pad
  private let pan = Trigger(.pan(PanPattern(.right)), fingers: 3...4)

  /// Three fingers swipe, a fourth lands, and libinput ends the swipe 100 ms later.
  private func changed() -> Hand {
    var hand = Hand(on: Self.pad)
    for index in 0..<3 { hand.land(at: Point(x: 20 + 14 * Double(index), y: 30), closing: index == 2) }
    swipe(3, 12, &hand)
    hand.land(at: Point(x: 80, y: 32))
    for _ in 0..<10 { hand.move(0.2, 0) }
    hand.say(.swipeEnd(fingers: 3, cancelled: true))
    return hand
  }

  private func swipe(_ fingers: Int, _ length: Int, _ hand: inout Hand) {
    hand.say(.swipeBegin(fingers: fingers))
    for _ in 0..<length {
      hand.move(1, 0)
      hand.say(.swipeUpdate(fingers: fingers, delta: Vector(dx: 1, dy: 0)))
    }
  }

  private func phases(_ hand: Hand) -> [Gesture.Phase] {
    gestures([pan], hand.events).map(\.phase).filter { $0 != .changed }
  }

  @Test("a pan whose fingers lift after a change of their number ends, and the next touch acts")
  func liftInChange() {
    var hand = changed()
    hand.wait(20)
    hand.lift()
    #expect(phases(hand) == [.began, .ended])
    hand.wait(300)
    for index in 0..<3 { hand.land(at: Point(x: 20 + 14 * Double(index), y: 30), closing: index == 2) }
    swipe(3, 12, &hand)
    hand.lift()
    hand.say(.swipeEnd(fingers: 3, cancelled: false))
    #expect(phases(hand) == [.began, .ended, .began, .ended])
  }

  @Test("a pan goes on after a change of the number of fingers, however long they take", arguments: [0, 100, 900])
  func slowChange(milliseconds: Int) {
    var hand = changed()
    hand.wait(milliseconds)
    swipe(4, 12, &hand)
    hand.lift()
    hand.say(.swipeEnd(fingers: 4, cancelled: false))
    #expect(phases(hand) == [.began, .ended])
  }

  @Test("without contacts, fingers that rest after a change of their number do not act again")
  func restAfterChange() {
    var pad = Pad()
    pad.swipe(3, 15, 0, cancelled: true)
    // libinput reports a rest of four fingers 180 ms after it began.
    pad.wait(190)
    pad.say(.holdBegin(fingers: 4))
    pad.wait(200)
    pad.say(.holdEnd(fingers: 4, cancelled: true))
    pad.swipe(4, 20, 0)
    #expect(story([.swipe(.right, 3), .swipe(.right, 4)], pad.events) == ["120 swipe right 3 #0"])
  }

  @Test("without contacts, fingers that move slowly after a change of their number do not act again")
  func slowAfterChange() {
    var pad = Pad()
    pad.swipe(3, 15, 0, cancelled: true)
    pad.wait(120)
    pad.swipe(4, 20, 0)
    #expect(story([.swipe(.right, 3), .swipe(.right, 4)], pad.events) == ["120 swipe right 3 #0"])
  }

  @Test("a tap of three that libinput reports while four fingers are down does not act")
  func tapOfFewer() {
    var hand = Hand(on: Self.pad)
    for index in 0..<4 { hand.land(at: Point(x: 20 + 14 * Double(index), y: 30), closing: index == 3) }
    hand.wait(40)
    hand.say(.tap(fingers: 3, lasted: .milliseconds(40)))
    hand.wait(20)
    hand.lift()
    #expect(story([.tap(3), .tap(4)], hand.events).map { $0.hasSuffix("#1") } == [true])
  }

  @Test("a contact that jumps farther than libinput permits does not swipe", arguments: [(40.0, false), (14, true)])
  func jump(length: Double, acts: Bool) {
    let rule = Trigger.swipe(.right, 1).on(.kind(.touchpad)).starting(.edge(.left))
    var hand = Hand(on: Self.pad)
    hand.land(at: Point(x: 3, y: 30))
    hand.wait(40)
    hand.move(length, 0, frames: 1)
    hand.move(1, 0)
    hand.wait(50)
    hand.lift()
    #expect(story([rule], hand.events).isEmpty != acts)
  }
}
