import Gestures
@testable import Hands
import Testing
import Time
import Touch

@Suite("Where fingers would come to rest decides how a gesture ends")
struct ProjectionTests {
  private func end(_ pattern: Pattern, _ fingers: Int, on device: Device = Hand.screen, _ move: (inout Hand) -> Void)
    -> Gesture?
  {
    var hand = Hand(on: device)
    if device == Hand.screen {
      hand.land(fingers)
    } else {
      for index in 0..<fingers {
        hand.land(at: Point(x: 20 + 18 * Double(index), y: 30), closing: index == fingers - 1)
      }
    }
    move(&hand)
    hand.lift()
    let reported = gestures([Trigger(pattern, fingers: fingers...fingers)], hand.events)
    #expect(reported.count { $0.phase == .began } == 1)
    #expect(reported.count { $0.phase == .ended || $0.phase == .cancelled } == 1)
    return reported.last
  }

  private let pan = Pattern.pan(PanPattern(.horizontal, projected: 30))

  @Test("a short flick ends, either way", arguments: [1.0, -1])
  func flick(way: Double) throws {
    let end = try #require(end(pan, 3) { $0.move(12 * way, 0, frames: 6) })
    #expect(end.phase == .ended)
    // 12 mm at 200 mm/s: half a second more of it.
    #expect(abs((end.commitment?.amount ?? 0) - (12 + 200 * 0.4995)) < 2)
  }

  @Test("fingers that move as far and hesitate are cancelled, also if they tremble")
  func hesitation() throws {
    let still = end(pan, 3) {
      $0.move(25, 0)
      $0.wait(200)
    }
    #expect(still?.phase == .cancelled)
    #expect(abs((still?.commitment?.amount ?? 0) - 25) < 0.5)
    let trembling = end(pan, 3) { hand in
      hand.move(25, 0)
      for step in 0..<30 { hand.shift { _ in Vector(dx: step.isMultiple(of: 2) ? 0.25 : -0.25, dy: 0.1) } }
    }
    #expect(trembling?.phase == .cancelled)
  }

  @Test("fingers that go far enough need no speed, and those that come back are cancelled")
  func farAndBack() {
    #expect(
      end(pan, 3) {
        $0.move(35, 0)
        $0.wait(300)
      }?.phase == .ended)
    #expect(
      end(pan, 3) {
        $0.move(45, 0)
        $0.move(-10, 0, frames: 5)
      }?.phase == .cancelled)
  }

  @Test("a flick that begins with a hook counts by its direction")
  func hook() {
    #expect(
      end(.pan(PanPattern(.right, projected: 30)), 3) {
        $0.move(-1.5, 1)
        $0.move(16, -1, frames: 7)
      }?.phase == .ended)
  }

  @Test("on a touchpad the fingers go on for a third of a second")
  func touchpad() throws {
    let end = try #require(end(pan, 3, on: TouchpadContactTests.pad) { $0.move(12, 0, frames: 6) })
    #expect(abs((end.commitment?.amount ?? 0) - (12 + 200 * 0.3328)) < 2)
  }

  @Test("a pinch and a rotation", arguments: [true, false])
  func turns(isQuick: Bool) {
    let pinch = Pattern.pinch(PinchPattern(.any, projected: 0.5))
    for scale in [1.25, 0.75] {
      let ended = end(pinch, 2) {
        $0.spread(to: scale, frames: isQuick ? 8 : 40)
        if !isQuick { $0.wait(200) }
      }
      #expect(ended?.phase == (isQuick ? .ended : .cancelled), "\(scale)")
    }
    let rotation = Pattern.rotate(RotatePattern(.any, projected: 60))
    for angle in [30.0, -30] {
      let ended = end(rotation, 2) {
        $0.turn(angle)
        if !isQuick { $0.wait(200) }
      }
      #expect(ended?.phase == (isQuick ? .ended : .cancelled), "\(angle)")
    }
  }

  @Test("a gesture whose rule does not ask ends wherever the fingers are, and has its projection")
  func unasked() throws {
    let end = try #require(end(.pan(PanPattern(.right)), 3) { $0.move(12, 0, frames: 6) })
    #expect(end.phase == .ended && end.commitment == nil)
    #expect(end.isProjected && abs(end.projectedTranslation.dx - 112) < 3)
  }
}
