import Gestures
@testable import Hands
import Testing
import Touch

@Suite("Long presses")
struct LongPressTests {
  @Test("it begins at its time, while the fingers still rest, and ends when they lift", arguments: 1...5)
  func time(fingers: Int) {
    var hand = Hand()
    hand.land(fingers)
    hand.wait(800)
    hand.lift()
    #expect(
      story((1...5).map { .longPress($0) }, hand.events) == [
        "500 long-press \(fingers) began #\(fingers - 1)", "800 long-press \(fingers) ended #\(fingers - 1)",
      ])
  }

  @Test("time counts from the last finger")
  func skew() {
    var hand = Hand()
    hand.land(3, skew: 40)
    hand.wait(800)
    hand.lift(skew: 30)
    #expect(
      story([.longPress(3)], hand.events) == ["580 long-press 3 began #0", "880 long-press 3 ended #0"])
  }

  @Test("no long press after lifting or moving too early; the drift of a resting hand is permitted")
  func early() {
    var short = Hand()
    short.land(2)
    short.wait(499)
    short.lift()
    #expect(story([.longPress(2)], short.events) == [])

    var moved = Hand()
    moved.land(2)
    moved.move(3.2, 0, frames: 20)
    moved.wait(800)
    moved.lift()
    #expect(story([.longPress(2)], moved.events) == [])

    var drifted = Hand()
    drifted.land(2)
    drifted.move(1, 1.8, frames: 40)
    drifted.wait(400)
    drifted.lift()
    #expect(
      story([.longPress(2)], drifted.events) == ["500 long-press 2 began #0", "800 long-press 2 ended #0"])
  }

  @Test("one finger of several that moves is a movement, even if their centroid stays")
  func apart() {
    var hand = Hand()
    hand.land(2)
    for _ in 0..<10 { hand.shift { Vector(dx: $0 == 0 ? -0.5 : 0.5, dy: 0) } }
    hand.wait(800)
    hand.lift()
    #expect(story([.longPress(2)], hand.events) == [])
  }

  @Test("at the end of a recording, fingers of a touchpad that have lifted end the wait for a longer press")
  func finished() {
    let triggers = [1_500, 620].map { Trigger(.longPress(LongPressPattern(.milliseconds($0))), fingers: 3...3) }
    var pad = Pad()
    pad.wait(160)
    pad.say(.holdBegin(fingers: 3))
    pad.wait(700)
    pad.say(.holdEnd(fingers: 3, cancelled: false))
    var recognition = Recognition(triggers)
    var reported: [Gesture] = []
    for event in pad.events { recognition.handle(event, into: &reported) }
    recognition.finish(into: &reported)
    #expect(reported.map(\.text) == ["860 long-press 3 began #1", "860 long-press 3 ended #1"])
  }

  @Test("once it has begun, the fingers move freely and every movement is reported")
  func free() {
    var hand = Hand()
    hand.land(1)
    hand.wait(600)
    hand.move(30, 0)
    hand.lift()
    let all = gestures([.longPress(1), .swipe(.right, 1)], hand.events)
    #expect(all.map(\.phase).first == .began)
    #expect(all.map(\.phase).last == .ended)
    #expect(all.filter { $0.phase == .changed }.count == 30)
    #expect(all.allSatisfy { $0.kind == .longPress })
    #expect(abs((all.last?.translation.dx ?? 0) - 30) < 1e-9)
  }

  @Test("a long press waits for a longer one of an earlier rule until the fingers lift")
  func two() {
    func hand(resting milliseconds: Int) -> [TouchEvent] {
      var hand = Hand()
      hand.tap(1, for: milliseconds)
      return hand.events
    }
    let rules = [Trigger.longPress(1, 1000), .longPress(1, 400)]
    #expect(
      story(rules, hand(resting: 1500)) == ["1000 long-press 1 began #0", "1500 long-press 1 ended #0"])
    #expect(story(rules, hand(resting: 700)) == ["700 long-press 1 began #1", "700 long-press 1 ended #1"])
    #expect(
      story(rules.reversed(), hand(resting: 1500)) == ["400 long-press 1 began #0", "1500 long-press 1 ended #0"])
  }

  @Test("a finger that lands later beside it and rests changes nothing")
  func broken() {
    var hand = Hand()
    hand.land(2)
    hand.wait(700)
    hand.land(1)
    hand.wait(700)
    hand.lift()
    #expect(
      story([.longPress(2), .longPress(3), .longPress(1)], hand.events) == [
        "500 long-press 2 began #0", "1400 long-press 2 ended #0",
      ])
  }

  @Test("on a touchpad the time before libinput reports the hold counts: 180 ms for three fingers, 40 ms for two")
  func touchpad() {
    for (fingers, delay) in [(1, 40), (2, 40), (3, 180), (4, 180)] {
      var pad = Pad()
      pad.say(.holdBegin(fingers: fingers))
      pad.wait(1000)
      pad.say(.holdEnd(fingers: fingers, cancelled: false))
      #expect(
        story([.longPress(fingers)], pad.events) == [
          "\(500 - delay) long-press \(fingers) began #0", "1000 long-press \(fingers) ended #0",
        ])
    }
  }

  @Test("a touchpad hold that becomes a movement in time is no long press")
  func touchpadMoved() {
    var pad = Pad()
    pad.say(.holdBegin(fingers: 3))
    pad.wait(250)
    pad.say(.holdEnd(fingers: 3, cancelled: true))
    pad.wait(200)
    pad.say(.swipeBegin(fingers: 3))
    pad.update(3, 5, 0)
    pad.say(.swipeEnd(fingers: 3, cancelled: false))
    #expect(story([.longPress(3)], pad.events) == [])

    // The pointer's motion is not reported: the end of the hold is libinput's last event.
    var pointer = Pad()
    pointer.say(.holdBegin(fingers: 1))
    pointer.wait(430)
    pointer.say(.holdEnd(fingers: 1, cancelled: true))
    #expect(story([.longPress(1)], pointer.events) == [])
  }

  @Test("a touchpad long press that has begun continues in the swipe it becomes")
  func touchpadGoesOn() {
    var pad = Pad()
    pad.say(.holdBegin(fingers: 3))
    pad.wait(600)
    pad.say(.holdEnd(fingers: 3, cancelled: true))
    pad.wait(19)
    pad.swipe(3, 20, 0)
    #expect(
      story([.longPress(3), .swipe(.any, 3)], pad.events) == [
        "320 long-press 3 began #0", "819 long-press 3 ended #0",
      ])
  }

  @Test("a long press whose finger then moves the pointer is cancelled after 100 ms without events")
  func touchpadLost() {
    var pad = Pad()
    pad.say(.holdBegin(fingers: 1))
    pad.wait(600)
    pad.say(.holdEnd(fingers: 1, cancelled: true))
    #expect(
      story([.longPress(1)], pad.events) == ["460 long-press 1 began #0", "700 long-press 1 cancelled #0"])
  }
}
