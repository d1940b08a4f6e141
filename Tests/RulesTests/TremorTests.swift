import Gestures
@testable import Hands
import Rules
import RulesFile
import Testing
import Time
import Touch
import Trials

/// Hands that tremble, and steady ones, with `settings: {for: tremor}`.
@Suite("Settings for a tremor")
struct TremorTests {
  private static let rules = """
    rules:
      - {tap: single, fingers: 1-3, device: touchscreen, do: foot}
      - {tap: double, fingers: 1-2, device: touchscreen, do: foot}
      - {long-press: 600ms, fingers: 1, device: touchscreen, do: foot}
      - {swipe: [left, right, up, down], fingers: 1-3, device: touchscreen, do: foot}
      - {pinch: [in, out], fingers: 2-3, device: touchscreen, do: foot}

    """
  private enum Kind: Int, CaseIterable { case tap, doubleTap, longPress, swipe, pinch }

  /// The rules as an index for each kind.
  private static func ruleSet(_ settings: String) throws -> RuleSet {
    try #require(RulesFile.check(text: settings + rules, name: "rules.yml").rules)
  }

  private static func motion(_ kind: Kind, _ fingers: Int, _ random: inout SplitMix) -> Motion {
    switch kind {
    case .tap: return .tap(fingers: fingers, &random)
    case .doubleTap: return .tap(fingers: min(fingers, 2), taps: 2, &random)
    case .longPress: return .longPress(fingers: 1, &random)
    case .swipe:
      let heading = Double(Int.random(in: 0..<4, using: &random)) * 90 + random.bell(4, limit: 10)
      return .straight(
        heading * .pi / 180, Poise(fingers, &random), rest: random.within(0...80),
        length: random.within(50...90), duration: random.within(250...1300), stay: random.within(20...200), &random)
    case .pinch: return .pinch(inwards: random.chance(0.5), fingers: max(fingers, 2), &random)
    }
  }

  /// The number of hands, of `count`, on which the rule of their kind alone acts, once.
  private static func right(_ kind: Kind, _ rules: RuleSet, trembling: Bool, of count: Int) -> Int {
    (0..<count).count { number in
      var random = SplitMix(state: UInt64(10_000 * (kind.rawValue + 1) + number))
      while true {
        let screen = Touchscreen(of: Touchscreen.usualSizes.filter { $0.tells && $0.0 > 150 }, &random)
        var motion = motion(kind, Int.random(in: 1...3, using: &random), &random)
        if trembling {
          motion.tremor = Tremor(size: random.anyWay(3...5), pace: random.within(4...6) * 2 * .pi / 1000)
        }
        let scene = Scene(motion)
        guard let origin = screen.origin(of: scene, margin: 8, &random) else { continue }
        var recognition = Recognition(rules.rules.map(\.trigger), settling: rules.settling)
        var gestures: [Gesture] = []
        let start = Timestamp(microseconds: 1_000_000)
        let added = TouchEvent(time: start, device: screen.device.id, kind: .deviceAdded(screen.device))
        recognition.handle(added, into: &gestures)
        for event in screen.events(of: scene, at: origin, from: 1_000_000, &random) {
          recognition.handle(event, into: &gestures)
        }
        recognition.finish(into: &gestures)
        let made = gestures.filter { $0.phase == .recognized || $0.phase == .began }
        return made.map(\.trigger) == [kind.rawValue]
      }
    }
  }

  // A slow pinch is within the 12 mm of a long press of as many fingers for longer than the press takes.
  @Test("97 of 100 trembling hands and 99 of 100 steady ones do what they mean, 96 pinch")
  func hands() throws {
    let (suited, usual) = (try Self.ruleSet("settings: {for: tremor}\n"), try Self.ruleSet(""))
    let count = trials(40, thorough: 200)
    for kind in Kind.allCases {
      let trembling = Self.right(kind, suited, trembling: true, of: count)
      let steady = Self.right(kind, suited, trembling: false, of: count)
      let before = Self.right(kind, usual, trembling: true, of: count)
      print("figure: \(kind): trembling \(trembling) (\(before) without the setting), steady \(steady) of \(count)")
      #expect(100 * trembling >= 97 * count, "\(kind)")
      #expect(100 * steady >= (kind == .pinch ? 96 : 99) * count, "\(kind)")
    }
  }

  @Test("limits that settings or rules state precede those that suit a tremor, also those of included settings")
  func precedence() throws {
    func tap(_ settings: String, _ rule: String = "") throws -> TapPattern {
      let text = "\(settings)rules: [{tap: single, fingers: 2, \(rule)do: foot}]\n"
      let rules = try #require(RulesFile.check(text: text, name: "rules.yml").rules)
      return rules.rules[0].trigger.pattern.tapLimits
    }
    #expect(try tap("settings: {for: tremor}\n").movement == 12)
    #expect(try tap("settings: {tap: {movement: 4mm}, for: tremor}\n").movement == 4)
    #expect(try tap("settings: {for: tremor}\n", "movement: 5mm, ").movement == 5)
    #expect(try tap("settings: {for: tremor, tap: {gap: 1s}}\n").movement == 12)
    #expect(try Self.ruleSet("settings: {for: tremor}\n").settling == .milliseconds(250))
    #expect(try Self.ruleSet("settings: {settle: 120ms, for: tremor}\n").settling == .milliseconds(120))
    #expect(RulesFile.check(text: "settings: {for: tremour}\n" + Self.rules, name: "rules.yml").rules == nil)
  }
}
