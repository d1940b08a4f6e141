import Gestures
import Glibc
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Work beside rules for three to five fingers: pointing, scrolling, clicking, typing, and hands that rest, alone and
/// with palms of three to five contacts that roll.
@Suite("Work is no gesture of three fingers and more")
struct WorkTests {
  /// The gestures that a palm could be taken for.
  private static let triggers = (3...5).flatMap { fingers in
    [
      Trigger(.touch, fingers: fingers...fingers), .tap(fingers), .swipe(.any, fingers), .longPress(fingers),
      .pinch(.any, fingers),
    ]
  }

  /// The number of sequences on each kind of device.
  private static let count = trials(160, thorough: 1_600)

  /// The most sequences that may act, of so many in a thousand; of few sequences, some more do by chance.
  private static func most(_ perThousand: Int) -> Int { count * perThousand / 1000 + (isThorough ? 0 : 4) }

  /// Draws one sequence: every kind of work with no palm, and with palms of three to five contacts.
  private static func draw(_ number: Int, onWidth width: Double, _ random: inout SplitMix) -> TouchpadWork {
    let kinds = TouchpadWork.Kind.allCases
    var work: TouchpadWork
    repeat {
      work = TouchpadWork(kinds[number % kinds.count], onWidth: width, &random)
      // A tap of three fingers is meant for a rule.
    } while work.motion.contacts.count > 2 && kinds[number % kinds.count] == .tap
    let parts = [0, 3, 4, 5][number / kinds.count % 4]
    if parts > 0 {
      let place = Vector(dx: random.side() * random.within(0...45), dy: random.within(25...60))
      work.motion.addPalm(of: parts, at: place, &random)
      work.position = nil
    }
    return work
  }

  @Test("on touchpads")
  func touchpads() {
    var acts: [String: Int] = [:]
    var wrong = 0
    for number in 0..<Self.count {
      var random = SplitMix(state: 0x7061_6d6c ^ UInt64(number) &* 0x9e37_79b9)
      let device = TouchpadNode.device(number % TouchpadNode.sizes.count)
      while true {
        let work = Self.draw(number, onWidth: device.extent.width, &random)
        guard
          let centroid = TouchpadHandsTests.centroid(
            of: work.motion, on: device, x: work.position?.x, y: work.position?.y, &random)
        else { continue }
        let acted = TouchpadHandsTests.play(
          work.motion, clicks: work.clicks, on: device, at: centroid, Self.triggers, &random
        ).acts
        for act in acted { acts["\(act.kind.rawValue) \(act.fingers)", default: 0] += 1 }
        if !acted.isEmpty { wrong += 1 }
        break
      }
    }
    print("work on touchpads: \(wrong) of \(Self.count) act: \(acts.sorted { $0.key < $1.key })")
    #expect(wrong <= Self.most(100), "\(acts)")
    // Three parts in a row are fingers as well, and so are four with a finger apart from them.
    #expect(acts.filter { $0.key.hasPrefix("touch") }.values.reduce(0, +) <= Self.most(45), "\(acts)")
  }

  @Test("97 of 100 hands of three or four fingers that rest on a touchpad press long")
  func rests() {
    let count = trials(75, thorough: 1500)
    var right = 0
    for number in 0..<count {
      var random = SplitMix(state: 0x7265_7374 ^ UInt64(number) &* 0x9e37_79b9)
      let device = TouchpadNode.device(number % TouchpadNode.sizes.count)
      let fingers = 3 + number % 2
      while true {
        let motion = Motion.longPress(fingers: fingers, &random)
        guard let centroid = TouchpadHandsTests.centroid(of: motion, on: device, &random) else { continue }
        let acted = TouchpadHandsTests.play(
          motion, on: device, at: centroid, (3...5).map { .longPress($0) }, &random
        ).acts
        if acted.map(\.fingers) == [fingers] { right += 1 }
        break
      }
    }
    print("hands of three or four fingers that rest on a touchpad: \(right) of \(count)")
    #expect(Double(right) >= 0.97 * Double(count))
  }

  @Test("on touchscreens")
  func touchscreens() {
    var acts: [String: Int] = [:]
    var wrong = 0
    let kind = UncleanKind(name: "work") { number, screen, random in
      let work = Self.draw(number, onWidth: screen.width, &random)
      return UncleanHand(scene: Scene(work.motion), triggers: Self.triggers, acts: [], margin: 1)
    }
    for number in 0..<Self.count {
      var random = SplitMix(state: kind.seed &+ UInt64(number))
      guard let trial = UncleanTrial(kind, number, &random) else { break }
      let acted = trial.gestures().filter { $0.phase == .recognized || $0.phase == .began }
      for act in acted { acts["\(act.kind.rawValue) \(act.fingers)", default: 0] += 1 }
      if !acted.isEmpty {
        wrong += 1
        trial.print("acts", acted)
      }
    }
    print("work on touchscreens: \(wrong) of \(Self.count) act: \(acts.sorted { $0.key < $1.key })")
    #expect(wrong <= Self.most(75), "\(acts)")
    #expect(acts.filter { $0.key.hasPrefix("touch") }.values.reduce(0, +) <= Self.most(42), "\(acts)")
  }
}

extension Motion {
  /// Adds the parts of a palm, which rest beside the fingers that work: they land one after another, settle, and roll.
  fileprivate mutating func addPalm(of count: Int, at place: Vector, _ random: inout SplitMix) {
    let lifts = end + random.within(-50...400)
    for index in 0..<count {
      let lands = index == 0 ? 0 : random.within(0...90)
      contacts.append(
        Contact(
          home: place + random.anyWay(4...20), lands: lands, lifts: max(lifts, lands + 150) + random.within(0...60),
          gain: 0, roll: random.anyWay(0...2.5)))
    }
  }
}
