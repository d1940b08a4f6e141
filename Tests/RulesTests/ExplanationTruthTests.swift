import Gestures
import Rules
import RulesFile
import Testing
import Touch
import Trials

@testable import Explaining

/// Steele, Lea and Flood's SplitMix64: the same numbers for the same seed.
private struct Numbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var result = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    result = (result ^ (result >> 27)) &* 0x94d0_49bb_1331_11eb
    return result ^ (result >> 31)
  }
}

@Suite("Explanations agree with recognition, for random rules and gestures")
struct ExplanationTruthTests {
  private static let seeds: [UInt64] = [1, 2, 3, 4]

  private static let conditions: [Condition] = [
    Condition(), Condition(), Condition([.app([Wildcard("a*")])]), Condition([.mode(["m"])]),
    Condition([.not(Condition([.app([Wildcard("b")])]))]), Condition([.locked(true)]),
    Condition([.any([Condition([.mode(["m"])]), Condition([.fullscreen(true)])])]),
  ]

  private static let situations: [Situation] = [
    Situation(), Situation(app: "ab"), Situation(app: "b", isFullscreen: true), Situation(mode: "m"),
    Situation(isLocked: true),
  ]

  private static let regions: [StartRegion?] = [
    nil, nil, nil, .edge(.left), .edge(.any, margin: 12), .corner(.topLeft),
    .allCorners([.topLeft, .bottomRight]), .allEdges([.left, .bottom], margin: 12), .zone(Zone(right: .share(0.4))),
  ]

  private static let devices: [[DeviceFilter]] = [
    [], [], [.kind(.touchpad)], [.kind(.touchscreen)], [.named("Pad*")], [.kind(.touchscreen), .named("Pad*")],
  ]

  private static func trigger(by random: inout Numbers) -> Trigger {
    let way = Directions(rawValue: UInt8.random(in: 1...255, using: &random))
    let angles = [AngleRange(from: 300, to: 60)]
    let speeds: [ClosedRange<Double>?] = [nil, nil, 150...(.infinity), 50...120]
    let patterns: [Pattern] = [
      .swipe(
        SwipePattern(
          way, distance: Millimetres(.random(in: 5...60, using: &random)),
          after: .milliseconds(.random(in: 0...100, using: &random)),
          within: .milliseconds(.random(in: 100...900, using: &random)),
          speed: speeds.randomElement(using: &random) ?? nil, waitsForLift: .random(using: &random))),
      .swipe(SwipePattern([], angles: angles)),
      .pan(
        PanPattern(
          way, distance: Millimetres(.random(in: 2...30, using: &random)), goesBack: .random(using: &random),
          speed: speeds.randomElement(using: &random) ?? nil)),
      .pan(PanPattern([], angles: angles, goesBack: .random(using: &random))),
      .pinch(
        PinchPattern(
          [.inwards, .outwards, .any].randomElement(using: &random) ?? .any,
          change: .random(in: 0.1...1.5, using: &random), after: .milliseconds(.random(in: 0...200, using: &random)),
          within: .milliseconds(.random(in: 200...600, using: &random)), goesBack: .random(using: &random))),
      .rotate(
        RotatePattern(
          [.clockwise, .counterclockwise, .any].randomElement(using: &random) ?? .any,
          angle: .random(in: 5...200, using: &random), goesBack: .random(using: &random))),
      .tap(
        TapPattern(.random(in: 1...3, using: &random), within: .milliseconds(.random(in: 50...250, using: &random)))),
      .longPress(
        LongPressPattern(
          .milliseconds(.random(in: 300...2_000, using: &random)), taps: .random(in: 0...2, using: &random))),
      .stroke(StrokePattern("circle", templates: BuiltInStroke.circle.templates)),
    ]
    let least = Int.random(in: 1...4, using: &random)
    return Trigger(
      patterns.randomElement(using: &random) ?? patterns[0],
      fingers: least...min(5, least + (Int.random(in: 0...3, using: &random) == 0 ? 1 : 0)),
      devices: devices.randomElement(using: &random) ?? [], start: regions.randomElement(using: &random) ?? nil,
      isSimultaneous: Int.random(in: 0...9, using: &random) == 0)
  }

  private static func gesture(by random: inout Numbers) throws -> ImaginedGesture {
    let ways = ["left", "right", "up", "down", "up-left", "up-right", "down-left", "down-right", "350°-30°"]
    let heads: [(String, String)] = [
      ("swipe", ways.randomElement(using: &random) ?? "left"), ("pan", ways.randomElement(using: &random) ?? "left"),
      ("pinch", "in"), ("pinch", "out"), ("rotate", "clockwise"), ("rotate", "counterclockwise"), ("tap", "single"),
      ("tap", "double"), ("tap", "triple"), ("long-press", "700ms"), ("long-press", "1.7s"), ("stroke", "circle"),
    ]
    let head = heads.randomElement(using: &random) ?? ("swipe", "left")
    let isTurning = head.0 == "pinch" || head.0 == "rotate"
    var qualifiers: [WordedKey] = [
      .init(.fingers, ["\(Int.random(in: isTurning ? 2...5 : 1...5, using: &random))"])
    ]
    let devices = [["touchpad"], ["touchscreen"], ["touchpad", "Pad 1"], ["touchscreen", "Pad 2"]]
    qualifiers.append(.init(.device, devices.randomElement(using: &random) ?? []))
    let locations: [(String, [String])?] = [
      nil, nil, ("edge", ["left"]), ("edge", ["bottom"]), ("corner", ["top-left"]), ("zone", ["left"]),
      ("corner", ["top-left", "bottom-right"]), ("edge", ["left", "bottom"]),
    ]
    if let location = locations.randomElement(using: &random) ?? nil {
      qualifiers.append(.init(named: location.0, location.1))
    }
    if head.0 == "swipe" || head.0 == "pan" {
      qualifiers.append(.init(.speed, ["\([80, 130, 300].randomElement(using: &random) ?? 80)mm/s"]))
      qualifiers.append(.init(.distance, ["\([8, 25, 70].randomElement(using: &random) ?? 8)mm"]))
    }
    return try ImaginedGesture(GestureWords(head.0, head.1, qualifiers), with: RuleSet())
  }

  private static func rule(by random: inout Numbers) -> Rule {
    Rule(
      trigger: trigger(by: &random), condition: conditions.randomElement(using: &random) ?? Condition(),
      reaction: Reaction([.none]), location: "rules.yml:1")
  }

  /// A rule that is likely to match `gesture`.
  private static func rule(near gesture: ImaginedGesture, by random: inout Numbers) -> Rule {
    var rule = rule(by: &random)
    for _ in 0..<10 where rule.trigger.pattern.kind != gesture.kind { rule = self.rule(by: &random) }
    if Int.random(in: 0...3, using: &random) > 0 {
      rule.trigger.fingers = gesture.fingers...gesture.fingers
      rule.trigger.devices = []
      rule.trigger.start = nil
    }
    return rule
  }

  @Test(
    "a rule acts if and only if no reason against it is given", arguments: seeds)
  func consistency(seed: UInt64) throws {
    var random = Numbers(seed: seed)
    var acted = 0
    let count = trials(40, thorough: 300)
    for _ in 0..<count {
      let gesture = try Self.gesture(by: &random)
      let rules = RuleSet(
        (0..<Int.random(in: 1...9, using: &random)).map { _ in Self.rule(near: gesture, by: &random) })
      let situation = Self.situations.randomElement(using: &random) ?? Situation()
      let explanation = Explanation(of: gesture, by: rules, in: situation)
      let counted =
        explanation.acting.count + explanation.nearMisses.count + explanation.farther + explanation.others
      #expect(counted == rules.rules.count)
      #expect(explanation.nearMisses.allSatisfy { !$0.reasons.isEmpty && !explanation.acting.contains($0.rule) })
      for rule in explanation.acting {
        #expect(rules[rule].reason(against: situation) == nil)
        acted += 1
      }
      // If no rule acts, none is hidden by another.
      if explanation.acting.isEmpty {
        #expect(explanation.nearMisses.allSatisfy { $0.reasons.first?.kind != .hidden }, "\(gesture.text) \(rules)")
      }
    }
    #expect(acted > count / 8)
  }

  @Test(
    "reasons about the gesture are given if and only if the recogniser does not recognise it",
    arguments: seeds)
  func truth(seed: UInt64) throws {
    var random = Numbers(seed: seed)
    var met = 0
    let count = trials(75, thorough: 1_000)
    for _ in 0..<count {
      let gesture = try Self.gesture(by: &random)
      var rule = Self.rule(near: gesture, by: &random)
      rule.condition = Condition()
      guard rule.trigger.pattern.kind == gesture.kind else { continue }
      var judge = Judge(of: gesture, settling: RuleSet().settling)
      let verdict = judge.reasons(against: rule.trigger)
      let reasons = try #require(verdict)
      let acts = !Explanation.acting(
        RuleSet([rule]), in: Situation(), on: IdealHand(gesture: gesture).events
      ).isEmpty
      #expect(acts == reasons.isEmpty, "\(gesture) \(rule.trigger) \(reasons)")
      if acts { met += 1 }
    }
    #expect(met > count / 20)
  }
}
