@testable import Hands
import Testing
import Time

@testable import Gestures
@testable import Touch

@Suite("The gesture that fingers are nearest to")
struct ApproachTests {
  /// The approaches while the events are handled, without repetitions: `swipe #1 8 of 12 mm`, and `-` for none.
  private func approaches(_ triggers: [Trigger], _ events: [TouchEvent]) -> [String] {
    var recognition = Recognition(triggers)
    var gestures: [Gesture] = []
    var result: [String] = []
    for event in events {
      recognition.handle(event, into: &gestures)
      let text = recognition.approach(on: event.device).map(Self.text) ?? "-"
      if text != result.last { result.append(text) }
    }
    #expect(!recognition.hasFingers(on: events.last?.device ?? DeviceID(0)))
    return result
  }

  private static func text(of approach: Approach) -> String {
    let amount = approach.amount
    return "\(approach.kind.rawValue) \(approach.fingers) #\(approach.rule.position) "
      + "\(Int(amount.reached)) of \(Int(amount.limit)) \(amount.unit.rawValue)"
  }

  private func hand(_ body: (inout Hand) -> Void) -> [TouchEvent] {
    var hand = Hand()
    body(&hand)
    return hand.events
  }

  @Test("a swipe: of the rules' directions the nearest, whatever their order, from a quarter of its distance on")
  func swipe() {
    let events = hand {
      $0.land(3)
      $0.move(-10, 1, frames: 10)
      $0.lift()
    }
    #expect(
      approaches([.swipe(.up, 3), .swipe(.down, 3), .swipe(.left, 3), .swipe(.left, 4)], events)
        == ["-"] + (3...10).map { "swipe 3 #2 \($0) of 12 mm" })
  }

  @Test("a swipe that is recognised has no approach any more, and fingers in a direction without a rule have none")
  func recognized() {
    func move(_ dx: Double, _ dy: Double) -> [TouchEvent] {
      hand {
        $0.land(3)
        $0.move(dx, dy, frames: 20)
        $0.lift()
      }
    }
    let triggers: [Trigger] = [.swipe(.left, 3)]
    let left = approaches(triggers, move(-20, 0))
    #expect(left.first == "-" && left.last == "-" && left.count { $0 == "-" } == 2, "\(left)")
    #expect(left.dropLast().last == "swipe 3 #0 11 of 12 mm", "\(left)")
    #expect(approaches(triggers, move(20, 0)) == ["-"])
    #expect(approaches(triggers, move(0, 20)) == ["-"])
  }

  @Test("a rest by its time, a pinch by its change, a rotation by its angle; the nearer of two")
  func kinds() {
    let rest = hand {
      $0.land(1)
      // Resting fingers move a little: a device that reports nothing lets no time pass.
      $0.move(0.5, 0, frames: 50)
      $0.lift()
    }
    let resting = approaches([.longPress(1, 500)], rest)
    #expect(resting.contains { $0.hasPrefix("long-press 1 #0 3") && $0.hasSuffix(" of 500 ms") }, "\(resting)")
    let pinch = hand {
      $0.land(2)
      $0.spread(to: 1.08, frames: 8)
      $0.lift()
    }
    let pinching = approaches([.pinch(.inwards, 2), .pinch(.outwards, 2), .rotate(.any, 2)], pinch)
    #expect(pinching.dropLast().last?.hasPrefix("pinch 2 #1 ") == true, "\(pinching)")
    #expect(pinching.dropLast().last?.hasSuffix(" %") == true, "\(pinching)")
    let turn = hand {
      $0.land(2)
      $0.turn(8)
      $0.lift()
    }
    let turning = approaches([.pinch(.any, 2), .rotate(.clockwise, 2), .rotate(.counterclockwise, 2)], turn)
    #expect(turning.dropLast().last?.hasPrefix("rotate 2 #1 ") == true, "\(turning)")
  }
}
