import Explaining
import Gestures
import Pictures
import Rules
import RulesFile
import Testing
import Time
import Touch
import Trials

@testable import Hands

/// Hands of all kinds, by rules of all kinds.
@Suite("Touches on which no rule acted")
struct MissTruthTests {
  private static let rules = """
    rules:
      - {swipe: left, fingers: 3, do: none}
      - {swipe: up, fingers: [1, 2], device: touchscreen, do: none}
      - {swipe: left then down, fingers: [2, 3], do: none}
      - {swipe: 80°-100°, fingers: 4, do: none}
      - {swipe: right, fingers: 1, edge: left, do: none}
      - {pan: right, fingers: [1, 2], device: touchscreen, distance: 30mm, do: none}
      - {pan: up, fingers: 1, taps: 1, device: touchscreen, do: none}
      - {pan: any, fingers: 2, anchor: 1, do: none}
      - {pinch: in, fingers: 2-4, distance: 40%, do: none}
      - {rotate: clockwise, fingers: 2-5, distance: 40°, do: none}
      - {circle: clockwise, fingers: [1, 2], distance: 300°, device: touchscreen, do: none}
      - {stroke: star, fingers: 1-3, device: touchscreen, do: none}
      - {long-press: 900ms, fingers: 1-3, do: none}
      - {long-press: 400ms, moved: down, fingers: [2, 3], do: none}
      - {tap: double, fingers: [2, 3], do: none}
      - {tap: 5, fingers: 1, device: touchscreen, do: none}
      - {tap: single, fingers: 2, corner: {all: [top-left, top-right]}, device: touchscreen, do: none}
      - {tap: single, fingers: 4, zone: left, do: none}
      - {press: click, fingers: 3, do: none}
      - {tip-tap: left, fingers: 2, do: none}
      - {touch: any, fingers: 5, edge: bottom, do: none}

    """

  private static func check(_ touches: MissedTouches, _ rules: RuleSet, _ what: String) {
    for (touch, nearest) in touches.missed {
      let text = nearest.reasons.text
      #expect(!text.isEmpty, "\(what)")
      for general in ["none is near", "close to every threshold", "waits for another rule"] {
        #expect(!text.contains(general), "\(what): \(text)")
      }
      if text.hasPrefix("no rule is for this gesture") {
        Issue.record("\(what): \(text), \(touch.attempt)")
      }
      // Gestures of a rule in the same touch: a tap that waits for more is reported later, with its own line.
      let own = touches.acted.filter {
        $0.device == touch.attempt.device.id && $0.fingers == touch.attempt.fingers
          && ($0.phase == .recognized || $0.phase == .began) && $0.kind != .tap
          && (touch.start...touch.end).contains($0.time)
      }
      #expect(own.isEmpty, "\(what): a rule acted on \(touch.start.microseconds): \(text)")
    }
  }

  @Test("have a reason with its amounts, and those on which one acted have none: hands of all kinds")
  func hands() throws {
    let rules = try #require(RulesFile.check(text: Self.rules, name: "rules.yml").rules)
    var random = SplitMix(state: 50)
    var missed = 0
    // Each motion by each number of fingers, twice.
    let count = trials(88, thorough: 5_000)
    for number in 0..<count {
      let fingers = 1 + number % 4
      let motion = Self.motion(number / 4, fingers, &random)
      let screen = Touchscreen(&random)
      let events =
        [TouchEvent(time: .zero, device: screen.device.id, kind: .deviceAdded(screen.device))]
        + screen.events(of: motion, at: Point(x: 120, y: 80), from: 1_000_000, &random)
      let touches = MissedTouches(events, rules)
      missed += touches.missed.count
      Self.check(touches, rules, "hand \(number)")
    }
    #expect(missed > count / 2)
  }

  private static func motion(_ number: Int, _ fingers: Int, _ random: inout SplitMix) -> Motion {
    let heading = Double.random(in: 0...6.28, using: &random)
    switch number % 11 {
    case 0: return .swipe(heading, fingers: fingers, reach: 1, quickest: 120, &random)
    case 1: return .pan(heading, fingers: fingers, &random)
    case 2: return .pinch(inwards: number.isMultiple(of: 2), fingers: max(2, fingers), &random)
    case 3: return .legs([heading, heading + 1.6], fingers: fingers, &random)
    case 4: return .round(200, fingers: fingers, radius: 15...25, &random)
    case 5: return .tap(fingers: fingers, taps: 1 + number % 4, &random)
    case 6: return .longPress(fingers: fingers, &random)
    case 7: return .other(.slowDrag, fingers: fingers, reach: 1, &random)
    case 8: return .other(.palm, fingers: fingers, reach: 1, &random)
    case 9: return .other(.lateFinger, fingers: max(2, fingers), reach: 1, &random)
    default: return .other(.typing, fingers: 1, reach: 1, &random)
    }
  }

  @Test("the same of random events", arguments: [1, 2, 3])
  func streams(seed: UInt64) throws {
    let rules = try #require(RulesFile.check(text: Self.rules, name: "rules.yml").rules)
    var random = RandomHands(seed: seed)
    var events = [Hand.screen, LibinputTouchpad.device].map {
      TouchEvent(time: .zero, device: $0.id, kind: .deviceAdded($0))
    }
    for _ in 0..<trials(2_000, thorough: 60_000) { events.append(random.next()) }
    Self.check(MissedTouches(events, rules), rules, "seed \(seed)")
  }
}
