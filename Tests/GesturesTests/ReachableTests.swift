import Testing
import Trials

@testable import Gestures
@testable import Hands
@testable import Touch

@Suite("Unreachable candidates")
struct ReachableTests {
  static func kept(_ patterns: [Pattern]) -> [Int] {
    patterns.enumerated().map {
      Candidate(
        trigger: $0, pattern: $1, fingers: 3...3, precedence: .rule(RuleIndex($0)), certainRule: RuleIndex($0))
    }
    .reachable().compactMap(\.trigger)
  }

  @Test("a swipe that another one always forestalls is left out, in either order")
  func swipes() {
    let short = SwipePattern(.left, distance: 10)
    let long = SwipePattern(.left, distance: 20)
    #expect(Self.kept([.swipe(short), .swipe(long)]) == [0])
    #expect(Self.kept([.swipe(long), .swipe(short)]) == [1])
    #expect(Self.kept([.swipe(short), .swipe(short)]) == [0])
    #expect(Self.kept([.swipe(short), .swipe(SwipePattern(.horizontal, distance: 20))]) == [0, 1])
    #expect(
      Self.kept([
        .swipe(short), .swipe(SwipePattern(.right, distance: 15)), .swipe(SwipePattern(.horizontal, distance: 20)),
      ]) == [0, 1])
  }

  @Test("of swipes that wait for the lift, a shorter one does not forestall an earlier one")
  func waiting() {
    let short = SwipePattern(.left, waitsForLift: true)
    let long = SwipePattern(.left, distance: 20, waitsForLift: true)
    #expect(Self.kept([.swipe(long), .swipe(short)]) == [0, 1])
    #expect(Self.kept([.swipe(short), .swipe(long)]) == [0])
    // If a shape may be drawn, all swipes do.
    let stroke = Pattern.stroke(StrokePattern("circle", templates: BuiltInStroke.circle.templates))
    let swipes = [Pattern.swipe(SwipePattern(.left, distance: 20)), .swipe(SwipePattern(.left))]
    #expect(Self.kept(swipes) == [1])
    #expect(Self.kept(swipes + [stroke]) == [0, 1, 2])
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
      Self.kept([.longPress(LongPressPattern(.seconds(1))), .longPress(LongPressPattern(.milliseconds(500)))]) == [1])
    #expect(
      Self.kept([
        .longPress(LongPressPattern(.seconds(1), movement: 8)), .longPress(LongPressPattern(.milliseconds(500))),
      ]) == [0, 1])
  }

  /// Leaving out unreachable candidates changes nothing: the same random hands with all candidates and with the
  /// reachable ones.
  @Test("the candidates that are left out would never have acted")
  func equivalence() {
    var random = SplitMix(state: 99)
    for _ in 0..<trials(8, thorough: 40) {
      let triggers = (0..<12).map { _ in Self.trigger(&random) }
      var reported: [Gesture] = []
      var recognition = Recognition(triggers)
      var single = triggers.map { Recognition([$0]) }
      var alone: [(Gesture, Int)] = []
      var hand = Hand()
      for _ in 0..<30 { Self.play(&hand, &random) }
      for event in hand.events {
        recognition.handle(event, into: &reported)
        for index in single.indices {
          var own: [Gesture] = []
          single[index].handle(event, into: &own)
          alone += own.filter { $0.phase == .recognized || $0.phase == .began }.map { ($0, index) }
        }
      }
      // In every touch sequence, all triggers together yield what the earliest of them alone would have.
      let firsts = reported.filter { $0.phase == .recognized || $0.phase == .began }.map(\.time)
      for (start, end) in hand.sequences {
        let earliest = alone.map(\.0.time).filter { $0 >= start && $0 < end }.min()
        #expect(firsts.filter { $0 >= start && $0 < end } == (earliest.map { [$0] } ?? []))
      }
      #expect(!firsts.isEmpty)
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

extension Hand {
  /// The time from each first landing to the next one.
  fileprivate var sequences: [(Timestamp, Timestamp)] {
    var down = 0
    var starts: [Timestamp] = []
    for event in events {
      if case .touchDown = event.kind {
        if down == 0 { starts.append(event.time) }
        down += 1
      }
      if case .touchUp = event.kind { down -= 1 }
    }
    return zip(starts, starts.dropFirst() + [.latest]).map { ($0, $1) }
  }
}
