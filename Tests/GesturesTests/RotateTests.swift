import Gestures
@testable import Hands
import Testing
import Touch

@Suite("Rotations")
struct RotateTests {
  static func hand(_ fingers: Int = 2, _ moves: (inout Hand) -> Void) -> [TouchEvent] {
    var hand = Hand()
    hand.land(fingers)
    hand.wait(100)
    moves(&hand)
    return hand.events
  }

  @Test("fingers that turn by 12° in either direction", arguments: 2...5)
  func begins(fingers: Int) {
    let rules = (2...5).flatMap { [Trigger.rotate(.clockwise, $0), .rotate(.counterclockwise, $0), .pinch(.any, $0)] }
    let index = (fingers - 2) * 3
    let right = Self.hand(fingers) {
      $0.turn(40)
      $0.lift()
    }
    #expect(
      story(rules, right) == [
        "160 rotate clockwise \(fingers) began #\(index)", "300 rotate clockwise \(fingers) ended #\(index)",
      ])
    let left = Self.hand(fingers) {
      $0.turn(-40)
      $0.lift()
    }
    #expect(story(rules, left).first == "160 rotate counterclockwise \(fingers) began #\(index + 1)")
  }

  @Test("a thumb that scrolls a hand's width beside a resting one is no rotation")
  func thumbs() {
    var hand = Hand()
    hand.land(at: Point(x: 30, y: 90))
    hand.land(at: Point(x: 150, y: 90))
    for _ in 0..<40 { hand.shift { $0 == 0 ? .zero : Vector(dx: 0, dy: 1) } }
    hand.lift()
    #expect(story([.rotate(.any, 2)], hand.events).isEmpty)
  }

  @Test("the angle is counted over full turns")
  func turns() {
    let reported = gestures([.rotate(.any, 2)], Self.hand { $0.turn(800) })
    #expect(reported.last?.rotation?.rounded() == 800)
    #expect(reported.dropFirst(12).first?.rotationSpeed?.rounded() == 200)
  }

  @Test("steps in degrees, in both directions")
  func steps() {
    let events = Self.hand {
      $0.turn(32)
      $0.turn(-32)
      $0.lift()
    }
    let rule = Trigger(.rotate(RotatePattern(.clockwise, step: 15, goesBack: true)), fingers: 2...2)
    #expect(
      story([rule], events) == [
        "160 rotate clockwise 2 began #0", "180 rotate clockwise 2 changed +1 #0",
        "250 rotate clockwise 2 changed +1 #0", "350 rotate counterclockwise 2 changed -1 #0",
        "420 rotate counterclockwise 2 changed -1 #0", "420 rotate counterclockwise 2 ended #0",
      ])
  }

  @Test("fingers that part and turn make the gesture they do more of")
  func orPinch() {
    let rules = [Trigger.rotate(.any, 2), .pinch(.any, 2)]
    #expect(story(rules, Self.hand { $0.spread(to: 1.5) }).map { $0.split(separator: " ")[1] }.first == "pinch")
    #expect(story(rules, Self.hand { $0.turn(30) }).map { $0.split(separator: " ")[1] }.first == "rotate")
  }

  @Test("on a touchpad libinput reports the rotation in its pinches", arguments: 2...4)
  func touchpad(fingers: Int) {
    var pad = Pad()
    pad.rotate(fingers, -30)
    #expect(
      story([.pinch(.any, fingers), .rotate(.any, fingers)], pad.events) == [
        "60 rotate counterclockwise \(fingers) began #1", "150 rotate counterclockwise \(fingers) ended #1",
      ])
  }

  @Test("a pinch has steps relative to the initial distance, in both directions")
  func pinchSteps() {
    let rule = Trigger(.pinch(PinchPattern(.outwards, step: 0.2, goesBack: true)), fingers: 2...2)
    let events = Self.hand {
      $0.spread(to: 1.5, frames: 50)
      $0.spread(to: 1 / 1.5, frames: 50)
      $0.lift()
    }
    let reported = story([rule], events)
    #expect(
      reported.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
        "pinch out 2 began +1 #0", "pinch out 2 changed +1 #0", "pinch in 2 changed -1 #0", "pinch in 2 changed -1 #0",
        "pinch in 2 ended #0",
      ])
    let speeds = gestures([rule], events).compactMap(\.scaleSpeed)
    #expect(speeds.dropFirst(12).first.map { ($0 * 100).rounded() } == 100)
  }
}
