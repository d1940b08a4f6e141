import Gestures
@testable import Hands
import Testing
import Touch

/// Two gestures that one hand makes, on one device.
struct Pair: CustomStringConvertible, Sendable {
  var one: Pattern
  var two: Pattern
  var device: Device.Kind
  var events: [TouchEvent]

  var description: String { "\(device.rawValue): \(one.kind.rawValue) and \(two.kind.rawValue)" }

  init(_ one: Pattern, _ two: Pattern, _ play: (inout Hand) -> Void) {
    var hand = Hand()
    play(&hand)
    (self.one, self.two, device, events) = (one, two, .touchscreen, hand.events)
  }

  init(pad one: Pattern, _ two: Pattern, _ play: (inout Pad) -> Void) {
    var pad = Pad()
    play(&pad)
    (self.one, self.two, device, events) = (one, two, .touchpad, pad.events)
  }

  /// The triggers that act on `rules`, in order.
  func acting(_ rules: Pattern...) -> [Int?] {
    gestures(rules.map { Trigger($0, fingers: 3...3) }, events)
      .filter { $0.phase == .recognized || $0.phase == .began }.map(\.trigger)
  }

  /// For every two kinds of gesture that one hand can make: on a touchscreen, then on a touchpad.
  static let all: [Pair] = [
    Pair(.swipe(SwipePattern(.left)), .swipe(SwipePattern(.horizontal, distance: 20)), goLeft),
    Pair(.swipe(SwipePattern(.left)), .swipe(SwipePattern(.left, waitsForLift: true)), goLeft),
    Pair(.swipe(SwipePattern(.left)), .pan(PanPattern(.horizontal)), goLeft),
    Pair(.swipe(SwipePattern(.left)), .pan(PanPattern(.left, distance: 25)), goLeft),
    Pair(.swipe(SwipePattern(.left, waitsForLift: true)), .pan(PanPattern(.any)), goLeft),
    Pair(.pan(PanPattern(.left)), .pan(PanPattern(.horizontal, distance: 20)), goLeft),
    Pair(.stroke(bracket), .swipe(SwipePattern(.left)), drawBracket),
    Pair(.stroke(bracket), .pan(PanPattern(.left)), drawBracket),
    Pair(.tap(TapPattern(within: .milliseconds(700))), .longPress(LongPressPattern(.milliseconds(300)))) {
      $0.tap(3, for: 500)
    },
    Pair(.longPress(LongPressPattern(.milliseconds(300))), .longPress(LongPressPattern(.milliseconds(800)))) {
      $0.tap(3, for: 1000)
    },
    Pair(.tap(TapPattern(movement: 8)), .pan(PanPattern(.left))) { goLeft(&$0, 5) },
    Pair(.tap(TapPattern(movement: 8)), .swipe(SwipePattern(.left, distance: 5))) { goLeft(&$0, 6) },
    Pair(.tap(TapPattern(movement: 8)), .pinch(PinchPattern(.outwards))) { spread(&$0, 1.3) },
    Pair(.tap(TapPattern(movement: 8)), .rotate(RotatePattern(.clockwise))) { turn(&$0, 16) },
    Pair(.longPress(LongPressPattern(movement: 8)), .pan(PanPattern(.left))) { goLeft(&$0, 5, resting: 600) },
    Pair(.longPress(LongPressPattern(movement: 8)), .swipe(SwipePattern(.left, distance: 5))) {
      goLeft(&$0, 6, resting: 600)
    },
    Pair(.longPress(LongPressPattern(movement: 8)), .pinch(PinchPattern(.any))) { spread(&$0, 1.3, resting: 600) },
    Pair(.longPress(LongPressPattern(movement: 8)), .rotate(RotatePattern(.any))) { turn(&$0, 16, resting: 600) },
    Pair(.pinch(PinchPattern(.any)), .pinch(PinchPattern(.outwards, change: 0.5))) { spread(&$0, 1.8) },
    Pair(.rotate(RotatePattern(.any)), .rotate(RotatePattern(.clockwise, angle: 40))) { turn(&$0, 60) },
    Pair(.circle(CirclePattern(.any)), .circle(CirclePattern(.clockwise, angle: 300)), goRound),
    Pair(.circle(CirclePattern(.any)), .swipe(SwipePattern(.right, distance: 5)), goRound),
    Pair(.circle(CirclePattern(.any)), .pan(PanPattern(.any)), goRound),
    Pair(
      .circle(CirclePattern(.any)), .stroke(StrokePattern("circle", templates: BuiltInStroke.circle.templates)), goRound
    ),
    Pair(.circle(CirclePattern(.any)), .tap(TapPattern(within: .seconds(3), movement: 60)), goRound),
    Pair(.circle(CirclePattern(.any)), .longPress(LongPressPattern(.milliseconds(600), movement: 60)), goRound),

    Pair(pad: .swipe(SwipePattern(.left)), .swipe(SwipePattern(.horizontal, distance: 20))) { $0.swipe(3, -30, 0) },
    Pair(pad: .swipe(SwipePattern(.left)), .pan(PanPattern(.horizontal))) { $0.swipe(3, -30, 0) },
    Pair(pad: .swipe(SwipePattern(.left)), .pan(PanPattern(.left, distance: 25))) { $0.swipe(3, -30, 0) },
    Pair(pad: .pan(PanPattern(.left)), .pan(PanPattern(.any, distance: 20))) { $0.swipe(3, -30, 0) },
    Pair(pad: .stroke(bracket), .swipe(SwipePattern(.left)), drawBracket),
    Pair(pad: .stroke(bracket), .pan(PanPattern(.left)), drawBracket),
    Pair(pad: .tap(TapPattern(within: .milliseconds(700))), .longPress(LongPressPattern(.milliseconds(300)))) {
      $0.say(.holdBegin(fingers: 3))
      $0.wait(300)
      $0.say(.holdEnd(fingers: 3, cancelled: false))
      $0.say(.tap(fingers: 3, lasted: .milliseconds(480)))
    },
    Pair(pad: .longPress(LongPressPattern(.milliseconds(300))), .longPress(LongPressPattern(.milliseconds(800)))) {
      $0.say(.holdBegin(fingers: 3))
      $0.wait(1000)
      $0.say(.holdEnd(fingers: 3, cancelled: false))
    },
    Pair(pad: .pinch(PinchPattern(.any)), .pinch(PinchPattern(.inwards, change: 0.5))) { $0.pinch(3, to: 0.4) },
    Pair(pad: .rotate(RotatePattern(.any)), .rotate(RotatePattern(.clockwise, angle: 40))) { $0.rotate(3, 60) },
  ]

  private static let corners = [Vector(dx: -20, dy: 0), Vector(dx: 0, dy: 50), Vector(dx: 20, dy: 0)]
  static let bracket = StrokePattern("left-bracket", templates: BuiltInStroke.leftBracket.templates)

  private static func goLeft(_ hand: inout Hand) { goLeft(&hand, 30) }

  private static func goLeft(_ hand: inout Hand, _ distance: Double, resting: Int = 0) {
    hand.land(3)
    hand.move(-distance, 0)
    hand.wait(resting)
    hand.lift()
  }

  private static func goRound(_ hand: inout Hand) {
    hand.land(3)
    hand.circle(18)
    hand.lift()
  }

  private static func spread(_ hand: inout Hand, _ scale: Double, resting: Int = 0) {
    hand.land(3)
    hand.spread(to: scale, frames: 10)
    hand.wait(resting)
    hand.lift()
  }

  private static func turn(_ hand: inout Hand, _ degrees: Double, resting: Int = 0) {
    hand.land(3)
    hand.turn(degrees)
    hand.wait(resting)
    hand.lift()
  }

  private static func drawBracket(_ hand: inout Hand) {
    hand.land(3)
    for corner in corners { hand.move(corner.dx, corner.dy) }
    hand.lift()
  }

  private static func drawBracket(_ pad: inout Pad) {
    pad.say(.swipeBegin(fingers: 3))
    for corner in corners { pad.update(3, corner.dx, corner.dy) }
    pad.say(.swipeEnd(fingers: 3, cancelled: false))
  }
}

@Suite("The first rule that matches acts")
struct OrderTests {
  @Test("of two gestures that one hand makes, the one of the earlier rule acts, in either order", arguments: Pair.all)
  func pairs(pair: Pair) {
    #expect(pair.acting(pair.one) == [0])
    #expect(pair.acting(pair.two) == [0])
    #expect(pair.acting(pair.one, pair.two) == [0])
    #expect(pair.acting(pair.two, pair.one) == [0])
  }

  @Test("there is such a hand for each two kinds, except those that no hand makes at once")
  func kinds() {
    // Fingers move together, or part, or turn. Several taps are one gesture, and of shapes the most similar is meant.
    let apart: Set<Set<Gesture.Kind>> = [
      [.swipe, .pinch], [.swipe, .rotate], [.pan, .pinch], [.pan, .rotate], [.stroke, .pinch], [.stroke, .rotate],
      [.circle, .pinch],
      [.circle, .rotate],
      [.pinch, .rotate], [.tap, .stroke], [.longPress, .stroke], [.tap], [.stroke],
    ]
    let tried = Set(Pair.all.filter { $0.device == .touchscreen }.map { Set([$0.one.kind, $0.two.kind]) })
    // Two are sequences of their own, and fingers that are down have no part in any.
    let kinds = Gesture.Kind.allCases.filter { ![.press, .tipTap, .touch].contains($0) }
    for one in kinds {
      for two in kinds { #expect(tried.contains([one, two]) != apart.contains([one, two])) }
    }
  }

  private static let rules: [Trigger] = [.swipe(.left, 3), .pan(.any, 3, step: 5)]

  private static func hand(_ fingers: Int = 3, _ play: (inout Hand) -> Void) -> [TouchEvent] {
    var hand = Hand()
    hand.land(fingers)
    play(&hand)
    return hand.events
  }

  @Test("a pan begins when an earlier swipe is out of time, with all its distance and steps")
  func outOfTime() {
    // 3 mm in 0.3 s, 11 mm in 1.1 s. At 1270 mm/s, the last 1.1 mm would take 0.9 ms.
    let slow = Self.hand {
      $0.move(-14, 0, frames: 140)
      $0.lift()
    }
    #expect(
      story(Self.rules, slow) == [
        "1099 pan left 3 began +2 #1", "1400 pan left 3 ended #1",
      ])
    let reported = gestures(Self.rules, slow)
    #expect(reported.first.map { abs($0.translation.dx + 10.9) < 0.01 } == true)
    #expect(reported.last.map { abs($0.translation.dx + 14) < 0.01 } == true)
  }

  @Test("fingers that stop on the way of an earlier swipe begin a pan without another event")
  func rest() {
    // 7 mm are left, which take 5.5 ms at 1270 mm/s.
    let resting = Self.hand {
      $0.move(-5, 0)
      $0.wait(2000)
      $0.lift()
    }
    #expect(
      story(Self.rules, resting) == ["824 pan left 3 began +1 #1", "2050 pan left 3 ended #1"])
  }

  @Test("a pan begins at once the way that no earlier swipe goes, and off its way as soon as that is certain")
  func otherWay() {
    func way(_ dx: Double, _ dy: Double) -> [TouchEvent] {
      Self.hand {
        $0.move(dx, dy)
        $0.lift()
      }
    }
    #expect(story(Self.rules, way(15, 0)).first == "30 pan right 3 began #1")
    #expect(story(Self.rules, way(0, 15)).first == "30 pan down 3 began #1")
    #expect(story(Self.rules, way(-30, 0)) == ["120 swipe left 3 #0"])
    #expect(story(Self.rules, way(-9, -11)).first == "60 pan up-left 3 began +1 #1")
    let bent = Self.hand {
      $0.move(-8, 0)
      $0.move(0, 20)
      $0.lift()
    }
    #expect(story(Self.rules, bent).first == "180 pan down-left 3 began +2 #1")
  }

  @Test("a pan that waited until the lift has its beginning, its steps and its end")
  func lift() {
    let short = Self.hand {
      $0.move(-11, 0)
      $0.lift(skew: 20)
    }
    #expect(story(Self.rules, short) == ["150 pan left 3 began +2 #1", "150 pan left 3 ended #1"])
    var pad = Pad()
    pad.swipe(3, -11, 0)
    #expect(story(Self.rules, pad.events) == ["110 pan left 3 began +2 #1", "110 pan left 3 ended #1"])
    var rejected = Pad()
    rejected.swipe(3, -11, 0, cancelled: true)
    #expect(story(Self.rules, rejected.events) == ["110 pan left 3 began +2 #1", "110 pan left 3 cancelled #1"])
  }

  @Test("a pan that permits fewer fingers goes on with those that stay when the earlier swipe has failed")
  func fewerFingers() {
    let pan = Trigger(.pan(PanPattern(.any, step: 5)), fingers: 2...3)
    let events = Self.hand {
      $0.move(-8, 0)
      $0.liftOne()
      $0.wait(150)
      $0.move(-8, 0)
      $0.lift()
    }
    #expect(
      story([.swipe(.left, 3), pan], events) == [
        "180 pan left 3 began +1 #1", "250 pan left 2 changed +1 #1", "300 pan left 2 changed +1 #1",
        "310 pan left 2 ended #1",
      ])
  }

  @Test("a finger that joins ends the wait; the pan goes on if it permits that many")
  func moreFingers() {
    let events = Self.hand(2) {
      $0.wait(150)
      $0.move(-8, 0)
      $0.land(1)
      $0.move(-8, 0)
      $0.lift()
    }
    let pan = Trigger(.pan(PanPattern(.any)), fingers: 2...3)
    #expect(story([.swipe(.left, 2), pan], events) == ["230 pan left 2 began #1", "310 pan left 3 ended #1"])
    #expect(
      story([.swipe(.left, 2), .pan(.any, 2)], events) == ["250 pan left 2 began #1", "250 pan left 2 cancelled #1"])
  }

  @Test("what waits when the fingers are cancelled never begins")
  func cancelled() {
    var hand = Hand()
    hand.land(3)
    hand.move(-8, 0)
    hand.say(.touchCancel(slot: 0))
    hand.say(.touchFrame)
    hand.lift()
    #expect(story(Self.rules, hand.events) == [])
    #expect(story([.pan(.any, 3)], hand.events) == ["30 pan left 3 began #0", "80 pan left 3 cancelled #0"])
  }

  @Test("a gesture waits for several earlier ones, and the first of those that match acts")
  func several() {
    let rules = [Trigger.swipe(.left, 3, distance: 40), .swipe(.left, 3, distance: 20), .pan(.any, 3)]
    func story(_ distance: Double) -> [String] {
      GesturesTests.story(
        rules,
        Self.hand {
          $0.move(-distance, 0)
          $0.lift()
        })
    }
    #expect(story(50) == ["400 swipe left 3 #0"])
    #expect(story(30) == ["300 swipe left 3 #1"])
    #expect(story(10) == ["100 pan left 3 began #2", "100 pan left 3 ended #2"])
  }

  @Test("rules that share the fingers neither wait nor are waited for")
  func simultaneous() {
    let events = Self.hand {
      $0.move(-30, 0)
      $0.lift()
    }
    #expect(
      story([.swipe(.left, 3), Trigger.pan(.any, 3).also], events) == [
        "30 pan left 3 began #1", "120 swipe left 3 #0", "300 pan left 3 ended #1",
      ])
    #expect(
      story([Trigger.swipe(.left, 3).also, .pan(.any, 3)], events) == [
        "30 pan left 3 began #1", "120 swipe left 3 #0", "300 pan left 3 ended #1",
      ])
  }

  @Test("pinches, rotations and movements of the whole hand do not wait for one another")
  func apart() {
    let pinch = Self.hand {
      $0.spread(to: 1.5)
      $0.lift()
    }
    let alone = gestures([.pinch(.any, 3)], pinch).map(\.time)
    let others: [Trigger] = [.swipe(.any, 3), .rotate(.any, 3), .pan(.any, 3)]
    #expect(gestures(others + [.pinch(.any, 3)], pinch).map(\.time) == alone)
  }

  @Test("a long press does not wait for fingers to move")
  func press() {
    let events = Self.hand {
      $0.wait(600)
      $0.move(-30, 0)
      $0.lift()
    }
    #expect(
      story([.swipe(.left, 3), .pan(.left, 3), .longPress(3)], events) == [
        "500 long-press 3 began #2", "900 long-press 3 ended #2",
      ])
  }

  @Test("of a tap and a pan that both wait for the lift, only the earlier acts, and no series of taps goes on")
  func taps() {
    let events = Self.hand {
      $0.move(-5, 0)
      $0.lift()
    }
    let tap = Trigger(.tap(TapPattern(movement: 8)), fingers: 3...3)
    let double = Trigger(.tap(TapPattern(2, movement: 8)), fingers: 3...3)
    let swipe = Trigger.swipe(.left, 3)
    let pan = Trigger.pan(.any, 3)
    #expect(story([swipe, tap, pan], events) == ["50 tap x1 3 #1"])
    #expect(story([swipe, pan, tap], events) == ["50 pan left 3 began #1", "50 pan left 3 ended #1"])
    #expect(story([tap, pan, double], events) == ["350 tap x1 3 #0"])
    #expect(story([swipe, pan, tap, double], events) == ["50 pan left 3 began #1", "50 pan left 3 ended #1"])
  }

  @Test("a swipe waits for a shape of an earlier rule, and not for that of a later one")
  func shapes() {
    let events = Self.hand {
      $0.move(-30, 0)
      $0.lift()
    }
    let shape = Trigger(.stroke(Pair.bracket), fingers: 3...3)
    #expect(story([shape, .swipe(.left, 3)], events) == ["300 swipe left 3 #1"])
    #expect(story([.swipe(.left, 3), shape], events) == ["120 swipe left 3 #0"])
    #expect(story([shape.also, .swipe(.left, 3)], events) == ["120 swipe left 3 #1"])
    #expect(story([shape, .pan(.left, 3)], events) == ["300 pan left 3 began #1", "300 pan left 3 ended #1"])
  }

  @Test("a pan whose fingers may return does so also if it waited until the lift")
  func resumed() {
    let events = Self.hand {
      $0.move(-8, 0)
      $0.lift()
      $0.wait(200)
      $0.land(3)
      $0.move(8, 0)
      $0.lift()
    }
    #expect(
      story([.swipe(.left, 3), Trigger.pan(.any, 3).resuming()], events) == [
        "80 pan left 3 began #1", "860 pan left 3 ended #1",
      ])
  }
}
