import Gestures
@testable import Hands
import Testing
import Time
import Touch

@Suite("Taps")
struct TapTests {
  static func hand(_ moves: (inout Hand) -> Void) -> [TouchEvent] {
    var hand = Hand()
    moves(&hand)
    return hand.events
  }

  @Test("a tap of 1 to 5 fingers is recognised on the lift if there is no rule for two taps", arguments: 1...5)
  func single(fingers: Int) {
    #expect(
      story((1...5).map { .tap($0) }, Self.hand { $0.tap(fingers, for: 80) }) == [
        "80 tap x1 \(fingers) #\(fingers - 1)"
      ])
  }

  @Test("with a rule for a double tap it waits for the gap and no longer")
  func waits() {
    let rules = [Trigger.tap(1), .tap(1, 2)]
    #expect(story(rules, Self.hand { $0.tap(for: 80) }) == ["380 tap x1 1 #0"])
    let double = Self.hand {
      $0.tap(for: 80)
      $0.wait(150)
      $0.tap(for: 70)
    }
    #expect(story(rules, double) == ["300 tap x2 1 #1"])
    let late = Self.hand {
      $0.tap(for: 80)
      $0.wait(301)
      $0.tap(for: 70)
    }
    #expect(story(rules, late) == ["380 tap x1 1 #0", "751 tap x1 1 #0"])
  }

  @Test("a tap with another number of fingers does not wait")
  func others() {
    #expect(story([.tap(1), .tap(2, 2)], Self.hand { $0.tap(for: 80) }) == ["80 tap x1 1 #0"])
  }

  @Test("a triple tap is recognised at the third, and two taps are a double tap after the gap")
  func triple() {
    let rules = [Trigger.tap(2), .tap(2, 2), .tap(2, 3)]
    let taps = { (count: Int) in
      Self.hand { hand in
        for _ in 0..<count {
          hand.tap(2, for: 50)
          hand.wait(100)
        }
      }
    }
    #expect(story(rules, taps(1)) == ["350 tap x1 2 #0"])
    #expect(story(rules, taps(2)) == ["500 tap x2 2 #1"])
    #expect(story(rules, taps(3)) == ["350 tap x3 2 #2"])
    // The fourth tap starts a new series.
    #expect(story(rules, taps(4)) == ["350 tap x3 2 #2", "800 tap x1 2 #0"])
    // Without a rule for double taps, two taps are two single ones.
    #expect(story([.tap(2), .tap(2, 3)], taps(2)) == ["500 tap x1 2 #0", "500 tap x1 2 #0"])
    #expect(story([.tap(2, 2)], taps(3)) == ["200 tap x2 2 #0"])
  }

  @Test("touches that are too slow, too far apart or move too much are no tap")
  func limits() {
    let rules = [Trigger.tap(1)]
    #expect(story(rules, Self.hand { $0.tap(for: 400) }) == ["400 tap x1 1 #0"])
    #expect(story(rules, Self.hand { $0.tap(for: 401) }).isEmpty)
    // A press is never nothing: it is a tap until the long press begins.
    #expect(story([.tap(1), .longPress(1, 600)], Self.hand { $0.tap(for: 590) }) == ["590 tap x1 1 #0"])
    #expect(
      story([.tap(1), .longPress(1, 300)], Self.hand { $0.tap(for: 310) }) == [
        "300 long-press 1 began #1", "310 long-press 1 ended #1",
      ])
    let restless = Self.hand {
      $0.land(1)
      $0.move(3, 0)
      $0.lift()
    }
    #expect(story(rules, restless).isEmpty)
    let elsewhere = Self.hand {
      $0.tap(for: 50)
      $0.wait(100)
      $0.land(at: Point(x: 117, y: 90))
      $0.wait(50)
      $0.lift()
    }
    #expect(story([.tap(1), .tap(1, 2)], elsewhere) == ["150 tap x1 1 #0", "500 tap x1 1 #0"])
  }

  @Test("each rule has limits of its own")
  func ownLimits() {
    let quick = Trigger(.tap(TapPattern(within: .milliseconds(100))), fingers: 1...1)
    let slow = Trigger(.tap(TapPattern(within: .milliseconds(400), movement: 6)), fingers: 1...1)
    #expect(story([quick, slow], Self.hand { $0.tap(for: 90) }) == ["90 tap x1 1 #0"])
    #expect(story([quick, slow], Self.hand { $0.tap(for: 300) }) == ["300 tap x1 1 #1"])
    let near = Trigger(.tap(TapPattern(2, gap: .milliseconds(120), distance: 30)), fingers: 1...1)
    let far = Self.hand {
      $0.tap(for: 50)
      $0.wait(110)
      $0.land(at: Point(x: 125, y: 90))
      $0.wait(50)
      $0.lift()
    }
    #expect(story([.tap(1), near], far) == ["210 tap x2 1 #1"])
    #expect(story([.tap(1), near], Self.hand { $0.tap(for: 50) }) == ["170 tap x1 1 #0"])
  }

  @Test("fingers land and lift within 100 ms of one another")
  func skew() {
    let skewed = Self.hand {
      $0.land(3, skew: 40)
      $0.wait(60)
      $0.lift(skew: 30)
    }
    #expect(story([.tap(3), .tap(2), .tap(1)], skewed) == ["200 tap x1 3 #0"])
  }

  @Test("fingers of one tap are down together for half of the shorter touch or 40 ms, thumbs that type are not")
  func together() {
    /// Two fingers, the second of which lands so many ms after the first and stays for 110 ms.
    func tap(landing: Int, lifting: Int) -> [TouchEvent] {
      Self.hand {
        $0.land(at: Point(x: 100, y: 90))
        $0.wait(landing)
        $0.land(at: Point(x: 130, y: 90))
        $0.wait(lifting - landing)
        $0.say(.touchUp(slot: 0))
        $0.say(.touchFrame)
        $0.wait(landing + 110 - lifting)
        $0.say(.touchUp(slot: 1))
        $0.say(.touchFrame)
      }
    }
    #expect(story([.tap(2)], tap(landing: 70, lifting: 112)) == ["180 tap x1 2 #0"])
    #expect(story([.tap(2)], tap(landing: 70, lifting: 95)).isEmpty)
    #expect(story([.tap(2)], tap(landing: 20, lifting: 45)) == ["130 tap x1 2 #0"])
  }

  @Test("a tap is reported before the swipe right after it")
  func tapThenSwipe() {
    let events = Self.hand {
      $0.tap(for: 50)
      $0.wait(100)
      $0.land(1)
      $0.move(20, 0)
      $0.lift()
    }
    #expect(
      story([.tap(1), .tap(1, 2), .swipe(.right, 1)], events) == ["190 tap x1 1 #0", "270 swipe right 1 #2"])
  }

  @Test("tap and drag with fingers that lift one after another from the tap")
  func tapAndDrag() {
    let drag = Trigger(.pan(PanPattern(.any, taps: 1)), fingers: 2...2)
    let events = Self.hand {
      $0.land(2)
      $0.wait(60)
      $0.lift(skew: 30)
      $0.wait(100)
      $0.land(2)
      $0.move(20, 0)
      $0.lift()
    }
    let kinds = story([drag], events).filter { !$0.contains("changed") }.map { $0.split(separator: " ")[1] }
    #expect(kinds == ["pan", "pan"])
  }

  @Test("tap and hold: a long press after a tap")
  func tapAndHold() {
    let hold = Trigger(.longPress(LongPressPattern(.milliseconds(400), taps: 1)), fingers: 1...1)
    let events = Self.hand {
      $0.tap(for: 50)
      $0.wait(100)
      $0.land(1)
      $0.wait(700)
      $0.lift()
    }
    #expect(
      story([.longPress(1, 300), hold], events) == ["550 long-press x1 1 began #1", "850 long-press x1 1 ended #1"])
    // The tap belongs to the press; alone it is reported once no press can follow.
    #expect(
      story([.tap(1), hold], events) == ["550 long-press x1 1 began #1", "850 long-press x1 1 ended #1"])
    #expect(story([.tap(1), hold], Self.hand { $0.tap(for: 50) }) == ["350 tap x1 1 #0"])
    // A press without a tap before it is a plain one.
    let press = Self.hand {
      $0.land(1)
      $0.wait(700)
      $0.lift()
    }
    #expect(
      story([.longPress(1, 300), hold], press) == ["300 long-press 1 began #0", "700 long-press 1 ended #0"])
  }

  @Test("two taps are both recognised beside a rule for a tap that a drag or a long press follows")
  func tapsInsteadOfDrag() {
    let taps = Self.hand {
      $0.tap(for: 50)
      $0.wait(100)
      $0.tap(for: 50)
    }
    for gesture in [Pattern.pan(PanPattern(.any, taps: 1)), .longPress(LongPressPattern(.milliseconds(400), taps: 1))] {
      let other = Trigger(gesture, fingers: 1...1)
      #expect(story([.tap(1), other], taps) == ["200 tap x1 1 #0", "200 tap x1 1 #0"])
      #expect(story([other, .tap(1)], taps) == ["200 tap x1 1 #1", "200 tap x1 1 #1"])
      #expect(story([other, .tap(1)], unasked: true, taps) == ["200 tap x1 1 #1", "200 tap x1 1 #1"])
      #expect(story([other, .tap(1), .tap(1, 3)], taps) == ["500 tap x1 1 #1", "500 tap x1 1 #1"])
      #expect(story([other, .tap(1), .tap(1, 2)], taps) == ["200 tap x2 1 #2"])
    }
  }

  @Test("cancelling forgets a pending tap")
  func cancelled() {
    var recognition = Recognition([.tap(1), .tap(1, 2)])
    var reported: [Gesture] = []
    for event in Self.hand({ $0.tap(for: 50) }) { recognition.handle(event, into: &reported) }
    recognition.cancel(into: &reported)
    recognition.advance(to: Timestamp(microseconds: 9_000_000), into: &reported)
    #expect(reported.isEmpty)
  }

  @Test("at the end of a recording a pending tap is recognised, and a finger that is still down is not")
  func finished() {
    var recognition = Recognition([.tap(1), .tap(1, 2), .longPress(1)])
    var reported: [Gesture] = []
    for event in Self.hand({ $0.tap(for: 50) }) { recognition.handle(event, into: &reported) }
    recognition.finish(into: &reported)
    #expect(reported.map(\.text) == ["350 tap x1 1 #0"])
    reported = []
    for event in Self.hand({ $0.land(1) }) { recognition.handle(event, into: &reported) }
    recognition.finish(into: &reported)
    #expect(reported.isEmpty)
  }

  @Test("without a rule each tap is reported with its count so far")
  func unasked() {
    let events = Self.hand {
      $0.tap(2, for: 50)
      $0.wait(100)
      $0.tap(2, for: 50)
    }
    #expect(story([], unasked: true, events) == ["50 tap x1 2 unasked", "200 tap x2 2 unasked"])
    // Unasked taps neither take a tap from a rule nor make one wait.
    #expect(story([.tap(2)], unasked: true, events) == ["50 tap x1 2 #0", "200 tap x1 2 #0"])
    #expect(story([.tap(2, 2)], unasked: true, events) == ["200 tap x2 2 #0"])
  }

  @Test("nine unasked taps are single, double, triple, three times over")
  func unaskedSeries() {
    let taps = Self.hand { hand in
      for _ in 0..<9 {
        hand.tap(for: 60)
        hand.wait(140)
      }
    }
    let reported = (0..<9).map { "\(60 + 200 * $0) tap x\($0 % 3 + 1) 1 unasked" }
    #expect(story([], unasked: true, taps) == reported)
    #expect(story([.tap(2, 2)], unasked: true, taps) == reported)
    // Requested taps belong to their rule; the ninth is left over.
    #expect(
      story([.tap(1, 2)], unasked: true, taps)
        == (0..<4).map { "\(260 + 400 * $0) tap x2 1 #0" } + ["1960 tap x1 1 unasked"])
  }

  @Test("a touchpad's taps are reported after the lift and counted by their landing")
  func touchpad() {
    var pad = Pad()
    pad.tap(3, for: 80)
    #expect(story([.tap(3)], pad.events) == ["80 tap x1 3 #0"])
    // A finger that lands in time is reported only after it has rested, 40 ms later.
    pad = Pad()
    pad.tap(2)
    #expect(story([.tap(2), .tap(2, 2)], pad.events) == ["400 tap x1 2 #0"])
    pad.wait(280)
    pad.tap(2, for: 39)
    #expect(story([.tap(2), .tap(2, 2)], pad.events) == ["379 tap x2 2 #1"])
  }

  @Test("a touchpad's tap that libinput first reports as a hold")
  func touchpadHold() {
    var pad = Pad()
    pad.wait(40)
    pad.say(.holdBegin(fingers: 2))
    pad.wait(60)
    pad.say(.tap(fingers: 2, lasted: .milliseconds(100)))
    pad.say(.holdEnd(fingers: 2, cancelled: false))
    #expect(story([.tap(2), .longPress(2)], pad.events) == ["100 tap x1 2 #0"])
    // A rest is no tap.
    pad = Pad()
    pad.say(.holdBegin(fingers: 2))
    pad.wait(60)
    pad.say(.holdEnd(fingers: 2, cancelled: false))
    #expect(story([.tap(2), .longPress(2)], pad.events).isEmpty)
  }

  @Test("tap and hold on a touchpad")
  func touchpadTapAndHold() {
    let hold = Trigger(.longPress(LongPressPattern(.milliseconds(400), taps: 1)), fingers: 2...2)
    var pad = Pad()
    pad.tap(2)
    pad.wait(240)
    pad.say(.holdBegin(fingers: 2))
    pad.wait(800)
    pad.say(.holdEnd(fingers: 2, cancelled: false))
    #expect(
      story([.tap(2), hold], pad.events) == ["660 long-press x1 2 began #1", "1100 long-press x1 2 ended #1"])
  }
}

@Suite("Many taps, many fingers")
struct ManyTests {
  private func taps(_ count: Int, fingers: Int = 1) -> [TouchEvent] {
    TapTests.hand { hand in
      for index in 0..<count {
        if index > 0 { hand.wait(150) }
        hand.tap(fingers, for: 50)
      }
    }
  }

  @Test("a rule for many taps acts with the last of them, once", arguments: 4...10)
  func many(count: Int) {
    #expect(story([.tap(1, count)], taps(count)) == ["\(count * 200 - 150) tap x\(count) 1 #0"])
    #expect(story([.tap(1, count)], taps(count - 1)).isEmpty)
  }

  @Test("a tap waits for five, and each number of taps has its own rule")
  func series() {
    let rules: [Trigger] = [.tap(1), .tap(1, 2), .tap(1, 5)]
    #expect(story(rules, taps(1)) == ["350 tap x1 1 #0"])
    #expect(story(rules, taps(2)) == ["550 tap x2 1 #1"])
    #expect(story(rules, taps(5)) == ["850 tap x5 1 #2"])
  }

  @Test("taps, long presses, swipes and pinches of six to ten fingers are recognised", arguments: 6...10)
  func fingers(count: Int) {
    let rules: [Trigger] = [.tap(count), .longPress(count), .swipe(.left, count), .pinch(.inwards, count)]
    #expect(story(rules, TapTests.hand { $0.tap(count) }) == ["60 tap x1 \(count) #0"])
    #expect(story(rules, TapTests.hand { $0.tap(count, for: 700) }).first == "500 long-press \(count) began #1")
    #expect(
      story(
        rules,
        TapTests.hand {
          $0.land(count)
          $0.move(-30, 0)
          $0.lift()
        }
      ).map { $0.split(separator: " ")[1] } == ["swipe"])
    #expect(
      story(
        rules,
        TapTests.hand {
          $0.land(count)
          $0.spread(to: 0.7)
          $0.lift()
        }
      ).map { $0.split(separator: " ")[1] } == ["pinch", "pinch"])
    let taps = gestures([.tap(count)], TapTests.hand { $0.tap(count) })
    #expect(taps.map(\.positions.count) == [count])
  }

  @Test("more fingers than a rule asks for make no gesture, and none unasked")
  func unasked() {
    #expect(story([.tap(5), .tap(8)], TapTests.hand { $0.tap(6) }).isEmpty)
    #expect(story([.tap(1)], unasked: true, TapTests.hand { $0.tap(6) }).isEmpty)
    #expect(story([], unasked: true, TapTests.hand { $0.tap(5) }) == ["60 tap x1 5 unasked"])
    #expect(story([], unasked: true, taps(4)).map { $0.split(separator: " ")[2] } == ["x1", "x2", "x3", "x1"])
  }

  @Test("five fingers wait for more only if a rule requests more")
  func waits() {
    let rules: [Trigger] = [.longPress(5, 50), .longPress(8, 50)]
    let hand = TapTests.hand { $0.tap(5, for: 300) }
    #expect(story(rules, hand).first == "100 long-press 5 began #0")
    #expect(story([rules[0]], hand).first == "50 long-press 5 began #0")
  }
}
