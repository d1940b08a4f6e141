@testable import Owning
import Testing
import Time
import Touch

/// Contacts that rules withhold from the desktop, whatever else they claim.
@Suite("Withheld touches")
struct WithheldTests {
  typealias Driver = TouchpadNode.Driver

  @Test(
    "an owned device shows nothing of a withheld contact, and the others as they are", arguments: Device.Kind.allCases)
  func owned(kind: Device.Kind) {
    var desk = Desk(kind)
    desk.land(0)
    #expect(desk.frame(.none, withheld: 1) == "")
    for step in 1...30 {
      desk.place(0, 20 + Double(step), 20)
      #expect(desk.frame(.none, withheld: 1) == "")
    }
    desk.land(1)
    #expect(desk.frame(.none, withheld: 1) == "+1")
    desk.place(1, 40, 30)
    #expect(desk.frame(.none, withheld: 1) == "~1")
    desk.lift(0)
    #expect(desk.frame(.none) == "")
    // The next one in its slot is outside.
    desk.land(0)
    #expect(desk.frame(.none) == "+0")
    desk.lift(0)
    desk.lift(1)
    #expect(desk.frame(.none) == "-0 -1")
    #expect(desk.ownership.isAtRest)
  }

  @Test("a contact stays withheld when the rule is over, and while other fingers are withheld, taken and given back")
  func phases() {
    var desk = Desk(.touchpad)
    desk.land(0)
    #expect(desk.frame(.possible, withheld: 1) == "")
    for slot in 1...3 { desk.land(slot) }
    #expect(desk.frame(.reserved) == "")
    // No rule takes them: a tap is given back, without the withheld one.
    for slot in 1...3 { desk.lift(slot) }
    #expect(desk.frame(.none, after: 60) == "")
    desk.lift(0)
    #expect(desk.frame(.none, after: 20) == "+1 +2 +3, -1 -2 -3")
    desk.land(0)
    #expect(desk.frame(.awaited, withheld: 1) == "")
    desk.place(0, 40, 40)
    #expect(desk.frame(.none) == "")
    desk.lift(0)
    #expect(desk.frame(.none) == "")
    #expect(desk.ownership.isAtRest)
  }

  @Test(
    "a contact on a touchpad that is not owned is a palm until it lifts, alone and beside others",
    arguments: Driver.allCases)
  func taken(driver: Driver) {
    func again(_ text: String) -> String { driver == .everyFrame ? text : "" }
    var node = TouchpadNode(driver)
    node.report(land: [0])
    #expect(node.read(.none, withheld: 1) == "x0")
    for _ in 0..<20 {
      node.report(move: (1, 0))
      #expect(node.read(.none, withheld: 1) == again("x0"))
    }
    // The desktop has the others.
    node.report(land: [1])
    #expect(node.read(.none, withheld: 1) == again("x0"))
    node.report(lift: [0])
    #expect(node.read(.none) == "f0")
    node.report(land: [0])
    #expect(node.read(.none) == "")
    node.report(lift: [0, 1])
    node.read(.none)
    #expect(node.readAsPalms == [])
  }

  @Test("three fingers beside a withheld one are held and given back without it", arguments: Driver.allCases)
  func besideHand(driver: Driver) {
    var node = TouchpadNode(driver)
    node.report(land: [0])
    node.read(.none, withheld: 1)
    node.report(land: [1, 2])
    node.read(.possible, withheld: 1)
    #expect(node.readAsPalms == [0])
    node.report(land: [3])
    node.read(.possible, withheld: 1)
    #expect(node.readAsPalms == [0, 1, 2, 3])
    for _ in 0..<2 {
      node.report(move: (3, 0))
      node.read(.none, withheld: 1)
    }
    #expect(node.readAsPalms == [0])
    node.report(lift: [1, 2, 3])
    node.read(.none, withheld: 1)
    #expect(node.readAsPalms == [0])
    node.report(lift: [0])
    node.read(.none)
    #expect(node.readAsPalms == [])
  }

  @Test("a daemon that ends gives withheld contacts back", arguments: Driver.allCases)
  func release(driver: Driver) {
    var node = TouchpadNode(driver)
    node.report(land: [0])
    #expect(node.read(.none, withheld: 1) == "x0")
    #expect(node.release() == "f0")
  }
}
