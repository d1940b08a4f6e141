import Gestures
@testable import Hands
import Testing
import Touch

@Suite("How far apart fingers land")
struct ApartTests {
  /// A swipe of fingers that land in a row, from x on, at these distances from one another, on a screen of 340 mm.
  private func swipe(_ gaps: Double..., x: Double = 20) -> [TouchEvent] {
    var positions = [Point(x: x, y: 90)]
    for gap in gaps { positions.append(positions[positions.count - 1] + Vector(dx: gap, dy: 0)) }
    var hand = Hand()
    for position in positions { hand.land(at: position, closing: position == positions.last) }
    hand.move(20, 0)
    hand.lift()
    return hand.events
  }

  private func rule(_ apart: ClosedRange<Millimetres>?, _ fingers: Int = 2) -> Trigger {
    var trigger = Trigger.swipe(.right, fingers)
    trigger.apart = apart
    return trigger
  }

  @Test("narrow and wide hands have rules of their own, and the limits belong to the range")
  func ranges() {
    let rules = [rule(0...50), rule(80...130), rule(nil)]
    #expect(story(rules, swipe(20)) == ["120 swipe right 2 #0"])
    #expect(story(rules, swipe(50)) == ["120 swipe right 2 #0"])
    #expect(story(rules, swipe(50.1)) == ["120 swipe right 2 #2"])
    #expect(story(rules, swipe(80)) == ["120 swipe right 2 #1"])
    #expect(story(rules, swipe(130)) == ["120 swipe right 2 #1"])
    #expect(story(rules, swipe(131)) == ["120 swipe right 2 #2"])
  }

  @Test("the outermost fingers count, whichever land first")
  func outermost() {
    #expect(story([rule(90...130, 3)], swipe(50, 50)) == ["120 swipe right 3 #0"])
    #expect(story([rule(90...130, 3)], swipe(100, -50)) == ["120 swipe right 3 #0"])
    #expect(story([rule(90...130, 3)], swipe(40, 40)).isEmpty)
  }

  @Test("fingers farther apart than a hand spans make no gesture of one hand, unless a rule asks for them")
  func twoHands() {
    #expect(story([rule(nil)], swipe(220)) == ["120 swipe right 2 #0"])
    #expect(story([rule(nil)], swipe(221)).isEmpty)
    #expect(story([rule(200...300)], swipe(250)) == ["120 swipe right 2 #0"])
    #expect(story([Trigger.tap(2), .longPress(2)], taps(at: Point(x: 10, y: 95), Point(x: 330, y: 95))).isEmpty)
    // A finger at each edge, and gestures of more fingers than a hand has.
    let edges = Trigger.swipe(.right, 2).starting(.allEdges([.left, .right], margin: 25))
    #expect(story([edges], swipe(300, x: 20)) == ["120 swipe right 2 #0"])
    #expect(story([rule(nil, 6)], swipe(40, 40, 120, 40, 40)) == ["120 swipe right 6 #0"])
    #expect(story([rule(nil, 5)], swipe(40, 40, 120, 40)).isEmpty)
  }

  @Test("where fingers land counts, not how far a pinch parts them")
  func parting() {
    var hand = Hand()
    hand.land(at: Point(x: 120, y: 90), closing: false)
    hand.land(at: Point(x: 200, y: 90), closing: true)
    hand.spread(to: 2)
    hand.lift()
    var pinch = Trigger.pinch(.outwards, 2)
    pinch.apart = 60...100
    #expect(story([pinch], hand.events).contains { $0.hasSuffix("#0") })
  }

  private func taps(at positions: Point...) -> [TouchEvent] {
    var hand = Hand()
    for position in positions { hand.land(at: position, closing: position == positions.last) }
    hand.wait(600)
    hand.lift()
    return hand.events
  }
}
