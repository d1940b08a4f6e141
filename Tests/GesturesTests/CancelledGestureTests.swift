import Gestures
@testable import Hands
import Testing
import Touch

@Suite("Fingers of a cancelled gesture")
struct CancelledGestureTests {
  enum Break: CaseIterable { case cancelled, eventsLost }

  private static let triggers: [Trigger] = [
    .swipe(.any, 2).on(.kind(.touchpad)), .swipe(.any, 3), .pinch(.any, 3), .longPress(3), .tap(3),
  ]

  /// The gestures of `events`, with a break after `count` of them.
  private func story(_ how: Break, _ events: [TouchEvent], breakingAt count: Int) -> [String] {
    var recognition = Recognition(Self.triggers)
    var reported: [Gesture] = []
    for event in events[..<count] { recognition.handle(event, into: &reported) }
    switch how {
    case .cancelled: recognition.cancel(into: &reported)
    case .eventsLost:
      let last = events[count - 1]
      recognition.handle(TouchEvent(time: last.time, device: last.device, kind: .eventsLost), into: &reported)
    }
    for event in events[count...] { recognition.handle(event, into: &reported) }
    return reported.filter { $0.phase != .changed }.map(\.text)
  }

  @Test(
    "three resting fingers on a touchpad whose gesture is cancelled swipe without effect until they have lifted",
    arguments: Break.allCases)
  func hold(how: Break) {
    var pad = Pad()
    pad.say(.holdBegin(fingers: 3))
    pad.wait(50)
    let count = pad.events.count
    pad.wait(50)
    pad.say(.holdEnd(fingers: 3, cancelled: true))
    pad.swipe(3, 20, 0, cancelled: true)
    pad.say(.pinchBegin(fingers: 3))
    pad.say(.pinchUpdate(fingers: 3, delta: .zero, scale: 2, rotation: 0))
    pad.say(.pinchEnd(fingers: 3, cancelled: false))
    pad.wait(10)
    pad.swipe(3, 0, -20)
    #expect(story(how, pad.events, breakingAt: count) == ["430 swipe up 3 #1"])
  }

  @Test("two scrolling fingers likewise", arguments: Break.allCases)
  func scroll(how: Break) {
    var pad = Pad()
    pad.scroll(30, 0)
    let count = 6
    pad.wait(10)
    pad.scroll(0, 20)
    #expect(story(how, pad.events, breakingAt: count) == ["440 swipe down 2 #0"])
  }

  @Test("fingers on a touchscreen likewise", arguments: Break.allCases)
  func contacts(how: Break) {
    var hand = Hand()
    hand.land(3)
    hand.move(8, 0)
    let count = hand.events.count
    hand.move(30, 0)
    hand.lift()
    hand.wait(200)
    hand.land(3)
    hand.move(0, -20)
    hand.lift()
    #expect(
      story(how, hand.events, breakingAt: count).map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
        == ["swipe up 3 #1"])
  }

  @Test("a gesture that libinput begins much later is of other fingers")
  func later() {
    var pad = Pad()
    pad.say(.holdBegin(fingers: 3))
    let count = pad.events.count
    pad.wait(50)
    // One finger is left, and libinput does not report what one finger does.
    pad.say(.holdEnd(fingers: 3, cancelled: true))
    pad.wait(101)
    pad.swipe(3, 20, 0)
    #expect(story(.cancelled, pad.events, breakingAt: count) == ["271 swipe right 3 #1"])
  }

  @Test("a cancellation after the lift does not affect the next gesture")
  func between() {
    var pad = Pad()
    pad.swipe(3, 20, 0)
    let count = pad.events.count
    pad.wait(50)
    pad.swipe(3, 20, 0)
    #expect(story(.eventsLost, pad.events, breakingAt: count) == ["120 swipe right 3 #1", "370 swipe right 3 #1"])
  }
}
