import Glibc
import Gestures
import Touch
import Trials

@testable import Hands

extension NarrowMissTests {
  /// Fingers that land, lift or move otherwise than those of one hand.
  static let hands: [Case] = [
    (
      "tap: single, fingers: 2", { hand(2, skews: (110, 0)) },
      "the second finger landed 110 ms after the one before, maximum 100 ms (default of 'settle')"
    ),
    (
      "tap: single, fingers: 2", { hand(2, skews: (0, 110)) },
      "the last finger lifted 110 ms after the first, maximum 100 ms (default of 'settle')"
    ),
    (
      "tap: single, fingers: 2",
      {
        hand(at: [(100, 90)]) { hand in
          hand.wait(45)
          hand.land(at: Point(x: 180, y: 90))
          hand.wait(35)
          hand.liftOne()
          hand.wait(45)
        }
      }, "the fingers were down together for 43% of the shorter touch, minimum 50% or 40 ms"
    ),
    (
      "pinch: any, fingers: 2", { hand(2) { whirl(&$0, by: 15, to: 1.25) } },
      "the fingers turned by 15°, an arc of 26% of their distance, which changed by 25%"
    ),
    (
      "stroke: star, fingers: 2", { hand(2) { $0.spread(to: 1.62) } },
      "the fingers' distance changed to 162%, maximum 160%"
    ),
    (
      "swipe: left, fingers: 3, distance: 30mm",
      {
        hand(3) {
          $0.move(0, 4.5)
          $0.move(-22, -13.5)
        }
      }, "8.4 mm beside its direction, maximum 8.2 mm"
    ),
    (
      "swipe: left, fingers: 3",
      {
        hand(3) {
          $0.move(-8, 0)
          $0.move(2.4, 0, frames: 4)
        }
      }, "the path led back by 2.4 mm, maximum 2.2 mm"
    ),
    (
      "swipe: left, fingers: 3, distance: 30mm",
      {
        hand(3) {
          $0.move(-28, 0)
          $0.move(-3, 6)
        }
      }, "the path turned by 42.8° at its end, maximum 22.5°"
    ),
    (
      "swipe: left then down, fingers: 3",
      {
        hand(3) {
          $0.move(-30, 0)
          $0.move(-30, 25)
        }
      },
      "1 direction of 2 one after another ('swipe', line 1); the path turned by 39.8°, a corner by 50°"
    ),
    (
      "swipe: down, fingers: 2", { hand(2) { each(&$0, [Vector(dx: 0, dy: 30), Vector(dx: 0, dy: 7.2)]) } },
      "a finger's movement differed from the others' by 61% of it, maximum 60%"
    ),
    (
      "rotate: any, fingers: 2", { hand(2) { each(&$0, [Vector(dx: 0, dy: 30), Vector(dx: 0, dy: 8)]) } },
      "the fingers moved together: their movements differed by 58%, minimum 60%"
    ),
    (
      "pan: left, fingers: 2",
      {
        hand(2) {
          each(&$0, [Vector(dx: -5, dy: 0), .zero], frames: 5)
          each(&$0, [Vector(dx: -2, dy: 0), Vector(dx: -2, dy: 0)], frames: 2)
          each(&$0, [Vector(dx: -1.4, dy: 0), Vector(dx: -1.4, dy: 0)], frames: 1)
        }
      }, "the fingers moved together for 1.4 mm of 1.5 mm"
    ),
    (
      "pinch: any, fingers: 3",
      { hand(3) { each(&$0, [Vector(dx: -40, dy: 0), Vector(dx: 0, dy: 9.7), .zero], frames: 40) } },
      "one finger moved, and the others at most 9.4 mm of 9.8 mm"
    ),
    (
      "pinch: any, fingers: 4",
      {
        hand(4) {
          each(&$0, [Vector(dx: -40, dy: 0), Vector(dx: 0, dy: 20), Vector(dx: 0, dy: 9.7), .zero], frames: 40)
        }
      },
      "at most 2 fingers moved, and the others at most 9.4 mm of 9.8 mm"
    ),
    (
      "touch: any, fingers: 3", { hand(at: [(100, 90), (108.9, 90), (124, 90)]) { $0.wait(400) } },
      "the contacts landed as those of a palm, not as fingers in a row: two 8.9 mm apart, minimum 9 mm"
    ),
    (
      "tap: single",
      {
        hand(at: [(100, 90)]) { hand in
          hand.wait(300)
          hand.land(at: Point(x: 130, y: 90))
          hand.wait(60)
        }
      }, "a finger rested beside them"
    ),
    ("tap: single, edge: left", { hand(at: [(100, 4083)]) { $0.wait(50) } }, "no finger landed on the surface"),
    (
      "stroke: circle",
      {
        hand {
          $0.move(15, -26)
          $0.move(15, 26)
          $0.move(-30, 0)
        }
      }, "100% like 'triangle' and 90% like 'circle' ('stroke', line 1)"
    ),
    (
      "tip-tap: any, fingers: 1, device: touchpad", { hand(at: [(30, 30)], on: pad) { $0.wait(300) } },
      "no finger tapped beside resting ones"
    ),
    (
      "pan: up, fingers: 1, edge: left, device: touchpad", { hand(at: [(3, 50)], on: pad) { $0.move(12, -20) } },
      "the finger moved the pointer"
    ),
    (
      "pan: up, fingers: 1, edge: left, device: touchpad",
      {
        hand(at: [(3, 50)], on: pad) { hand in
          hand.wait(510)
          hand.move(0, -20)
        }
      }, "the finger rested 520 ms before it moved, maximum 500 ms"
    ),
    (
      "swipe: right, fingers: 1, edge: left, device: touchpad",
      {
        hand(at: [(2, 40)], on: pad) { hand in
          hand.move(1, 0)
          hand.move(20, 0, frames: 1)
          hand.move(0.1, 0)
        }
      }, "a contact jumped 20 mm in 10 ms, which no finger can"
    ),
    (
      "swipe: left, fingers: 2, device: touchpad",
      {
        var pad = Pad()
        pad.say(.pinchBegin(fingers: 2))
        for _ in 0..<20 {
          pad.wait(10)
          pad.say(.pinchUpdate(fingers: 2, delta: Vector(dx: -1.5, dy: 0), scale: 1, rotation: 0))
        }
        pad.say(.pinchEnd(fingers: 2, cancelled: false))
        return pad.hand
      }, "libinput reports a pinch"
    ),
    (
      "swipe: down, fingers: 3",
      {
        var pad = Pad()
        for _ in 0..<30 {
          pad.wait(10)
          pad.say(.scroll(dx: 0, dy: 0.4))
        }
        pad.say(.scroll(dx: 0, dy: 0))
        pad.wait(10)
        pad.swipe(3, 0, 20)
        return pad.hand
      },
      "2 of 3 fingers ('fingers', line 1); two fingers scroll on a touchpad, and only rules with 'device: touchpad' "
        + "receive scrolling | the fingers have scrolled"
    ),
  ]

  /// Fingers of which each lands and lifts so many ms after the one before.
  static func hand(_ fingers: Int, skews: (landing: Int, lifting: Int)) -> Hand {
    var hand = Hand()
    hand.land(fingers, skew: skews.landing)
    hand.wait(60)
    hand.lift(skew: skews.lifting)
    return hand
  }

  /// The fingers turn about their centroid, clockwise, and part.
  static func whirl(_ hand: inout Hand, by degrees: Double, to scale: Double) {
    let (centroid, starts) = (hand.centroid, hand.fingers.map(\.position))
    for step in 1...20 {
      let part = Double(step) / 20
      let angle = degrees * part * .pi / 180
      let old = hand.fingers.map(\.position)
      hand.shift { index in
        let arm = (starts[index] - centroid) * (1 + (scale - 1) * part)
        let turned = Vector(
          dx: arm.dx * cos(angle) - arm.dy * sin(angle), dy: arm.dx * sin(angle) + arm.dy * cos(angle))
        return centroid + turned - old[index]
      }
    }
  }

  /// Each finger goes its own way.
  static func each(_ hand: inout Hand, _ ways: [Vector], frames: Int = 30) {
    for _ in 0..<frames { hand.shift { ways[$0] * (1 / Double(frames)) } }
  }
}
