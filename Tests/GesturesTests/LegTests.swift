import Gestures
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Hands that turn on their way, rest after it, tap and drag, or go round, against rules for all of them and for plain
/// gestures. Set SLEIGHT_UNCLEAN as for the unclean hands.
@Suite("Legs, rests after them, circles")
struct LegTests {
  @Test("98 of 100 hands do what was meant, once, and nothing else", arguments: UncleanKind.legs)
  func hands(kind: UncleanKind) {
    let (right, count) = kind.countRight(of: trials(34, thorough: 400))
    print("\(kind.name): \(right) of \(count) right")
    #expect(Double(right) >= 0.98 * Double(count), "\(kind.name): \(right) of \(count)")
  }

  @Test("a swipe that a rule continues acts at once when the fingers go another way, or lift")
  func plain() {
    let triggers = [
      Trigger.swipe(.left, 3), .legs(.left, .down), .legs(.left, .right), .rest(after: .right), .swipe(.right, 3),
    ]
    var straight = Hand()
    straight.land(3)
    straight.move(-30, 0)
    straight.lift()
    #expect(story(triggers, straight.events) == ["300 swipe left 3 #0"])
    var turned = Hand()
    turned.land(3)
    turned.move(-30, 0)
    turned.move(0, 20)
    turned.lift()
    #expect(story(triggers, turned.events).map { $0.dropFirst(4) } == ["swipe down 3 #1"])
    var upwards = Hand()
    upwards.land(3)
    upwards.move(-30, 0)
    upwards.move(0, -30)
    upwards.lift()
    #expect(story(triggers, upwards.events).map { $0.dropFirst(4) } == ["swipe left 3 #0"])
    // The swipe is not delayed until the lift: the third direction is not asked for.
    #expect(gestures(triggers, upwards.events).first.map { $0.time.microseconds < 1_500_000 } == true)
    var slow = Hand()
    slow.land(3)
    slow.move(-30, 0)
    slow.wait(1500)
    slow.move(0, 30)
    slow.lift()
    #expect(story(triggers, slow.events) == ["700 swipe left 3 #0"])
  }

  @Test("the order of the rules does not matter to a swipe that another one continues")
  func order() {
    var hand = Hand()
    hand.land(2)
    hand.move(0, 25)
    hand.move(0, -25)
    hand.lift()
    let rules = [Trigger.swipe(.down, 2), .legs(.down, .up, fingers: 2)]
    #expect(gestures(rules, hand.events).map(\.trigger) == [1])
    #expect(gestures(rules.reversed(), hand.events).map(\.trigger) == [0])
  }

  @Test("a long press after a swipe begins when the fingers have rested, makes steps, and ends with them")
  func rest() {
    var hand = Hand()
    hand.land(2)
    hand.move(25, 0)
    hand.wait(750)
    hand.lift()
    #expect(
      story([.rest(after: .right, fingers: 2, step: 200), .swipe(.right, 2)], hand.events) == [
        "540 long-press right 2 began #0", "740 long-press right 2 changed +1 #0",
        "940 long-press right 2 changed +1 #0", "1000 long-press right 2 ended #0",
      ])
    var resting = Hand()
    resting.land(2)
    resting.wait(1000)
    resting.lift()
    #expect(story([.rest(after: .right, fingers: 2)], resting.events) == [])
  }

  @Test("a tap and then a movement with the same fingers is tap and drag; either alone is not")
  func tapAndDrag() {
    let triggers = [Trigger.swipe(.any, 1), .drag(after: 1), .tap(1)]
    var hand = Hand()
    hand.tap()
    hand.wait(100)
    hand.land(1)
    hand.move(30, 0)
    hand.lift()
    #expect(
      gestures(triggers, hand.events).filter { $0.phase != .changed }.map(\.text) == [
        "190 pan right x1 1 began #1", "460 pan right x1 1 ended #1",
      ])
    var tap = Hand()
    tap.tap()
    #expect(gestures(triggers, tap.events).map(\.trigger) == [2])
    var swipe = Hand()
    swipe.land(1)
    swipe.move(30, 0)
    swipe.lift()
    #expect(gestures(triggers, swipe.events).map(\.trigger) == [0])
  }

  @Test("a circle begins after half a turn, and makes a step each 30°, back when it turns back")
  func circle() throws {
    var hand = Hand()
    hand.land(1)
    hand.circle(15)
    hand.circle(15)
    hand.lift()
    let reported = gestures([.circle(.clockwise, 1, step: 30)], hand.events)
    let steps = reported.reduce(0) { $0 + $1.steps }
    #expect((17...20).contains(steps), "\(steps)")
    let began = try #require(reported.first)
    #expect(began.phase == .began && began.direction == .clockwise)
    #expect(abs((began.rotation ?? 0) - 180) < 12)
    #expect(gestures([.circle(.counterclockwise, 1)], hand.events) == [])
  }
}

extension Trigger {
  static func legs(_ legs: Directions..., fingers: Int = 3) -> Trigger {
    Trigger(.swipe(SwipePattern(legs[0], then: Array(legs.dropFirst()))), fingers: fingers...fingers)
  }
  static func rest(after directions: Directions, fingers: Int = 3, milliseconds: Int = 300, step: Int? = nil) -> Trigger
  {
    Trigger(
      .longPress(
        LongPressPattern(
          .milliseconds(milliseconds), step: step.map { .milliseconds($0) }, moved: SwipePattern(directions))),
      fingers: fingers...fingers)
  }
  static func drag(after taps: Int, fingers: Int = 1) -> Trigger {
    Trigger(.pan(PanPattern(.any, taps: taps)), fingers: fingers...fingers)
  }
  static func circle(_ directions: RotationDirections, _ fingers: Int, step: Double? = nil) -> Trigger {
    Trigger(.circle(CirclePattern(directions, step: step)), fingers: fingers...fingers)
  }
}

extension UncleanKind {
  /// Rules for paths of two and three legs, for a rest after one, and for the plain swipes, with one to four fingers.
  private static func rules(_ fingers: Int) -> [Trigger] {
    four.map { .swipe($0.set, fingers) } + pairs.map { .legs($0.0.set, $0.1.set, fingers: fingers) }
      + [.legs(.left, .down, .right, fingers: fingers)] + four.map { .rest(after: $0.set, fingers: fingers) }
      + [.tap(fingers)]
  }
  /// The pairs of directions with a rule: turns to the left and back.
  private static let pairs: [(Direction, Direction)] = [
    (.left, .down), (.down, .right), (.right, .up), (.up, .left), (.left, .right), (.up, .down),
  ]

  private static func trial(
    _ motion: Motion, _ fingers: Int, _ acts: [UncleanHand.Act], losing: Bool, _ random: inout SplitMix
  )
    -> UncleanHand?
  {
    var scene = Scene(motion)
    if losing, !scene.lose(random.within(6...28), &random) { return nil }
    return UncleanHand(scene: scene, triggers: rules(fingers), acts: acts, margin: 8)
  }

  static let legs: [UncleanKind] = [false, true].flatMap { losing -> [UncleanKind] in
    let fault = losing ? ", one contact lost for 6 to 28 ms" : ""
    return [
      UncleanKind(name: "two legs\(fault)") { number, _, random in
        let fingers = losing ? 3 + number % 2 : 1 + number % 4
        let index = Int.random(in: pairs.indices, using: &random)
        return trial(
          .legs([pairs[index].0.heading, pairs[index].1.heading], fingers: fingers, &random), fingers,
          [.init(.swipe, fingers, trigger: 4 + index)], losing: losing, &random)
      },
      UncleanKind(name: "three legs\(fault)") { number, _, random in
        let fingers = losing ? 3 + number % 2 : 1 + number % 4
        let headings = [Direction.left, .down, .right].map(\.heading)
        // The rule for the first two legs acts on the way.
        var hand = trial(
          .legs(headings, fingers: fingers, &random), fingers,
          [.init(.swipe, fingers, trigger: 4 + pairs.count)], losing: losing, &random)
        hand?.margin = 8
        return hand
      },
      UncleanKind(name: "one leg beside rules for several\(fault)") { number, _, random in
        let fingers = losing ? 3 + number % 2 : 1 + number % 4
        let direction = direction(&random)
        return trial(
          .swipe(direction.heading, fingers: fingers, &random), fingers, [.init(.swipe, fingers, direction)],
          losing: losing, &random)
      },
      UncleanKind(name: "a rest after a leg\(fault)") { number, _, random in
        let fingers = losing ? 3 + number % 2 : 1 + number % 4
        let direction = direction(&random)
        return trial(
          .legs([direction.heading], fingers: fingers, rest: random.within(480...1500), &random), fingers,
          [.init(.longPress, fingers, direction)], losing: losing, &random)
      },
      UncleanKind(name: "a circle\(fault)") { number, _, random in
        let fingers = losing ? 3 + number % 2 : 1 + number % 3
        let degrees = random.within(260...1000) * (random.chance(0.5) ? 1 : -1)
        var scene = Scene(.round(degrees, fingers: fingers, radius: 9...26, &random))
        if losing, !scene.lose(random.within(6...28), &random) { return nil }
        return UncleanHand(
          scene: scene,
          triggers: [.circle(.clockwise, fingers, step: 30), .circle(.counterclockwise, fingers, step: 30)]
            + four.map { .swipe($0.set, fingers) },
          acts: [.init(.circle, fingers, degrees > 0 ? .clockwise : .counterclockwise)], margin: 4)
      },
      UncleanKind(name: "a movement to and fro is no circle\(fault)") { number, _, random in
        let fingers = losing ? 3 + number % 2 : 1 + number % 3
        let strokes = Int.random(in: 2...6, using: &random)
        var scene = Scene(
          .toAndFro(random.within(0...6.28), fingers: fingers, strokes: strokes, length: 15...45, &random))
        if losing, !scene.lose(random.within(6...28), &random) { return nil }
        return UncleanHand(scene: scene, triggers: [.circle(.any, fingers, step: 30)], acts: [], margin: 4)
      },
    ]
  }
}

extension UncleanKind: CustomTestStringConvertible {
  var testDescription: String { name }
}
