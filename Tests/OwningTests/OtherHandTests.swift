import Time
@testable import Owning
import Testing
import Touch

/// The hand shown with another number of fingers.
@Suite("An owned touchpad's other hand")
struct OtherHandTests {
  /// The desktop's view of a hand that lands, moves by 0.5 mm, three times 5 mm, and lifts, with the claim of a rule
  /// that shows every movement with other fingers.
  private static func story(_ real: Int, as shown: Int, slots: Int = 6) -> [String] {
    var desk = Desk(.touchpad, slots: slots)
    var seen: [String] = []
    for slot in 0..<real { desk.land(slot) }
    seen.append(desk.frame(.possible, fingers: shown))
    for distance in [0.5, 5, 10, 15] {
      for slot in 0..<real { desk.place(slot, Double(20 + 12 * slot) + distance, 20) }
      seen.append(desk.frame(distance < 12 ? .possible : .none, fingers: shown))
    }
    for slot in 0..<real { desk.lift(slot) }
    seen.append(desk.frame(.none))
    #expect(desk.ownership.isAtRest)
    return seen
  }

  @Test("each number of fingers is shown as each other one from the first movement on, and lifts as a whole")
  func table() {
    #expect(Self.story(2, as: 3) == ["+0 +1", "~0 ~1", "+5 ~0 ~1", "~0 ~1 ~5", "~0 ~1 ~5", "-0 -1 -5"])
    #expect(
      Self.story(2, as: 4) == ["+0 +1", "~0 ~1", "+4 +5 ~0 ~1", "~0 ~1 ~4 ~5", "~0 ~1 ~4 ~5", "-0 -1 -4 -5"])
    #expect(Self.story(3, as: 2) == ["+0 +1 +2", "~0 ~1 ~2", "x1, -1, ~0 ~2", "~0 ~2", "~0 ~2", "-0 -2"])
    #expect(
      Self.story(3, as: 4)
        == ["+0 +1 +2", "~0 ~1 ~2", "+5 ~0 ~1 ~2", "~0 ~1 ~2 ~5", "~0 ~1 ~2 ~5", "-0 -1 -2 -5"])
    #expect(Self.story(4, as: 2) == ["+0 +1 +2 +3", "~0 ~1 ~2 ~3", "x1 x2, -1 -2, ~0 ~3", "~0 ~3", "~0 ~3", "-0 -3"])
    #expect(
      Self.story(4, as: 3)
        == ["+0 +1 +2 +3", "~0 ~1 ~2 ~3", "x2, -2, ~0 ~1 ~3", "~0 ~1 ~3", "~0 ~1 ~3", "-0 -1 -3"])
    // A device that tracks three fingers.
    #expect(Self.story(3, as: 4, slots: 3)[2...] == ["~0 ~1 ~2", "~0 ~1 ~2", "~0 ~1 ~2", "-0 -1 -2"])
  }

  @Test("an added contact lies between two others, however far apart a device reports them")
  func extremes() {
    var desk = Desk(.touchpad)
    desk.land(0, -210_000_000, 20)
    desk.land(1, 210_000_000, 20)
    desk.frame(.possible, fingers: 3)
    desk.place(0, -210_000_000, 30)
    desk.place(1, 210_000_000, 30)
    desk.frame(.none, fingers: 3)
    #expect(desk.kernel.ids.filter { $0 >= 0 }.count == 3)
    #expect(desk.kernel.values[4 * 4] == 1_260_000_000)
  }

  @Test("an added contact lies between two others, follows them, and has their pressure")
  func places() {
    var desk = Desk(.touchpad)
    desk.land(0, 20, 20)
    desk.land(1, 60, 40)
    desk.frame(.possible, fingers: 4)
    desk.place(0, 21, 20)
    desk.place(1, 61, 40)
    desk.frame(.possible, fingers: 4)
    // x and y in tenths of a millimetre, and the pressure; the last axis is the tool.
    func values(_ slot: Int) -> [Int32] { Array(desk.kernel.values[slot * 4..<slot * 4 + 3]) }
    #expect(values(3) == [450, 320, 60])
    #expect(values(4) == [530, 360, 60])
    desk.place(0, 41, 50)
    desk.place(1, 81, 70)
    desk.frame(.none, fingers: 4)
    #expect(values(3) == [650, 620, 60])
    #expect(values(4) == [730, 660, 60])
  }

  @Test("a tap and a click keep their number of fingers")
  func taps() {
    var desk = Desk(.touchpad)
    for slot in 0...2 { desk.land(slot) }
    #expect(desk.frame(.possible, fingers: 4) == "+0 +1 +2")
    for slot in 0...2 { desk.lift(slot) }
    #expect(desk.frame(.none, after: 90) == "-0 -1 -2")
    #expect(desk.ownership.deadline == nil)
    for slot in 0...2 { desk.land(slot) }
    desk.frame(.possible, fingers: 4)
    desk.place(0, 22, 20)
    #expect(desk.frame(.possible, fingers: 4) == "+4 ~0")
    desk.press(true)
    #expect(desk.frame(.possible, fingers: 4) == "-4, press")
    desk.place(0, 25, 20)
    #expect(desk.frame(.possible, fingers: 4) == "~0")
    desk.press(false)
    #expect(desk.frame(.possible, fingers: 4) == "+4 release")
    for slot in 0...2 { desk.lift(slot) }
    #expect(desk.frame(.none) == "-0 -1 -2 -4")
    #expect(desk.ownership.isAtRest)
  }

  @Test("fingers that rest are shown with the other number before libinput reports that they rest")
  func resting() {
    var desk = Desk(.touchpad)
    for slot in 0...2 { desk.land(slot) }
    desk.frame(.possible, fingers: 4)
    #expect(desk.ownership.deadline == desk.time + .milliseconds(140))
    #expect(desk.wait() == "+4")
    #expect(desk.ownership.deadline == nil)
  }

  @Test("a gesture that is recognised late changes the number at once, shown or withheld")
  func late() {
    for stage in [TouchClaim.Stage.possible, .awaited, .reserved] {
      var desk = Desk(.touchpad)
      for slot in 0...2 { desk.land(slot) }
      desk.frame(stage)
      for slot in 0...2 { desk.place(slot, Double(30 + 12 * slot), 20) }
      desk.frame(stage)
      for slot in 0...2 { desk.place(slot, Double(31 + 12 * slot), 20) }
      #expect(desk.frame(.none, fingers: 4) == (stage == .possible ? "+4 ~0 ~1 ~2" : "+0 +1 +2 +4"))
      desk.place(1, 50, 20)
      let passes = desk.ownership.passes
      #expect(passes)
      #expect(desk.frame(.none) == "~1 ~4")
    }
    // Of those that are withheld, the others are never seen.
    var desk = Desk(.touchpad)
    for slot in 0...2 { desk.land(slot) }
    desk.frame(.reserved)
    #expect(desk.frame(.none, fingers: 2) == "+0 +2")
  }

  @Test("fingers that lift one after another take the added contact with them")
  func staggered() {
    var desk = Desk(.touchpad)
    for slot in 0...2 { desk.land(slot) }
    desk.frame(.possible, fingers: 4)
    desk.place(0, 30, 20)
    #expect(desk.frame(.possible, fingers: 4) == "+4 ~0")
    desk.lift(2)
    #expect(desk.frame(.possible, fingers: 4) == "-2 -4")
    desk.place(1, 40, 20)
    #expect(desk.frame(.possible, fingers: 3) == "~1")
    desk.lift(0)
    #expect(desk.frame(.possible) == "-0")
    desk.lift(1)
    #expect(desk.frame(.none) == "-1")
  }

  @Test("another finger shows the hand as it is, unless the rule's gesture goes on")
  func joining() {
    for goesOn in [false, true] {
      var desk = Desk(.touchpad)
      for slot in 0...2 { desk.land(slot) }
      desk.frame(.possible, fingers: 4)
      desk.place(0, 30, 20)
      #expect(desk.frame(.none, fingers: 4) == "+4 ~0")
      desk.land(3)
      #expect(desk.frame(.none, fingers: goesOn ? 4 : nil) == (goesOn ? "" : "-4 +3"))
      for slot in 0...3 { desk.lift(slot) }
      #expect(desk.frame(.none) == (goesOn ? "-0 -1 -2 -4" : "-0 -1 -2 -3"))
      #expect(desk.ownership.isAtRest)
    }
  }

  @Test("a finger that lands in the slot of an added contact replaces it")
  func slots() {
    var desk = Desk(.touchpad, slots: 4)
    for slot in 0...2 { desk.land(slot) }
    desk.frame(.possible, fingers: 4)
    desk.place(0, 30, 20)
    #expect(desk.frame(.possible, fingers: 4) == "+3 ~0")
    desk.land(3)
    #expect(desk.frame(.none) == "-3, +3")
  }

  @Test("a rule that takes the fingers takes the added contact, too")
  func taken() {
    for isEarly in [true, false] {
      var desk = Desk(.touchpad)
      for slot in 0...2 { desk.land(slot) }
      desk.frame(.possible, fingers: 4)
      desk.place(0, 21, 20)
      #expect(desk.frame(.possible, fingers: 4) == "+4 ~0")
      desk.place(0, isEarly ? 21.5 : 29, 20)
      desk.frame(.possible, fingers: 4)
      #expect(desk.frame(.taken) == (isEarly ? "x0 x1 x2 x4, -0 -1 -2 -4" : "-2 -4"))
      for slot in 0...2 { desk.lift(slot) }
      desk.frame(.none)
      desk.wait()
      #expect(desk.kernel.isUntouched)
      #expect(desk.ownership.isAtRest)
    }
  }

  @Test("the device is given back with the added contact lifted")
  func release() {
    var desk = Desk(.touchpad)
    for slot in 0...2 { desk.land(slot) }
    desk.frame(.possible, fingers: 4)
    desk.place(0, 30, 20)
    desk.frame(.possible, fingers: 4)
    desk.ownership.release(at: desk.time, into: &desk.events)
    #expect(desk.receive() == "x0 x1 x2 x4, -0 -1 -2 -4")
    #expect(desk.kernel.isUntouched)
  }
}
