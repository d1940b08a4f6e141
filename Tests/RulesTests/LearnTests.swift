import Gestures
import Time
@testable import Hands
import Rules
import RulesFile
import Testing
import Touch
import Trials

@testable import Explaining

/// The lessons of realistic hands.
@Suite("Learning a gesture from what a hand shows")
struct LearnTests {
  /// The meaning of a hand, in the words of a rule.
  struct Meaning: CustomStringConvertible {
    var gesture: String
    var value: String
    var fingers: Int
    var draw: (Double, inout SplitMix) -> Motion

    var description: String { "\(gesture) \(value), \(fingers)" }

    /// True if a rule for it acts. libinput does not report the gesture that some hands make.
    func isRecognized(in showings: [Showing]) throws -> Bool {
      let fingers = GestureWords.Qualifier("fingers", ["\(fingers)"])
      let words = GestureWords(gesture, value, [fingers])
      let gesture = ShownGesture(words: words, trigger: try words.trigger(strokesOf: RuleSet()))
      return showings.contains { $0.shows(gesture, in: LearnTests.context) }
    }
  }

  static let directions: [(String, Double)] = [("right", 0), ("down", 0.5), ("left", 1), ("up", 1.5)]

  /// The gestures that hands mean on a kind of device.
  static func meanings(on kind: Device.Kind) -> [Meaning] {
    let isPad = kind == .touchpad
    var meanings: [Meaning] = []
    for fingers in isPad ? 3...4 : 1...5 {
      for (name, angle) in directions {
        meanings.append(
          Meaning(gesture: "swipe", value: name, fingers: fingers) {
            .swipe(angle * .pi, fingers: fingers, reach: $0, &$1)
          })
      }
    }
    for fingers in isPad ? 1...3 : 1...5 {
      for (taps, name) in [(1, "single"), (2, "double"), (3, "triple"), (5, "5")] {
        meanings.append(
          Meaning(gesture: "tap", value: name, fingers: fingers) { .tap(fingers: fingers, taps: taps, &$1) })
      }
    }
    for fingers in isPad ? 2...4 : 1...5 {
      meanings.append(
        Meaning(gesture: "long-press", value: "500ms", fingers: fingers) { .longPress(fingers: fingers, &$1) })
    }
    for fingers in isPad ? 2...4 : 2...5 {
      for (name, isInwards) in [("in", true), ("out", false)] {
        meanings.append(
          Meaning(gesture: "pinch", value: name, fingers: fingers) {
            .pinch(inwards: isInwards, fingers: fingers, isWide: isPad, &$1)
          })
      }
      for (name, isClockwise) in [("clockwise", true), ("counterclockwise", false)] {
        meanings.append(
          Meaning(gesture: "rotate", value: name, fingers: fingers) {
            .rotation(clockwise: isClockwise, degrees: 30...90, fingers: fingers, isWide: isPad, &$1)
          })
      }
    }
    return meanings
  }

  /// The gestures that one hand shows on one device; nil for a hand that does not fit on it.
  static func showings(
    _ meaning: Meaning, on kind: Device.Kind, screen: Touchscreen, _ random: inout SplitMix
  ) -> [Showing]? {
    let device: Device
    let events: [TouchEvent]
    switch kind {
    case .touchpad:
      device = LibinputTouchpad.device
      events = LibinputTouchpad(meaning.draw(1, &random), from: 1_000_000, &random).events
    case .touchscreen:
      device = screen.device
      let motion = meaning.draw(max(1, screen.reach.most), &random)
      guard let centroid = screen.centroid(of: motion, at: .inside, &random) else { return nil }
      events = screen.events(of: motion, at: centroid, from: 1_000_000, &random)
    }
    var reader = ShowingReader(settling: Recognition.settling)
    var showings: [Showing] = []
    let start = TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device))
    for event in [start] + events { reader.handle(event, into: &showings) }
    reader.finish(into: &showings)
    return showings
  }

  static let context = LearnedRule.Context(
    RulesFile.check(text: "rules: []\n", name: "rules.yml"), keyNames: nil, files: .none)

  @Test(
    "of 100 hands that a rule recognises, 95 show its gesture first, and the same one twice",
    arguments: Device.Kind.allCases)
  func hands(kind: Device.Kind) throws {
    var random = SplitMix(state: 7)
    var all = 0
    var wrong: [String] = []
    for _ in 0..<trials(2, thorough: 25) {
      for meaning in Self.meanings(on: kind) {
        let screen = Touchscreen(&random)
        guard let first = Self.showings(meaning, on: kind, screen: screen, &random),
          let second = Self.showings(meaning, on: kind, screen: screen, &random)
        else { continue }
        guard try [first, second].allSatisfy(meaning.isRecognized) else { continue }
        all += 1
        let gestures = first.map { $0.gestures(in: Self.context) }.filter { !$0.isEmpty }
        let gesture = gestures.first?.first
        let words = gesture.map { "\($0.words.gesture) \($0.words.value ?? ""), \($0.trigger.fingers.lowerBound)" }
        guard let gesture, gestures.count == 1, words == meaning.description else {
          wrong.append("\(meaning): \(gestures.count) gestures, \(words ?? "nothing")")
          continue
        }
        if !second.contains(where: { $0.shows(gesture, in: Self.context) }) { wrong.append("\(meaning), again") }
      }
    }
    print("\(kind.rawValue): \(all - wrong.count) of \(all) right")
    #expect(all > 40)
    #expect(Double(wrong.count) <= 0.05 * Double(all), "\(wrong.joined(separator: "\n"))")
  }
}
