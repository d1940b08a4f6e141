@testable import Owning
import Testing
import Time
import Touch
import Trials

@Suite("Fingers taken without a grab")
struct TakingTests {
  typealias Driver = TouchpadNode.Driver

  @Test("one and two fingers are left alone, whatever rules want", arguments: Driver.allCases)
  func few(driver: Driver) {
    var node = TouchpadNode(driver)
    node.report(land: [0])
    #expect(node.read(.possible) == "")
    node.report(land: [1])
    #expect(node.read(.taken) == "")
    for _ in 0..<20 {
      node.report(move: (0, 1))
      #expect(node.read(.possible) == "")
    }
    node.report(lift: [0, 1])
    #expect(node.read(.none) == "")
    #expect(!node.taking.needsClaim)
  }

  @Test("fingers that land one after another are palms from the third on", arguments: Driver.allCases)
  func landing(driver: Driver) {
    var node = TouchpadNode(driver)
    node.report(land: [0])
    node.read(.none)
    node.report(land: [1], after: 30)
    #expect(node.read(.none) == "")
    node.report(land: [2], after: 30)
    #expect(node.read(.possible) == "x0 x1 x2")
    node.report(land: [3], after: 30)
    #expect(node.read(.possible) == again(driver, "x0 x1 x2 ") + "x3")
  }

  @Test("a rule that acts keeps the fingers until they lift, and those that land meanwhile", arguments: Driver.allCases)
  func kept(driver: Driver) {
    var node = held(driver)
    node.report(move: (2, 0))
    #expect(node.read(.taken) == again(driver, "x0 x1 x2"))
    node.report(move: (2, 0))
    #expect(node.read(.none) == again(driver, "x0 x1 x2"))
    node.report(land: [3])
    #expect(node.read(.none) == again(driver, "x0 x1 x2 ") + "x3")
    node.report(lift: [0, 1])
    #expect(node.read(.none) == "f0 f1" + again(driver, " x2 x3"))
    node.report(lift: [2, 3])
    #expect(node.read(.none) == "f2 f3")
    #expect(node.readAsPalms == [])
    #expect(node.taking.kept == 1 && node.taking.returned == 0)
    // The next one is a finger.
    node.report(land: [0])
    #expect(node.read(.none) == "")
  }

  @Test(
    "fingers that land beside a thumb, which rests on after a rule has acted, are a hand of their own",
    arguments: Driver.allCases)
  func restingThumb(driver: Driver) {
    var node = TouchpadNode(driver)
    node.report(land: [0])
    node.read(.none)
    node.report(land: [1, 2, 3])
    node.read(.possible)
    node.report(move: (4, 0))
    node.read(.taken)
    #expect(node.taking.phase == .kept)
    node.report(lift: [1, 2, 3])
    node.read(.taken)
    #expect(node.readAsPalms == [0])
    // One finger points.
    node.report(land: [1])
    node.read(.none)
    #expect(node.readAsPalms == [] && node.taking.phase == .open)
    node.report(move: (1, 0))
    node.read(.none)
    #expect(node.writes == 0)
    node.report(lift: [1])
    node.read(.none)
    // Three may be a rule's again.
    node.report(land: [1, 2, 3])
    node.read(.possible)
    #expect(node.readAsPalms == [0, 1, 2, 3] && node.taking.phase == .held)
    node.report(lift: [0, 1, 2, 3])
    node.read(.none)
    #expect(node.readAsPalms == [])
  }

  @Test(
    "a thumb stays a palm beside fingers that are given back, until these lift, unless its driver repeats that it is none",
    arguments: Driver.allCases, [0, 1])
  func thumb(driver: Driver, end: Int) {
    let thumb = driver == .landings ? [0] : []
    var node = TouchpadNode(driver)
    node.report(land: [0])
    node.read(.none)
    node.report(land: [1, 2, 3])
    node.read(.possible)
    #expect(node.readAsPalms == [0, 1, 2, 3])
    node.report(move: (0, 1))
    node.read(.possible)
    node.report(move: (0, 4))
    node.read(TakingClaim(.none, thumb: 0))
    #expect(node.taking.phase == .left && node.taking.takeLeft() == LeftFingers(.movement))
    for _ in 0..<3 {
      node.report(move: (0, 1))
      node.read(.none)
      #expect(node.readAsPalms == thumb)
    }
    switch end {
    case 0:
      node.report(lift: [1, 2])
      node.read(.none)
      #expect(node.readAsPalms == thumb)
      node.report(lift: [3])
      node.read(.none)
      #expect(node.readAsPalms == [])
    default:
      // Too late: the thumb is a finger, and nothing is counted.
      node.report(move: (0, 1))
      node.read(.none, after: 12)
      node.report(move: (0, 1))
      node.read(.none)
      #expect(node.readAsPalms == [] || driver == .landings)
      #expect(node.taking.misses == [:] && node.taking.takeLeft() == nil)
      node.report(lift: [1, 2, 3])
      node.read(.none)
    }
    node.report(lift: [0, 1, 2, 3])
    node.read(.none)
    #expect(node.readAsPalms == [] && node.taking.phase == .open)
  }

  @Test("fingers that a rule has taken, and that are lost for a frame, are taken again", arguments: Driver.allCases)
  func lostForAMoment(driver: Driver) {
    var node = held(driver)
    node.report(move: (2, 0), after: 200)
    node.read(.taken)
    node.report(lift: [0, 1, 2])
    node.read(.none)
    #expect(node.readAsPalms == [])
    node.report(land: [0, 1, 2])
    #expect(node.read(.taken) == "x0 x1 x2")
    #expect(node.taking.phase == .kept)
  }

  @Test("fingers that no rule can take any more are given back, with no more than one write a frame")
  func givenBack() {
    var node = held(.landings)
    node.report(move: (0, 0.9))
    #expect(node.read(.none) == "f0 f1 f2")
    // Most drivers say it by themselves in the next frame.
    node = held(.everyFrame)
    node.report(move: (0, 0.4))
    #expect(node.read(.none) == "x0 x1 x2")
    node.report(move: (0, 0.4))
    #expect(node.read(.none) == "")
    #expect(node.readAsPalms == [])
    #expect(node.taking.returned == 1)
    // Not taken again, nor those that land now.
    node.report(land: [3])
    #expect(node.read(.possible) == "")
  }

  @Test("fingers whose number no rule wants are given back, and taken again if the next one is wanted")
  func otherNumber() {
    var node = held(.landings)
    node.report(land: [3])
    #expect(node.read(.none) == "f0 f1 f2")
    node.report(land: [4])
    #expect(node.read(.possible) == "x0 x1 x2 x3 x4")
  }

  @Test("fingers that rest are given back between two frames")
  func rested() {
    var node = held(.landings)
    #expect(node.update(.possible) == "")
    // Right after a write, the next frame or another moment is awaited.
    #expect(node.update(.none) == "")
    node.time = node.time + .milliseconds(9)
    #expect(node.update(.none) == "f0 f1 f2")
  }

  @Test(
    "nothing stays when the rules may not act any more, also of fingers that one has taken", arguments: Driver.allCases)
  func off(driver: Driver) {
    var node = held(driver)
    #expect(node.update(.off) == "f0 f1 f2")
    node = held(driver)
    node.report(move: (2, 0))
    node.read(.taken)
    #expect(node.update(.none) == "")
    #expect(node.update(.off) == "f0 f1 f2")
    node = held(driver)
    node.report(move: (2, 0))
    node.read(.taken)
    #expect(node.release() == "f0 f1 f2")
    node.report(move: (2, 0))
    #expect(node.read(.taken) == "")
  }

  @Test("a tap that no rule wants is written once more, and read back by nobody here", arguments: Driver.allCases)
  func tap(driver: Driver) {
    var node = held(driver)
    node.report(lift: [0, 1], after: 60)
    #expect(node.read(.none) == "f0 f1" + again(driver, " x2"))
    node.report(lift: [2])
    let tap = "+0 +1 +2 -0 -1 -2"
    #expect(node.read(.none) == "f2 " + tap)
    #expect(node.kernel.isUntouched)
    #expect(node.taking.phase == .open)
    #expect(node.read(.possible) == "")
    #expect(node.taking.phase == .open)
    // One that a rule wants is not, nor a rest, nor a movement.
    node = TouchpadNode(driver)
    node.report(land: [0, 1, 2])
    node.read(.possible, taps: true)
    node.report(lift: [0, 1, 2], after: 60)
    #expect(node.read(.taken) == "f0 f1 f2")
    node = held(driver)
    node.report(lift: [0, 1, 2], after: 300)
    #expect(node.read(.none) == "f0 f1 f2")
    node = held(driver)
    node.report(move: (3, 0), after: 60)
    node.read(.possible)
    node.report(lift: [0, 1, 2])
    #expect(node.read(.none) == "f0 f1 f2")
  }

  @Test("a finger that stays of three that lift is given back when it can be no tap any more")
  func staying() {
    var node = held(.landings)
    node.report(lift: [0], after: 60)
    #expect(node.read(.none) == "f0")
    node.report(move: (0, 0.5), after: 60)
    #expect(node.read(.none) == "")
    node.report(move: (0, 0.5), after: 80)
    #expect(node.read(.none) == "f1 f2")
  }

  @Test("fingers that press a button are given back, unless a rule takes the press", arguments: Driver.allCases)
  func press(driver: Driver) {
    var node = held(driver)
    node.report(press: true)
    #expect(node.read(.possible) == (driver == .everyFrame ? "" : "f0 f1 f2"))
    #expect(node.readAsPalms == [])
    node.report(press: false)
    #expect(node.read(.possible) == "")
    // One that a rule takes is not; nor are fingers taken while it is down.
    node = held(driver)
    node.report(press: true)
    #expect(node.read(.taken) == again(driver, "x0 x1 x2"))
    node = TouchpadNode(driver)
    node.report(land: [0, 1], press: true)
    node.read(.none)
    node.report(land: [2])
    #expect(node.read(.possible) == "")
  }

  @Test("a write that would come later than 8 ms after its frame is not made, and the hand is left alone")
  func late() {
    var node = TouchpadNode(.everyFrame)
    node.report(land: [0, 1, 2])
    #expect(node.read(.possible, after: 8.1) == "")
    #expect(node.taking.misses == [.late: 1])
    node.report(move: (1, 0))
    #expect(node.read(.possible) == "")
    node.report(lift: [0, 1, 2])
    node.read(.none)
    node.report(land: [0, 1, 2])
    #expect(node.read(.possible, after: 8) == "x0 x1 x2")
    // Later in the hand.
    node.report(move: (1, 0))
    #expect(node.read(.possible, after: 9) == "")
    #expect(node.taking.misses == [.late: 2])
    #expect(node.readAsPalms == [])
    node.report(move: (1, 0))
    #expect(node.read(.possible) == "")
    // A driver that says it once needs no write.
    node = held(.landings)
    node.report(move: (1, 0))
    #expect(node.read(.possible, after: 50) == "")
    #expect(node.taking.phase == .held)
  }

  @Test("after lost events all fingers lift before any are taken", arguments: Driver.allCases)
  func lost(driver: Driver) {
    var node = held(driver)
    node.report(move: (1, 0))
    #expect(node.lose() == again(driver, "") + (driver == .landings ? "f0 f1 f2" : ""))
    node.report(land: [3])
    #expect(node.read(.possible) == "")
    node.report(lift: [0, 1, 2, 3])
    #expect(node.read(.none) == "")
    #expect(node.taking.misses == [.lost: 1])
    node.report(land: [0, 1, 2])
    #expect(node.read(.possible) == "x0 x1 x2")
  }

  @Test("a contact that the driver takes for a palm stays one, before and while fingers are taken")
  func driversPalm() {
    var node = TouchpadNode(.everyFrame)
    node.palms[0] = true
    node.report(land: [0, 1, 2])
    #expect(node.read(.possible) == "")
    let isPalm = node.taking.takePalm(0)
    #expect(isPalm == true)
    node.report(land: [3])
    #expect(node.read(.possible) == "x1 x2 x3")
    node.report(lift: [0, 1, 2, 3])
    #expect(node.read(.none) == "f1 f2 f3 +1 +2 +3 -1 -2 -3")
    node = held(.everyFrame)
    node.palms[1] = true
    node.report(move: (1, 0))
    #expect(node.read(.possible) == "x0 x2")
    let wasFound = node.taking.takePalm(1)
    #expect(wasFound == true)
  }

  @Test("palms that another program has left in slots are fingers from the start on")
  func left() {
    var node = TouchpadNode(.landings)
    node.taking.note(3, id: -1, tool: EventCode.palm)
    var events: [DeviceEvent] = []
    node.taking.clean(at: node.time, into: &events)
    #expect(events.map(\.value) == [3, 0, 0, 0])
    events = []
    node.taking.clean(at: node.time, into: &events)
    #expect(events.isEmpty)
  }

  @Test("too many writes in one hand end it")
  func spent() {
    var node = held(.everyFrame)
    for _ in 0..<LeftFingers.mostWrites + 10 {
      node.report(move: (0.1, 0))
      node.read(TakingClaim(.possible, includesRests: true))
      node.report(move: (-0.1, 0))
      node.read(TakingClaim(.possible, includesRests: true))
    }
    #expect(node.taking.misses == [.spent: 1])
    #expect(node.readAsPalms == [])
  }

  @Test("fingers that rest are written again, and a program that writes the opposite at once ends the hand")
  func opposed() {
    var node = held(.everyFrame)
    for _ in 0..<100 {
      node.report()
      #expect(node.read(TakingClaim(.possible, includesRests: true)) == "x0 x1 x2")
    }
    node = held(.landings)
    var writes = 0
    for _ in 0..<100 {
      node.oppose()
      if node.read(.possible) != "" { writes += 1 }
    }
    #expect(writes == (LeftFingers.mostOpposed + 1) - 1)
    #expect(node.taking.misses == [.opposed: 1])
    #expect(node.readAsPalms == [])
  }

  @Test(
    "fingers that rest are the others', and taken again before libinput begins a gesture", arguments: Driver.allCases)
  func resting(driver: Driver) {
    /// A hand of three that has rested.
    func rested() -> TouchpadNode {
      var node = held(driver)
      for _ in 0..<9 {
        node.report(move: (0.1, 0))
        node.read(.possible)
        node.report(move: (-0.1, 0))
        node.read(.possible)
      }
      #expect(node.taking.phase == .resting)
      #expect(node.readAsPalms == [])
      return node
    }
    var node = rested()
    // A tremor does not matter; a start does, before the fingers have moved by 1 mm.
    node.report(move: (0.2, 0))
    #expect(node.read(.possible) == "")
    node.report(move: (0.4, 0))
    #expect(node.read(.possible) == "x0 x1 x2")
    node.report(move: (2, 0))
    #expect(node.read(.taken) == again(driver, "x0 x1 x2"))
    #expect(node.taking.kept == 1)
    // A click counts all fingers: they are seen, and not taken again.
    node = rested()
    node.report(press: true)
    #expect(node.read(.possible) == "")
    #expect(node.readAsPalms == [])
    node.report(move: (0.6, 0))
    #expect(node.read(.possible) == "")
    // A start within one frame is the desktop's.
    node = rested()
    node.report(move: (1.2, 0), after: 200)
    #expect(node.read(.possible) == "")
    #expect(node.taking.misses == [.sudden: 1])
    #expect(node.taking.takeLeft() == LeftFingers(.sudden, amount: 1200))
    #expect(node.taking.takeLeft() == nil)
    // Right after the rest began, libinput waits for 2 mm.
    node = rested()
    node.report(move: (1.2, 0))
    #expect(node.read(.possible) == "x0 x1 x2")
    node = rested()
    node.report(move: (2, 0))
    #expect(node.read(.possible) == "")
    // A jump is no movement.
    node = rested()
    node.report(move: (12, 0), after: 200)
    #expect(node.read(.possible) == "x0 x1 x2")
    // So is one that is seen late.
    node = rested()
    node.report(move: (0.6, 0))
    #expect(node.read(.possible, after: 9) == "")
    #expect(node.taking.takeLeft() == LeftFingers(.late, amount: 9000))
    // A rule that wants a rest does not let them be seen.
    node = held(driver)
    for step in 0..<20 {
      node.report(move: (step % 2 == 0 ? 0.1 : -0.1, 0))
      node.read(TakingClaim(.possible, includesRests: true))
    }
    #expect(node.taking.phase == .held)
    #expect(node.readAsPalms == [0, 1, 2])
    // A rule may act on fingers that rest, another finger may join them, and they may lift.
    node = rested()
    node.report()
    #expect(node.read(.taken) == (driver == .everyFrame ? "" : ""))
    node = rested()
    node.report(land: [3])
    #expect(node.read(.possible) == "x0 x1 x2 x3")
    node = rested()
    node.report(lift: [0, 1, 2], after: 60)
    #expect(node.read(.none) == "")
    #expect(node.taking.phase == .open && node.taking.returned == 1)
  }

  @Test("the table: every phase with every frame")
  func table() {
    typealias Frame = Taking.Frame
    let claims: [TakingClaim.Stage] = [.off, .none, .possible, .taken]
    for lands in [false, true] {
      for presses in [false, true] {
        for isLate in [false, true] {
          for claim in claims {
            let frame = Frame(claim: claim, lands: lands, presses: presses, isLate: isLate)
            #expect(
              Taking.answer(in: .open, to: frame)
                == (lands && (claim == .possible || claim == .taken)
                  ? isLate ? .miss : claim == .taken ? .enterKept : .hold : .keep))
            #expect(Taking.answer(in: .left, to: frame) == .keep)
            let inKept: Taking.Answer =
              switch claim {
              case .off: .giveBack
              case .taken: .keep
              case .possible: !lands ? .keep : isLate ? .miss : .hold
              case .none: lands ? .reopen : .keep
              }
            #expect(Taking.answer(in: .kept, to: frame) == inKept)
            let inHeld: Taking.Answer =
              switch claim {
              case .off: .giveBack
              case .taken: .enterKept
              case .possible: presses ? .giveBack : lands ? .hold : .keep
              case .none: presses ? .giveBack : lands ? .reopen : .giveBack
              }
            #expect(Taking.answer(in: .held, to: frame) == inHeld)
          }
        }
      }
    }
  }
}
