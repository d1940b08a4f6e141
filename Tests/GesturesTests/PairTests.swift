import Gestures
@testable import Hands
import Testing
import Time
import Touch

/// Tests gestures that rules permit side by side.
@Suite("Gestures side by side")
struct PairTests {
  private static let rules = [Trigger.pinch(.any, 2), .rotate(.any, 2), .pan(.any, 2)]
  private static let pairs = [(0, 1), (0, 2), (1, 2)].map { TriggerTie(.with, from: $0, to: $1) }

  /// The triggers whose gestures begin, in order.
  private static func begun(_ triggers: [Trigger], _ ties: [TriggerTie], _ events: [TouchEvent]) -> [Int] {
    var recognition = Recognition(triggers, ties: ties)
    var gestures: [Gesture] = []
    for event in events { recognition.handle(event, into: &gestures) }
    return gestures.filter { $0.phase == .began }.compactMap(\.trigger)
  }

  /// The movement of two fingers that have landed, and then lift.
  private static func events(_ work: (inout Hand) -> Void) -> [TouchEvent] {
    var hand = Hand()
    hand.land(2)
    hand.wait(50)
    work(&hand)
    hand.lift()
    return hand.events
  }

  @Test("a turn and a pan after a pinch begin with the amounts that they have alone")
  func afterPinch() {
    let all = Self.events { hand in
      hand.spread(to: 1.6)
      hand.turn(40)
      hand.move(30, 0)
    }
    #expect(Self.begun(Self.rules, Self.pairs, all) == [0, 1, 2])
    #expect(Self.begun(Self.rules, [Self.pairs[0]], all) == [0, 1])
    #expect(Self.begun(Self.rules, [], all) == [0])
    let apart = Self.events { $0.spread(to: 1.6) }
    #expect(Self.begun(Self.rules, Self.pairs, apart) == [0])
  }

  @Test("a pinch after a pan begins")
  func afterPan() {
    let both = Self.events { hand in
      hand.move(30, 0)
      hand.spread(to: 1.4)
    }
    #expect(Self.begun(Self.rules, Self.pairs, both) == [2, 0])
    #expect(Self.begun(Self.rules, [], both) == [2])
  }

  @Test("on a touchpad, a pan begins beside the pinch that libinput reports")
  func reportedPinch() {
    var pad = Pad()
    pad.say(.pinchBegin(fingers: 3))
    for step in 1...20 {
      pad.wait(10)
      pad.say(.pinchUpdate(fingers: 3, delta: .zero, scale: 1 + Double(step) / 40, rotation: 0))
    }
    for _ in 1...20 {
      pad.wait(10)
      pad.say(.pinchUpdate(fingers: 3, delta: Vector(dx: 1, dy: 0), scale: 1.5, rotation: 0))
    }
    pad.say(.pinchEnd(fingers: 3, cancelled: false))
    let rules = [Trigger.pinch(.any, 3), .pan(.any, 3)]
    let pair = [TriggerTie(.with, from: 0, to: 1)]
    #expect(Self.begun(rules, pair, pad.events) == [0, 1])
    #expect(Self.begun(rules, [], pad.events) == [0])
    // Also as the step that goes on from a rest.
    var rested = Pad()
    rested.say(.holdBegin(fingers: 3))
    rested.wait(600)
    rested.say(.holdEnd(fingers: 3, cancelled: true))
    let start = rested.hand.time / 1000 - 1000
    for event in pad.events.dropFirst() {
      rested.hand.events.append(
        TouchEvent(time: event.time + .milliseconds(start), device: event.device, kind: event.kind))
    }
    let steps = [Trigger.pinch(.any, 3), .longPress(3, 300).then(.pan(.any, 3))]
    #expect(Self.begun(steps, pair, rested.events) == [0, 1])
    #expect(Self.begun(steps, [], rested.events) == [0])
  }
}
