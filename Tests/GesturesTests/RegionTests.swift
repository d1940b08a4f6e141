import Gestures
@testable import Hands
import Testing
import Touch

@Suite("Start regions")
struct RegionTests {
  /// A screen of 340 mm by 190 mm.
  static func drag(from positions: Point..., by movement: Vector = Vector(dx: 20, dy: 0)) -> [TouchEvent] {
    var hand = Hand()
    for position in positions { hand.land(at: position, closing: position == positions.last) }
    hand.move(movement.dx, movement.dy)
    hand.lift()
    return hand.events
  }

  @Test("a swipe that starts at an edge")
  func edges() {
    let rules = [Trigger.swipe(.right, 1).starting(.edge(.left)), .swipe(.right, 1)]
    #expect(story(rules, Self.drag(from: Point(x: 2, y: 90))) == ["120 swipe right 1 #0"])
    #expect(story(rules, Self.drag(from: Point(x: 6, y: 90))) == ["120 swipe right 1 #0"])
    #expect(story(rules, Self.drag(from: Point(x: 6.1, y: 90))) == ["120 swipe right 1 #1"])
    #expect(story(rules, Self.drag(from: Point(x: 150, y: 1))) == ["120 swipe right 1 #1"])
    let each = [Edges.left, .right, .top, .bottom].map { Trigger.swipe(.any, 1).starting(.edge($0)) }
    let positions = [Point(x: 1, y: 90), Point(x: 339, y: 90), Point(x: 170, y: 1), Point(x: 170, y: 189)]
    for (index, position) in positions.enumerated() {
      #expect(story(each, Self.drag(from: position)) == ["120 swipe right 1 #\(index)"])
    }
  }

  @Test("one of several fingers at the edge is enough, and the margin is that of the rule")
  func fingers() {
    let rule = Trigger.swipe(.right, 2).starting(.edge(.left, margin: 10))
    #expect(story([rule], Self.drag(from: Point(x: 30, y: 80), Point(x: 9, y: 90))) == ["120 swipe right 2 #0"])
    #expect(story([rule], Self.drag(from: Point(x: 30, y: 80), Point(x: 11, y: 90))).isEmpty)
  }

  @Test("a corner is near both of its edges")
  func corners() {
    let each = [Corners.topLeft, .topRight, .bottomLeft, .bottomRight].map { Trigger.tap(1).starting(.corner($0)) }
    let positions = [Point(x: 5, y: 9), Point(x: 335, y: 9), Point(x: 5, y: 185), Point(x: 335, y: 185)]
    for (index, position) in positions.enumerated() {
      var hand = Hand()
      hand.land(at: position)
      hand.wait(50)
      hand.lift()
      #expect(story(each, hand.events) == ["50 tap x1 1 #\(index)"])
    }
    var hand = Hand()
    hand.land(at: Point(x: 5, y: 90))
    hand.wait(50)
    hand.lift()
    #expect(story(each, hand.events).isEmpty)
  }

  @Test("several corners at once require a finger in each")
  func allCorners() {
    let rule = Trigger.tap(2).starting(.allCorners([.topLeft, .bottomRight]))
    func taps(_ positions: Point...) -> [String] {
      var hand = Hand()
      for position in positions { hand.land(at: position, closing: position == positions.last) }
      hand.wait(50)
      hand.lift()
      return story([rule], hand.events)
    }
    let acts = ["50 tap x1 2 #0"]
    #expect(taps(Point(x: 5, y: 9), Point(x: 335, y: 185)) == acts)
    #expect(taps(Point(x: 335, y: 185), Point(x: 5, y: 9)) == acts)
    #expect(taps(Point(x: 12, y: 12), Point(x: 328, y: 178)) == acts)
    #expect(taps(Point(x: 12.1, y: 12), Point(x: 328, y: 178)).isEmpty)
    #expect(taps(Point(x: 5, y: 9), Point(x: 170, y: 90)).isEmpty)
    #expect(taps(Point(x: 5, y: 9), Point(x: 8, y: 9)).isEmpty)
    #expect(taps(Point(x: 5, y: 9), Point(x: 335, y: 5)).isEmpty)
  }

  @Test("a finger in a corner counts for one edge only")
  func allEdges() {
    let edges = StartRegion.allEdges([.left, .top])
    func isIn(_ region: StartRegion, _ landings: Point...) -> Bool { region.contains(landings, on: Hand.screen) }
    #expect(!isIn(edges, Point(x: 2, y: 2), Point(x: 150, y: 90)))
    #expect(isIn(edges, Point(x: 2, y: 2), Point(x: 150, y: 3)))
    #expect(isIn(edges, Point(x: 2, y: 2), Point(x: 3, y: 100)))
    #expect(isIn(edges, Point(x: 2, y: 2), Point(x: 3, y: 3)))
    #expect(isIn(edges, Point(x: 100, y: 90), Point(x: 3, y: 100), Point(x: 90, y: 1)))
    #expect(!isIn(.allEdges([.left, .top, .right]), Point(x: 2, y: 2), Point(x: 339, y: 2)))
    #expect(isIn(.allEdges([.left, .top, .right]), Point(x: 2, y: 2), Point(x: 339, y: 2), Point(x: 170, y: 2)))
    #expect(edges.leastFingers == 2)
  }

  @Test("whoever has a finger in each of several corners has one in any of them")
  func contained() {
    let (one, both): (StartRegion?, StartRegion?) = (.corner(.topLeft), .allCorners([.topLeft, .bottomRight]))
    #expect(one.contains(both))
    #expect(!both.contains(one))
    #expect(both.contains(.allCorners([.topLeft, .bottomRight, .topRight])))
    #expect(!both.contains(.allCorners([.topLeft, .topRight])))
    let other: StartRegion? = .corner(.topRight)
    #expect(!other.contains(both))
    #expect(!one.contains(.allCorners([.topLeft, .bottomRight], margin: 20)))
  }

  @Test("a zone contains the centroid of the fingers")
  func zones() {
    let left = StartRegion.zone(Zone(right: .share(0.5)))
    let strip = StartRegion.zone(Zone(top: .length(150), bottom: .share(1)))
    #expect(story([Trigger.pan(.any, 1).starting(left)], Self.drag(from: Point(x: 100, y: 50))).count == 2)
    #expect(story([Trigger.pan(.any, 1).starting(left)], Self.drag(from: Point(x: 200, y: 50))).isEmpty)
    #expect(story([Trigger.longPress(1).starting(strip)], Self.drag(from: Point(x: 200, y: 160), by: .zero)).isEmpty)
    #expect(
      story([Trigger.swipe(.right, 2).starting(left)], Self.drag(from: Point(x: 160, y: 50), Point(x: 175, y: 50)))
        == ["120 swipe right 2 #0"])
    #expect(
      story([Trigger.swipe(.right, 2).starting(left)], Self.drag(from: Point(x: 160, y: 50), Point(x: 185, y: 50)))
        .isEmpty)
  }

  @Test("a double tap in one zone does not delay single taps in another")
  func tapsInZones() {
    let left = StartRegion.zone(Zone(right: .share(0.5)))
    let right = StartRegion.zone(Zone(left: .share(0.5)))
    let rules = [Trigger.tap(1, 2).starting(left), Trigger.tap(1).starting(right), Trigger.tap(1).starting(left)]
    func tap(at x: Double) -> [TouchEvent] {
      var hand = Hand()
      hand.land(at: Point(x: x, y: 90))
      hand.wait(50)
      hand.lift()
      return hand.events
    }
    #expect(story(rules, tap(at: 300)) == ["50 tap x1 1 #1"])
    #expect(story(rules, tap(at: 30)) == ["350 tap x1 1 #2"])
  }

  @Test("a rule with a region never acts on a touchpad, which reports no positions")
  func touchpad() {
    var pad = Pad()
    pad.swipe(3, 20, 0)
    #expect(story([Trigger.swipe(.right, 3).starting(.edge(.any))], pad.events).isEmpty)
  }

  @Test("a touchscreen of unknown size has edges too")
  func unknownSize() {
    var hand = Hand(on: Device(id: DeviceID(0), name: "Screen", kind: .touchscreen, size: nil))
    hand.land(at: Point(x: 0.01, y: 0.5))
    for step in 1...20 {
      hand.wait(10)
      hand.say(.touchMotion(slot: 0, Point(x: 0.01 + 0.01 * Double(step), y: 0.5)))
      hand.say(.touchFrame)
    }
    hand.lift()
    #expect(story([Trigger.swipe(.right, 1).starting(.edge(.left))], hand.events) == ["80 swipe right 1 #0"])
  }
}
