import Gestures
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Counts what generated hands do with rules for two gestures and for both of them as one.
@Suite("Chains, generated hands")
struct ChainHandsTests {
  /// Two gestures, and the motions that make them.
  struct Pair: Sendable {
    var name: String
    var first: Trigger
    var second: Trigger
    var motions: @Sendable (_ reach: Double, inout SplitMix) -> (Motion, Motion)
  }

  static let pairs = [
    Pair(name: "swipe, tap", first: .swipe(.left, 3), second: .tap(3)) { reach, random in
      (.swipe(.left, 3, reach, &random), .tap(fingers: 3, &random))
    },
    Pair(name: "tap, swipe", first: .tap(4), second: .swipe(.up, 4)) { reach, random in
      (.tap(fingers: 4, &random), .swipe(.up, 4, reach, &random))
    },
    Pair(name: "swipe, swipe back", first: .swipe(.left, 3), second: .swipe(.right, 3)) { reach, random in
      (.swipe(.left, 3, reach, &random), .swipe(.right, 3, reach, &random))
    },
    Pair(name: "tap of two, tap of three", first: .tap(2), second: .tap(3)) { _, random in
      (.tap(fingers: 2, &random), .tap(fingers: 3, &random))
    },
    Pair(name: "pinch, tap", first: .pinch(.inwards, 2), second: .tap(2)) { _, random in
      (.pinch(inwards: true, fingers: 2, &random), .tap(fingers: 2, &random))
    },
    Pair(name: "long press, swipe", first: .longPress(3), second: .swipe(.up, 3)) { reach, random in
      (.longPress(fingers: 3, &random), .swipe(.up, 3, reach, &random))
    },
  ]

  /// What a hand makes of both.
  enum Course: CaseIterable { case both, firstAlone, tooLate, secondAlone }

  @Test("98 of 100 hands make the chain, or what each gesture does alone, and none does both", arguments: pairs)
  func hands(_ pair: Pair) {
    var chain = pair.second
    chain.before = [ChainStep([pair.first])]
    let rules = [pair.first, pair.second, chain]
    var (right, twice) = (0, 0)
    let count = trials(100, thorough: 2_000)
    var wrong: [String] = []
    for number in 0..<count {
      var random = SplitMix(state: 52 << 32 + UInt64(number))
      let course = Course.allCases[number % Course.allCases.count]
      let (device, events) = Self.events(pair, course, &random)
      let acts = rules.acts(on: events, of: device)
      let meant =
        switch course {
        case .both: [2]
        case .firstAlone: [0]
        case .tooLate: [0, 1]
        case .secondAlone: [1]
        }
      if acts == meant { right += 1 } else { wrong.append("\(number) \(course): \(acts)") }
      if acts.count > meant.count || acts.contains(2) && acts.count > 1 { twice += 1 }
    }
    print("\(pair.name): \(right) of \(count) right, \(twice) twice; \(wrong.prefix(4).joined(separator: "; "))")
    #expect(Double(right) >= 0.98 * Double(count))
    #expect(twice == 0)
  }

  /// A rule whose hands are those of a first step in part, and another swipe of it, which is none of the step's.
  struct Overlap: Sendable {
    var name: String
    var rule: Trigger
    var step = Trigger.swipe(.left, 3)
    var other: (way: Direction, fingers: Int)
  }

  static let overlaps = [
    Overlap(
      name: "3 or 4 fingers", rule: Trigger(.swipe(SwipePattern(.left)), fingers: 3...4), other: (.left, 4)),
    Overlap(
      name: "3 or 4 fingers, farther", rule: Trigger(.swipe(SwipePattern(.left, distance: 13)), fingers: 3...4),
      other: (.left, 4)),
    Overlap(
      name: "3 or 4 fingers against 2 or 3", rule: Trigger(.swipe(SwipePattern(.left)), fingers: 3...4),
      step: Trigger(.swipe(SwipePattern(.left)), fingers: 2...3), other: (.left, 4)),
    Overlap(
      name: "left or up against left or down", rule: .swipe([.left, .up], 3), step: .swipe([.left, .down], 3),
      other: (.up, 3)),
  ]

  @Test(
    "a rule that has some hands of a step waits with these, and acts at once on its others", arguments: overlaps,
    [true, false])
  func overlap(_ overlap: Overlap, isRuleFirst: Bool) {
    let chain = Trigger.tap(3).after(overlap.step)
    let rules = isRuleFirst ? [overlap.rule, chain] : [chain, overlap.rule]
    let (rule, made) = isRuleFirst ? (0, 1) : (1, 0)
    let pair = Pair(name: overlap.name, first: overlap.step, second: .tap(3)) { reach, random in
      (.swipe(.left, 3, reach, &random), .tap(fingers: 3, &random))
    }
    var others = pair
    others.motions = { reach, random in
      (.swipe(overlap.other.way, overlap.other.fingers, reach, &random), .tap(fingers: 3, &random))
    }
    let count = trials(100, thorough: 2_000)
    var (right, wrong) = (0, [String]())
    for number in 0..<count {
      var random = SplitMix(state: 53 << 32 + UInt64(number))
      let course = [Course.both, .firstAlone][number % 2]
      let isOther = number / 2 % 2 == 1
      let (device, events) = Self.events(isOther ? others : pair, course, &random)
      let added = TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device))
      let acts = gestures(rules, [added] + events).map { (trigger: $0.trigger, isHeld: $0.wait > .zero) }
      let isMade = course == .both && !isOther
      if acts.count == 1, acts[0].trigger == (isMade ? made : rule), isMade || acts[0].isHeld != isOther {
        right += 1
      } else {
        wrong.append("\(number) \(course): \(acts)")
      }
    }
    print("\(overlap.name): \(right) of \(count) right; \(wrong.prefix(4).joined(separator: "; "))")
    #expect(Double(right) >= 0.98 * Double(count))
  }

  /// The events of a hand on a screen on which it fits.
  private static func events(_ pair: Pair, _ course: Course, _ random: inout SplitMix) -> (Device, [TouchEvent]) {
    while true {
      let screen = Touchscreen(&random)
      let motions = pair.motions(max(1, screen.reach.most), &random)
      guard let one = screen.centroid(of: motions.0, at: .inside, &random),
        let two = screen.centroid(of: motions.1, at: .inside, &random)
      else { continue }
      var events: [TouchEvent] = []
      if course != .secondAlone {
        events += screen.events(of: motions.0, at: one, from: 1_000_000, &random)
      }
      if course != .firstAlone {
        // From the lift to the landing.
        let gap = course == .tooLate ? random.within(900...1_600) : random.within(120...450)
        let start = (events.last?.time.microseconds ?? 1_000_000) + Int64(gap * 1000)
        events += screen.events(of: motions.1, at: two, from: start, &random)
      }
      return (screen.device, events)
    }
  }
}

extension Motion {
  fileprivate static func swipe(_ way: Direction, _ fingers: Int, _ reach: Double, _ random: inout SplitMix) -> Motion {
    .swipe(way.heading, fingers: fingers, reach: reach, quickest: 120, &random)
  }
}

extension [Trigger] {
  /// The triggers whose gestures are made by a hand, by their indices. Each that begins also ends.
  func acts(on events: [TouchEvent], of device: Device, _ ties: [TriggerTie] = []) -> [Int] {
    var recognition = Recognition(self, ties: ties)
    var reported: [Gesture] = []
    recognition.handle(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)), into: &reported)
    for event in events { recognition.handle(event, into: &reported) }
    recognition.advance(to: (events.last?.time ?? .zero) + .seconds(3), into: &reported)
    #expect(reported.count { $0.phase == .began } == reported.count { $0.phase == .ended || $0.phase == .cancelled })
    return reported.filter { $0.phase == .recognized || $0.phase == .began }.compactMap(\.trigger)
  }
}
