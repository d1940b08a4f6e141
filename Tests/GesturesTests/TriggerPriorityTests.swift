import Time
@testable import Hands
import Testing

@testable import Gestures
@testable import Touch

@Suite("Changes of the active rules")
struct TriggerPriorityTests {
  /// The gestures of `events` when the active rules change at certain times, in milliseconds from the hand's first
  /// move.
  private func story(
    _ triggers: [Trigger], _ priorities: [TriggerPriority], _ events: [TouchEvent],
    _ changes: (at: Int64, rules: [RuleIndex?])...
  ) -> [String] {
    var recognition = Recognition(triggers, priorities: priorities)
    var gestures: [Gesture] = []
    var changes = changes[...]
    for event in events {
      while let next = changes.first, (next.at + 1000) * 1000 <= event.time.microseconds || next.at < 0 {
        recognition.setActiveRules(next.rules)
        changes.removeFirst()
      }
      recognition.handle(event, into: &gestures)
    }
    recognition.advance(to: (events.last?.time ?? .zero) + .seconds(5), into: &gestures)
    return gestures.filter { $0.phase != .changed }.map { gesture in
      "\(gesture.text) rule \(gesture.rule.map { "\($0.position)" } ?? "none")"
    }
  }

  private let sometimes = [TriggerPriority(first: 0, certain: nil), TriggerPriority(first: 1, certain: 1)]
  private let short = Trigger.swipe(.left, 3)
  private let long = Trigger.swipe(.left, 3, distance: 20)
  private let swipe: [TouchEvent] = {
    var hand = Hand()
    hand.land(3)
    hand.move(-30, 0)
    hand.lift()
    return hand.events
  }()

  @Test("a disabled trigger leaves the gesture to others")
  func others() {
    #expect(story([short, long], sometimes, swipe, (-1, [0, 1])) == ["120 swipe left 3 #0 rule 0"])
    #expect(story([short, long], sometimes, swipe, (-1, [nil, 1])) == ["200 swipe left 3 #1 rule 1"])
    #expect(story([short, long], sometimes, swipe, (-1, [nil, nil])) == [])
    // Initially, triggers that are always enabled are.
    #expect(story([short, long], sometimes, swipe) == ["200 swipe left 3 #1 rule 1"])
  }

  @Test("of two that are met at once the one with the earlier active rule wins")
  func precedence() {
    let wide = Trigger.swipe(.horizontal, 3)
    let priorities = [TriggerPriority(first: 0, certain: nil), TriggerPriority(first: 1, certain: 1)]
    #expect(story([short, wide], priorities, swipe, (-1, [0, 1])) == ["120 swipe left 3 #0 rule 0"])
    #expect(story([short, wide], priorities, swipe, (-1, [2, 1])) == ["120 swipe left 3 #1 rule 1"])
  }

  @Test("a touch that brings another window to the front is judged by that window's rules")
  func focusFollowsTouch() {
    #expect(story([short, long], sometimes, swipe, (-1, [nil, 1]), (40, [0, 1])) == ["120 swipe left 3 #0 rule 0"])
    #expect(story([short, long], sometimes, swipe, (-1, [0, 1]), (40, [nil, 1])) == ["200 swipe left 3 #1 rule 1"])
    // A trigger whose distance was passed while it was disabled is not fulfilled late.
    #expect(
      story([short, .swipe(.left, 3, distance: 25)], sometimes, swipe, (-1, [nil, 1]), (150, [0, 1])) == [
        "250 swipe left 3 #1 rule 1"
      ])
  }

  @Test("a gesture that has begun keeps its rule until its end")
  func begun() {
    let pan = Trigger.pan(.left, 3)
    let priority = [TriggerPriority(first: 0, certain: nil)]
    #expect(
      story([pan], priority, swipe, (-1, [4]), (60, [nil])) == [
        "30 pan left 3 began #0 rule 4", "300 pan left 3 ended #0 rule 4",
      ])
  }

  @Test("a tap waits for another one only while a rule for two is enabled")
  func waiting() {
    var hand = Hand()
    hand.tap()
    let triggers = [Trigger.tap(1, 2), .tap(1)]
    #expect(story(triggers, sometimes, hand.events, (-1, [nil, 1])) == ["60 tap x1 1 #1 rule 1"])
    #expect(story(triggers, sometimes, hand.events, (-1, [0, 1])) == ["360 tap x1 1 #1 rule 1"])

    hand.wait(100)
    hand.tap()
    #expect(story(triggers, sometimes, hand.events, (-1, [0, 1])) == ["220 tap x2 1 #0 rule 0"])
    #expect(
      story(triggers, sometimes, hand.events, (-1, [nil, 1])) == ["60 tap x1 1 #1 rule 1", "220 tap x1 1 #1 rule 1"])
    // The first tap brought a window to the front that has a rule for two taps.
    #expect(
      story(triggers, sometimes, hand.events, (-1, [nil, 1]), (100, [0, 1])) == [
        "60 tap x1 1 #1 rule 1", "220 tap x2 1 #0 rule 0",
      ])
  }

  @Test("swipes wait for a shape, and fingers for more of them, only while such rules are enabled")
  func drawings() throws {
    let templates = try #require(BuiltInStroke.templates(named: "circle"))
    let shape = Trigger(.stroke(StrokePattern("circle", templates: templates)), fingers: 3...3)
    let priorities = [TriggerPriority(first: 0, certain: nil), TriggerPriority(first: 1, certain: 1)]
    #expect(story([shape, short], priorities, swipe, (-1, [nil, 1])) == ["120 swipe left 3 #1 rule 1"])
    #expect(story([shape, short], priorities, swipe, (-1, [0, 1])) == ["300 swipe left 3 #1 rule 1"])

    var quick = Hand()
    quick.land(3)
    quick.move(-30, 0, frames: 5)
    quick.lift()
    let four = Trigger.swipe(.left, 4)
    #expect(story([four, short], priorities, quick.events, (-1, [nil, 1])) == ["20 swipe left 3 #1 rule 1"])
    #expect(story([four, short], priorities, quick.events, (-1, [0, 1])) != ["20 swipe left 3 #1 rule 1"])
  }

  @Test("an earlier rule that is not always enabled hides nothing")
  func reachable() {
    let near = Trigger.swipe(.left, 3, distance: 10)
    let table = CandidateTable(
      ChainTable([near, short], [TriggerPriority(first: 0, certain: nil), TriggerPriority(first: 1, certain: 1)]),
      on: Hand.screen, from: .contacts, unasked: false, settling: Recognition.settling)
    #expect(table.for(fingers: 3).count == 2)
    // A trigger with an earlier conditional rule and a later unconditional one hides what comes after the latter.
    let hidden = CandidateTable(
      ChainTable([near, short], [TriggerPriority(first: 0, certain: 5), TriggerPriority(first: 6, certain: 6)]),
      on: Hand.screen, from: .contacts, unasked: false, settling: Recognition.settling)
    #expect(hidden.for(fingers: 3).count == 1)
    // Of two that are met at once, an earlier rule may still win.
    let same = CandidateTable(
      ChainTable(
        [short, .swipe(.left, 3).on(.named("*"))],
        [TriggerPriority(first: 0, certain: 5), TriggerPriority(first: 3, certain: 7)]),
      on: Hand.screen, from: .contacts, unasked: false, settling: Recognition.settling)
    #expect(same.for(fingers: 3).count == 2)
  }
}
