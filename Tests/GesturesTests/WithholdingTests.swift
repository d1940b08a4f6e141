import Gestures
@testable import Hands
import Testing
import Touch

@Suite("Touches that rules withhold from the desktop")
struct WithholdingTests {
  /// The slots that are withheld after each of these events.
  private func withheld(_ trigger: Trigger, _ hand: Hand) -> [UInt64] {
    var recognition = Recognition([trigger])
    var gestures: [Gesture] = []
    return hand.events.compactMap { event in
      recognition.handle(event, into: &gestures)
      guard case .touchFrame = event.kind else { return nil }
      return recognition.withheldTouches(on: hand.device.id)
    }
  }

  private static func trigger(_ start: StartRegion? = nil) -> Trigger {
    var trigger = Trigger(.touch, fingers: 1...1, start: start)
    trigger.withholds = true
    return trigger
  }

  @Test("each finger that lands in the region is withheld until it lifts, however many are down")
  func region() {
    var hand = Hand()
    hand.land(at: Point(x: 3, y: 90))
    hand.land(at: Point(x: 100, y: 90))
    hand.land(at: Point(x: 2, y: 20))
    hand.move(40, 0, frames: 1)
    hand.liftOne()
    hand.lift()
    #expect(withheld(Self.trigger(.edge(.left)), hand) == [0b1, 0b1, 0b101, 0b101, 0b100, 0])
    #expect(withheld(Self.trigger(), hand) == [0b1, 0b11, 0b111, 0b111, 0b110, 0])
  }

  @Test("fingers that land while the rule is not active are not withheld, and those that landed before stay so")
  func inactive() {
    var hand = Hand()
    hand.land(at: Point(x: 3, y: 90))
    hand.land(at: Point(x: 30, y: 90))
    var recognition = Recognition([Self.trigger()])
    var gestures: [Gesture] = []
    for event in hand.events {
      recognition.handle(event, into: &gestures)
      if case .touchFrame = event.kind { recognition.setActiveRules([nil]) }
    }
    #expect(recognition.withheldTouches(on: hand.device.id) == 0b1)
  }

  @Test("no other gesture withholds anything")
  func others() {
    var hand = Hand()
    hand.land(3)
    hand.move(30, 0)
    #expect(withheld(.pan(.any, 3), hand).allSatisfy { $0 == 0 })
    #expect(withheld(Trigger(.touch, fingers: 3...3), hand).allSatisfy { $0 == 0 })
  }
}
