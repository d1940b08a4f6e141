import Gestures
@testable import Hands
import Testing
import Time
import Touch

/// Tests the rules that act when a step was made and the rest of its sequence is not.
@Suite("Rules for steps of sequences that fail")
struct FailedStepTests {
  private static func acts(_ triggers: [Trigger], _ hand: Hand) -> [String] {
    story(triggers, hand.events).filter { !$0.contains("ended") && !$0.contains("cancelled") }.map {
      String($0.suffix(2))
    }
  }

  private static func swipe(_ distance: Double, in frames: Int? = nil) -> Hand {
    var hand = Hand()
    hand.land(3)
    hand.wait(20)
    hand.move(-distance, 0, frames: frames)
    hand.wait(20)
    hand.lift()
    return hand
  }

  /// Limits that cross: 12 mm within 200 ms, 8 mm within 60 ms, and others.
  static func limited(_ distance: Millimetres, _ within: Int) -> Trigger {
    Trigger(.swipe(SwipePattern(.left, distance: distance, within: .milliseconds(within))), fingers: 3...3)
  }

  @Test(
    "a rule with limits that cross those of a step acts if the sequence fails, and once",
    arguments: [true, false], [limited(20, 800), limited(8, 60)])
  func crossing(isRuleFirst: Bool, _ rule: Trigger) {
    let sequence = Trigger.tap(3).after(Self.limited(12, 200))
    let rules = isRuleFirst ? [rule, sequence] : [sequence, rule]
    let (own, made) = isRuleFirst ? ("#0", "#1") : ("#1", "#0")
    var hand = Self.swipe(30, in: 8)
    #expect(Self.acts(rules, hand) == [own])
    hand.wait(200)
    hand.tap(3)
    #expect(Self.acts(rules, hand) == [made])
    // The rule's gesture alone.
    let alone = rule == Self.limited(20, 800) ? Self.swipe(30, in: 50) : Self.swipe(10, in: 4)
    #expect(Self.acts(rules, alone) == [own])
    // The step's alone.
    var step = rule == Self.limited(20, 800) ? Self.swipe(15, in: 6) : Self.swipe(15, in: 28)
    #expect(Self.acts(rules, step) == [])
    step.wait(200)
    step.tap(3)
    #expect(Self.acts(rules, step) == [made])
  }

  @Test("of several rules for the movement of a failed step, the earliest acts", arguments: [true, false])
  func several(isCrossingFirst: Bool) {
    let sequence = Trigger.tap(3).after(Self.limited(12, 200))
    let wider = Trigger.swipe(.horizontal, 3)
    let crossing = Self.limited(20, 800)
    let rules = isCrossingFirst ? [sequence, crossing, wider] : [sequence, wider, crossing]
    var hand = Self.swipe(30, in: 8)
    #expect(Self.acts(rules, hand) == ["#1"])
    hand.wait(200)
    hand.tap(3)
    #expect(Self.acts(rules, hand) == ["#0"])
  }

  @Test("of two sequences whose first steps have limits that cross, each can be made", arguments: [true, false])
  func sequences(isReversed: Bool) {
    let sequences = [Trigger.tap(3).after(Self.limited(12, 200)), Trigger.tap(4).after(Self.limited(20, 800))]
    let rules = isReversed ? sequences.reversed() : sequences
    for fingers in [3, 4] {
      var hand = Self.swipe(30, in: 8)
      hand.wait(200)
      hand.tap(fingers)
      #expect(Self.acts(rules, hand) == [(fingers == 3) == isReversed ? "#1" : "#0"])
    }
  }

  @Test("crossing limits of taps, long presses, pinches and pans", arguments: [true, false])
  func kinds(isRuleFirst: Bool) {
    func pinch(_ scale: Double, within: Int) -> Trigger {
      Trigger(
        .pinch(PinchPattern(.inwards, change: scale, within: .milliseconds(within))), fingers: 2...2)
    }
    func tap(_ within: Int, _ movement: Millimetres) -> Trigger {
      Trigger(.tap(TapPattern(1, within: .milliseconds(within), movement: movement)), fingers: 3...3)
    }
    func press(_ duration: Int, _ movement: Millimetres) -> Trigger {
      Trigger(.longPress(LongPressPattern(.milliseconds(duration), movement: movement)), fingers: 3...3)
    }
    let kinds: [(step: Trigger, rule: Trigger, make: (inout Hand) -> Void)] = [
      (tap(200, 5), tap(400, 2.5), { $0.tap(3) }),
      (press(300, 3), press(500, 8), { $0.tap(3, for: 900) }),
      (press(500, 3), press(300, 1), { $0.tap(3, for: 900) }),
      (
        pinch(0.1, within: 500), pinch(0.3, within: 900),
        { hand in
          hand.land(2)
          hand.wait(20)
          hand.spread(to: 0.3)
          hand.lift()
        }
      ),
    ]
    for (step, rule, make) in kinds {
      let sequence = Trigger.tap(4).after(step)
      let rules = isRuleFirst ? [rule, sequence] : [sequence, rule]
      let (own, made) = isRuleFirst ? ("#0", "#1") : ("#1", "#0")
      var hand = Hand()
      make(&hand)
      #expect(Self.acts(rules, hand) == [own], "\(step.pattern)")
      let all = story(rules, hand.events)
      #expect(all.count { $0.contains("began") } == all.count { $0.contains("ended") }, "\(all)")
      hand.wait(200)
      hand.tap(4)
      #expect(Self.acts(rules, hand) == [made], "\(step.pattern)")
    }
  }

  @Test("a step that begins with taps leaves them and the movement to their rules", arguments: [true, false])
  func taps(areRulesFirst: Bool) {
    let steps: [(step: Trigger, plain: Trigger, make: (inout Hand) -> Void)] = [
      (
        Trigger(.swipe(SwipePattern(.left, taps: 1)), fingers: 3...3), .swipe(.left, 3),
        { hand in
          hand.land(3)
          hand.wait(20)
          hand.move(-30, 0)
          hand.lift()
        }
      ),
      (
        Trigger(.longPress(LongPressPattern(.milliseconds(300), taps: 1)), fingers: 3...3), .longPress(3, 300),
        { $0.tap(3, for: 700) }
      ),
      (
        Trigger(.pinch(PinchPattern(.inwards, taps: 1)), fingers: 3...3), .pinch(.inwards, 3),
        { hand in
          hand.land(3)
          hand.wait(20)
          hand.spread(to: 0.4)
          hand.lift()
        }
      ),
    ]
    for (step, plain, make) in steps {
      let sequence = Trigger.tap(4).after(step)
      let rules = areRulesFirst ? [.tap(3), plain, sequence] : [sequence, .tap(3), plain]
      let (tap, own, made) = areRulesFirst ? ("#0", "#1", "#2") : ("#1", "#2", "#0")
      var hand = Hand()
      hand.tap(3)
      let tapped = hand
      hand.wait(150)
      make(&hand)
      let failed = story(rules, hand.events)
      #expect(Self.acts(rules, hand) == [tap, own], "\(step.pattern.kind) \(failed)")
      #expect(failed.count { $0.contains("began") } == failed.count { $0.contains("ended") }, "\(failed)")
      hand.wait(200)
      hand.tap(4)
      #expect(Self.acts(rules, hand) == [made], "\(step.pattern.kind)")
      #expect(Self.acts(rules, tapped) == [tap], "\(step.pattern.kind)")
      var alone = Hand()
      make(&alone)
      #expect(Self.acts(rules, alone) == [own], "\(step.pattern.kind)")
      // As the last step.
      let last = step.after(.tap(4))
      hand = Hand()
      hand.tap(4)
      hand.wait(200)
      hand.tap(3)
      hand.wait(150)
      make(&hand)
      #expect(Self.acts([.tap(3), plain, last, .tap(4)], hand) == ["#2"], "\(step.pattern.kind)")
    }
  }
}
