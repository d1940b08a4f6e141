@testable import Gestures
@testable import Hands
import Testing
import Time
import Touch

@Suite("The position of a gesture")
struct PositionTests {
  /// The positions of the gestures that are reported, in tenths of a millimetre; nil for those without one.
  private func positions(_ triggers: [Trigger], _ hand: Hand) -> [[Int]?] {
    gestures(triggers, hand.events).filter { $0.phase != .changed }.map { gesture in
      gesture.position.map { [Int(($0.x * 10).rounded()), Int(($0.y * 10).rounded())] }
    }
  }

  @Test("a long press is where the finger rests when it begins, and ends where the finger lifts")
  func longPress() {
    var hand = Hand()
    hand.land(at: Point(x: 50, y: 60))
    hand.wait(200)
    hand.move(1, 0.5, frames: 4)
    hand.wait(400)
    hand.move(20, 0)
    hand.lift()
    #expect(positions([.longPress(1)], hand) == [[510, 605], [710, 605]])
  }

  @Test("several fingers are at their centroid, however they land and lift")
  func centroid() {
    var hand = Hand()
    hand.land(3, skew: 30)
    hand.wait(60)
    hand.lift(skew: 20)
    #expect(positions([.tap(3)], hand) == [[1200, 900]])
    hand = Hand()
    hand.land(2)
    hand.spread(to: 1.6)
    hand.lift(skew: 20)
    #expect(positions([.pinch(.outwards, 2)], hand) == [[1100, 900], [1100, 900]])
  }

  @Test("a tap that waits for another one is where it was made, also if another finger ends the wait elsewhere")
  func waitingTap() {
    var hand = Hand()
    hand.land(at: Point(x: 50, y: 60))
    hand.wait(60)
    hand.lift()
    hand.wait(80)
    hand.land(at: Point(x: 250, y: 160))
    hand.wait(800)
    hand.lift()
    #expect(
      positions([.tap(1), .tap(1, 2), .longPress(1)], hand) == [[500, 600], [2500, 1600], [2500, 1600]])
  }

  @Test("a gesture that fingers continue after a lift is where they are, not where they were")
  func resumed() {
    var hand = Hand()
    hand.land(at: Point(x: 50, y: 60))
    hand.move(20, 0)
    hand.lift()
    hand.wait(200)
    hand.land(at: Point(x: 150, y: 100))
    hand.move(20, 10)
    hand.lift()
    let pan = Trigger.pan(.any, 1).resuming()
    #expect(positions([pan], hand).last == [1700, 1100])
    let translation = gestures([pan], hand.events).last?.translation
    #expect(translation.map { [$0.dx.rounded(), $0.dy.rounded()] } == [40, 10])
  }

  @Test("a touchpad reports none")
  func touchpad() {
    let pad = Device(id: DeviceID(0), name: "Pad", kind: .touchpad, size: Size(width: 100, height: 70))
    let kinds: [TouchEvent.Kind] = [
      .deviceAdded(pad), .swipeBegin(fingers: 3), .swipeUpdate(fingers: 3, delta: Vector(dx: -20, dy: 0)),
      .swipeEnd(fingers: 3, cancelled: false),
    ]
    let events = kinds.enumerated().map { index, kind in
      TouchEvent(time: Timestamp(microseconds: Int64(index) * 10_000), device: pad.id, kind: kind)
    }
    #expect(gestures([.swipe(.left, 3)], events).map(\.position) == [nil])
  }
}
