import Gestures
@testable import Hands
import Testing
import Time
import Touch

@Suite("Touch sequences")
struct SequenceTests {
  @Test("unasked gestures are reported too, and take nothing from the rules")
  func unasked() {
    var hand = Hand()
    hand.land(3)
    hand.move(20, 0)
    hand.lift()
    hand.wait(500)
    hand.land(2)
    hand.move(0, 40)
    hand.lift()
    #expect(
      story([.swipe(.left, 3)], unasked: true, hand.events).map { $0.suffix(9) } == [
        "3 unasked", "2 unasked",
      ])
    // The rule needs more distance than the unasked gesture.
    #expect(
      story([.swipe(.down, 2, distance: 30)], unasked: true, hand.events) == [
        "120 swipe right 3 unasked", "1000 swipe down 2 #0",
      ])
    // The unasked gesture waited for the rule, and is reported once it is certain that the rule fails.
    #expect(story([.swipe(.down, 2, distance: 50)], unasked: true, hand.events).last == "1100 swipe down 2 unasked")
  }

  @Test(
    "a gesture that a rule shares is not reported a second time, without the rule",
    arguments: [
      Trigger.swipe(.right, 2), .pan(.any, 2), .pinch(.any, 2), .rotate(.any, 2), .longPress(2), .tap(2), .tap(2, 2),
    ])
  func shared(trigger: Trigger) {
    var hand = Hand()
    hand.land(2)
    switch trigger.pattern {
    case .pinch: hand.spread(to: 1.5)
    case .rotate: hand.turn(60)
    case .longPress: hand.wait(800)
    case .tap(let pattern):
      hand.wait(60)
      for _ in 1..<pattern.taps {
        hand.lift()
        hand.wait(100)
        hand.land(2)
        hand.wait(60)
      }
    default: hand.move(20, 0)
    }
    hand.lift()
    let reported = story([trigger.also], unasked: true, hand.events)
    #expect(reported.count == (trigger.pattern.kind.isContinuous ? 2 : 1))
    #expect(reported.allSatisfy { $0.hasSuffix("#0") }, "\(reported)")
    // Without the rule it is reported.
    #expect(story([], unasked: true, hand.events).first?.hasSuffix("unasked") == true)
  }

  @Test("one or two fingers that rest on a touchpad, as to point and scroll, are reported only for a rule")
  func restingToPoint() {
    var pad = Pad()
    for fingers in 1...3 {
      pad.say(.holdBegin(fingers: fingers))
      pad.wait(1000)
      pad.say(.holdEnd(fingers: fingers, cancelled: false))
    }
    #expect(story([], unasked: true, pad.events).first == "2320 long-press 3 began unasked")
    #expect(story([.longPress(1)], unasked: true, pad.events).first == "460 long-press 1 began #0")
  }

  @Test("unplugging a device cancels its gestures; plugged in again it starts anew")
  func unplugged() {
    var hand = Hand()
    hand.land(2)
    hand.wait(700)
    hand.say(.deviceRemoved)
    hand.lift()
    hand.say(.deviceAdded(Hand.screen))
    hand.wait(100)
    hand.land(2)
    hand.wait(600)
    hand.lift()
    #expect(
      story([.longPress(2)], hand.events) == [
        "500 long-press 2 began #0", "700 long-press 2 cancelled #0",
        "1300 long-press 2 began #0", "1400 long-press 2 ended #0",
      ])
  }

  @Test("a touchpad that is unplugged during a swipe leaves nothing behind")
  func unpluggedTouchpad() {
    var pad = Pad()
    pad.say(.swipeBegin(fingers: 3))
    pad.update(3, 8, 0)
    pad.say(.deviceRemoved)
    pad.say(.swipeEnd(fingers: 3, cancelled: false))
    pad.wait(1000)
    pad.say(.deviceAdded(Pad.pad))
    pad.swipe(3, 13, 0)
    #expect(story([.swipe(.right, 3)], pad.events) == ["1200 swipe right 3 #0"])
  }

  @Test("two devices do not disturb each other")
  func twoDevices() {
    var hand = Hand()
    hand.land(2)
    hand.wait(700)
    hand.lift()
    var pad = Pad()
    pad.wait(300)
    pad.swipe(3, 20, 0)
    let events = (hand.events + pad.events).enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    #expect(
      story([.longPress(2), .swipe(.right, 3)], events) == [
        "420 swipe right 3 #1", "500 long-press 2 began #0", "700 long-press 2 ended #0",
      ])
  }

  @Test("a rule for one device is not fulfilled by another")
  func deviceFilter() {
    var hand = Hand()
    hand.land(3)
    hand.move(20, 0)
    hand.lift()
    let filters: [([DeviceFilter], Bool)] = [
      ([], true), ([.kind(.touchscreen)], true), ([.kind(.touchpad)], false), ([.named("scr*")], true),
      ([.named("*pad*"), .named("S?reen")], true), ([.named("Scree")], false),
    ]
    for (filter, matches) in filters {
      let trigger = Trigger(.swipe(SwipePattern(.right)), fingers: 3...3, devices: filter)
      #expect(story([trigger], hand.events).isEmpty != matches)
    }
  }

  @Test("a palm cancels the gesture until all fingers have lifted")
  func palm() {
    var hand = Hand()
    hand.land(2)
    hand.wait(700)
    hand.say(.touchCancel(slot: hand.fingers.removeLast().slot))
    hand.say(.touchFrame)
    hand.wait(700)
    hand.move(20, 0)
    hand.lift()
    hand.wait(100)
    hand.land(1)
    hand.wait(600)
    hand.lift()
    #expect(
      story([.longPress(2), .longPress(1), .swipe(.any, 1)], hand.events) == [
        "500 long-press 2 began #0", "700 long-press 2 cancelled #0",
        "2200 long-press 1 began #1", "2300 long-press 1 ended #1",
      ])
  }

  @Test("cancelling stops a hand's gestures until it has lifted")
  func cancelled() {
    var hand = Hand()
    hand.land(1)
    hand.wait(600)
    hand.move(1, 0)
    var recognition = Recognition([.longPress(1), .swipe(.any, 1)])
    var reported: [Gesture] = []
    for event in hand.events { recognition.handle(event, into: &reported) }
    recognition.cancel(into: &reported)
    let before = hand.events.count
    hand.move(40, 0)
    hand.lift()
    hand.wait(50)
    hand.land(1)
    hand.move(20, 0)
    hand.lift()
    for event in hand.events[before...] { recognition.handle(event, into: &reported) }
    #expect(reported.map(\.phase) == [.began, .changed, .cancelled, .recognized])
    #expect(recognition.deadline == nil)
  }

  @Test("there is no deadline while no finger is down")
  func idle() {
    var recognition = Recognition([.longPress(1), .swipe(.any, 2)], unasked: true)
    var reported: [Gesture] = []
    recognition.handle(TouchEvent(time: .zero, device: DeviceID(0), kind: .deviceAdded(Hand.screen)), into: &reported)
    recognition.handle(TouchEvent(time: .zero, device: DeviceID(1), kind: .deviceAdded(Pad.pad)), into: &reported)
    #expect(recognition.deadline == nil)
    var hand = Hand()
    hand.land(1)
    hand.move(20, 0)
    hand.lift()
    for event in hand.events.dropFirst() { recognition.handle(event, into: &reported) }
    #expect(reported.count == 1)
    #expect(recognition.deadline == nil)
  }

  @Test("the same events yield the same gestures, whether time passes with them or between them")
  func determinism() {
    var hand = Hand()
    hand.land(2)
    hand.wait(900)
    hand.move(20, 0)
    hand.lift()
    let triggers: [Trigger] = [.longPress(2), .swipe(.any, 2)]
    let once = gestures(triggers, hand.events)
    var recognition = Recognition(triggers)
    var stepped: [Gesture] = []
    var now = Timestamp.zero
    for event in hand.events {
      while now < event.time {
        now = min(now + .milliseconds(1), event.time)
        if let deadline = recognition.deadline, deadline <= now { recognition.advance(to: deadline, into: &stepped) }
      }
      recognition.handle(event, into: &stepped)
    }
    while let deadline = recognition.deadline { recognition.advance(to: deadline, into: &stepped) }
    #expect(stepped == once)
  }

  @Test("senseless events are ignored: unknown devices, slots and gestures, time that runs backwards")
  func nonsense() {
    var hand = Hand()
    hand.say(.touchMotion(slot: 4, Point(x: 1, y: 1)))
    hand.say(.touchUp(slot: -7))
    hand.say(.touchCancel(slot: .max))
    hand.say(.touchFrame)
    hand.say(.swipeUpdate(fingers: 3, delta: Vector(dx: 100, dy: 0)))
    hand.land(1)
    hand.wait(-900)
    hand.say(.touchMotion(slot: 0, Point(x: .nan, y: .infinity)))
    hand.say(.touchFrame)
    hand.lift()
    hand.events.append(TouchEvent(time: .latest, device: DeviceID(9), kind: .touchFrame))
    var pad = Pad()
    pad.say(.pinchUpdate(fingers: 2, delta: Vector(dx: .nan, dy: 0), scale: 0, rotation: .nan))
    pad.say(.pinchBegin(fingers: -1))
    pad.say(.pinchUpdate(fingers: 2, delta: Vector(dx: .infinity, dy: 0), scale: .infinity, rotation: .infinity))
    pad.say(.holdEnd(fingers: 77, cancelled: true))
    pad.say(.scroll(dx: .nan, dy: nil))
    let all = gestures([.longPress(1), .pinch(.any, 2)], unasked: true, hand.events + pad.events)
    #expect(all.allSatisfy { $0.translation.dx.isFinite && $0.speed.isFinite })
  }

  @Test("more than five fingers, and more than two hands have, make no gesture and do no harm")
  func many() {
    for count in [6, 10, 40] {
      var hand = Hand()
      hand.land(count)
      hand.move(20, 0)
      hand.lift()
      #expect(story((1...5).map { .swipe(.any, $0) }, unasked: true, hand.events) == [])
      hand.wait(100)
      hand.land(2)
      hand.move(20, 0)
      hand.lift()
      #expect(story((1...5).map { .swipe(.any, $0) }, hand.events).count == 1)
    }
  }
}
