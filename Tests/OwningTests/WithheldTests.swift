@testable import Owning
import Testing
import Time
import Touch

/// Contacts that rules withhold from the desktop, whatever else they claim.
@Suite("Withheld touches")
struct WithheldTests {
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
}
