import Gestures
@testable import Hands
import Testing
import Touch

@Suite("Pans")
struct PanTests {
  static func hand(_ fingers: Int = 3, _ moves: (inout Hand) -> Void) -> [TouchEvent] {
    var hand = Hand()
    hand.land(fingers)
    hand.wait(100)
    moves(&hand)
    return hand.events
  }

  @Test("a pan begins at 3 mm and ends when the fingers lift")
  func begins() {
    let events = Self.hand {
      $0.move(0, -10)
      $0.lift()
    }
    #expect(story([.pan(.up, 3)], events) == ["130 pan up 3 began #0", "200 pan up 3 ended #0"])
    #expect(story([.pan(.down, 3)], events).isEmpty)
    #expect(story([.pan(.vertical, 3)], events).first == "130 pan up 3 began #0")
    #expect(story([.pan(.any, 3)], events).first == "130 pan up 3 began #0")
    #expect(story([.pan(.up, 2)], events).isEmpty)
  }

  @Test("its translation and its speed are reported throughout")
  func changes() {
    let events = Self.hand {
      $0.move(20, 0)
      $0.wait(60)
      $0.lift()
    }
    let reported = gestures([.pan(.right, 3)], events)
    #expect(reported.first?.translation == Vector(dx: 3, dy: 0))
    #expect(reported.last?.translation.dx.rounded() == 20)
    #expect(reported.dropFirst().dropLast().allSatisfy { $0.phase == .changed && $0.speed.rounded() == 100 })
    #expect(reported.last?.speed == 0)
  }

  @Test("steps in both directions are equally wide")
  func steps() {
    let events = Self.hand {
      $0.move(0, -13)
      $0.move(0, 13)
      $0.move(0, 6)
      $0.lift()
    }
    #expect(
      story([.pan(.up, 3, step: 6, goesBack: true)], events) == [
        "130 pan up 3 began #0", "160 pan up 3 changed +1 #0", "220 pan up 3 changed +1 #0",
        "300 pan down 3 changed -1 #0", "360 pan down 3 changed -1 #0", "420 pan down 3 changed -1 #0",
        "420 pan down 3 ended #0",
      ])
    // Without 'back' movement downwards is not reported, and each movement upwards counts again.
    #expect(
      story([.pan(.up, 3, step: 6)], events) == [
        "130 pan up 3 began #0", "160 pan up 3 changed +1 #0", "220 pan up 3 changed +1 #0", "420 pan up 3 ended #0",
      ])
    // A rule with both directions has steps in both.
    #expect(story([.pan(.vertical, 3, step: 6)], events).filter { $0.contains("down 3 changed +1") }.count == 3)
  }

  @Test("a rule with 'back' may also begin in the opposite direction")
  func beginsBackwards() {
    let events = Self.hand {
      $0.move(0, 7)
      $0.lift()
    }
    #expect(
      story([.pan(.up, 3, step: 6, goesBack: true)], events) == [
        "130 pan down 3 began #0", "160 pan down 3 changed -1 #0", "170 pan down 3 ended #0",
      ])
  }

  @Test("a hand that trembles at the edge of a step makes no more steps")
  func trembles() {
    let events = Self.hand { hand in
      hand.move(0, -6.2)
      for _ in 0..<10 {
        hand.move(0, 0.8, frames: 1)
        hand.move(0, -0.8, frames: 1)
      }
      hand.lift()
    }
    #expect(story([.pan(.up, 3, step: 6, goesBack: true)], events).filter { $0.contains("changed") }.count == 1)
  }

  @Test("a pan with steps finer than its distance makes one step when it begins")
  func fineSteps() {
    let events = Self.hand {
      $0.move(6, 0)
      $0.lift()
    }
    #expect(
      story([.pan(.right, 3, step: 1)], events) == [
        "130 pan right 3 began +1 #0", "140 pan right 3 changed +1 #0", "150 pan right 3 changed +1 #0",
        "160 pan right 3 changed +1 #0", "160 pan right 3 ended #0",
      ])
  }

  @Test("steps of a pan that may go anywhere follow the hand around a corner")
  func corner() {
    let events = Self.hand {
      $0.move(12, 0)
      $0.move(0, -12)
      $0.lift()
    }
    #expect(
      story([.pan(.any, 3, step: 6)], events).filter { $0.contains("+1") }.map { $0.split(separator: " ")[2] }
        == ["right", "right", "up", "up"])
  }

  @Test("the nearer direction wins, then the earlier rule; a deviating movement needs more distance")
  func directions() {
    let right = Self.hand {
      $0.move(12, 2)
      $0.lift()
    }
    let rules = [Trigger.pan(.vertical, 3), .pan(.horizontal, 3), .pan(.right, 3)]
    #expect(story(rules, right).first == "130 pan right 3 began #1")
    let slanted = Self.hand {
      $0.move(12, -8)
      $0.lift()
    }
    #expect(story(rules, slanted).first == "160 pan right 3 began #1")
    #expect(story([.pan(.right, 3), .pan(.upRight, 3)], slanted).first?.hasSuffix("up-right 3 began #1") == true)
    let elsewhere = Self.hand {
      $0.move(20, 0)
      $0.move(0, -40)
      $0.lift()
    }
    #expect(story([.pan(.up, 3)], elsewhere).isEmpty)
  }

  @Test("an angle range may go through 0°")
  func angles() {
    let rule = Trigger(.pan(PanPattern([], angles: [AngleRange(from: 350, to: 20)])), fingers: 3...3)
    #expect(story([rule], Self.hand { $0.move(12, -2) }).first?.hasSuffix("pan right 3 began #0") == true)
    #expect(story([rule], Self.hand { $0.move(12, 1) }).first?.hasSuffix("pan right 3 began #0") == true)
    #expect(story([rule], Self.hand { $0.move(-12, 1) }).isEmpty)
  }

  @Test("the speed is measured when it begins")
  func speed() {
    var rule = PanPattern(.right)
    rule.speed = 0...60
    let slow = Self.hand { $0.move(12, 0, frames: 24) }
    let quick = Self.hand { $0.move(12, 0) }
    #expect(!story([Trigger(.pan(rule), fingers: 3...3)], slow).isEmpty)
    #expect(story([Trigger(.pan(rule), fingers: 3...3)], quick).isEmpty)
  }

  @Test("with a rule for more fingers it waits until no finger can join any more")
  func landing() {
    var hand = Hand()
    hand.land(1)
    hand.move(0, -20)
    hand.lift()
    #expect(story([.pan(.up, 1), .tap(3)], hand.events) == ["100 pan up 1 began #0", "200 pan up 1 ended #0"])
    #expect(story([.pan(.up, 1)], hand.events) == ["30 pan up 1 began #0", "200 pan up 1 ended #0"])
  }

  @Test("a finger that joins or leaves makes no jump; gestures that permit the new number go on")
  func joins() throws {
    let events = Self.hand(2) { hand in
      hand.move(0, -10)
      hand.land(at: Point(x: 300, y: 20))
      hand.move(0, -10)
      hand.liftOne()
      hand.move(0, -10)
      hand.lift()
    }
    let range = Trigger(.pan(PanPattern(.up)), fingers: 2...3)
    let reported = gestures([range], events)
    let phases: [Gesture.Phase] = reported.map(\.phase).filter { $0 != .changed }
    #expect(phases == [.began, .ended])
    #expect(Set(reported.map(\.fingers)) == [2, 3])
    var before = 0.0
    for gesture in reported {
      #expect(abs(gesture.translation.dy - before) < 3.5, "\(gesture)")
      #expect(abs(gesture.translation.dx) < 0.001)
      before = gesture.translation.dy
    }
    #expect(reported.last?.translation.dy.rounded() == -30)
    #expect(story([.pan(.up, 2)], events) == ["130 pan up 2 began #0", "330 pan up 2 ended #0"])
  }

  @Test("three fingers on a touchpad, with steps")
  func touchpad() {
    var pad = Pad()
    pad.swipe(3, 13, 0)
    #expect(
      story([.pan(.horizontal, 3, step: 6)], pad.events) == [
        "30 pan right 3 began #0", "60 pan right 3 changed +1 #0", "120 pan right 3 changed +1 #0",
        "130 pan right 3 ended #0",
      ])
  }

  @Test("two fingers that scroll are a pan or a swipe only for a rule that names the touchpad")
  func scrolling() {
    var pad = Pad()
    pad.scroll(20, 0)
    #expect(story([.swipe(.right, 2), .pan(.right, 2)], unasked: true, pad.events).isEmpty)
    #expect(story([Trigger.swipe(.right, 2).on(.kind(.touchscreen))], pad.events).isEmpty)
    #expect(story([Trigger.swipe(.right, 2).on(.kind(.touchpad))], pad.events) == ["120 swipe right 2 #0"])
    #expect(
      story([Trigger.pan(.right, 2, step: 8).on(.named("Pad"))], pad.events) == [
        "30 pan right 2 began #0", "80 pan right 2 changed +1 #0", "160 pan right 2 changed +1 #0",
        "210 pan right 2 ended #0",
      ])
  }

  @Test("scrolling to and fro is one swipe in each direction")
  func toAndFro() {
    var pad = Pad()
    for distance in [20.0, -20, 20, -20] {
      pad.scroll(distance, 0)
      pad.wait(200)
    }
    #expect(
      story([Trigger.swipe(.horizontal, 2).on(.kind(.touchpad))], pad.events).map { $0.split(separator: " ")[2] }
        == ["right", "left", "right", "left"])
  }

  @Test("scrolling that libinput reclassifies as a pinch")
  func scrollThenPinch() {
    var pad = Pad()
    for _ in 0..<5 {
      pad.wait(10)
      pad.say(.scroll(dx: 0.5, dy: 0.2))
    }
    pad.say(.scroll(dx: 0, dy: 0))
    pad.pinch(2, to: 1.5)
    let rules = [Trigger.swipe(.right, 2).on(.kind(.touchpad)), .pinch(.outwards, 2)]
    #expect(story(rules, pad.events) == ["90 pinch out 2 began #1", "250 pinch out 2 ended #1"])
  }

  /// Two fingers at the positions given, with their times in ms.
  private static func hand(_ frames: [(time: Int, one: Point, other: Point)]) throws -> [TouchEvent] {
    let first = try #require(frames.first)
    var hand = Hand()
    hand.land(at: first.one, closing: false)
    hand.land(at: first.other)
    var time = first.time
    for frame in frames.dropFirst() {
      hand.wait(frame.time - time)
      time = frame.time
      for (slot, place) in [frame.one, frame.other].enumerated() { hand.say(.touchMotion(slot: slot, place)) }
      hand.say(.touchFrame)
    }
    hand.lift()
    return hand.events
  }

  private static let moves: [Trigger] = [.pan(.any, 2), .pinch(.any, 2), .rotate(.any, 2)]

  @Test("a finger that lags, and by the sensor's noise seems to start against the other one, does not pinch")
  func noisyStart() throws {
    let events = try Self.hand([
      (12, Point(x: 70.6, y: 62.0), Point(x: 99.7, y: 44.9)),
      (26, Point(x: 70.6, y: 62.6), Point(x: 99.8, y: 45.3)),
      (39, Point(x: 69.6, y: 62.1), Point(x: 99.5, y: 44.9)),
      (53, Point(x: 70.0, y: 62.4), Point(x: 100.5, y: 42.7)),
      (67, Point(x: 69.1, y: 62.4), Point(x: 102.8, y: 37.9)),
      (82, Point(x: 69.7, y: 63.1), Point(x: 104.9, y: 33.8)),
      (96, Point(x: 70.1, y: 61.3), Point(x: 107.5, y: 27.9)),
      (111, Point(x: 70.4, y: 58.2), Point(x: 109.4, y: 22.2)),
      (125, Point(x: 73.5, y: 56.0), Point(x: 112.1, y: 17.9)),
      (139, Point(x: 74.5, y: 50.3), Point(x: 113.6, y: 14.1)),
      (154, Point(x: 77.7, y: 44.7), Point(x: 114.4, y: 11.1)),
      (168, Point(x: 79.1, y: 39.9), Point(x: 114.0, y: 11.0)),
    ])
    let acts = gestures(Self.moves, events).filter { $0.phase == .began }
    #expect(acts.map(\.kind) == [.pan])
  }

  @Test("a finger that lags and passes close to the other one does not turn by the sensor's noise")
  func closeFingers() throws {
    let events = try Self.hand([
      (16, Point(x: 137.0, y: 121.0), Point(x: 148.5, y: 109.5)),
      (26, Point(x: 137.0, y: 121.0), Point(x: 148.0, y: 110.0)),
      (35, Point(x: 137.5, y: 121.0), Point(x: 148.5, y: 110.0)),
      (44, Point(x: 136.5, y: 121.5), Point(x: 148.5, y: 110.0)),
      (53, Point(x: 137.0, y: 121.0), Point(x: 148.5, y: 110.0)),
      (62, Point(x: 136.5, y: 121.0), Point(x: 148.0, y: 110.0)),
      (71, Point(x: 137.0, y: 121.0), Point(x: 148.5, y: 110.0)),
      (80, Point(x: 137.5, y: 120.5), Point(x: 148.0, y: 109.5)),
      (90, Point(x: 137.5, y: 120.0), Point(x: 148.0, y: 109.5)),
      (100, Point(x: 137.5, y: 119.5), Point(x: 147.5, y: 110.0)),
      (109, Point(x: 138.0, y: 119.0), Point(x: 148.5, y: 110.0)),
      (118, Point(x: 138.5, y: 117.5), Point(x: 148.5, y: 110.0)),
      (128, Point(x: 139.0, y: 116.5), Point(x: 148.5, y: 109.5)),
      (138, Point(x: 140.0, y: 114.5), Point(x: 148.0, y: 109.5)),
      (147, Point(x: 140.5, y: 113.5), Point(x: 148.5, y: 109.5)),
      (157, Point(x: 142.0, y: 111.0), Point(x: 149.0, y: 109.0)),
      (166, Point(x: 142.5, y: 109.5), Point(x: 149.0, y: 108.0)),
      (175, Point(x: 143.5, y: 107.5), Point(x: 149.5, y: 107.0)),
      (184, Point(x: 143.5, y: 105.0), Point(x: 150.5, y: 106.5)),
      (194, Point(x: 145.0, y: 103.0), Point(x: 150.5, y: 104.5)),
      (203, Point(x: 146.0, y: 101.0), Point(x: 152.0, y: 104.0)),
      (213, Point(x: 147.0, y: 98.5), Point(x: 152.5, y: 102.0)),
      (221, Point(x: 148.0, y: 96.0), Point(x: 152.5, y: 99.5)),
      (230, Point(x: 148.5, y: 94.0), Point(x: 153.0, y: 98.0)),
    ])
    let acts = gestures(Self.moves, events).filter { $0.phase == .began }
    #expect(acts.map(\.kind) == [.pan])
  }
}
