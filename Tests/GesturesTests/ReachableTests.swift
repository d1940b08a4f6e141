import Testing
import Trials

@testable import Gestures
@testable import Hands
@testable import Touch

@Suite("Unreachable candidates")
struct ReachableTests {
  static func kept(_ patterns: [Pattern]) -> [Int] {
    patterns.enumerated().map { index, pattern in
      var candidate = Candidate(pattern, of: index, fingers: 3...3, precedence: .rule(RuleIndex(index)))
      candidate.certainRule = RuleIndex(index)
      return candidate
    }
    .reachable().compactMap(\.trigger)
  }

  @Test("a swipe that an earlier one always forestalls is left out")
  func swipes() {
    let short = SwipePattern(.left, distance: 10)
    let long = SwipePattern(.left, distance: 20)
    #expect(Self.kept([.swipe(short), .swipe(long)]) == [0])
    #expect(Self.kept([.swipe(long), .swipe(short)]) == [0, 1])
    #expect(Self.kept([.swipe(short), .swipe(short)]) == [0])
    #expect(Self.kept([.swipe(short), .swipe(SwipePattern(.horizontal, distance: 20))]) == [0, 1])
    #expect(
      Self.kept([
        .swipe(short), .swipe(SwipePattern(.right, distance: 15)), .swipe(SwipePattern(.horizontal, distance: 20)),
      ]) == [0, 1])
  }

  @Test("a swipe that waits for the lift forestalls only swipes that do, too")
  func waiting() {
    let short = SwipePattern(.left, waitsForLift: true)
    let long = SwipePattern(.left, distance: 20, waitsForLift: true)
    #expect(Self.kept([.swipe(long), .swipe(short)]) == [0, 1])
    #expect(Self.kept([.swipe(short), .swipe(long)]) == [0])
    #expect(Self.kept([.swipe(short), .swipe(SwipePattern(.left))]) == [0, 1])
    #expect(Self.kept([.swipe(SwipePattern(.left)), .swipe(short)]) == [0])
  }

  @Test("a quick swipe and a slow one are both kept")
  func times() {
    let quick = SwipePattern(.left, within: .milliseconds(150))
    let slow = SwipePattern(.left, after: .milliseconds(150))
    #expect(Self.kept([.swipe(quick), .swipe(slow)]) == [0, 1])
    // A swipe with a least time does not forestall a longer one without.
    let late = SwipePattern(.left, distance: 20)
    #expect(Self.kept([.swipe(slow), .swipe(late)]) == [0, 1])
    #expect(Self.kept([.swipe(SwipePattern(.left)), .swipe(slow), .swipe(quick)]) == [0])
  }

  @Test("pinches and long presses likewise")
  func others() {
    #expect(Self.kept([.pinch(PinchPattern(.any)), .pinch(PinchPattern(.inwards, change: 0.3))]) == [0])
    #expect(
      Self.kept([.pinch(PinchPattern(.any, within: .seconds(1))), .pinch(PinchPattern(.inwards, change: 0.3))]) == [
        0, 1,
      ])
    #expect(
      Self.kept([.longPress(LongPressPattern(.milliseconds(500))), .longPress(LongPressPattern(.seconds(1)))]) == [0])
    #expect(
      Self.kept([.longPress(LongPressPattern(.seconds(1))), .longPress(LongPressPattern(.milliseconds(500)))]) == [
        0, 1,
      ])
    #expect(
      Self.kept([
        .longPress(LongPressPattern(.seconds(1), movement: 8)), .longPress(LongPressPattern(.milliseconds(500))),
      ]) == [0, 1])
  }

  /// Nothing is left out of triggers that are not certain to be enabled; these are enabled all the same.
  @Test("the candidates that are left out would never have acted")
  func equivalence() {
    var random = SplitMix(state: 99)
    for _ in 0..<trials(8, thorough: 40) {
      let triggers = (0..<12).map { _ in Self.trigger(&random) }
      var hand = Hand()
      for _ in 0..<30 { Self.play(&hand, &random) }
      var reachable = Recognition(triggers)
      var all = Recognition(
        triggers, priorities: triggers.indices.map { TriggerPriority(first: RuleIndex($0), certain: nil) })
      all.setActiveRules(triggers.indices.map { RuleIndex($0) })
      var reported: [Gesture] = []
      var expected: [Gesture] = []
      for event in hand.events {
        reachable.handle(event, into: &reported)
        all.handle(event, into: &expected)
      }
      #expect(reported == expected)
      #expect(!reported.isEmpty)
    }
  }

  private static func trigger(_ random: inout SplitMix) -> Trigger {
    let bits = Directions(rawValue: UInt8.random(in: 1...255, using: &random))
    let after = [Duration.zero, .zero, .milliseconds(100)].randomElement(using: &random) ?? .zero
    let within = Duration.milliseconds([200, 400, 800].randomElement(using: &random) ?? 800)
    let pattern: Pattern
    switch Int.random(in: 0..<4, using: &random) {
    case 0: pattern = .longPress(LongPressPattern(.milliseconds(Int.random(in: 1...6, using: &random) * 100)))
    case 1: pattern = .pinch(PinchPattern(.any, change: Double(Int.random(in: 1...4, using: &random)) / 10))
    default:
      let distance = Millimetres(Double(Int.random(in: 2...6, using: &random)) * 4)
      pattern = .swipe(SwipePattern(bits, distance: distance, after: after, within: within))
    }
    return Trigger(pattern, fingers: 2...2)
  }

  private static func play(_ hand: inout Hand, _ random: inout SplitMix) {
    hand.land(2)
    hand.wait(.random(in: 0...300, using: &random))
    switch Int.random(in: 0..<3, using: &random) {
    case 0: hand.wait(700)
    case 1: hand.spread(to: .random(in: 0.5...1.8, using: &random))
    default:
      hand.move(
        .random(in: -25...25, using: &random), .random(in: -25...25, using: &random),
        frames: .random(in: 5...60, using: &random))
    }
    hand.lift()
    hand.wait(500)
  }
}
