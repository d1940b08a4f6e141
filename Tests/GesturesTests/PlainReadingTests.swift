import Gestures
import Glibc
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// A hand of three fingers in plain numbers: it rests, moves in one way, rests and lifts.
private struct PlainHand: CustomStringConvertible {
  enum Movement {
    case none
    /// Left, right, up or down, almost.
    case shift(Directions, Vector)
    case spread(Double)
    case turn(Double)
  }

  var device: Device.Kind
  /// The times before, of and after the movement, in milliseconds.
  var (before, during, after) = (0, 0, 0)
  var movement = Movement.none

  var time: Int { before + during + after }
  /// The length of a shift, in mm.
  var distance: Double { if case .shift(_, let way) = movement { way.length.value } else { 0 } }
  /// The distance of the outer fingers, 20 mm from the middle one, from where they landed.
  var reach: Double {
    switch movement {
    case .none: 0
    case .shift: distance
    case .spread(let scale): 20 * abs(scale - 1)
    case .turn(let angle): 40 * sin(abs(angle) * .pi / 360)
    }
  }
  var description: String { "\(device.rawValue): \(before) ms, \(movement) in \(during) ms, \(after) ms" }

  init(_ random: inout SplitMix) {
    device = random.chance(0.6) ? .touchscreen : .touchpad
    let isPad = device == .touchpad
    let choice = Int.random(in: 0..<6, using: &random)
    switch choice {
    case 0: after = [230, 400, 560, 800].randomElement(using: &random) ?? 0
    case 1:
      movement = .spread(([0.5, 0.8, 1.2, 1.5, 1.9] as [Double]).randomElement(using: &random) ?? 1.2)
      during = [100, 300].randomElement(using: &random) ?? 0
    case 2:
      movement = .turn(([-50, -20, 20, 50] as [Double]).randomElement(using: &random) ?? 20)
      during = 200
    default:
      let ways: [(Directions, Double, Double)] = [
        (.left, -1, 0.05), (.right, 1, -0.05), (.up, 0.05, -1), (.down, 0.05, 1),
      ]
      let (direction, dx, dy) = ways.randomElement(using: &random) ?? (.left, -1, 0)
      let distances: [Double] = [5.5, 11, 16, 28, 45]
      let distance = distances.randomElement(using: &random) ?? 15
      movement = .shift(direction, Vector(dx: dx * distance, dy: dy * distance))
      // In mm/ms. Faster ones leave the screen's smoothing behind.
      let speeds: [Double] = [0.09, 0.15, 0.25]
      let speed = speeds.randomElement(using: &random) ?? 0.15
      during = max(10, Int(distance / speed) / 10 * 10)
      before = isPad ? 0 : [0, 0, 40, 720].randomElement(using: &random) ?? 0
    }
    if choice > 0 { after = [0, 20, 150, 950].randomElement(using: &random) ?? 0 }
  }

  var events: [TouchEvent] { device == .touchscreen ? onScreen : onPad }

  private var onScreen: [TouchEvent] {
    var hand = Hand()
    hand.land(3)
    hand.wait(before)
    let frames = max(1, during / 10)
    switch movement {
    case .none: break
    case .shift(_, let way): hand.move(way.dx, way.dy, frames: frames)
    case .spread(let scale): hand.spread(to: scale, frames: frames)
    case .turn(let angle): for _ in 0..<frames { hand.turn(angle / Double(frames)) }
    }
    hand.wait(after)
    hand.lift()
    return hand.events
  }

  private var onPad: [TouchEvent] {
    var pad = Pad()
    let frames = max(1, during / 10)
    switch movement {
    case .none:
      // libinput reports resting fingers 180 ms after their landing.
      pad.say(.holdBegin(fingers: 3))
      pad.wait(time - 180)
      pad.say(.holdEnd(fingers: 3, cancelled: false))
    case .shift(_, let way):
      pad.say(.swipeBegin(fingers: 3))
      for _ in 0..<frames {
        pad.wait(10)
        pad.say(.swipeUpdate(fingers: 3, delta: way * (1 / Double(frames))))
      }
      pad.wait(after)
      pad.say(.swipeEnd(fingers: 3, cancelled: false))
    case .spread, .turn:
      pad.say(.pinchBegin(fingers: 3))
      for frame in 1...frames {
        var (scale, turn) = (1.0, 0.0)
        if case .spread(let most) = movement { scale = 1 + (most - 1) * Double(frame) / Double(frames) }
        if case .turn(let angle) = movement { turn = angle / Double(frames) }
        pad.wait(10)
        pad.say(.pinchUpdate(fingers: 3, delta: .zero, scale: scale, rotation: turn))
      }
      pad.wait(after)
      pad.say(.pinchEnd(fingers: 3, cancelled: false))
    }
    return pad.events
  }

  /// True if the hand makes this gesture, by what the manual says of it.
  func makes(_ pattern: Pattern) -> Bool {
    switch (pattern, movement) {
    case (.tap(let tap), _):
      device == .touchscreen && time <= (tap.within ?? TapPattern.longest).milliseconds && reach <= tap.movement.value
    case (.longPress(let press), .none): time >= press.duration.milliseconds
    case (.longPress(let press), _):
      device == .touchscreen && reach <= press.movement.value && time >= press.duration.milliseconds
        || rests(for: pattern)
    case (.swipe(let swipe), .shift(let direction, _)):
      // Its time begins at 3 mm.
      swipe.directions.isSuperset(of: direction) && distance >= swipe.distance.value
        && Double(during) * (swipe.distance.value - 3) / distance <= Double(swipe.within.milliseconds)
    case (.pan(let pan), .shift(let direction, _)):
      pan.directions.isSuperset(of: direction) && distance >= pan.distance.value
    case (.pinch(let pinch), .spread(let scale)):
      pinch.directions.contains(scale > 1 ? .outwards : .inwards) && abs(scale - 1) >= pinch.change
    case (.rotate(let rotate), .turn(let angle)):
      rotate.directions.contains(angle > 0 ? .clockwise : .counterclockwise) && abs(angle) >= rotate.angle
    default: false
    }
  }

  /// True if the fingers have rested for the time of a long press before they move: it is one then, whatever follows.
  func rests(for pattern: Pattern) -> Bool {
    if case .longPress(let press) = pattern { before >= press.duration.milliseconds } else { false }
  }
}

extension Duration {
  fileprivate var milliseconds: Int { Int(wholeMicroseconds / 1000) }
}

@Suite("The plain reading of the file")
struct PlainReadingTests {
  private struct Sheet: CustomStringConvertible {
    var patterns: [Pattern] = []
    /// The rules that the situation enables.
    var enabled: [Bool] = []
    var description: String { zip(patterns, enabled).map { "\($1 ? "" : "disabled ")\($0)" }.joined(separator: "\n") }
  }

  private static func pattern(_ random: inout SplitMix) -> Pattern {
    let ways: [Directions] = [.left, .right, .up, .down, .horizontal, .vertical, .any]
    let way = ways.randomElement(using: &random) ?? .any
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      return .tap(
        TapPattern(
          within: .milliseconds([100, 250, 450, 700].randomElement(using: &random) ?? 250),
          movement: [2.5, 8].randomElement(using: &random) ?? 2.5))
    case 1:
      return .longPress(
        LongPressPattern(
          .milliseconds([300, 500, 600].randomElement(using: &random) ?? 500),
          movement: [3, 8].randomElement(using: &random) ?? 3))
    case 2:
      return .pinch(
        PinchPattern(
          [.inwards, .outwards, .any].randomElement(using: &random) ?? .any,
          change: [0.1, 0.3, 0.7].randomElement(using: &random) ?? 0.1))
    case 3:
      return .rotate(
        RotatePattern(
          [.clockwise, .counterclockwise, .any].randomElement(using: &random) ?? .any,
          angle: [12, 35].randomElement(using: &random) ?? 12))
    case 4...6:
      return .pan(PanPattern(way, distance: [3, 4, 7, 12, 20].randomElement(using: &random) ?? 3))
    default:
      return .swipe(
        SwipePattern(
          way, distance: [7, 12, 20, 35].randomElement(using: &random) ?? 12,
          within: .milliseconds([150, 400, 800].randomElement(using: &random) ?? 800)))
    }
  }

  private static func sheet(_ random: inout SplitMix) -> Sheet {
    var sheet = Sheet()
    for _ in 0..<Int.random(in: 1...7, using: &random) {
      sheet.patterns.append(pattern(&random))
      sheet.enabled.append(random.chance(0.8))
    }
    return sheet
  }

  /// The rule that acts, by the manual: the first in the file of those that the hand makes and the situation enables.
  /// But fingers that have rested for a long press make one, whatever they do then.
  private static func expected(_ sheet: Sheet, _ hand: PlainHand) -> Int? {
    let rules = sheet.patterns.indices.filter { sheet.enabled[$0] }
    return rules.first { hand.rests(for: sheet.patterns[$0]) } ?? rules.first { hand.makes(sheet.patterns[$0]) }
  }

  @Test(
    "random hands trigger the first rule that they match, of random rules in random situations, and lose no distance")
  func oracle() {
    var acted = 0
    var waited = 0
    let count = trials(400, thorough: 10_000)
    for number in 0..<count {
      var random = SplitMix(state: 7_000_000 + UInt64(number))
      let sheet = Self.sheet(&random)
      let hand = PlainHand(&random)
      let triggers = sheet.patterns.map { Trigger($0, fingers: 3...3) }
      let positions = triggers.indices
      var recognition = Recognition(
        triggers,
        priorities: positions.map {
          TriggerPriority(
            first: RuleIndex($0), certain: sheet.enabled[$0] && $0.isMultiple(of: 2) ? RuleIndex($0) : nil)
        })
      recognition.setActiveRules(positions.map { sheet.enabled[$0] ? RuleIndex($0) : nil })
      var reported: [Gesture] = []
      for event in hand.events { recognition.handle(event, into: &reported) }
      recognition.advance(to: (hand.events.last?.time ?? .zero) + .seconds(2), into: &reported)

      let acts = reported.filter { $0.phase == .recognized || $0.phase == .began }
      let expected = Self.expected(sheet, hand)
      var comment: String {
        "case \(number): \(hand)\n\(sheet)\nexpected \(String(describing: expected))"
      }
      #expect(acts.map(\.trigger) == (expected.map { [$0] } ?? []), "\(comment)")
      guard let act = acts.first, act.trigger == expected else { continue }
      acted += 1
      let ends = reported.filter { $0.phase == .ended || $0.phase == .cancelled }
      #expect(ends.count == (act.phase == .began ? 1 : 0), "\(comment)")
      if let end = ends.first, act.kind == .pan {
        #expect(abs(end.translation.length.value - hand.distance) < 0.01, "\(comment)")
        if case .pan(let pan)? = expected.map({ sheet.patterns[$0] }),
          act.translation.length.value > pan.distance.value + 4
        {
          waited += 1
        }
      }
    }
    #expect(acted > count / 4)
    #expect(waited > count / 200)
  }
}
