import Diagnostics
import Gestures
@testable import Hands
import Rules
import RulesFile
import Testing
import Time
import Touch
import Trials

@testable import Explaining

/// The lessons of hands that show gestures one after another.
@Suite("Learning a sequence from what a hand shows")
struct LearnedSequenceTests {
  /// Gestures that a hand means as one, in the words of a rule, and their motions.
  struct Meaning: Sendable, CustomTestStringConvertible {
    /// The gesture as it is written under `gestures`.
    var definition: String
    /// The rest between two of them, in ms.
    var rest = 250.0...650
    var motions: @Sendable (_ reach: Double, inout SplitMix) -> [Motion]

    var testDescription: String { definition }

    /// The trigger of a rule for it; nil if the definition is not valid.
    var trigger: Trigger? {
      read("gestures: {own: \(definition)}\nrules: [{gesture: own, device: touchscreen, do: none}]\n")?.triggers.first
    }
  }

  static let meanings = [
    Meaning(definition: "[{swipe: left, fingers: 3}, {tap: single, fingers: 3, after: 1s}]") { reach, random in
      [.swipe(.pi, fingers: 3, reach: reach, quickest: 120, &random), .tap(fingers: 3, &random)]
    },
    Meaning(definition: "[{tap: single, fingers: 4}, {swipe: up, fingers: 4, after: 1s}]", rest: 400...800) {
      reach, random in
      [.tap(fingers: 4, &random), .swipe(-.pi / 2, fingers: 4, reach: reach, quickest: 120, &random)]
    },
    Meaning(definition: "[{tap: single, fingers: 2}, {tap: single, fingers: 3, after: 1s}]", rest: 400...800) {
      _, random in
      [.tap(fingers: 2, &random), .tap(fingers: 3, &random)]
    },
    Meaning(
      definition:
        "[{swipe: left, fingers: 3}, {swipe: right, fingers: 3, after: 1s}, {tap: single, fingers: 3, after: 1s}]"
    ) { reach, random in
      [
        .swipe(.pi, fingers: 3, reach: reach, quickest: 120, &random),
        .swipe(0, fingers: 3, reach: reach, quickest: 120, &random), .tap(fingers: 3, &random),
      ]
    },
    Meaning(definition: "[{long-press: 500ms, fingers: 3}, {swipe: up, fingers: 3, same-touch: true}]") {
      reach, random in
      let swipe = Motion.swipe(-.pi / 2, fingers: 3, reach: reach, quickest: 150, &random)
      return [swipe.rested(for: random.within(700...1100))]
    },
    Meaning(definition: "[{long-press: 500ms, fingers: 2}, {pinch: out, fingers: 2, same-touch: true}]") { _, random in
      [Motion.pinch(inwards: false, fingers: 2, &random).rested(for: random.within(700...1100))]
    },
  ]

  /// What a hand shows on a screen; nil for one that does not fit on it.
  private static func showing(
    _ meaning: Meaning, on screen: Touchscreen, isUnclean: Bool, _ random: inout SplitMix
  ) -> Showing? {
    var events = [TouchEvent(time: .zero, device: screen.device.id, kind: .deviceAdded(screen.device))]
    var start: Int64 = 1_000_000
    for motion in meaning.motions(max(1, screen.reach.most), &random) {
      var scene = Scene(motion)
      if isUnclean { _ = scene.lose(random.within(6...20), isRenumbered: random.chance(0.5), &random) }
      guard let origin = screen.origin(of: scene, margin: 14, &random) else { return nil }
      events += screen.events(of: scene, at: origin, from: start, &random)
      start = (events.last?.time.microseconds ?? start) + Int64(random.within(meaning.rest) * 1000)
    }
    var reader = ShowingReader(settling: Recognition.settling)
    var showings: [Showing] = []
    for event in events { reader.handle(event, into: &showings) }
    reader.finish(into: &showings)
    let series = showings.series
    return series.count == 1 ? series[0] : nil
  }

  @Test(
    "of 100 hands that a rule recognises, every other one unclean, 95 show it first, and the same one twice",
    arguments: meanings)
  func hands(_ meaning: Meaning) throws {
    let trigger = try #require(meaning.trigger)
    var random = SplitMix(state: 54)
    var (all, right) = (0, 0)
    var wrong: [String] = []
    let count = trials(3, thorough: 100)
    while all < count {
      let screen = Touchscreen(&random)
      guard screen.device.size != nil,
        let first = Self.showing(meaning, on: screen, isUnclean: all % 2 == 1, &random),
        let second = Self.showing(meaning, on: screen, isUnclean: all % 4 > 1, &random),
        [first, second].allSatisfy({ $0.shows(trigger, settling: Recognition.settling) })
      else { continue }
      all += 1
      let gestures = first.gestures(in: LearnTests.context)
      guard let gesture = gestures.first, gesture.text == trigger.text else {
        wrong.append("\(gestures.map(\.text))")
        continue
      }
      let fitted = gesture.fitted(to: [first, second], in: LearnTests.context)
      guard fitted?.differences(from: gesture) == [] else {
        wrong.append("again: \(second.gestures(in: LearnTests.context).map(\.text).first ?? "nothing")")
        continue
      }
      right += 1
    }
    print("\(trigger.text): \(right) of \(all) right")
    // Of a few hands, one more may be wrong.
    #expect(Double(right) >= (isThorough ? 0.95 : 0.9) * Double(all), "\(wrong.joined(separator: "\n"))")
  }

  /// The rule that a hand shows, in a file with this text.
  private func learn(_ meaning: Meaning, in text: String) throws -> (LearnedRule, Showing) {
    var random = SplitMix(state: 7)
    let context = LearnedRuleTests.context(text)
    while true {
      let screen = Touchscreen(&random)
      guard screen.device.size != nil, let showing = Self.showing(meaning, on: screen, isUnclean: false, &random),
        let gesture = showing.gestures(in: context).first, gesture.definition != nil,
        let fitted = gesture.fitted(to: [showing], in: context)
      else { continue }
      let rule = fitted.rule(try #require(ActionText.property("foot")))
      return (try #require(LearnedRule.add(rule, to: context, showing: [showing])), showing)
    }
  }

  private static let texts = [
    "", "rules:\n  - {pan: any, fingers: 5, do: a}\n", "gestures: {}\nrules: [{pan: any, fingers: 5, do: a}]\n",
    "# Mine\ngestures:\n  flick: [{swipe: up}, {tap: single}]\n\nrules:\n  - {gesture: flick, fingers: 5, do: a}\n",
  ]
  /// Every sequence with every text; by default, a third of these, among them each sequence and each text.
  private static let files = meanings.flatMap { meaning in texts.map { (meaning, $0) } }.enumerated()
    .filter { isThorough || $0.offset % 3 == 0 }.map(\.element)

  @Test("its rule and its steps are added to a file, which stays valid, and it acts", arguments: files)
  func rule(_ meaning: Meaning, text: String) throws {
    let (learned, _) = try learn(meaning, in: text)
    #expect(learned.obstacle == nil && learned.diagnostics == [], "\(learned.file.text)")
    #expect(learned.rule?.gestureText == meaning.trigger?.text)
    let file = String(decoding: learned.edit.bytes, as: UTF8.self)
    for line in text.split(separator: "\n") where line.hasPrefix("  ") || line.hasPrefix("#") {
      #expect(file.contains(line))
    }
    let span = try #require(learned.rule?.span)
    #expect(file.split(separator: "\n", omittingEmptySubsequences: false)[span.start.line - 1].contains("gesture: "))
  }

  @Test("a name that the file has already is not taken again")
  func names() throws {
    let (learned, showing) = try learn(Self.meanings[0], in: "")
    let text = String(decoding: learned.edit.bytes, as: UTF8.self)
    let definition = "swipe-left-then-tap-single: [{swipe: left, fingers: 3}, {tap: single, fingers: 3"
    #expect(text.hasPrefix("gestures:\n  \(definition)"))
    let again = showing.gestures(in: LearnedRuleTests.context(text)).first
    #expect(again?.definition?.name == "swipe-left-then-tap-single-2")
  }

  @Test("a gesture that is repeated at once is itself, and a sequence only for those who choose that")
  func repeated() throws {
    var random = SplitMix(state: 3)
    let swipes = Meaning(definition: "") { reach, random in
      (0..<2).map { _ in .swipe(.pi, fingers: 3, reach: reach, quickest: 120, &random) }
    }
    var showing: Showing?
    while showing == nil {
      let screen = Touchscreen(&random)
      guard screen.device.size != nil else { continue }
      showing = Self.showing(swipes, on: screen, isUnclean: false, &random)
    }
    let gestures = try #require(showing).gestures(in: LearnTests.context)
    #expect(gestures.first?.definition == nil && gestures.first?.words.gesture == "swipe")
    #expect(gestures.dropFirst().first?.definition?.steps.count == 2)
  }
}

extension Motion {
  /// The same movement after all fingers have rested for a time where they landed, in ms.
  fileprivate func rested(for rest: Double) -> Motion {
    var motion = self
    let (landed, moved) = (lastLanding, pose)
    for index in motion.contacts.indices { motion.contacts[index].lifts += rest }
    motion.pose = { moved(max($0 - rest, min($0, landed))) }
    return motion
  }
}
