@testable import Owning
import Testing
import Time
import Touch

/// Fingers that have moved when they are given back land once more for the desktop.
@Suite("Fingers that are given back land once more")
struct RepeatedLandingTests {
  typealias Driver = TouchpadNode.Driver

  /// A hand of three that has moved by 5 mm down, and then no rule wants: what is written when it is given back.
  private func givenBack(_ node: inout TouchpadNode, after delay: Double = 0.1) -> String {
    node.report(move: (0, 5))
    node.read(.possible)
    node.report(move: (0, 1))
    return node.read(.none, after: delay)
  }

  @Test(
    "fingers that have moved and are given back land once more where they landed, and start before the next frame",
    arguments: Driver.allCases)
  func landsAgain(driver: Driver) {
    var node = held(driver)
    #expect(givenBack(&node) == again(driver, "x0 x1 x2 ") + "again -0 -1 -2 +1 f0 f1 f2 +0 +2")
    #expect(node.readAsPalms == [] && node.seen == [0, 1, 2])
    // After the driver's frame, the lift, the landings and the approach.
    #expect(node.shown.suffix(4) == [[], [6], [6, 6, 6], [3, 3, 3]])
    node.time = node.time + .milliseconds(1)
    #expect(node.update(.none) == "" && node.taking.deadline != nil)
    node.time = node.time + .microseconds(1200)
    #expect(node.update(.none) == "again f0" && node.taking.deadline == nil)
    #expect(node.shown.last == [2.4, 2.4, 2.4])
    for _ in 0..<3 {
      node.report(move: (0, 1))
      #expect(node.read(.none) == "")
      #expect((0..<3).allSatisfy { node.distance($0) == 0 })
    }
    node.report(lift: [1])
    #expect(node.read(.none) == "")
    #expect(node.seen == [0, 2] && node.taking.phase == .left)
    node.report(lift: [0, 2])
    #expect(node.read(.none) == "")
    #expect(node.kernel.isUntouched && node.taking.phase == .open)
    node.report(land: [0, 1, 2])
    #expect(node.read(.possible) == "x0 x1 x2")
  }

  @Test(
    "their start is left out if it is late, or if the driver reports something before it", arguments: Driver.allCases)
  func startsOnce(driver: Driver) {
    var node = held(driver)
    #expect(givenBack(&node).contains("again") && node.taking.deadline != nil)
    node.report(move: (0, 1), after: 1)
    #expect(node.read(.none) == "" && node.taking.deadline == nil)
    node = held(driver)
    _ = givenBack(&node)
    node.time = node.time + .milliseconds(4)
    #expect(node.update(.none) == "" && node.taking.deadline == nil)
  }

  @Test(
    "none of their steps is a jump for libinput, however fast the hand",
    arguments: Driver.allCases, [0.5, 1, 2, 3, 4])
  func noJump(driver: Driver, step: Double) {
    var node = held(driver)
    for _ in 0..<Int(5 / step) {
      node.report(move: (0, step))
      node.read(.possible)
    }
    node.report(move: (0, step))
    #expect(node.read(.none).contains("again"))
    // Steps of 12 ms, in mm: at most 20, and at most 7 longer than the one before.
    let next = node.time + .milliseconds(8)
    var (last, moment) = (0.0, node.time)
    func expectStep(_ distance: Double, at time: Timestamp) {
      let scaled = distance * (Duration.milliseconds(12) / (time - moment))
      #expect(scaled <= 20 && scaled - last <= 7)
      (last, moment) = (scaled, time)
    }
    var behind = node.shown.last?.max() ?? 0
    #expect(node.taking.deadline != nil || step > 3)
    if let due = node.taking.deadline {
      node.time = due
      _ = node.update(.none)
      let left = node.shown.last?.max() ?? 0
      expectStep(behind - left, at: due)
      behind = left
    }
    expectStep(behind + step, at: next)
  }

  @Test(
    "they do not if that would be late, if another finger comes or goes, or if fewer than three are left",
    arguments: Driver.allCases)
  func landsOnce(driver: Driver) {
    var node = held(driver)
    #expect(!givenBack(&node, after: 9).contains("again"))
    node = held(driver)
    node.report(move: (0, 5))
    node.read(.possible)
    node.report(lift: [2], move: (0, 1))
    #expect(!node.read(.none).contains("again"))
    node.report(land: [2], move: (0, 1))
    #expect(!node.read(.none).contains("again"))
    node = held(driver)
    node.report(move: (0, 5))
    node.read(.possible)
    node.report(move: (0, 1), press: true)
    #expect(!node.read(.none).contains("again"))
    node.report(move: (0, 1), press: false)
    #expect(!node.read(.none).contains("again"))
  }

  @Test("fingers that move together approach alike, also one that has not started yet", arguments: Driver.allCases)
  func startsLate(driver: Driver) {
    var node = held(driver)
    node.report(move: (0, 5), resting: [0])
    node.read(.possible)
    node.report(move: (0, 1), resting: [0])
    #expect(node.read(.none).contains("again"))
    #expect(node.shown.suffix(4) == [[], [4], [4, 4, 4], [1, 1, 1]])
  }

  @Test("the lowest finger may be a thumb: while it rests, it does not approach", arguments: Driver.allCases)
  func thumb(driver: Driver) {
    var node = held(driver)
    node.report(move: (0, -5), resting: [0])
    node.read(.possible)
    node.report(move: (0, -1), resting: [0])
    #expect(node.read(.none).contains("again"))
    #expect(node.shown.suffix(4) == [[], [6], [0, 6, 6], [0, 3, 3]])
  }

  @Test("contacts that exchange their slots have not moved by that", arguments: Driver.allCases)
  func exchanges(driver: Driver) {
    var node = held(driver)
    node.report(move: (0, 2))
    node.read(.possible)
    node.report(move: (0, 1), exchange: (0, 1))
    node.read(.possible)
    node.report(move: (0, 2))
    node.read(.possible)
    node.report(move: (0, 1))
    #expect(node.read(.none).contains("again"))
    // The frame of the exchange is left out of the way of both.
    #expect(node.shown.suffix(4) == [[], [5.3], [5.3, 5.3, 5.3], [2.3, 2.3, 2.3]])
  }

  @Test("fingers that part land where each of them was", arguments: Driver.allCases)
  func parts(driver: Driver) {
    var node = held(driver)
    node.report(move: (-6, 0), resting: [1, 2])
    node.read(.possible)
    node.report(move: (6, 0), resting: [0, 1])
    #expect(node.read(.none).contains("again"))
    #expect(node.shown.suffix(4) == [[], [0], [3, 0, 3], [0, 0, 0]])
  }

  /// Three fingers, some of them 4 mm lower, that move up by 6 mm and are given back, on a touchpad with buttons from
  /// so many mm on.
  private func movedUp(_ driver: Driver, buttons: Int32, low: [Int]) -> (node: TouchpadNode, landsAgain: Bool) {
    var node = held(driver, buttons: buttons, low: low)
    node.report(move: (0, -5))
    node.read(.possible)
    node.report(move: (0, -1))
    let written = node.read(.none)
    return (node, written.contains("again"))
  }

  @Test(
    "one that would land on a button, where libinput may not count it, lands above it, and then follows the others",
    arguments: Driver.allCases)
  func button(driver: Driver) {
    func shown(buttons: Int32, low: [Int]) -> [[Double]] {
      let (node, landsAgain) = movedUp(driver, buttons: buttons, low: low)
      #expect(landsAgain && node.readAsPalms == [] && node.seen == [0, 1, 2])
      return node.shown.suffix(4)
    }
    // 6 mm below where they are now: the low ones have landed 24 mm below the upper edge. Above the buttons is 1 mm.
    #expect(shown(buttons: 26, low: [0]) == [[], [6], [6, 6, 6], [3, 3, 3]])
    #expect(shown(buttons: 24, low: [0]) == [[], [5, 6], [6, 6, 6], [3, 3, 3]])
    #expect(shown(buttons: 22, low: [2]) == [[], [6, 3], [6, 6, 6], [3, 3, 3]])
    // The low ones land first if they leave only one: libinput counts from the last landing on.
    #expect(shown(buttons: 24, low: [0, 1]) == [[], [5, 5], [6, 6, 6], [3, 3, 3]])
  }

  @Test("if each would land on a button, they approach from above the buttons", arguments: Driver.allCases)
  func buttonsOnly(driver: Driver) {
    // The fingers have moved from 20 to 14 mm below the upper edge, and approach to 17 mm.
    for (buttons, distance) in [(Int32(22), 6.0), (20, 0), (15, 0), (13, 2)] {
      let (node, landsAgain) = movedUp(driver, buttons: buttons, low: [])
      #expect(landsAgain && node.readAsPalms == [] && node.seen == [0, 1, 2], "\(buttons) mm")
      let landing = Array(repeating: distance, count: 3)
      #expect(node.shown.suffix(4) == [[], [distance], landing, [3, 3, 3]], "\(buttons) mm")
    }
  }

  @Test("a finger that lifts just before it would land once more leaves no contact", arguments: Driver.allCases)
  func liftsMeanwhile(driver: Driver) {
    for lifts in [[0], [2], [0, 1, 2]] {
      var node = held(driver)
      node.report(move: (0, 5))
      node.read(.possible)
      node.report(move: (0, 1))
      node.liftsBeforeWrite = lifts
      node.read(.none)
      #expect(node.seen == node.down, "\(lifts)")
      node.report(lift: node.down)
      node.read(.none)
      #expect(node.kernel.ids.allSatisfy { $0 < 0 } && node.taking.phase == .open, "\(lifts)")
    }
  }

  @Test("a pen of another program is no landing: each frame of the driver counts", arguments: Driver.allCases)
  func pen(driver: Driver) {
    var node = held(driver)
    node.oppose(as: EventCode.pen)
    #expect(node.read(.possible) == "x0 x1 x2")
    node.report(lift: [0, 1, 2])
    node.read(.none)
    #expect(node.taking.phase == .open && node.readAsPalms == [])
    node.report(land: [0, 1, 2])
    #expect(node.read(.possible) == "x0 x1 x2")
  }
}
