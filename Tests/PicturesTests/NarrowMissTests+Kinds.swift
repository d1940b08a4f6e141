import Glibc
import Gestures
import Touch
import Trials

@testable import Hands

extension NarrowMissTests {
  static let rests: [Case] = [
    (
      "tap: single", { hand { $0.wait(410) } },
      "held 410 ms, maximum 400 ms (default of 'within')"
    ),
    (
      "tap: single, within: 150ms", { hand { $0.wait(151) } },
      "held 151 ms, maximum 150 ms ('within', line 1)"
    ),
    ("tap: single", { hand { $0.move(4, 0, frames: 8) } }, "moved 2.6 mm, maximum 2.5 mm (default of 'movement')"),
    ("tap: triple", { taps(2, after: 100) }, "2 of 3 taps ('tap', line 1)"),
    (
      "tap: double, gap: 200ms", { taps(2, after: 210) },
      "1 of 2 taps ('tap', line 1) | landed 210 ms after the tap before, maximum 200 ms ('gap', line 1)"
    ),
    (
      "tap: double", { taps(2, after: 100, apart: 17) },
      "1 of 2 taps ('tap', line 1) | landed 17 mm from the tap before, maximum 16 mm (default of 'distance')"
    ),
    (
      "tap: single, fingers: 2, apart: 60mm-130mm", { hand(at: [(100, 90), (158, 90)]) },
      "the fingers land 58 mm apart, minimum 60 mm ('apart', line 1)"
    ),
    (
      "tap: single, fingers: 2, apart: 60mm-130mm", { hand(at: [(100, 90), (231, 90)]) },
      "the fingers land 131 mm apart, maximum 130 mm ('apart', line 1)"
    ),
    ("long-press: 500ms", { hand { $0.wait(490) } }, "490 ms of 500 ms ('long-press', line 1)"),
    ("long-press: 500ms", { hand { $0.move(5, 0, frames: 20) } }, "moved 3.1 mm, maximum 3 mm (default of 'movement')"),
    (
      "long-press: 500ms",
      {
        hand { finger in
          for _ in 0..<4 {
            finger.move(4, 0)
            finger.move(-4, 0)
          }
        }
      },
      "moved 3.1 mm, maximum 3 mm (default of 'movement'); the fingers trembled: their path turned back 7 times; "
        + "'settings: {for: tremor}' suits them"
    ),
    ("long-press: 500ms, taps: 1", { hand { $0.wait(600) } }, "0 of 1 tap before it ('taps', line 1)"),
    (
      "long-press: 500ms, taps: 2", { taps(1, after: 100, thenRest: 600) },
      "nothing followed the tap within 300 ms | 1 of 2 taps before it ('taps', line 1)"
    ),
    (
      "long-press: 500ms, taps: 1", { taps(2, after: 100, thenRest: 600) },
      "60 ms of 500 ms ('long-press', line 1) | 2 taps instead of 1 before it ('taps', line 1)"
    ),
    (
      "long-press: 300ms, moved: left",
      {
        hand {
          $0.move(-20, 0)
          $0.wait(290)
        }
      }, "rested 290 ms of 300 ms after the movement ('long-press', line 1)"
    ),
    (
      "long-press: 300ms, moved: left",
      {
        hand {
          $0.move(-11, 0)
          $0.wait(400)
        }
      }, "11 mm of 12 mm before the rest (default of 'swipe: distance')"
    ),
    ("touch: any, fingers: 3", { hand(2) { $0.wait(400) } }, "2 of 3 fingers ('fingers', line 1)"),
    (
      "touch: any, edge: left", { hand(at: [(7, 90)]) { $0.wait(400) } },
      "7 mm from the left edge, margin 6 mm (default of 'margin')"
    ),
  ]

  static func taps(_ count: Int, after gap: Int, apart: Double = 0, thenRest rest: Int = 0) -> Hand {
    var hand = Hand()
    for number in 0..<count {
      if number > 0 { hand.wait(gap) }
      hand.land(at: Point(x: 100 + apart * Double(number), y: 90))
      hand.wait(60)
      hand.lift()
    }
    guard rest > 0 else { return hand }
    hand.wait(gap)
    hand.tap(for: rest)
    return hand
  }

  static let places: [Case] = [
    (
      "tap: single, edge: left", { hand(at: [(6.2, 90)]) },
      "6.2 mm from the left edge, margin 6 mm (default of 'margin')"
    ),
    (
      "tap: single, edge: right, margin: 10mm", { hand(at: [(329, 90)]) },
      "11 mm from the right edge, margin 10 mm ('margin', line 1)"
    ),
    (
      "tap: single, corner: top-left", { hand(at: [(5, 12.5)]) },
      "12.5 mm from the top-left corner, margin 12 mm (default of 'margin')"
    ),
    (
      "tap: single, zone: right", { hand(at: [(169, 90)]) },
      "1 mm outside of the zone x 50%-100%, y 0%-100% ('zone', line 1)"
    ),
    (
      "tap: single, zone: {x: 10mm-20mm, y: 10mm-20mm}", { hand(at: [(23, 24)]) },
      "5 mm outside of the zone x 10mm-20mm, y 10mm-20mm ('zone', line 1)"
    ),
    (
      "tap: single, fingers: 2, edge: {all: [left, right]}", { hand(at: [(5, 90), (333, 90)]) },
      "no finger at the right edge: the nearest is 7 mm away, margin 6 mm (default of 'margin')"
    ),
    (
      "tap: single, fingers: 2, corner: {all: [top-left, top-right]}", { hand(at: [(5, 5), (335, 13)]) },
      "no finger in the top-right corner: the nearest is 13 mm away, margin 12 mm (default of 'margin')"
    ),
    (
      "tap: single, fingers: 2, edge: {all: [left, top]}", { hand(at: [(5, 5), (60, 60)]) },
      "1 of 2 places with a finger of their own ('edge', line 1)"
    ),
  ]

  static let straight: [Case] = [
    ("swipe: left, fingers: 3", { hand(3) { $0.move(-11.9, 0) } }, "11.9 mm of 12 mm (default of 'distance')"),
    (
      "swipe: left, fingers: 3, distance: 30mm", { hand(3) { $0.move(-29.5, 0) } },
      "29.5 mm of 30 mm ('distance', line 1)"
    ),
    (
      "swipe: left, fingers: 3, distance: 40mm", { hand(3) { $0.move(-40, 0, frames: 90) } },
      "95% of its distance within 800 ms (default of 'within')"
    ),
    (
      "swipe: left, fingers: 3, within: 200ms", { hand(3) { $0.move(-14, 0, frames: 36) } },
      "87% of its distance within 200 ms ('within', line 1)"
    ),
    ("swipe: left, fingers: 3, after: 100ms", { hand(3) { $0.move(-20, 0) } }, "90 ms of 100 ms ('after', line 1)"),
    (
      "swipe: left, fingers: 3, speed: 120mm/s", { hand(3) { $0.move(-30, 0) } },
      "100 mm/s of 120 mm/s ('speed', line 1)"
    ),
    (
      "swipe: left, fingers: 3, speed: 10mm/s-90mm/s", { hand(3) { $0.move(-30, 0) } },
      "100 mm/s, maximum 90 mm/s ('speed', line 1)"
    ),
    ("swipe: left, fingers: 3", { hand(3) { $0.move(-12, 14) } }, "49.4° off its direction, maximum 44.9°"),
    ("swipe: 80°-100°, fingers: 3", { hand(3) { $0.move(5, -20) } }, "at 75.9° instead of 80°-100° ('swipe', line 1)"),
    (
      "pan: left, fingers: 3", { hand(3) { $0.move(-2.9, 0) } }, "2.9 mm of 3 mm (default of 'distance')"
    ),
    ("pan: left, fingers: 3, distance: 20mm", { hand(3) { $0.move(-19, 0) } }, "19 mm of 20 mm ('distance', line 1)"),
    (
      "pan: left, fingers: 3, distance: 20mm", { hand(3) { $0.move(-24, 15) } },
      "28.3 mm of 40 mm, twice the distance, off its direction ('distance', line 1)"
    ),
    (
      "pan: left, fingers: 3, speed: 120mm/s", { hand(3) { $0.move(-30, 0) } }, "100 mm/s of 120 mm/s ('speed', line 1)"
    ),
    ("pan: left, fingers: 3", { hand(3) { $0.move(0, 30) } }, "down instead of left ('pan', line 1)"),
    ("pan: 80°-100°, fingers: 3", { hand(3) { $0.move(6, -30) } }, "at 78.6° instead of 80°-100° ('pan', line 1)"),
    (
      "pan: left, taps: 1", { taps(1, after: 0, thenMove: -30, after: 310) },
      "nothing followed the tap within 300 ms | landed 310 ms after the tap before, maximum 300 ms"
    ),
    (
      "pan: left, fingers: 2, anchor: 1", { hand(3) { $0.move(-30, 0) } },
      "no finger had rested for 150 ms when those that move landed ('anchor', line 1)"
    ),
  ]

  static func taps(_ count: Int, after gap: Int, thenMove way: Double, after pause: Int) -> Hand {
    var hand = taps(count, after: gap)
    hand.wait(pause)
    hand.land(1)
    hand.move(way, 0)
    hand.lift()
    return hand
  }

  static let paths: [Case] = [
    (
      "swipe: left then down, fingers: 3",
      {
        hand(3) {
          $0.move(-30, 0)
          $0.move(0, 11)
        }
      }, "11 mm of 12 mm (default of 'distance')"
    ),
    (
      "swipe: left then down, fingers: 3",
      {
        hand(3) {
          $0.move(-30, 0)
          $0.move(0, -30)
        }
      }, "the second direction is up instead of down ('swipe', line 1)"
    ),
    (
      "swipe: left then down, fingers: 3",
      {
        hand(3) {
          $0.move(-30, 0)
          $0.wait(410)
          $0.move(0, 30)
        }
      }, "1 direction of 2 before a rest of 400 ms ('swipe', line 1)"
    ),
    (
      "swipe: left then down, fingers: 3, within: 300ms",
      {
        hand(3) {
          $0.move(-25, 0)
          $0.move(0, 30, frames: 45)
        }
      }, "longer than 300 ms ('within', line 1)"
    ),
    (
      "circle: clockwise, fingers: 2, distance: 360°",
      {
        hand(2) { hand in
          for step in 0..<68 { hand.shift { _ in Vector.heading(Double(step) * .pi / 36) * 1.745 } }
        }
      },
      "the path turned by 340° of 360° ('distance', line 1)"
    ),
    (
      "circle: counterclockwise, fingers: 2", { hand(2) { $0.circle(20) } },
      "clockwise instead of counterclockwise ('circle', line 1)"
    ),
    (
      "circle: clockwise, fingers: 2", { hand(2) { $0.circle(3.5) } },
      "curves of 3.3 mm radius, minimum 4 mm"
    ),
    ("stroke: star", { hand { $0.circle(20) } }, "0% like 'star', minimum 82%"),
    (
      "stroke: circle, drawn-from: bottom", { hand { $0.circle(20) } },
      "drawn from the top, not from the bottom ('drawn-from', line 1)"
    ),
  ]

  static let turns: [Case] = [
    ("pinch: out, fingers: 2, distance: 30%", { hand(2) { $0.spread(to: 1.29) } }, "29% of 30% ('distance', line 1)"),
    (
      "pinch: out, fingers: 2", { hand(2) { $0.spread(to: 1.19) } },
      "the fingers' distance changed by 3.8 mm of 4 mm"
    ),
    ("pinch: in, fingers: 2", { hand(2) { $0.spread(to: 1.5) } }, "out instead of in ('pinch', line 1)"),
    (
      "pinch: out, fingers: 2, distance: 50%, within: 140ms", { hand(2) { $0.spread(to: 1.6) } },
      "95% of its distance within 140 ms ('within', line 1)"
    ),
    (
      "pinch: out, fingers: 2, distance: 50%, after: 200ms", { hand(2) { $0.spread(to: 1.6) } },
      "160 ms of 200 ms ('after', line 1)"
    ),
    ("rotate: clockwise, fingers: 2, distance: 31°", { hand(2) { $0.turn(30) } }, "30° of 31° ('distance', line 1)"),
    (
      "rotate: counterclockwise, fingers: 2", { hand(2) { $0.turn(30) } },
      "clockwise instead of counterclockwise ('rotate', line 1)"
    ),
  ]

  static let pads: [Case] = [
    ("press: click, fingers: 3", { hand(3, on: pad) { $0.wait(400) } }, "not pressed ('press', line 1)"),
    (
      "swipe: left, fingers: 3, device: touchpad",
      {
        hand(3, on: pad) {
          $0.say(.fingersLeft(LeftFingers(.late, amount: 9_000)))
          $0.move(-20, 0)
        }
      }, "the desktop had the fingers: they were taken 9 ms after the frame, maximum 8 ms"
    ),
    ("press: firm, fingers: 2", { press(2, 0.2, 0.28) }, "pressed 1.4 times as hard as at rest, minimum 1.5 times"),
    (
      "press: firm, fingers: 2", { press(2, 0.1, 0.17) },
      "pressed harder than at rest by 7% of the touchpad's range, minimum 8%"
    ),
    ("tip-tap: left, fingers: 1, device: touchpad", { tipTap(20, 0) }, "right instead of left ('tip-tap', line 1)"),
    (
      "tip-tap: any, fingers: 1, device: touchpad", { tipTap(5, 12) },
      "5 mm beside the finger that rests, minimum 6 mm"
    ),
    (
      "tip-tap: any, fingers: 1, device: touchpad", { tipTap(46, 0) },
      "46 mm beside the finger that rests, maximum 45 mm"
    ),
    (
      "tip-tap: any, fingers: 1, device: touchpad", { tipTap(20, 21) },
      "21 mm above or below the finger that rests, maximum 20 mm"
    ),
    ("tip-tap: any, fingers: 1, device: touchpad", { tipTap(20, 0, held: 260) }, "held 260 ms, maximum 250 ms"),
    (
      "tip-tap: any, fingers: 1, device: touchpad", { tipTap(20, 0, after: 140) },
      "rested 140 ms of 150 ms before the other finger landed"
    ),
    (
      "tip-tap: any, fingers: 1, device: touchpad", { tipTap(20, 0, staying: 50) },
      "rested 50 ms of 60 ms after the tap"
    ),
    ("tip-tap: any, fingers: 1, device: touchpad", { tipTap(20, 0, moving: 5) }, "moved 2.6 mm, maximum 2.5 mm"),
    (
      "tip-tap: any, fingers: 2, device: touchpad", { tipTap(20, 0) }, "1 of 2 fingers that rest ('fingers', line 1)"
    ),
    (
      "pan: up, fingers: 3, anchor: 1, device: touchscreen",
      {
        var hand = Hand()
        hand.land(at: Point(x: 100, y: 90))
        hand.wait(300)
        for x in [140.0, 160] { hand.land(at: Point(x: x, y: 90), closing: x == 160) }
        hand.shift { $0 == 0 ? .zero : Vector(dx: 0, dy: -30) }
        hand.lift()
        return hand
      }, "2 of 3 fingers that move ('fingers', line 1)"
    ),
  ]

  /// Fingers that rest with one pressure, and then press with another.
  static func press(_ fingers: Int, _ resting: Double, _ firm: Double) -> Hand {
    var hand = Hand(on: pad)
    func press(_ pressure: Double) {
      for slot in 0..<fingers { hand.say(.touchPressure(slot: slot, pressure)) }
      hand.say(.touchFrame)
    }
    for finger in 0..<fingers { hand.land(at: Point(x: 30 + 20 * Double(finger), y: 30), closing: false) }
    hand.say(.button(isPressed: true))
    press(resting)
    hand.wait(300)
    press(resting)
    hand.wait(100)
    press(firm)
    hand.wait(100)
    hand.say(.button(isPressed: false))
    hand.say(.touchFrame)
    hand.lift()
    return hand
  }

  /// A finger that taps so far beside and below one that rests for some time before and after that.
  static func tipTap(
    _ dx: Double, _ dy: Double, after rest: Int = 300, held: Int = 60, moving: Double = 0, staying: Int = 200
  ) -> Hand {
    hand(at: [(30, 30)], on: pad) { hand in
      hand.wait(rest)
      hand.land(at: Point(x: 30 + dx, y: 30 + dy))
      hand.wait(held)
      if moving > 0 { for _ in 0..<8 { hand.shift { $0 == 0 ? .zero : Vector(dx: moving / 8, dy: 0) } } }
      let other = hand.fingers.removeLast()
      hand.say(.touchUp(slot: other.slot))
      hand.say(.touchFrame)
      hand.wait(staying)
    }
  }
}
