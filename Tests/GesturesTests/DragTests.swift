import Gestures
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Drags as on a Mac: they begin with three fingers, and go on with those that stay, and at the edge.
@Suite("Gestures that go on with fewer fingers")
struct DragTests {
  private static let drag = Trigger.pan(.any, 3).lasting()

  /// A touchpad whose contacts are read.
  private static let pad = Device(
    id: DeviceID(1), name: "Pad", kind: .touchpad, size: Size(width: 110, height: 70), contacts: .all)

  @Test("fingers that stay go on with the gesture, without a jump; the last lift ends it", arguments: 1...2)
  func goesOn(lifts: Int) {
    for device in [Hand.screen, Self.pad] {
      var hand = Hand(on: device)
      hand.land(3)
      hand.move(-20, 0)
      for _ in 0..<lifts { hand.liftOne() }
      hand.wait(300)
      hand.move(-20, 0)
      hand.lift()
      let reported = gestures([Self.drag], hand.events)
      #expect(reported.filter { $0.phase != .changed }.map(\.phase) == [.began, .ended])
      #expect(reported.last.map { $0.time } == hand.events.last?.time)
      #expect(reported.last?.translation.dx.rounded() == -40)
      #expect(Self.largestStep(of: reported) < 1.5)
    }
  }

  @Test("without it, the first lift ends the gesture")
  func firstLift() {
    var hand = Hand(on: Self.pad)
    hand.land(3)
    hand.move(-20, 0)
    hand.liftOne()
    hand.move(-20, 0)
    hand.lift()
    #expect(story([.pan(.any, 3)], hand.events) == ["30 pan left 3 began #0", "230 pan left 3 ended #0"])
  }

  @Test("fingers that lift and land again while one rests go on with the gesture, and nothing else acts")
  func repositions() {
    for device in [Hand.screen, Self.pad] {
      var hand = Hand(on: device)
      hand.land(3)
      for _ in 0..<3 {
        hand.move(0, -10)
        hand.liftOne()
        hand.liftOne()
        hand.wait(700)
        hand.land(2, skew: 20)
        hand.wait(400)
      }
      hand.move(0, -10)
      hand.lift()
      let others: [Trigger] = [
        .tap(1), .tap(2), .tap(3), .swipe(.any, 2), .swipe(.any, 1), .longPress(1), .longPress(2),
      ]
      let reported = gestures([Self.drag] + others, hand.events)
      #expect(reported.filter { $0.phase != .changed }.map(\.phase) == [.began, .ended])
      #expect(reported.allSatisfy { $0.trigger == 0 })
      #expect(reported.last?.translation.dy.rounded() == -40)
    }
  }

  @Test("one or two fingers do not begin it, and do not resume it after the last lift")
  func beginsWithThree() {
    var hand = Hand()
    hand.land(2)
    hand.move(10, 0)
    hand.lift()
    hand.wait(1000)
    #expect(story([Self.drag.resuming()], hand.events).isEmpty)
    hand.land(3)
    hand.move(10, 0)
    hand.lift()
    hand.wait(200)
    hand.land(1)
    hand.move(10, 0)
    hand.lift()
    let reported = gestures([Self.drag.resuming()], hand.events)
    #expect(reported.filter { $0.phase != .changed }.map(\.phase) == [.began, .ended])
    #expect(reported.last?.translation.dx.rounded() == 10)
  }

  @Test("libinput's scrolling of two fingers that stay is theirs, and does not end it")
  func scrolling() {
    var hand = Hand(on: Self.pad)
    hand.land(3)
    hand.move(-20, 0)
    hand.liftOne()
    for _ in 0..<20 {
      hand.say(.scroll(dx: -1, dy: nil))
      hand.move(-1, 0)
    }
    hand.say(.scroll(dx: 0, dy: nil))
    hand.lift()
    let scroll = Trigger.pan(.any, 2).on(.kind(.touchpad))
    let reported = gestures([Self.drag, scroll], hand.events)
    #expect(reported.filter { $0.phase != .changed }.map(\.phase) == [.began, .ended])
    #expect(reported.last?.trigger == 0)
    #expect(reported.last?.translation.dx.rounded() == -40)
  }

  // MARK: At the edge

  /// Three fingers that go to the left edge, rest there for so many milliseconds, and come back.
  private static func hand(restingAtEdge milliseconds: Int, on device: Device = pad) -> Hand {
    var hand = Hand(on: device)
    for index in 0..<3 { hand.land(at: Point(x: 34 + 16 * Double(index), y: 35), closing: index == 2) }
    hand.move(-30, 0)
    hand.wait(milliseconds)
    hand.move(20, 0)
    hand.lift()
    return hand
  }

  @Test("while the fingers rest at the edge, the gesture goes on at its speed after 80 ms, and reports its velocity")
  func edge() throws {
    let hand = Self.hand(restingAtEdge: 480)
    let reported = gestures([Self.drag.atEdge(50)], hand.events)
    let rest = reported.filter {
      $0.time > Timestamp(microseconds: 1_300_000) && $0.time <= Timestamp(microseconds: 1_780_000)
    }
    #expect(rest.count == 41)
    let first = try #require(rest.first)
    #expect(first.time == Timestamp(microseconds: 1_380_000))
    #expect(rest.dropLast().allSatisfy { $0.velocity == Vector(dx: -50, dy: 0) })
    // 41 or 42 reports of 0.5 mm.
    #expect(abs((reported.last?.translation.dx ?? 0) - (-10 - 20.5)) <= 0.51)
    #expect(gestures([Self.drag], hand.events).last.map { abs($0.translation.dx + 10) < 0.5 } == true)
  }

  @Test("it goes on with one finger at the edge, too")
  func edgeWithOne() {
    var hand = Hand(on: Self.pad)
    for index in 0..<3 { hand.land(at: Point(x: 70 + 16 * Double(index), y: 35), closing: index == 2) }
    hand.move(4, 0)
    hand.liftOne()
    hand.liftOne()
    hand.move(2, 0)
    hand.wait(280)
    hand.lift()
    let dx = gestures([Self.drag.atEdge(100)], hand.events).last?.translation.dx ?? 0
    #expect(abs(dx - (6 + 21)) <= 1.1)
  }

  @Test("fingers at an edge to which they have not moved rest")
  func alongEdge() {
    var hand = Hand(on: Self.pad)
    for index in 0..<3 { hand.land(at: Point(x: 70 + 16 * Double(index), y: 3), closing: index == 2) }
    hand.move(-30, 0)
    hand.wait(500)
    hand.lift()
    #expect(gestures([Self.drag.atEdge(50)], hand.events).last?.translation.dx.rounded() == -30)
    let screen = Self.hand(restingAtEdge: 500, on: Hand.screen)
    #expect(gestures([Self.drag.atEdge(50)], screen.events).last?.translation.dx.rounded() == -10)
  }

  @Test("steps go on at the edge")
  func steps() {
    var trigger = Trigger.pan(.left, 3, step: 10)
    trigger.edgeSpeed = 90
    let reported = gestures([trigger], Self.hand(restingAtEdge: 480).events)
    // 27 mm with the fingers, 37 mm at the edge.
    #expect(reported.reduce(0) { $0 + $1.steps } == 6)
  }

  private static func largestStep(of gestures: [Gesture]) -> Double {
    zip(gestures, gestures.dropFirst()).map { ($1.translation - $0.translation).length.value }.max() ?? 0
  }
}

extension Trigger {
  /// The same trigger, going on until the last finger lifts.
  func lasting() -> Trigger {
    var trigger = self
    trigger.endsAtLastLift = true
    return trigger
  }

  /// The same trigger, going on at the edge of a touchpad, at a speed in mm/s.
  func atEdge(_ speed: Double) -> Trigger {
    var trigger = self
    trigger.edgeSpeed = speed
    return trigger
  }
}
