@testable import Explaining
import Glibc
import Gestures
import Pictures
import Rules
import RulesFile
import Testing
import Touch
import Trials

@testable import Hands

/// For each kind of gesture and each of its limits, a hand that misses it narrowly: the reason has its amount and the limit.
@Suite("A hand that misses one limit narrowly is told its amount and that limit")
struct NarrowMissTests {
  private typealias Case = (rule: String, hand: @Sendable () -> Hand, reason: String)

  /// A touchpad that reports everything.
  private static let pad = Device(
    id: DeviceID(1), name: "Pad", kind: .touchpad, size: Size(width: 100, height: 70), contacts: .all)

  private static func hand(_ fingers: Int = 1, on device: Device = Hand.screen, _ body: (inout Hand) -> Void) -> Hand {
    var hand = Hand(on: device)
    hand.land(fingers)
    body(&hand)
    hand.lift()
    return hand
  }

  /// Fingers that land at these places, move and lift.
  private static func hand(
    at places: [(x: Double, y: Double)], on device: Device = Hand.screen, _ body: (inout Hand) -> Void = { $0.wait(60) }
  ) -> Hand {
    var hand = Hand(on: device)
    for place in places { hand.land(at: Point(x: place.x, y: place.y)) }
    body(&hand)
    hand.lift()
    return hand
  }

  private static let rests: [Case] = [
    (
      "tap: single", { hand { $0.wait(410) } },
      "held 410 ms, maximum 400 ms (default of 'within'); moved 0 mm of 2.5 mm (default of 'movement')"
    ),
    (
      "tap: single, within: 150ms", { hand { $0.wait(151) } },
      "held 151 ms, maximum 150 ms ('within', line 1); moved 0 mm of 2.5 mm (default of 'movement')"
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
    ("long-press: 500ms, taps: 1", { hand { $0.wait(600) } }, "0 of 1 tap before it ('taps', line 1)"),
    (
      "long-press: 500ms, taps: 2", { taps(1, after: 100, thenRest: 600) },
      "nothing followed the tap within 300 ms | 1 of 2 taps before it ('taps', line 1)"
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
      }, "11 mm of 12 mm (default of 'swipe: distance')"
    ),
    ("touch: any, fingers: 3", { hand(2) { $0.wait(400) } }, "2 of 3 fingers ('fingers', line 1)"),
    (
      "touch: any, edge: left", { hand(at: [(7, 90)]) { $0.wait(400) } },
      "7 mm from the left edge, margin 6 mm (default of 'margin')"
    ),
  ]

  private static func taps(_ count: Int, after gap: Int, apart: Double = 0, thenRest rest: Int = 0) -> Hand {
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

  private static let places: [Case] = [
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

  private static let straight: [Case] = [
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
      "no finger rested beside those that move ('anchor', line 1)"
    ),
  ]

  private static func taps(_ count: Int, after gap: Int, thenMove way: Double, after pause: Int) -> Hand {
    var hand = taps(count, after: gap)
    hand.wait(pause)
    hand.land(1)
    hand.move(way, 0)
    hand.lift()
    return hand
  }

  private static let paths: [Case] = [
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
      "swipe: left then down, fingers: 3, within: 300ms",
      {
        hand(3) {
          $0.move(-25, 0)
          $0.move(0, 30, frames: 45)
        }
      }, "longer than 300 ms ('within', line 1)"
    ),
    (
      "circle: clockwise, fingers: 2, distance: 360°", { hand(2) { $0.circle(20) } },
      "the path turned by 350° of 360° ('distance', line 1)"
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
  ]

  private static let turns: [Case] = [
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

  private static let pads: [Case] = [
    ("press: click, fingers: 3", { hand(3, on: pad) { $0.wait(400) } }, "not pressed ('press', line 1)"),
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
  ]

  /// Fingers that rest with one pressure, and then press with another.
  private static func press(_ fingers: Int, _ resting: Double, _ firm: Double) -> Hand {
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

  /// A finger that taps so far beside and below one that rests.
  private static func tipTap(_ dx: Double, _ dy: Double) -> Hand {
    hand(at: [(30, 30)], on: pad) { hand in
      hand.wait(300)
      hand.land(at: Point(x: 30 + dx, y: 30 + dy))
      hand.wait(60)
      let other = hand.fingers.removeLast()
      hand.say(.touchUp(slot: other.slot))
      hand.say(.touchFrame)
      hand.wait(200)
    }
  }

  /// Fingers that land, lift or move otherwise than those of one hand.
  private static let hands: [Case] = [
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
  private static func hand(_ fingers: Int, skews: (landing: Int, lifting: Int)) -> Hand {
    var hand = Hand()
    hand.land(fingers, skew: skews.landing)
    hand.wait(60)
    hand.lift(skew: skews.lifting)
    return hand
  }

  /// The fingers turn about their centroid, clockwise, and part.
  private static func whirl(_ hand: inout Hand, by degrees: Double, to scale: Double) {
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
  private static func each(_ hand: inout Hand, _ ways: [Vector], frames: Int = 30) {
    for _ in 0..<frames { hand.shift { ways[$0] * (1 / Double(frames)) } }
  }

  private static let all = rests + places + straight + paths + turns + pads + hands

  @Test("narrow misses", arguments: all.indices)
  func narrow(index: Int) throws {
    let (rule, hand, reason) = Self.all[index]
    let text = "rules: [{\(rule.contains("fingers") ? rule : "\(rule), fingers: 1"), do: none}]\n"
    let rules = try #require(RulesFile.check(text: text, name: "rules.yml").rules, "\(text)")
    let touches = MissedTouches(hand().events, rules)
    #expect(touches.reasons.joined(separator: " | ") == reason, "\(rule)")
    #expect(touches.missed.allSatisfy { $0.nearest.rule == 0 })
    #expect(touches.acted.isEmpty)
  }

  @Test("every failure of a recogniser has a hand here")
  func everyFailure() throws {
    var known: Set<String> = []
    for (rule, hand, _) in Self.all {
      let text = "rules: [{\(rule.contains("fingers") ? rule : "\(rule), fingers: 1"), do: none}]\n"
      let rules = try #require(RulesFile.check(text: text, name: "rules.yml").rules)
      let trigger = rules[0].trigger
      for (touch, nearest) in MissedTouches(hand().events, rules).missed {
        var failures = touch.attempt.failures.map(\.failure) + [.notAnchored]
        if case .failed(let failure?) = Judgement(of: touch.attempt, by: trigger, settling: rules.settling) {
          failures.append(failure)
        }
        for failure in failures where failure.reasons(of: trigger).located(in: rules[0]) == nearest.reasons {
          known.insert(String("\(failure)".prefix { $0 != "(" }))
        }
      }
    }
    let source = try #require(Self.source)
    let cases = source.split(separator: "\n").compactMap { line in
      line.hasPrefix("  case ") ? String(line.dropFirst(7).prefix { $0.isLetter }) : nil
    }
    #expect(cases.count > 50)
    // These two have no reason of their own: the log completes the first, and the second means another rule.
    #expect(Set(cases).subtracting(known) == ["liftedEarly", "other"])
  }

  /// The declaration of the failures.
  private static var source: String? {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    guard let file = fopen("\(root)/Sources/Gestures/Gestures/Failure.swift", "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    return text.firstRange(of: "\n}\n").map { String(text[..<$0.lowerBound]) }
  }

  @Test("no reason among several rules is without a rule or a number")
  func noGeneralReason() throws {
    let lines = Self.all.indices.filter { !Self.all[$0].rule.contains("device: touchpad") }.map { index in
      let rule = Self.all[index].rule
      return "- {\(rule.contains("fingers") ? rule : "\(rule), fingers: 1"), do: none}"
    }
    var random = SplitMix(state: 49)
    var named: [String] = []
    for _ in 0..<trials(300, thorough: 5_000) {
      let few = (0..<Int.random(in: 2...6, using: &random)).map { _ in lines.randomElement(using: &random) ?? "" }
      let text = "rules:\n" + few.map { "  \($0)\n" }.joined()
      let rules = try #require(RulesFile.check(text: text, name: "rules.yml").rules, "\(text)")
      guard let hand = Self.all.randomElement(using: &random)?.hand() else { continue }
      for (touch, _) in MissedTouches(hand.events, rules).missed {
        for miss in Explanation.misses(of: touch.attempt, by: rules, in: Situation()) {
          let reason = miss.reasons.text
          #expect(!["another rule prevents it", "the fingers were not at rest before", ""].contains(reason), "\(text)")
          if reason.contains("prevents it") || reason.contains("nearer direction") {
            named.append("\(miss.rule) \(reason) \(text)")
          }
        }
      }
    }
    print("reasons with the rule that prevents: \(named.count), such as \(Set(named).sorted().prefix(12))")
  }

  @Test("a limit is said to stand where the file states it, or to be a default")
  func statedKeys() throws {
    let rules = try #require(
      RulesFile.check(
        text: """
          settings:
            swipe: {distance: 20mm}
            settle: 150ms
            edge: {margin: 8mm}
          rules:
            - fingers: 3
              when: {app: a}
              rules:
                - swipe: left
                  after: 100ms
                  speed: 50mm/s
                  do: none
            - tap: single
              fingers: 2
              edge: left
              do: none
            - {long-press: 400ms, fingers: 1, moved: right, do: none}

          """, name: "rules.yml"
      ).rules)
    func text(_ hand: Hand, in situation: Situation = Situation(app: "a")) -> String {
      MissedTouches(hand.events, rules, in: situation).reasons.joined(separator: " | ")
    }
    #expect(text(Self.hand(3) { $0.move(-19, 0) }) == "19 mm of 20 mm ('distance', line 2)")
    #expect(text(Self.hand(3) { $0.move(-30, 0, frames: 65) }) == "46.1 mm/s of 50 mm/s ('speed', line 11)")
    #expect(text(Self.hand(3) { $0.move(-30, 0, frames: 6) }).hasSuffix("of 100 ms ('after', line 10)"))
    #expect(text(Self.hand(3) { $0.move(0, 30) }) == "down instead of left ('swipe', line 9)")
    #expect(text(Self.hand(4) { $0.move(-30, 0) }) == "4 fingers instead of 3 ('fingers', line 6)")
    #expect(text(Self.hand(3) { $0.move(-30, 0) }, in: Situation(app: "b")).hasSuffix("('when', line 7)"))
    #expect(
      text(Self.hand(at: [(9, 90), (29, 90)])) == "9 mm from the left edge, margin 8 mm ('margin', line 4)")
    #expect(
      text(Self.hand(at: [(5, 90), (25, 90)]) { $0.move(3, 0) })
        == "moved 2.6 mm, maximum 2.5 mm (default of 'movement')")
    #expect(
      text(
        Self.hand(at: [(200, 90)]) {
          $0.move(18, 0)
          $0.wait(500)
        }) == "18 mm of 20 mm ('swipe: distance', line 2)")
  }
}
