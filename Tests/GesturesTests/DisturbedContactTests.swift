import Gestures
@testable import Hands
import Testing
import Touch

/// Fingers beside a palm, and contacts that stand for other fingers than they seem to.
@Suite("Disturbed contacts")
struct DisturbedContactTests {
  /// A palm of two contacts that rests for 350 ms.
  private static func palm() -> Hand {
    var hand = Hand()
    hand.land(at: Point(x: 60, y: 100), closing: false)
    hand.land(at: Point(x: 72, y: 104))
    hand.wait(350)
    return hand
  }

  @Test("fingers beside a palm press long once they are more than its contacts, although they land one after another")
  func pressBesidePalm() {
    var hand = Self.palm()
    for x in [100.0, 122, 144] {
      hand.land(at: Point(x: x, y: 90))
      hand.wait(20)
    }
    hand.wait(600)
    hand.lift()
    #expect(story([.longPress(3)], hand.events).first == "890 long-press 3 began #0")
  }

  @Test("a long press goes on if it drifts as the palm beside it does")
  func driftBesidePalm() {
    var hand = Hand()
    hand.land(at: Point(x: 60, y: 100))
    hand.wait(400)
    hand.land(at: Point(x: 110, y: 90), closing: false)
    hand.land(at: Point(x: 130, y: 90))
    hand.wait(600)
    hand.move(0, 2.6, frames: 20)
    hand.wait(100)
    hand.lift()
    #expect(story([.longPress(2)], hand.events) == ["900 long-press 2 began #0", "1300 long-press 2 ended #0"])
  }

  @Test("a finger that lands beside one that drags on, although its pan is over, does not tap")
  func partOfDrag() {
    var hand = Hand()
    hand.land(2)
    hand.move(20, 0)
    let other = hand.fingers.removeFirst()
    hand.say(.touchUp(slot: other.slot))
    hand.say(.touchFrame)
    hand.move(30, 0)
    let place = hand.fingers[0].position
    hand.land(at: Point(x: place.x - 15, y: place.y))
    hand.move(3, 0, frames: 3)
    let part = hand.fingers.removeLast()
    hand.say(.touchUp(slot: part.slot))
    hand.say(.touchFrame)
    hand.move(20, 0)
    hand.lift()
    #expect(!story([.pan(.any, 2), .tap(1)], hand.events).contains { $0.contains("tap") })
  }

  @Test("two fingers tap although the screen sees them as one, between them, until the second has a contact")
  func mergedLanding() {
    var hand = Hand()
    hand.land(at: Point(x: 100, y: 90))
    hand.shift { _ in Vector(dx: 8, dy: 0) }
    hand.wait(20)
    hand.shift { _ in .zero }
    hand.wait(10)
    hand.fingers[0].position = Point(x: 100, y: 90)
    hand.say(.touchMotion(slot: 0, Point(x: 100, y: 90)))
    hand.land(at: Point(x: 116, y: 90))
    hand.wait(40)
    hand.lift()
    #expect(story([.tap(1), .tap(2), .swipe(.any, 1)], hand.events) == ["90 tap x1 2 #1"])
  }

  @Test("a finger of a tap that the screen loses for a frame may return 3 mm aside, and not 6 mm")
  func returnAside() {
    func tap(_ aside: Double) -> [String] {
      var hand = Hand()
      hand.land(2)
      hand.wait(30)
      let lost = hand.fingers.removeLast()
      hand.say(.touchUp(slot: lost.slot))
      hand.say(.touchFrame)
      hand.wait(10)
      hand.land(at: Point(x: lost.position.x, y: lost.position.y + aside))
      for _ in 0..<3 { hand.shift { _ in .zero } }
      hand.lift()
      return story([.tap(2)], hand.events)
    }
    #expect(tap(3) == ["70 tap x1 2 #0"])
    #expect(tap(6) == [])
  }

  @Test("a finger that the screen loses for 15 ms as it starts to swipe does not tap; one that stays away does")
  func lostAtStart() {
    var hand = Hand()
    hand.land(1)
    hand.wait(40)
    for way in [0.4, 1.6] { hand.shift { _ in Vector(dx: way, dy: 0) } }
    var left = hand
    let lost = hand.fingers.removeLast()
    hand.wait(5)
    hand.say(.touchUp(slot: lost.slot))
    hand.say(.touchFrame)
    hand.wait(15)
    hand.land(at: Point(x: lost.position.x + 8, y: lost.position.y))
    hand.move(30, 0, frames: 6)
    hand.lift()
    #expect(story([.tap(1), .swipe(.any, 1)], hand.events).map { $0.split(separator: " ")[1] } == ["swipe"])
    left.lift()
    #expect(story([.tap(1), .swipe(.any, 1)], left.events).map { $0.split(separator: " ")[1] } == ["tap"])
  }

  @Test("four fingers 12 mm apart rest, the outer ones behind the others, and are no palm")
  func closeFingers() {
    var hand = Hand()
    for (x, y) in [(100.0, 90.0), (112, 84.5), (124, 86), (135, 95.5)] {
      hand.land(at: Point(x: x, y: y), closing: x == 135)
    }
    hand.wait(600)
    hand.lift()
    #expect(story([.longPress(4)], hand.events).first == "500 long-press 4 began #0")
  }
}
