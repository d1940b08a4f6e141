import Gestures
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Hands that take their time where nothing else can be meant.
@Suite("Patience")
struct PatienceTests {
  private static let corners = StartRegion.allCorners([.topLeft, .bottomRight])
  private static let places = [Point(x: 5, y: 5), Point(x: 335, y: 185)]

  /// Two fingers that land at `places`, the second so many ms late, and rest.
  private func hand(_ places: [Point] = places, late: Int, rest: Int = 900) -> Hand {
    var hand = Hand()
    hand.land(at: places[0])
    hand.wait(late)
    hand.land(at: places[1])
    hand.wait(rest)
    hand.lift()
    return hand
  }

  @Test("fingers that rest in two corners, at two edges or far apart land up to a second one after the other")
  func places() {
    func press(_ start: StartRegion?, apart: ClosedRange<Millimetres>? = nil) -> Trigger {
      Trigger(.longPress(LongPressPattern()), fingers: 2...2, start: start, apart: apart)
    }
    let edges = StartRegion.allEdges([.left, .right])
    for late in [50, 101, 155, 170, 300, 700, 990] {
      #expect(story([press(Self.corners)], hand(late: late).events).count == 2, "corners, \(late) ms")
      #expect(story([press(edges)], hand(late: late).events).count == 2, "edges, \(late) ms")
      #expect(story([press(nil, apart: 300...500)], hand(late: late).events).count == 2, "apart, \(late) ms")
      // Elsewhere, the second finger is another one.
      let near = [Point(x: 100, y: 90), Point(x: 150, y: 90)]
      if late > 200 {
        #expect(story([press(nil)], hand(near, late: late).events) == [], "\(late) ms")
        #expect(story([press(Self.corners)], hand(near, late: late).events) == [], "\(late) ms")
      }
    }
    #expect(story([press(Self.corners)], hand(late: 1100).events) == [])
    // A rule for one finger that acts first has it.
    #expect(
      gestures([press(Self.corners), .longPress(1)], hand(late: 700).events).filter { $0.phase == .began }.map(
        \.trigger)
        == [1])
  }

  @Test("fingers that are down in two corners land up to a second one after the other")
  func presence() {
    let trigger = Trigger(.touch, fingers: 2...2, start: Self.corners)
    for late in [50, 101, 155, 400, 990] {
      #expect(gestures([trigger], hand(late: late).events).map(\.phase) == [.began, .ended], "\(late) ms")
    }
    #expect(gestures([trigger], hand(late: 1100).events) == [])
  }

  @Test("a path may pause at its corners, and slow legs still fail")
  func pauses() {
    let path = Trigger.legs(.up, .right, .down, fingers: 1)
    let triggers = [path] + [Directions.up, .right, .down, .left].map { .swipe($0, 1) }
    for pause in [0, 150, 250, 300, 380] {
      var hand = Hand()
      hand.land(1)
      for way in [(0.0, -40.0), (40, 0), (0, 40)] {
        hand.move(way.0, way.1, frames: 15)
        hand.wait(pause)
      }
      hand.lift()
      #expect(gestures(triggers, hand.events).map(\.trigger) == [0], "\(pause) ms")
    }
    // A rest that is longer ends the path: its first leg acts while the fingers are still down.
    var resting = Hand()
    resting.land(1)
    resting.move(0, -40, frames: 15)
    resting.wait(1500)
    resting.lift()
    let acted = gestures(triggers, resting.events)
    #expect(acted.map(\.trigger) == [1])
    #expect(acted.allSatisfy { $0.time < Timestamp(microseconds: 1_600_000) })
    var slow = Hand()
    slow.land(1)
    for way in [(0.0, -1.0), (1, 0), (0, 1)] { for _ in 0..<100 { slow.move(way.0 * 0.12, way.1 * 0.12, frames: 1) } }
    slow.lift()
    #expect(!gestures(triggers, slow.events).contains { $0.trigger == 0 })
  }

  @Test("a burst of more taps than a rule requests is none of its parts")
  func burst() {
    func taps(_ count: Int, _ rules: [Int]) -> [Int?] {
      var hand = Hand()
      for index in 0..<count {
        if index > 0 { hand.wait(120) }
        hand.tap()
      }
      return gestures(rules.map { .tap(1, $0) }, hand.events).map(\.trigger)
    }
    #expect(taps(4, [1, 2, 3, 5]) == [])
    #expect(taps(4, [1, 3, 5]) == [])
    #expect(taps(1, [1, 2, 3, 5]) == [0])
    #expect(taps(2, [1, 2, 3, 5]) == [1])
    #expect(taps(3, [1, 2, 3, 5]) == [2])
    #expect(taps(5, [1, 2, 3, 5]) == [3])
    // No rule waits for more than three: the fourth is a tap of its own.
    #expect(taps(4, [1, 2, 3]) == [2, 0])
    #expect(taps(2, [1, 3]) == [0, 0])
  }

  @Test("a circle counts from where the turn began, small or large", arguments: [7.0, 9, 12, 15, 25])
  func circles(radius: Double) {
    var hand = Hand()
    hand.land(1)
    for _ in 0..<2 { hand.circle(radius) }
    hand.lift()
    let reported = gestures([.circle(.clockwise, 1, step: 30)], hand.events)
    // Two turns, of which the first half begins the gesture.
    let steps = reported.reduce(0) { $0 + $1.steps }
    #expect((17...19).contains(steps), "\(steps) steps")
  }

  @Test("fingers farther apart than a hand spans are one hand if a rule requests them, and two otherwise")
  func apart() {
    let board = Device(
      id: DeviceID(0), name: "Board", kind: .touchscreen, size: Size(width: 1210, height: 680))
    var hand = Hand(on: board)
    hand.land(at: Point(x: 300, y: 300))
    hand.wait(40)
    hand.land(at: Point(x: 700, y: 300))
    hand.move(0, 40)
    hand.lift()
    let pan = Trigger(.pan(PanPattern(.down)), fingers: 2...2, apart: 300...500)
    #expect(gestures([pan, .swipe(.down, 1)], hand.events).filter { $0.phase == .began }.map(\.trigger) == [0])
    #expect(gestures([.pan(.down, 2), .swipe(.down, 1)], hand.events).map(\.trigger) == [1, 1])
  }
}
