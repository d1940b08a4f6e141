@testable import Hands
import Testing

@testable import Gestures
@testable import Touch

@Suite("Swipes")
struct SwipeTests {
  static let eight: [(Directions, Direction, Double, Double)] = [
    (.right, .right, 1, 0), (.downRight, .downRight, 0.7071, 0.7071), (.down, .down, 0, 1),
    (.downLeft, .downLeft, -0.7071, 0.7071), (.left, .left, -1, 0), (.upLeft, .upLeft, -0.7071, -0.7071),
    (.up, .up, 0, -1), (.upRight, .upRight, 0.7071, -0.7071),
  ]

  @Test("fingers that land beside one that moves, and rest, do not swipe with it; those that move along do")
  func landingBesideMovement() {
    func story(ownWay: Double) -> [String] {
      var hand = Hand()
      hand.land(1)
      hand.move(9, 0)
      hand.land(at: Point(x: 95, y: 115), closing: false)
      hand.land(at: Point(x: 130, y: 115))
      for _ in 0..<12 { hand.shift { Vector(dx: $0 == 0 ? 1 : ownWay, dy: 0) } }
      hand.lift()
      return GesturesTests.story([.swipe(.right, 3)], hand.events)
    }
    #expect(story(ownWay: 0).isEmpty)
    #expect(story(ownWay: 1).count == 1)
  }

  @Test("every direction with one to five fingers fulfils one rule, once", arguments: 1...5)
  func directions(fingers: Int) {
    let triggers = Self.eight.map { Trigger.swipe($0.0, fingers) }
    for (index, (_, direction, dx, dy)) in Self.eight.enumerated() {
      var hand = Hand()
      hand.land(fingers)
      hand.move(25 * dx, 25 * dy)
      hand.lift()
      #expect(
        story(triggers, hand.events).map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
          "swipe \(direction.rawValue) \(fingers) #\(index)"
        ])
    }
  }

  @Test("it is recognised on the sample that reaches its distance, while the fingers still move")
  func latency() {
    var hand = Hand()
    hand.land(3)
    hand.move(-20, 0)
    hand.lift()
    #expect(story([.swipe(.left, 3)], hand.events) == ["120 swipe left 3 #0"])
    #expect(story([.swipe(.left, 3, distance: 5)], hand.events) == ["50 swipe left 3 #0"])
    #expect(story([.swipe(.left, 3, distance: 21)], hand.events) == [])
  }

  @Test("it reports the translation and the speed")
  func numbers() throws {
    var hand = Hand()
    hand.land(2)
    hand.move(-20, 2)
    hand.lift()
    let swipe = try #require(gestures([.swipe(.horizontal, 2)], hand.events).first)
    #expect(abs(swipe.translation.dx + 12) < 0.1)
    #expect(abs(swipe.translation.dy - 1.2) < 0.1)
    #expect(abs(swipe.speed - 100) < 2)
    #expect(swipe.scale == nil)
  }

  @Test("a slow movement is no swipe; a rest before a quick one does no harm")
  func time() {
    var slow = Hand()
    slow.land(2)
    slow.move(20, 0, frames: 200)
    slow.lift()
    #expect(story([.swipe(.right, 2)], slow.events) == [])

    var rested = Hand()
    rested.land(2)
    rested.wait(3000)
    rested.move(20, 0)
    rested.lift()
    #expect(story([.swipe(.right, 2)], rested.events) == ["3120 swipe right 2 #0"])
  }

  @Test("`after` distinguishes a quick swipe from a slow one")
  func after() {
    let quick = Trigger(.swipe(SwipePattern(.right, within: .milliseconds(150))), fingers: 2...2)
    let slow = Trigger(
      .swipe(SwipePattern(.right, after: .milliseconds(150), within: .seconds(2))), fingers: 2...2)
    for (frames, expected) in [(16, "#0"), (100, "#1")] {
      var hand = Hand()
      hand.land(2)
      hand.move(20, 0, frames: frames)
      hand.lift()
      #expect(story([quick, slow], hand.events).map { $0.suffix(2) } == [expected[...]])
    }
  }

  @Test("the whole path is judged: a turn, a way back and a curve are no swipe")
  func path() {
    var turned = Hand()
    turned.land(1)
    turned.move(0, 9)
    turned.move(13, 0)
    turned.lift()
    #expect(story([.swipe(.right, 1)], turned.events) == [])

    var returned = Hand()
    returned.land(1)
    returned.move(9, 0)
    returned.move(-5, 0)
    returned.move(15, 0)
    returned.lift()
    #expect(story([.swipe(.right, 1)], returned.events) == [])
  }

  @Test("a hook within the first millimetres decides nothing")
  func hook() {
    for (dx, dy) in [(-2.0, 0.0), (0.0, 2.0), (0.0, -2.0), (-1.5, 1.5)] {
      var hand = Hand()
      hand.land(2)
      hand.move(dx, dy, frames: 4)
      hand.move(20, 0)
      hand.lift()
      #expect(
        story(Self.eight.map { .swipe($0.0, 2) }, hand.events).map { $0.split(separator: " ")[2] } == ["right"])
    }
  }

  @Test("a small circle is no swipe, wherever it starts")
  func circle() {
    for first in 0..<8 {
      var hand = Hand()
      hand.land(1)
      // A radius of 7 mm, 10° a frame.
      for step in 0..<72 {
        let start = Double(first) * .pi / 4 + Double(step) * .pi / 18
        hand.shift { _ in (Vector.heading(start + .pi / 18) - Vector.heading(start)) * 7 }
      }
      hand.lift()
      #expect(story([.swipe(.any, 1)], hand.events) == [])
    }
  }

  @Test("a movement between two directions belongs to the nearer one, or else to the farther one")
  func nearest() {
    // 17° above the left: left is nearer; 28° and 41°: up-left is nearer, and left is within 45°.
    let angles: [(dx: Double, dy: Double, both: String, one: [String])] = [
      (-20, -6, "swipe left 1 #1", ["swipe left 1 #0"]),
      (-18, -9.57, "swipe up-left 1 #0", ["swipe left 1 #0"]),
      (-15, -13, "swipe up-left 1 #0", ["swipe left 1 #0"]),
    ]
    for angle in angles {
      var hand = Hand()
      hand.land(1)
      hand.move(angle.dx, angle.dy)
      hand.lift()
      let both = story([.swipe(.upLeft, 1), .swipe(.left, 1)], hand.events)
      #expect(both.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [angle.both])
      let one = story([.swipe(.left, 1)], hand.events)
      #expect(one.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == angle.one)
    }
  }

  @Test("fingers may land and lift one after another")
  func skew() {
    for fingers in 2...5 {
      var hand = Hand()
      hand.land(fingers, skew: 80 / (fingers - 1))
      hand.move(0, -20)
      hand.lift(skew: 20)
      let triggers = (1...5).map { Trigger.swipe(.up, $0) }
      #expect(story(triggers, hand.events).map { $0.suffix(2) } == ["#\(fingers - 1)"[...]])
    }
  }

  @Test("a slow hand's fourth finger joins the others")
  func lateFourth() {
    var hand = Hand()
    hand.land(1)
    hand.wait(28)
    hand.land(2)
    hand.wait(83)
    hand.land(1)
    hand.move(0, 20)
    hand.lift(skew: 9)
    #expect(story([.swipe(.down, 3), .swipe(.down, 4)], hand.events) == ["231 swipe down 4 #1"])
  }

  @Test("a flick faster than a landing waits for fingers only if rules with more fingers exist")
  func flick() {
    var hand = Hand()
    hand.land(1)
    hand.move(16, 0, frames: 4)
    hand.lift()
    #expect(story([.swipe(.right, 1)], hand.events) == ["30 swipe right 1 #0"])
    // The lift decides before the 100 ms are over.
    #expect(story([.swipe(.right, 1), .swipe(.right, 2)], hand.events) == ["40 swipe right 1 #0"])

    var joined = Hand()
    joined.land(1)
    joined.move(16, 0, frames: 4)
    joined.land(at: Point(x: 140, y: 90))
    joined.move(8, 0, frames: 4)
    joined.lift()
    #expect(story([.swipe(.right, 1), .swipe(.right, 2)], joined.events) == ["50 swipe right 2 #1"])
  }

  @Test("a finger that joins later makes it no gesture")
  func late() {
    var hand = Hand()
    hand.land(2)
    hand.move(6, 0)
    hand.wait(100)
    hand.land(1)
    hand.move(20, 0)
    hand.lift()
    #expect(story([.swipe(.right, 2), .swipe(.right, 3)], hand.events) == [])
  }

  @Test("a finger that joins or leaves does not lengthen the path")
  func jump() {
    var hand = Hand()
    hand.land(1)
    hand.wait(50)
    hand.land(at: Point(x: 300, y: 10))
    hand.move(5, 0)
    hand.lift(skew: 30)
    #expect(story((1...3).map { .swipe(.any, $0) }, hand.events) == [])
  }

  @Test("the earlier rule wins, also if it requires more distance")
  func arbitration() {
    var hand = Hand()
    hand.land(3)
    hand.move(30, 0)
    hand.lift()
    #expect(
      story([.swipe(.right, 3, distance: 25), .swipe(.any, 3, distance: 12)], hand.events) == ["250 swipe right 3 #0"])
    #expect(
      story([.swipe(.right, 3, distance: 35), .swipe(.any, 3, distance: 12)], hand.events) == ["300 swipe right 3 #1"])
    #expect(
      story([.swipe(.any, 3, distance: 12), .swipe(.right, 3, distance: 25)], hand.events) == ["120 swipe right 3 #0"])
    #expect(story([.swipe(.horizontal, 3), .swipe(.right, 3)], hand.events) == ["120 swipe right 3 #0"])
  }

  @Test("a resting finger beside a moving one is no swipe")
  func anchored() {
    var hand = Hand()
    hand.land(2)
    for _ in 0..<40 { hand.shift { $0 == 0 ? .zero : Vector(dx: 1, dy: 0) } }
    hand.lift()
    #expect(story([.swipe(.right, 2)], hand.events) == [])
  }

  @Test("four moving fingers beside a resting one do not swipe, nor after it has lifted")
  func thumbStays() {
    var hand = Hand()
    hand.land(5)
    for _ in 0..<14 { hand.shift { $0 == 0 ? .zero : Vector(dx: 0, dy: 1) } }
    hand.liftOne(closing: false)
    hand.move(0, 9)
    hand.lift()
    #expect(story([.swipe(.any, 5)], hand.events) == [])
  }

  @Test("a scrolling thumb beside one that rests and lifts first is no gesture, however far it scrolls")
  func thumbs() {
    var hand = Hand()
    hand.land(at: Point(x: 20, y: 90), closing: false)
    hand.land(at: Point(x: 220, y: 90))
    for _ in 0..<16 { hand.shift { $0 == 0 ? .zero : Vector(dx: 0, dy: 1) } }
    hand.liftOne()
    hand.move(0, 30, frames: 9)
    hand.lift()
    #expect(story([.swipe(.any, 2), .swipe(.any, 1), .pinch(.any, 2)], hand.events) == [])
  }

  @Test("a flick whose first finger lifts before its distance is reached")
  func partlyLifted() {
    var hand = Hand()
    hand.land(3)
    hand.move(-8, 0, frames: 4)
    hand.liftOne()
    hand.move(-4, 0, frames: 2)
    hand.liftOne()
    hand.move(-4, 0, frames: 2)
    hand.lift()
    #expect(story([.swipe(.left, 3), .swipe(.left, 2)], hand.events) == ["60 swipe left 3 #0"])
  }

  @Test("one that waits for late fingers acts once, although all contacts are lost and return, also with one more")
  func lostWhileWaiting() {
    let rules = (1...3).map { Trigger.swipe(.right, $0) }
    /// Two fingers that have moved 15 mm in 40 ms, when their contacts end.
    func lost() -> (hand: Hand, positions: [Point]) {
      var hand = Hand()
      hand.land(2)
      hand.move(15, 0, frames: 4)
      let positions = hand.fingers.map { $0.position + Vector(dx: 12, dy: 0) }
      hand.lift()
      hand.wait(25)
      return (hand, positions)
    }
    // At once, one after the other, and with another finger beside them.
    for (isAtOnce, isJoined) in [(true, false), (false, false), (true, true)] {
      var (hand, positions) = lost()
      if isJoined { positions.insert(positions[0] + Vector(dx: -20, dy: 0), at: 0) }
      for (index, position) in positions.enumerated() {
        hand.land(at: position, closing: !isAtOnce || index == positions.count - 1)
        if !isAtOnce { hand.wait(10) }
      }
      hand.move(20, 0)
      hand.lift()
      #expect(story(rules, hand.events) == ["40 swipe right 2 #1"])
    }
    // Fingers that land where they began are others.
    var (hand, _) = lost()
    hand.land(2)
    hand.move(15, 0, frames: 4)
    hand.lift()
    #expect(story(rules, hand.events).count == 2)
  }

  @Test("on a touchpad, as libinput reports it")
  func touchpad() {
    for fingers in 3...4 {
      var pad = Pad()
      pad.swipe(fingers, 20, 0)
      #expect(
        story([.swipe(.right, 3), .swipe(.right, 4)], pad.events) == ["120 swipe right \(fingers) #\(fingers - 3)"])
    }
  }

  @Test("a touchpad swipe whose fingers lift one after another counts if it reached its distance")
  func cancelled() {
    var pad = Pad()
    pad.swipe(3, 20, 0, cancelled: true)
    pad.wait(500)
    pad.swipe(3, 8, 0, cancelled: true)
    #expect(story([.swipe(.right, 3)], pad.events) == ["120 swipe right 3 #0"])
  }

  @Test("a rest before a touchpad swipe does not count")
  func restedTouchpad() {
    var pad = Pad()
    pad.say(.holdBegin(fingers: 3))
    pad.wait(1500)
    pad.say(.holdEnd(fingers: 3, cancelled: true))
    pad.wait(19)
    pad.swipe(3, -20, 0)
    #expect(story([.swipe(.left, 3)], pad.events) == ["1639 swipe left 3 #0"])
  }

  @Test("a finger that joins on the touchpad goes on with the movement")
  func touchpadRecount() {
    var pad = Pad()
    pad.say(.swipeBegin(fingers: 3))
    pad.update(3, 8, 0)
    pad.say(.swipeEnd(fingers: 3, cancelled: true))
    pad.swipe(4, 13, 0)
    #expect(story([.swipe(.right, 3), .swipe(.right, 4)], pad.events) == ["120 swipe right 4 #1"])
  }

  @Test("a touchscreen of unknown size is assumed to be a 7 inch one")
  func unknownSize() {
    let screen = Device(id: DeviceID(0), name: "?", kind: .touchscreen, size: nil)
    var hand = Hand(on: screen)
    hand.land(at: Point(x: 0.5, y: 0.5))
    hand.move(0.08, 0, frames: 20)
    hand.lift()
    // 0.08 of 151 mm is 12.08 mm, 0.604 mm a frame.
    #expect(story([.swipe(.right, 1)], hand.events) == ["200 swipe right 1 #0"])
  }
}
