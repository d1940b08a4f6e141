import Gestures
@testable import Hands
import Testing
import Time
import Touch

@Suite("Limits of time and speed, and taps before, for each gesture that has them")
struct LimitTests {
  /// A gesture, and the hand that makes it in so many milliseconds, after it has moved by 3 mm.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The gesture with these limits.
    var trigger: @Sendable (_ within: Duration?, _ speed: ClosedRange<Double>?, _ taps: Int) -> Trigger
    /// The movement of fingers that are down, in so many frames of 10 ms.
    var move: @Sendable (inout Hand, _ frames: Int) -> Void
    var fingers = 1
    /// The speed of the movement in 40 frames; nil if it has none.
    var speed: Double?
  }

  static let cases = [
    Case(
      testDescription: "swipe",
      trigger: { .init(.swipe(SwipePattern(.right, distance: 30, within: $0 ?? .seconds(9), speed: $1, taps: $2)), 1) },
      move: { $0.move(40, 0, frames: $1) }, speed: 100),
    Case(
      testDescription: "pan",
      trigger: { .init(.pan(PanPattern(.right, distance: 30, within: $0, speed: $1, taps: $2)), 1) },
      move: { $0.move(40, 0, frames: $1) }, speed: 100),
    Case(
      testDescription: "pinch",
      trigger: { .init(.pinch(PinchPattern(.outwards, change: 0.5, within: $0, speed: $1, taps: $2)), 2) },
      move: { $0.spread(to: 1.6, frames: $1) }, fingers: 2, speed: 1.5),
    Case(
      testDescription: "rotate",
      trigger: { .init(.rotate(RotatePattern(.clockwise, angle: 60, within: $0, speed: $1, taps: $2)), 2) },
      move: { hand, frames in
        hand.frame = frames / 4
        hand.turn(80)
      }, fingers: 2, speed: 200),
    Case(
      testDescription: "circle",
      trigger: { .init(.circle(CirclePattern(.clockwise, within: $0, speed: $1, taps: $2)), 1) },
      move: { hand, frames in
        hand.frame = max(1, frames / 7)
        hand.circle(15)
      }, speed: 262),
    Case(
      testDescription: "stroke",
      trigger: { within, _, taps in
        .init(
          .stroke(StrokePattern("circle", templates: BuiltInStroke.circle.templates, within: within, taps: taps)), 1)
      },
      move: { hand, frames in
        hand.frame = max(1, frames / 7)
        hand.circle(15)
      }),
  ]

  /// The events of a hand that makes the gesture in so many frames, after so many taps.
  private func events(_ one: Case, frames: Int, taps: Int = 0) -> [TouchEvent] {
    var hand = Hand()
    for _ in 0..<taps {
      hand.tap(one.fingers)
      hand.wait(100)
    }
    hand.land(one.fingers)
    one.move(&hand, frames)
    hand.lift()
    return hand.events
  }

  private func isMade(_ trigger: Trigger, by events: [TouchEvent]) -> Bool {
    gestures([trigger], events).contains { $0.phase == .began || $0.phase == .recognized }
  }

  @Test("it is made within its time, and not later", arguments: cases)
  func within(one: Case) {
    let (quick, slow) = (events(one, frames: 40), events(one, frames: 160))
    #expect(isMade(one.trigger(nil, nil, 0), by: slow))
    #expect(isMade(one.trigger(.milliseconds(700), nil, 0), by: quick))
    #expect(!isMade(one.trigger(.milliseconds(700), nil, 0), by: slow))
  }

  @Test("the time counts from the first movement: fingers may rest before", arguments: cases)
  func restsBefore(one: Case) {
    var hand = Hand()
    hand.land(one.fingers)
    hand.wait(900)
    one.move(&hand, 40)
    hand.lift()
    #expect(isMade(one.trigger(.milliseconds(700), nil, 0), by: hand.events))
  }

  @Test("the speed is at least and at most that of the rule", arguments: cases.filter { $0.speed != nil })
  func speed(one: Case) throws {
    let speed = try #require(one.speed)
    let hand = events(one, frames: 40)
    #expect(isMade(one.trigger(nil, 0.8 * speed...1.25 * speed, 0), by: hand))
    #expect(!isMade(one.trigger(nil, 1.25 * speed...(.infinity), 0), by: hand))
    #expect(!isMade(one.trigger(nil, 0...0.8 * speed, 0), by: hand))
  }

  @Test("it needs the taps before it, and those with the same fingers", arguments: cases)
  func taps(one: Case) {
    let rule = one.trigger(nil, nil, 1)
    #expect(isMade(rule, by: events(one, frames: 40, taps: 1)))
    #expect(!isMade(rule, by: events(one, frames: 40)))
    #expect(!isMade(one.trigger(nil, nil, 2), by: events(one, frames: 40, taps: 1)))
  }

  @Test("the rule with taps acts after them, the one without else, whatever their order", arguments: cases)
  func bothRules(one: Case) {
    let (with, without) = (one.trigger(nil, nil, 1), one.trigger(nil, nil, 0))
    for rules in [[with, without], [without, with]] {
      func acting(_ taps: Int) -> [Trigger] {
        gestures(rules, events(one, frames: 40, taps: taps)).filter { $0.phase == .began || $0.phase == .recognized }
          .compactMap { $0.trigger.map { rules[$0] } }
      }
      #expect(acting(0) == [without])
      #expect(acting(1) == [with])
    }
  }

  @Test("the tap of a rule of its own is not lost when no such gesture follows", arguments: cases)
  func tapAlone(one: Case) {
    var hand = Hand()
    hand.tap(one.fingers)
    #expect(gestures([one.trigger(nil, nil, 1), .tap(one.fingers)], hand.events).map(\.trigger) == [1])
  }

  @Test("one that waits for an earlier rule begins when that rule's time is over, without a movement")
  func waiting() {
    var hand = Hand()
    hand.land(1)
    hand.move(25, 0, frames: 30)
    let rules = [
      Trigger(.pan(PanPattern(.right, distance: 30, within: .milliseconds(600))), 1),
      Trigger(.pan(PanPattern(.right, distance: 20)), 1),
    ]
    let began = gestures(rules, hand.events).first
    #expect(began?.trigger == 1)
    #expect(began.map { $0.time > hand.events[hand.events.count - 1].time } == true)
  }

  @Test(
    "a press within its time from the landing, and not of fingers that have rested",
    arguments: [(100, true), (400, false)])
  func press(rest: Int, isMade: Bool) {
    var hand = Hand(on: TouchpadContactTests.pad)
    for x in [30.0, 50, 70] { hand.land(at: Point(x: x, y: 30), closing: x == 70) }
    hand.wait(rest)
    hand.say(.button(isPressed: true))
    hand.say(.touchFrame)
    hand.wait(50)
    hand.say(.button(isPressed: false))
    hand.say(.touchFrame)
    hand.lift()
    let rule = Trigger(.press(PressPattern(.click, within: .milliseconds(250))), 3)
    #expect(self.isMade(rule, by: hand.events) == isMade)
    #expect(self.isMade(Trigger(.press(PressPattern(.click)), 3), by: hand.events))
  }
}

extension Trigger {
  fileprivate init(_ pattern: Pattern, _ fingers: Int) { self.init(pattern, fingers: fingers...fingers) }
}
