@testable import Owning
import Testing
import Time
import Touch

@Suite("An owned device")
struct OwnershipTests {
  // MARK: Touchpads

  @Test("one and two fingers pass as they are")
  func passing() {
    var desk = Desk(.touchpad)
    desk.land(0)
    #expect(desk.frame(.none) == "+0")
    desk.place(0, 25, 20)
    var passes = desk.ownership.passes
    #expect(passes)
    #expect(desk.frame(.none) == "~0")
    desk.land(1)
    passes = desk.ownership.passes
    #expect(!passes)
    #expect(desk.frame(.none) == "+1")
    desk.press(true)
    #expect(desk.frame(.none) == "press")
    desk.press(false)
    desk.lift(0)
    #expect(desk.frame(.none) == "-0 release")
    desk.lift(1)
    #expect(desk.frame(.none) == "-1")
    #expect(desk.ownership.isAtRest)
  }

  @Test("fingers whose every movement is a rule's are never seen")
  func reserved() {
    var desk = Desk(.touchpad)
    desk.land(0)
    #expect(desk.frame(.none) == "+0")
    desk.land(1)
    #expect(desk.frame(.none) == "+1")
    desk.land(2)
    #expect(desk.frame(.reserved) == "x0 x1, -0 -1")
    for step in 1...20 {
      for slot in 0...2 { desk.place(slot, Double(20 + 12 * slot + step), 20) }
      #expect(desk.frame(step < 12 ? .reserved : .taken) == "")
    }
    for slot in 0...2 { desk.lift(slot) }
    #expect(desk.frame(.none) == "")
    desk.land(0)
    #expect(desk.frame(.none) == "f0 +0")
  }

  @Test("where libinput ignores palms, a press within the frame ends its tap")
  func palmless() {
    var desk = Desk(.touchpad, ignoresPalms: true)
    desk.land(0)
    #expect(desk.frame(.none) == "+0")
    desk.land(1)
    #expect(desk.frame(.none) == "+1")
    desk.land(2)
    #expect(desk.frame(.reserved) == "x0 x1 press release, -0 -1")
    // Nothing is shown: there is no tap to end.
    desk.place(0, 40, 20)
    #expect(desk.frame(.taken) == "")
    for slot in 0...2 { desk.lift(slot) }
    #expect(desk.frame(.none) == "")
    // A button that is down stays as it is.
    desk.land(0)
    desk.press(true)
    #expect(desk.frame(.none) == "f0 +0 press")
    #expect(desk.frame(.taken) == "x0, -0")
  }

  @Test("a tap and a press that no rule has taken are given back")
  func givenBack() {
    var desk = Desk(.touchpad)
    for slot in 0...2 { desk.land(slot) }
    #expect(desk.frame(.reserved) == "")
    for slot in 0...2 { desk.lift(slot) }
    #expect(desk.frame(.none, after: 90) == "+0 +1 +2, -0 -1 -2")
    for slot in 0...2 { desk.land(slot) }
    #expect(desk.frame(.reserved) == "")
    desk.press(true)
    #expect(desk.frame(.reserved, after: 300) == "+0 +1 +2, press")
    desk.press(false)
    for slot in 0...2 { desk.lift(slot) }
    #expect(desk.frame(.none) == "-0 -1 -2 release")
    // Slow: no tap.
    for slot in 0...2 { desk.land(slot) }
    desk.frame(.reserved)
    for slot in 0...2 { desk.lift(slot) }
    #expect(desk.frame(.none, after: 400) == "")
    // A rule's own.
    for slot in 0...2 { desk.land(slot) }
    desk.frame(.reserved, taps: true)
    for slot in 0...2 { desk.lift(slot) }
    #expect(desk.frame(.none, after: 90) == "")
  }

  @Test("a fourth finger gives the others back")
  func fourth() {
    var desk = Desk(.touchpad)
    for slot in 0...2 { desk.land(slot) }
    #expect(desk.frame(.reserved) == "")
    desk.land(3)
    #expect(desk.frame(.possible) == "+0 +1 +2 +3")
  }

  @Test("a claim before libinput begins leaves no trace; a later one leaves two fingers for 130 ms")
  func claims() {
    for (distance, isEarly) in [(1.5, true), (12, false)] {
      var desk = Desk(.touchpad)
      for slot in 0...2 { desk.land(slot) }
      #expect(desk.frame(.possible) == "+0 +1 +2")
      for slot in 0...2 { desk.place(slot, Double(20 + 12 * slot) + distance, 20) }
      #expect(desk.frame(.possible) == "~0 ~1 ~2")
      for slot in 0...2 { desk.place(slot, Double(21 + 12 * slot) + distance, 20) }
      #expect(desk.frame(.taken) == (isEarly ? "x0 x1 x2, -0 -1 -2" : "-2"))
      for slot in 0...2 { desk.lift(slot) }
      #expect(desk.frame(.none) == "")
      #expect(desk.ownership.isAtRest == isEarly)
      #expect(desk.wait() == (isEarly ? "" : "-0 -1"))
      #expect(desk.ownership.isAtRest)
    }
  }

  @Test("the 130 ms begin when the first frame is written, however late that is")
  func lateWrite() {
    var desk = Desk(.touchpad)
    for slot in 0...2 { desk.land(slot) }
    desk.frame(.possible)
    for slot in 0...2 { desk.place(slot, Double(32 + 12 * slot), 20) }
    desk.frame(.possible)
    for slot in 0...2 { desk.place(slot, Double(34 + 12 * slot), 20) }
    #expect(desk.frame(.taken) == "-2")
    #expect(desk.ownership.isDrainNew)
    let written = desk.time + .milliseconds(90)
    desk.ownership.begin(drainAt: written)
    #expect(!desk.ownership.isDrainNew)
    #expect(desk.ownership.deadline == written + .milliseconds(130))
    for slot in 0...2 { desk.lift(slot) }
    #expect(desk.frame(.none, after: 140) == "")
    #expect(desk.wait() == "-0 -1")
    #expect(desk.time == written + .milliseconds(130))
  }

  @Test("fingers that have rested for 150 ms are released slowly, too")
  func rested() {
    var desk = Desk(.touchpad)
    for slot in 0...3 { desk.land(slot) }
    desk.frame(.possible)
    desk.place(0, 20.5, 20)
    #expect(desk.frame(.taken, after: 200) == "-2 -3")
    #expect(desk.wait() == "-0 -1")
    desk.place(0, 30, 20)
    #expect(desk.frame(.taken) == "")
  }

  @Test("fingers that land while two are left over are seen once these are gone")
  func landingInDrain() {
    var desk = Desk(.touchpad)
    for slot in 0...2 { desk.land(slot) }
    desk.frame(.possible)
    desk.place(0, 40, 20)
    desk.frame(.possible)
    #expect(desk.frame(.taken) == "-2")
    for slot in 0...2 { desk.lift(slot) }
    desk.frame(.none)
    desk.land(0, 50)
    desk.land(3, 70)
    #expect(desk.frame(.none, after: 40) == "")
    #expect(desk.wait() == "-0 -1, +0 +3")
    desk.place(0, 55, 20)
    #expect(desk.frame(.none) == "~0")
  }

  @Test("a finger where a rule starts is seen only if no rule takes it")
  func regions() {
    var desk = Desk(.touchpad)
    desk.land(0, 2)
    #expect(desk.frame(.awaited) == "")
    desk.place(0, 6, 20)
    #expect(desk.frame(.awaited) == "")
    desk.place(0, 9, 20)
    #expect(desk.frame(.none) == "+0")
    desk.lift(0)
    desk.frame(.none)
    desk.land(0, 2)
    desk.frame(.awaited)
    desk.lift(0)
    #expect(desk.frame(.none, after: 60) == "+0, -0")
    desk.land(0, 2)
    desk.frame(.awaited)
    desk.press(true)
    #expect(desk.frame(.awaited) == "+0, press")
    desk.press(false)
    desk.lift(0)
    desk.frame(.none)
    desk.land(0, 2)
    desk.frame(.awaited)
    desk.place(0, 20, 20)
    #expect(desk.frame(.taken) == "")
    desk.press(true)
    #expect(desk.frame(.taken) == "")
    desk.press(false)
    desk.lift(0)
    #expect(desk.frame(.none) == "")
    #expect(desk.ownership.isAtRest)
  }

  @Test("a tap that is a rule's is not seen as one")
  func taps() {
    var desk = Desk(.touchpad)
    for slot in 0...2 { desk.land(slot) }
    #expect(desk.frame(.possible, taps: true) == "+0 +1 +2")
    desk.lift(1)
    #expect(desk.frame(.none, after: 70) == "x0 x1 x2, -0 -1 -2")
    desk.lift(0)
    desk.lift(2)
    #expect(desk.frame(.none) == "")
    for slot in 0...2 { desk.land(slot) }
    #expect(desk.frame(.possible, taps: true) == "f0 +0 f1 +1 f2 +2")
    desk.lift(1)
    #expect(desk.frame(.none, after: 400) == "-1")
  }

  @Test("a button that was pressed before a claim is released by the hand")
  func heldButton() {
    var desk = Desk(.touchpad)
    desk.land(0)
    desk.press(true)
    #expect(desk.frame(.none) == "+0 press")
    #expect(desk.frame(.taken) == "x0, -0")
    desk.press(false)
    #expect(desk.frame(.taken) == "release")
    desk.press(true)
    #expect(desk.frame(.taken) == "")
    desk.lift(0)
    #expect(desk.frame(.none) == "")
    desk.press(false)
    #expect(desk.frame(.none) == "")
    desk.press(true)
    #expect(desk.frame(.none) == "press")
  }

  @Test("five fingers that rest for three seconds give the device back")
  func panic() {
    for moves in [false, true] {
      var desk = Desk(.touchpad)
      for slot in 0...4 { desk.land(slot) }
      desk.frame(.reserved)
      desk.place(0, moves ? 30 : 21, 20)
      desk.frame(.reserved, after: 2000)
      desk.place(0, 21, 20)
      #expect(!desk.ownership.isPanic)
      desk.frame(.reserved, after: 1100)
      #expect(desk.ownership.isPanic == !moves)
    }
  }

  @Test("the time for which five fingers rest can be set, also while the device is owned")
  func panicTime() {
    for isLater in [false, true] {
      var desk = Desk(.touchpad, panicTime: isLater ? .seconds(3) : .seconds(5))
      if isLater { desk.ownership.panicTime = .seconds(5) }
      for slot in 0...4 { desk.land(slot) }
      desk.frame(.reserved)
      desk.frame(.reserved, after: 4900)
      #expect(!desk.ownership.isPanic)
      desk.frame(.reserved, after: 200)
      #expect(desk.ownership.isPanic)
    }
  }

  // MARK: Touchscreens

  @Test("a touchscreen's contact is withheld for 50 ms or 4 mm, and replayed with its times")
  func replay() {
    var desk = Desk(.touchscreen)
    desk.land(0, 1)
    #expect(desk.frame(.awaited) == "")
    desk.place(0, 2, 20)
    #expect(desk.frame(.awaited) == "")
    desk.time = Timestamp(microseconds: 58_000)
    desk.ownership.expire(at: desk.time, into: &desk.events)
    #expect(desk.events.first?.time == Timestamp(microseconds: 8_000))
    #expect(desk.receive() == "+0, ~0")
    desk.lift(0)
    #expect(desk.frame(.awaited) == "-0")
    desk.land(0, 1)
    desk.frame(.awaited)
    desk.place(0, 6, 20)
    #expect(desk.frame(.awaited) == "+0, ~0")
    #expect(desk.frame(.taken) == "x0, -0")
    desk.lift(0)
    #expect(desk.frame(.none) == "")
    // A tap.
    desk.land(0, 1)
    desk.frame(.awaited)
    desk.lift(0)
    #expect(desk.frame(.none) == "f0 +0, -0")
    #expect(desk.ownership.isAtRest)
  }

  @Test("a touchscreen's contact that is claimed while it is withheld is never seen")
  func claimedUnseen() {
    var desk = Desk(.touchscreen)
    desk.land(0, 1)
    desk.frame(.awaited)
    desk.place(0, 3, 20)
    #expect(desk.frame(.taken) == "")
    desk.lift(0)
    #expect(desk.frame(.none) == "")
    #expect(desk.ownership.isAtRest)
  }

  @Test("a shown touch that is claimed is cancelled at any time")
  func cancelled() {
    var desk = Desk(.touchscreen)
    desk.land(0)
    #expect(desk.frame(.possible) == "+0")
    desk.land(1)
    #expect(desk.frame(.possible) == "+1")
    desk.land(2)
    #expect(desk.frame(.awaited) == "")
    #expect(desk.frame(.taken, after: 400) == "+2 | x0 x1 x2, -0 -1 -2")
  }

  @Test("a claim that passing time makes of still fingers counts without a frame", arguments: 1...5)
  func claimedByTime(fingers: Int) {
    for kind in Device.Kind.allCases {
      var desk = Desk(kind, slots: 10)
      for slot in 0..<fingers { desk.land(slot) }
      desk.frame(.possible)
      var outdated = (desk.isOutdated(.possible), desk.isOutdated(.taken))
      #expect(outdated == (false, true))
      // Two fingers stay for libinput, which has begun a hold of three or more.
      let drains = kind == .touchpad && fingers >= 3
      let slots = drains ? Array(2..<fingers) : Array(0..<fingers)
      let palms = slots.map { "x\($0)" }.joined(separator: " ")
      let lifts = slots.map { "-\($0)" }.joined(separator: " ")
      let seen = desk.frame(.taken, after: 400)
      #expect(drains ? seen.contains(lifts) : seen == "\(palms), \(lifts)", "\(kind): \(seen)")
      outdated.0 = desk.isOutdated(.taken)
      #expect(!outdated.0)
      desk.wait()
      for slot in 0..<fingers { desk.lift(slot) }
      #expect(desk.frame(.none) == "")
      outdated.0 = desk.isOutdated(.taken)
      #expect(!outdated.0)
      desk.wait()
      #expect(desk.ownership.isAtRest)
    }
  }

  // MARK: Values

  @Test("values that a slot's unseen contact left behind are not inherited")
  func values() {
    var desk = Desk(.touchpad)
    desk.land(0, 10, 20)
    desk.frame(.none)
    desk.lift(0)
    desk.frame(.none)
    desk.land(0, 50, 40)
    desk.frame(.taken)
    desk.lift(0)
    desk.frame(.none)
    // The same place as that of the contact that was not seen: the kernel sends no coordinates.
    desk.land(0, 50, 40)
    #expect(desk.frame(.none) == "+0")
    #expect(desk.kernel.values.prefix(3) == [500, 400, 60])
  }

  @Test("a slot whose contact is replaced within a frame gets two frames")
  func replaced() {
    var desk = Desk(.touchpad)
    desk.land(0)
    desk.frame(.none)
    desk.land(0, 70)
    #expect(desk.frame(.none) == "-0, +0")
  }

  @Test("frames are not copied while contacts are shown in another order than they landed")
  func order() {
    var desk = Desk(.touchpad)
    desk.copiesFrames = true
    desk.land(1, 30)
    desk.frame(.awaited)
    desk.land(0, 30)
    #expect(desk.frame(.awaited) == "")
    desk.place(1, 30, 20)
    #expect(desk.frame(.none) == "+0 +1")
    desk.place(1, 40, 20)
    desk.frame(.none)
    // ABS_X is that of the contact that the desktop saw first.
    #expect(desk.kernel.axes.first == 300)
  }

  @Test("everything is lifted when the device is given back", arguments: [Device.Kind.touchpad, .touchscreen])
  func release(kind: Device.Kind) {
    var desk = Desk(kind)
    desk.land(0)
    desk.press(true)
    desk.frame(.none)
    desk.ownership.release(at: desk.time, into: &desk.events)
    #expect(desk.receive() == "x0, -0, release")
    #expect(desk.kernel.isUntouched)
  }
}
