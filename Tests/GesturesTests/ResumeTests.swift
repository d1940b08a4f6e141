import Gestures
@testable import Hands
import Testing
import Time
import Touch

@Suite("Gestures that continue after a lift, and simultaneous gestures")
struct ResumeTests {
  static func hand(_ moves: (inout Hand) -> Void) -> [TouchEvent] {
    var hand = Hand()
    moves(&hand)
    return hand.events
  }

  static let drag = Trigger.pan(.any, 3).resuming()

  @Test("three fingers that lift and return continue where they were")
  func resumes() throws {
    let events = Self.hand { hand in
      for _ in 0..<3 {
        hand.land(3, skew: 20)
        hand.move(10, 0)
        hand.lift(skew: 10)
        hand.wait(300)
      }
    }
    let reported = gestures([Self.drag], events)
    #expect(reported.filter { $0.phase != .changed }.map(\.phase) == [.began, .ended])
    #expect(reported.last?.translation.dx.rounded() == 30)
    var before = 3.0
    for gesture in reported.dropFirst() {
      #expect(gesture.translation.dx >= before - 0.001 && gesture.translation.dx < before + 3.5)
      before = gesture.translation.dx
    }
    let lifted = try #require(events.last)
    #expect(reported.last.map { $0.time } == lifted.time - .milliseconds(20) + .milliseconds(500))
  }

  @Test("without its fingers the gesture ends after its time, and not before")
  func ends() {
    let events = Self.hand {
      $0.land(3)
      $0.move(10, 0)
      $0.lift()
    }
    #expect(story([Self.drag], events) == ["30 pan right 3 began #0", "600 pan right 3 ended #0"])
    let late = Self.hand {
      $0.land(3)
      $0.move(10, 0)
      $0.lift()
      $0.wait(501)
      $0.land(3)
      $0.move(10, 0)
      $0.lift()
    }
    #expect(
      story([Self.drag], late) == [
        "30 pan right 3 began #0", "600 pan right 3 ended #0", "631 pan right 3 began #0", "1201 pan right 3 ended #0",
      ])
  }

  @Test("fingers of which the first returns in time count even if the last does not")
  func lastFingerLate() {
    let events = Self.hand {
      $0.land(3)
      $0.move(10, 0)
      $0.lift()
      $0.wait(480)
      $0.land(3, skew: 30)
      $0.move(10, 0)
      $0.lift()
    }
    #expect(story([Self.drag], events) == ["30 pan right 3 began #0", "1240 pan right 3 ended #0"])
  }

  @Test("another gesture ends it at once, before it begins")
  func otherGesture() {
    let tap = Self.hand {
      $0.land(3)
      $0.move(10, 0)
      $0.lift()
      $0.wait(200)
      $0.tap(1)
    }
    #expect(
      story([Self.drag, .tap(1)], tap) == ["30 pan right 3 began #0", "360 pan right 3 ended #0", "360 tap x1 1 #1"])
    let four = Self.hand {
      $0.land(3)
      $0.move(10, 0)
      $0.lift()
      $0.wait(200)
      $0.land(4)
    }
    #expect(story([Self.drag], four) == ["30 pan right 3 began #0", "300 pan right 3 ended #0"])
  }

  @Test("one finger that lifts and returns is enough")
  func oneFinger() {
    let events = Self.hand {
      $0.land(3)
      $0.move(10, 0)
      $0.liftOne()
      $0.wait(200)
      $0.land(at: Point(x: 90, y: 90))
      $0.move(10, 0)
      $0.lift()
    }
    let reported = gestures([Self.drag], events)
    #expect(reported.filter { $0.phase != .changed }.map(\.phase) == [.began, .ended])
    #expect(reported.last?.translation.dx.rounded() == 20)
  }

  @Test("a pinch keeps its scale, and a rotation its angle")
  func scale() {
    let pinch = Trigger.pinch(.any, 2).resuming()
    let events = Self.hand { hand in
      for _ in 0..<2 {
        hand.land(2)
        hand.wait(100)
        hand.spread(to: 1.5)
        hand.lift()
        hand.wait(100)
      }
    }
    let reported = gestures([pinch], events)
    #expect(reported.filter { $0.phase != .changed }.map(\.phase) == [.began, .ended])
    #expect(reported.last?.scale.map { ($0 * 100).rounded() } == 225)
  }

  @Test("steps continue to count")
  func steps() {
    let events = Self.hand { hand in
      for _ in 0..<2 {
        hand.land(3)
        hand.move(0, -10)
        hand.lift()
        hand.wait(100)
      }
    }
    let reported = story([Trigger.pan(.up, 3, step: 6).resuming()], events)
    #expect(reported.filter { $0.contains("+1") }.count == 3)
  }

  @Test("on a touchpad, also if libinput reports fingers that lift one after another as a cancelled swipe")
  func touchpad() {
    for cancelled in [false, true] {
      var pad = Pad()
      pad.swipe(3, 10, 0, cancelled: cancelled)
      pad.wait(300)
      pad.swipe(3, 10, 0)
      let reported = gestures([Self.drag], pad.events)
      #expect(reported.filter { $0.phase != .changed }.map(\.phase) == [.began, .ended])
      #expect(reported.last?.translation.dx.rounded() == 20)
    }
    var pad = Pad()
    pad.swipe(3, 10, 0)
    pad.wait(200)
    pad.scroll(10, 0)
    #expect(story([Self.drag], pad.events) == ["30 pan right 3 began #0", "310 pan right 3 ended #0"])
  }

  @Test("a lock, a reload or the removal of the device cancels it while its fingers are lifted", arguments: 0...2)
  func cancelled(how: Int) {
    var recognition = Recognition([Self.drag])
    var reported: [Gesture] = []
    let events = Self.hand {
      $0.land(3)
      $0.move(10, 0)
      $0.lift()
    }
    for event in events { recognition.handle(event, into: &reported) }
    switch how {
    case 0: recognition.cancel(into: &reported)
    case 1: recognition.replaceTriggers(with: [], into: &reported)
    default:
      recognition.handle(
        TouchEvent(time: Timestamp(microseconds: 1_200_000), device: DeviceID(0), kind: .deviceRemoved), into: &reported
      )
    }
    recognition.advance(to: Timestamp(microseconds: 9_000_000), into: &reported)
    #expect(reported.filter { $0.phase != .changed }.map(\.phase) == [.began, .cancelled])
  }

  // MARK: Simultaneous gestures

  @Test("simultaneous pinch, rotation and pan")
  func together() {
    let events = Self.hand {
      $0.land(2)
      $0.wait(100)
      $0.spread(to: 1.6)
      $0.turn(30)
      $0.move(20, 0)
      $0.lift()
    }
    let all = [Trigger.pinch(.any, 2).also, Trigger.rotate(.any, 2).also, Trigger.pan(.any, 2).also]
    #expect(
      story(all, events).map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
        "pinch out 2 began #0", "rotate clockwise 2 began #1", "pan right 2 began #2", "pinch out 2 ended #0",
        "rotate clockwise 2 ended #1", "pan right 2 ended #2",
      ])
    // A recogniser that does not share the fingers claims the sequence, and the others run alongside.
    #expect(story([.pinch(.any, 2), Trigger.rotate(.any, 2).also], events).filter { $0.contains("began") }.count == 2)
    #expect(story([.pinch(.any, 2), .rotate(.any, 2)], events).filter { $0.contains("began") }.count == 1)
  }

  @Test("a simultaneous rule lets a later one act as well")
  func beside() {
    let events = Self.hand {
      $0.land(3)
      $0.move(-20, 0)
      $0.lift()
    }
    #expect(
      story([Trigger.swipe(.left, 3).also, .swipe(.left, 3), .swipe(.left, 3)], events)
        == ["120 swipe left 3 #0", "120 swipe left 3 #1"])
    #expect(
      story([Trigger.pan(.left, 3).also, .swipe(.left, 3)], events)
        == ["30 pan left 3 began #0", "120 swipe left 3 #1", "200 pan left 3 ended #0"])
  }

  @Test("two hands on two touchscreens and one on a touchpad are independent")
  func devices() {
    var other = Hand(
      on: Device(id: DeviceID(7), name: "Other", kind: .touchscreen, size: Size(width: 300, height: 200)))
    other.land(1)
    other.move(0, 20)
    other.lift()
    var hand = Hand()
    hand.land(1)
    hand.move(20, 0)
    hand.lift()
    var pad = Pad()
    pad.swipe(3, -20, 0)
    let events = (other.events + hand.events + pad.events).enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    #expect(
      Set(story([.swipe(.any, 1), .swipe(.any, 3)], events))
        == ["120 swipe down 1 #0", "120 swipe right 1 #0", "120 swipe left 3 #1"])
  }

  @Test("a long press makes steps at intervals while the fingers stay")
  func repeats() {
    let rule = Trigger(.longPress(LongPressPattern(.milliseconds(300), step: .milliseconds(200))), fingers: 1...1)
    let events = Self.hand {
      $0.land(1)
      $0.wait(750)
      $0.move(10, 0)
      $0.lift()
    }
    #expect(
      story([rule], events) == [
        "300 long-press 1 began #0", "500 long-press 1 changed +1 #0", "700 long-press 1 changed +1 #0",
        "850 long-press 1 ended #0",
      ])
  }
}
