@testable import Gestures
@testable import Hands
import Testing
import Time
import Touch

/// Tests rules for what the fingers of a step make after it, if its sequence fails.
@Suite("Gestures beside a step")
struct BesideStepTests {
  /// How the second gesture of a sequence follows the first.
  fileprivate enum Next { case touch, sameTouch }

  private static let press = Trigger.longPress(3, 300)
  private static let up = Trigger.swipe(.up, 3)

  /// The gestures that begin or happen, by their triggers.
  private static func acts(_ triggers: [Trigger], _ hand: Hand, _ ties: [TriggerTie] = []) -> [Int] {
    var recognition = Recognition(triggers, ties: ties)
    var gestures: [Gesture] = []
    for event in hand.events { recognition.handle(event, into: &gestures) }
    recognition.advance(to: (hand.events.last?.time ?? .zero) + .seconds(5), into: &gestures)
    #expect(gestures.count { $0.phase == .began } == gestures.count { $0.isOver })
    return gestures.filter { $0.phase == .recognized || $0.phase == .began }.compactMap(\.trigger)
  }

  /// Three fingers that rest, and then move.
  private static func rested(_ milliseconds: Int = 500, _ move: (inout Hand) -> Void) -> Hand {
    var hand = Hand()
    hand.land(3)
    hand.wait(milliseconds)
    move(&hand)
    hand.wait(20)
    hand.lift()
    return hand
  }

  /// Each kind of gesture that resting fingers go on with, and a hand that makes it.
  private static let kinds: [(rule: Trigger, move: @Sendable (inout Hand) -> Void)] = [
    (.swipe(.left, 3), { $0.move(-30, 0) }),
    (Trigger(.swipe(SwipePattern(.left, waitsForLift: true)), fingers: 3...3), { $0.move(-30, 0) }),
    (
      Trigger(.swipe(SwipePattern(.left, then: [.down])), fingers: 3...3),
      { hand in
        hand.move(-30, 0)
        hand.move(0, 30)
      }
    ),
    (.pan(.left, 3), { $0.move(-30, 0) }), (.pinch(.inwards, 3), { $0.spread(to: 0.5) }),
    (.rotate(.any, 3), { $0.turn(60) }),
    (Trigger(.circle(CirclePattern(.any)), fingers: 3...3), { $0.circle(20) }),
    (Trigger(.longPress(LongPressPattern(.milliseconds(1500))), fingers: 3...3), { $0.wait(1500) }),
  ]

  @Test("a rule for any kind acts if the fingers make it after a rest that was no step", arguments: kinds.indices)
  func afterRest(_ kind: Int) {
    let (rule, move) = Self.kinds[kind]
    let hand = Self.rested { move(&$0) }
    #expect(Self.acts([rule], hand) == [0])
    for next in [Next.touch, .sameTouch] {
      let sequence = Self.press.followed(by: Self.up, next)
      #expect(Self.acts([rule, sequence], hand) == [0], "\(next)")
      #expect(Self.acts([sequence, rule], hand) == [1], "\(next)")
      // The rule does not act beside the sequence.
      var made = Self.rested { $0.move(0, -30) }
      if next == .touch {
        made = hand
        made.wait(200)
        made.land(3)
        made.wait(20)
        made.move(0, -30)
        made.lift()
      }
      #expect(Self.acts([sequence, rule], made) == [0], "\(next)")
    }
  }

  @Test("of several rules, the one acts that would without the sequence")
  func order() {
    let sequence = Self.press.followed(by: Self.up, .sameTouch)
    let (left, pan, pinch) = (Trigger.swipe(.left, 3), Trigger.pan(.any, 3), Trigger.pinch(.any, 3))
    let moved = Self.rested { $0.move(-30, 0) }
    #expect(Self.acts([sequence, left, pan], moved) == [1])
    #expect(Self.acts([sequence, pan, left], moved) == [1])
    #expect(Self.acts([sequence, pinch, left, pan], moved) == [2])
    #expect(Self.acts([sequence, pinch, pan], Self.rested { $0.spread(to: 0.5) }) == [1])
    #expect(Self.acts([sequence, pinch, pan], Self.rested { $0.move(0, -30) }) == [0])
    let tie = [TriggerTie(.before, from: 2, to: 1)]
    #expect(Self.acts([sequence, pan, left], moved, tie) == [2])
    let unless = [TriggerTie(.unless, from: 1, to: 2)]
    #expect(Self.acts([sequence, pan, left], moved, unless) == [2])
  }

  @Test("pairs that rules permit act beside each other")
  func pairs() {
    let sequence = Self.press.followed(by: Self.up, .sameTouch)
    let rules = [sequence, .pinch(.any, 3), Trigger.rotate(.any, 3)]
    let hand = Self.rested { hand in
      hand.spread(to: 1.6)
      hand.turn(60)
    }
    #expect(Self.acts(rules, hand) == [1])
    #expect(Self.acts(rules, hand, [TriggerTie(.with, from: 1, to: 2)]) == [1, 2])
  }

  @Test("the first steps of other sequences can be made after a step, and the rules for them act")
  func otherSequences() {
    let flick = Trigger.tap(3).after(.swipe(.left, 3))
    let held = Self.press.followed(by: Self.up, .sameTouch)
    let drawn = Trigger.swipe(.left, 3).followed(by: .pinch(.inwards, 3), .sameTouch)
    var hand = Self.rested { $0.move(-30, 0) }
    for rules in [[held, flick], [flick, held]] { #expect(Self.acts(rules, hand) == []) }
    #expect(Self.acts([held, flick, .swipe(.left, 3)], hand) == [2])
    hand.wait(200)
    hand.tap(3)
    #expect(Self.acts([held, flick], hand) == [1])
    #expect(Self.acts([flick, held], hand) == [0])
    #expect(Self.acts([held, flick, .swipe(.left, 3), .tap(3)], hand) == [1])
    let pinched = Self.rested { hand in
      hand.move(-30, 0)
      hand.wait(60)
      hand.spread(to: 0.4)
    }
    #expect(Self.acts([held, drawn], pinched) == [1])
    #expect(Self.acts([Self.press.followed(by: .tap(3), .touch), drawn], pinched) == [1])
    #expect(Self.acts([held, flick, drawn], Self.rested { $0.move(0, -30) }) == [0])
  }

  @Test("a step whose own rule is not active leaves its fingers as well")
  func inactive() {
    let left = Trigger.swipe(.left, 3)
    let sequence = Trigger.tap(3).after(left)
    let rules = [sequence, left, .pan(.any, 3)]
    var hand = Hand()
    hand.swipeLeft()
    for (active, acts) in [([0, 1, 2], [1]), ([0, nil, 2], [2]), ([0, 1, nil], [1]), ([nil, nil, 2], [2])]
      as [([RuleIndex?], [Int])]
    {
      var recognition = Recognition(rules)
      recognition.setActiveRules(active)
      var gestures: [Gesture] = []
      for event in hand.events { recognition.handle(event, into: &gestures) }
      recognition.advance(to: (hand.events.last?.time ?? .zero) + .seconds(5), into: &gestures)
      #expect(gestures.filter { $0.phase == .recognized || $0.phase == .began }.compactMap(\.trigger) == acts)
    }
  }

  @Test("of three sequences with crossing first steps, each can be made")
  func threeCrossing() {
    let steps = [FailedStepTests.limited(12, 200), FailedStepTests.limited(20, 800), FailedStepTests.limited(8, 150)]
    let rules = zip(steps, 3...5).map { Trigger.tap($1).after($0) }
    for (index, fingers) in (3...5).enumerated() {
      var hand = Hand()
      hand.land(3)
      hand.wait(20)
      hand.move(-30, 0, frames: 8)
      hand.wait(20)
      hand.lift()
      hand.wait(200)
      hand.tap(fingers)
      #expect(Self.acts(rules, hand) == [index])
      #expect(Self.acts(rules.reversed(), hand) == [2 - index])
    }
  }

  @Test("a later step that the lift decides is made")
  func decidedByLift() {
    let swipe = Trigger(.swipe(SwipePattern(.up, waitsForLift: true)), fingers: 3...3)
    let sequence = Self.press.followed(by: swipe, .sameTouch)
    #expect(Self.acts([sequence], Self.rested { $0.move(0, -30) }) == [0])
    #expect(Self.acts([sequence], Self.rested { $0.move(0, 30) }) == [])
    #expect(Self.acts([sequence, Self.press], Self.rested { $0.move(0, -30) }) == [0])
    #expect(Self.acts([sequence, Self.press], Self.rested { $0.move(0, 30) }) == [1])
    let circle = Trigger(.stroke(StrokePattern("circle", templates: BuiltInStroke.circle.templates)), fingers: 3...3)
    let drawn = Self.press.followed(by: circle, .sameTouch)
    #expect(Self.acts([drawn], Self.rested { $0.circle(25) }) == [0])
  }

  @Test("a sequence whose time is over leaves the fingers that stay to other rules", arguments: [true, false])
  func late(isFirst: Bool) {
    var sequence = Self.up
    sequence.before = [ChainStep([Self.press], then: .sameTouch(within: .milliseconds(500)))]
    let rules = isFirst ? [sequence, Self.up, .pan(.any, 3)] : [Self.up, .pan(.any, 3), sequence]
    #expect(Self.acts(rules, Self.rested(1_500) { $0.move(0, -30) }) == [isFirst ? 1 : 0])
    #expect(Self.acts(rules, Self.rested(1_500) { $0.move(-30, 0) }) == [isFirst ? 2 : 1])
    #expect(Self.acts(rules, Self.rested(400) { $0.move(0, -30) }) == [isFirst ? 0 : 2])
  }

  @Test("'unless' a sequence: a movement that makes its step as well acts if the rest is not made")
  func unless() {
    let rules = [Trigger.tap(3).after(.swipe(.left, 3)), Trigger.pan(.any, 3)]
    let tie = [TriggerTie(.unless, from: 1, to: 0)]
    var hand = Hand()
    hand.swipeLeft()
    #expect(Self.acts(rules, hand, tie) == [1])
    hand.wait(200)
    hand.tap(3)
    #expect(Self.acts(rules, hand, tie) == [0])
  }

  @Test("a rule with 'also' for the step leaves its fingers to the others")
  func simultaneous() {
    var hand = Hand()
    hand.swipeLeft()
    let left = Trigger.swipe(.left, 3)
    #expect(Self.acts([.tap(3).after(left), left.also, .pan(.any, 3)], hand) == [1, 2])
    #expect(Self.acts([Trigger.tap(3).after(left).also, .pan(.any, 3)], hand) == [1])
  }

  @Test("a sequence does not change which of two other rules precedes the other")
  func orderOfOthers() {
    let sequence = Trigger.tap(3).after(.swipe(.left, 3))
    let rules = [sequence, .pan(.any, 3), Trigger.swipe(.any, 3)]
    for (dx, dy) in [(-40.0, 0.0), (0, -40)] {
      var hand = Hand()
      hand.land(3)
      hand.wait(50)
      hand.move(dx, dy)
      hand.lift()
      #expect(Self.acts(rules, hand) == [1])
      #expect(Self.acts([rules[0], rules[2], rules[1]], hand) == [1])
    }
  }
}

extension Trigger {
  /// This gesture and then another one.
  fileprivate func followed(by last: Trigger, _ next: BesideStepTests.Next) -> Trigger {
    next == .touch ? last.after(self) : then(last)
  }
}
