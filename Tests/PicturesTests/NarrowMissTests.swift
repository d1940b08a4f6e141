import Glibc
import Gestures
import Pictures
import Rules
import RulesFile
import Testing
import Time
import Touch
import Trials

@testable import Explaining
@testable import Hands

/// For each kind of gesture and each of its limits, a hand that misses it narrowly: the reason has its amount and the
/// limit.
@Suite("A hand that misses one limit narrowly is told its amount and that limit")
struct NarrowMissTests {
  typealias Case = (rule: String, hand: @Sendable () -> Hand, reason: String)

  /// A touchpad that reports everything.
  static let pad = Device(
    id: DeviceID(1), name: "Pad", kind: .touchpad, size: Size(width: 100, height: 70), contacts: .all)

  static func hand(_ fingers: Int = 1, on device: Device = Hand.screen, _ body: (inout Hand) -> Void) -> Hand {
    var hand = Hand(on: device)
    hand.land(fingers)
    body(&hand)
    hand.lift()
    return hand
  }

  /// Fingers that land at these places, move and lift.
  static func hand(
    at places: [(x: Double, y: Double)], on device: Device = Hand.screen, _ body: (inout Hand) -> Void = { $0.wait(60) }
  ) -> Hand {
    var hand = Hand(on: device)
    for place in places { hand.land(at: Point(x: place.x, y: place.y)) }
    body(&hand)
    hand.lift()
    return hand
  }

  private static let all = rests + places + straight + paths + turns + pads + hands + chains + oneTouch + limits

  /// A file with a rule, or with a rule for a gesture of its own.
  private static func file(_ rule: String) -> String {
    if rule.hasPrefix("[") { return "gestures: {own: \(rule)}\nrules: [{gesture: own, do: none}]\n" }
    return "rules: [{\(rule.contains("fingers") ? rule : "\(rule), fingers: 1"), do: none}]\n"
  }

  @Test("narrow misses", arguments: all.indices)
  func narrow(index: Int) throws {
    let (rule, hand, reason) = Self.all[index]
    let text = Self.file(rule)
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
      let rules = try #require(RulesFile.check(text: Self.file(rule), name: "rules.yml").rules)
      let trigger = rules[0].trigger
      for (touch, nearest) in MissedTouches(hand().events, rules).missed {
        var failures = touch.attempt.failures.map(\.failure) + [.notAnchored(least: .milliseconds(150))]
        if case .failed(let failure?) = Judgement(of: touch.attempt, by: trigger, settling: rules.settling) {
          failures.append(failure)
        }
        for failure in failures where failure.reasons(of: trigger).located(in: rules[0]) == nearest.reasons {
          known.insert(String("\(failure)".prefix { $0 != "(" }))
          if case .step(_, _, let own) = failure { known.insert(String("\(own)".prefix { $0 != "(" })) }
        }
      }
    }
    let source = try #require(Self.source)
    let cases = source.split(separator: "\n").compactMap { line in
      let words = line.hasPrefix("  indirect case ") ? line.dropFirst(11) : line
      return words.hasPrefix("  case ") || words.hasPrefix(" case ")
        ? String(words.drop { $0 == " " }.dropFirst(5).prefix { $0.isLetter }) : nil
    }
    #expect(cases.count > 50)
    // The log completes the first of these; the others mean the gesture of another rule (TieTests, ChainTests).
    #expect(Set(cases).subtracting(known) == ["liftedEarly", "other", "prevented", "followedBy"])
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
    let lines = Self.all.indices.filter {
      !Self.all[$0].rule.contains("device: touchpad") && !Self.all[$0].rule.hasPrefix("[")
    }.map { index in
      let rule = Self.all[index].rule
      return "- {\(rule.contains("fingers") ? rule : "\(rule), fingers: 1"), do: none}"
    }
    var random = SplitMix(state: 49)
    for _ in 0..<trials(150, thorough: 5_000) {
      let few = (0..<Int.random(in: 2...6, using: &random)).map { _ in lines.randomElement(using: &random) ?? "" }
      let text = "rules:\n" + few.map { "  \($0)\n" }.joined()
      let rules = try #require(RulesFile.check(text: text, name: "rules.yml").rules, "\(text)")
      guard let hand = Self.all.randomElement(using: &random)?.hand() else { continue }
      for (touch, _) in MissedTouches(hand.events, rules).missed {
        for miss in Explanation.misses(of: touch.attempt, by: rules, in: Situation()) {
          let reason = miss.reasons.text
          #expect(!["another rule prevents it", "the fingers were not at rest before", ""].contains(reason), "\(text)")
        }
      }
    }
  }

  @Test("a tap that acts while the next touch rests has no reason, the touch that rests has one")
  func actedTap() throws {
    let hand = Self.taps(1, after: 100, thenRest: 700)
    for other in [
      "tap: double", "tap: triple", "pan: left, taps: 1", "long-press: 500ms, taps: 2", "pan: left, fingers: 3",
    ] {
      let file = "rules: [{\(other), do: none}, {tap: single, fingers: 1, do: none}]\n"
      let rules = try #require(RulesFile.check(text: file, name: "rules.yml").rules, "\(file)")
      let touches = MissedTouches(hand.events, rules)
      #expect(touches.acted.map(\.rule) == [1], "\(file)")
      #expect(touches.missed.map { $0.touch.end - $0.touch.start } == [.milliseconds(700)], "\(file)")
    }
  }

  @Test("the rule without which another one would act is named, and why it did not act")
  func prevention() throws {
    let file = """
      rules:
        - {swipe: left, distance: 40mm, fingers: 1, do: none}
        - {swipe: down-left, fingers: 1, do: none}
      """
    let rules = try #require(RulesFile.check(text: file, name: "rules.yml").rules)
    let hand = Self.hand {
      $0.move(-20, 8)
    }
    let prevention = Prevention(of: hand.events, by: rules, in: Situation())
    #expect(
      prevention.reason(of: 1, on: Hand.screen).message
        == "rules.yml:2 is for a nearer direction, and did not act: 21.5 mm of 40 mm ('distance', line 2)")
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
        }) == "18 mm of 20 mm before the rest ('swipe: distance', line 2)")
  }
}
