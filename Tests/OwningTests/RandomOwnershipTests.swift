@testable import Owning
import Testing
import Touch
import Trials

/// Random numbers that are the same in each run.
struct Random: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }
}

@Suite("An owned device in random hands")
struct RandomOwnershipTests {
  private static let stages: [TouchClaim.Stage] = [.none, .none, .possible, .possible, .awaited, .reserved, .taken]

  @Test(
    "nothing stays down that the hand has lifted, whatever the rules say",
    arguments: [Device.Kind.touchpad, .touchscreen], [false, true])
  func nothingStays(kind: Device.Kind, copiesFrames: Bool) {
    var copied = 0
    for seed in 0..<trials(200, thorough: 25_000) {
      var random = Random(state: UInt64(seed))
      var desk = Desk(kind, slots: 2 + seed % 4)
      desk.copiesFrames = copiesFrames
      var landed: [Int: Int] = [:]
      func count(_ text: String) {
        for word in text.split(whereSeparator: { " ,|".contains($0) }) {
          guard let slot = Int(word.dropFirst()) else { continue }
          if word.first == "+" { landed[slot, default: 0] += 1 }
          if word.first == "-" { landed[slot, default: 0] -= 1 }
        }
      }
      var isPressed = false
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        for slot in 0..<desk.surface.slots {
          switch Int.random(in: 0...9, using: &random) {
          case 0, 1: desk.land(slot, Double(Int.random(in: 0...100, using: &random)))
          case 2: if desk.down.contains(slot) { desk.lift(slot) }
          case 3...5:
            if desk.down.contains(slot) { desk.place(slot, Double(Int.random(in: 0...100, using: &random)), 9) }
          default: break
          }
        }
        if Int.random(in: 0...9, using: &random) == 0 {
          isPressed.toggle()
          desk.press(isPressed)
        }
        let stage = Self.stages.randomElement(using: &random) ?? .none
        let fingers = kind == .touchpad && Bool.random(using: &random) ? Int.random(in: 2...4, using: &random) : nil
        count(
          desk.frame(
            stage, taps: Bool.random(using: &random), fingers: fingers, after: Int64.random(in: 1...90, using: &random))
        )
        if Int.random(in: 0...99, using: &random) == 0 {
          desk.ownership.release(at: desk.time, into: &desk.events)
          count(desk.receive())
          #expect(desk.kernel.isUntouched, "seed \(seed)")
        }
        if Int.random(in: 0...5, using: &random) == 0 { count(desk.wait()) }
      }
      for slot in desk.down { desk.lift(slot) }
      desk.press(false)
      count(desk.frame(Self.stages.randomElement(using: &random) ?? .none))
      while desk.ownership.deadline != nil { count(desk.wait()) }
      #expect(desk.kernel.isUntouched, "seed \(seed)")
      #expect(desk.ownership.isAtRest, "seed \(seed)")
      #expect(landed.values.allSatisfy { $0 == 0 }, "seed \(seed)")
      copied += desk.copied
    }
    #expect(copied > 0 || !copiesFrames)
  }
}
