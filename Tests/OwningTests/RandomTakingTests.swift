@testable import Owning
import Testing
import Touch
import Trials

@Suite("Fingers taken without a grab, at random")
struct RandomTakingTests {
  @Test(
    "in random hands nothing stays a palm, nothing is written twice in a frame, and pointing is left alone",
    arguments: TouchpadNode.Driver.allCases, [false, true])
  func random(driver: TouchpadNode.Driver, hides: Bool) {
    var taken = 0
    for seed in 0..<trials(200, thorough: 25_000) {
      var random = Random(state: UInt64(seed))
      let slots = 3 + seed % 4
      var node = TouchpadNode(driver, slots: slots)
      node.hides = hides
      // A reader that tool types are hidden from believes what is true all the same.
      func expectBelief(_ location: SourceLocation = #_sourceLocation) {
        let isTrue = node.kernel.ids.indices.allSatisfy {
          node.received[$0] == (node.taking.isTaking && node.down.contains($0) ? EventCode.palm : node.tool($0))
        }
        #expect(!hides || isTrue, "seed \(seed)", sourceLocation: location)
      }
      var isPressed = false
      for _ in 0..<Int.random(in: 1...80, using: &random) {
        let lands = (0..<slots).filter { _ in Int.random(in: 0...5, using: &random) == 0 }
        let lifts = node.down.filter { _ in Int.random(in: 0...7, using: &random) == 0 }
        let press: Bool? = Int.random(in: 0...15, using: &random) == 0 ? !isPressed : nil
        isPressed = press ?? isPressed
        node.report(
          land: lands.filter { !lifts.contains($0) }, lift: lifts,
          move: (Double(Int.random(in: -9...9, using: &random)) / 10, 0), press: press,
          after: Int64.random(in: 1...40, using: &random))
        if Int.random(in: 0...9, using: &random) == 0 { continue }
        let most = node.down.count
        let stages: [TakingClaim.Stage] = [.none, .possible, .possible, .possible, .taken]
        let stage = stages.randomElement(using: &random) ?? .none
        let delay = Int.random(in: 0...19, using: &random) == 0 ? 12.0 : 0.1
        node.read(stage, taps: Bool.random(using: &random), after: delay)
        if let due = node.taking.deadline, Bool.random(using: &random) {
          node.time = due
          _ = node.update(.none)
        }
        #expect(node.writes <= 3, "seed \(seed)")
        #expect(node.seen == node.down, "seed \(seed): a contact without a finger, or a finger without one")
        if node.taking.isTaking, most >= 3 {
          taken += 1
          #expect(
            node.down.allSatisfy { node.readAsPalms.contains($0) }, "seed \(seed): a finger that is taken is seen")
          expectBelief()
        }
        if Int.random(in: 0...99, using: &random) == 0 {
          _ = node.lose()
          #expect(node.readAsPalms == [], "seed \(seed)")
        }
        if Int.random(in: 0...99, using: &random) == 0 {
          _ = node.update(.off)
          #expect(node.readAsPalms == [], "seed \(seed)")
        }
      }
      node.report(lift: node.down, press: false)
      node.read(.none)
      #expect(node.readAsPalms == [], "seed \(seed)")
      #expect(node.kernel.isUntouched, "seed \(seed)")
      #expect(!node.taking.isTaking, "seed \(seed)")
      expectBelief()
      // One finger points.
      for _ in 0..<5 {
        node.report(land: [0], move: (1, 0))
        #expect(node.read(.possible) == "", "seed \(seed)")
      }
    }
    #expect(taken > 100)
  }
}
