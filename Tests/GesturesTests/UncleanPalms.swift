import Gestures
import Glibc
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Palms that rest on a touchscreen, alone and beside one finger that draws.
@Suite("Palms that rest")
struct PalmTests {
  @Test("one finger that draws beside a palm neither pinches nor turns", arguments: UncleanKind.drawings)
  func drawing(kind: UncleanKind) {
    let (right, count) = kind.countRight(of: trials(40, thorough: 1000))
    print("\(kind.name): \(right) of \(count) right")
    #expect(Double(right) >= 0.97 * Double(count), "\(kind.name): \(right) of \(count)")
  }

  @Test("the failure of a finger that draws beside a palm says how far the others moved")
  func reason() throws {
    var hand = Hand()
    hand.land(3)
    for _ in 0..<40 { hand.shift { $0 == 0 ? Vector(dx: -1, dy: 0) : .zero } }
    hand.lift()
    var recognition = Recognition([.pinch(.any, 3), .rotate(.any, 3)], unasked: true)
    var reported: [Gesture] = []
    for event in hand.events { recognition.handle(event, into: &reported) }
    recognition.advance(to: (hand.events.last?.time ?? Timestamp.zero) + Duration.seconds(1), into: &reported)
    #expect(!reported.contains { $0.trigger != nil })
    for trigger in 0...1 {
      let failure = try #require(recognition.failures(on: hand.device.id).last { $0.trigger == trigger }).failure
      guard case .fewMoved(1, let way, let least) = failure else {
        Issue.record("\(failure)")
        continue
      }
      #expect(way.value < 0.1)
      #expect(abs(least.value - 10) < 0.5)
    }
  }

  @Test("palms of three contacts and more seldom touch as so many fingers")
  func touches() {
    var acts = [3: 0, 4: 0, 5: 0]
    let count = trials(50, thorough: 1000)
    for contacts in 3...5 {
      let kind = UncleanKind(name: "a palm of \(contacts) contacts rests, beside rules for fingers that are down") {
        _, _, random in
        var scene = Scene()
        scene.addPalm(of: contacts, at: .zero, until: random.within(300...4000), within: 5...20, &random)
        for index in scene.contacts.indices { scene.contacts[index].isStray = false }
        return UncleanHand(
          scene: scene, triggers: (3...5).map { Trigger(.touch, fingers: $0...$0) }, acts: [], margin: 8)
      }
      let (right, all) = kind.countRight(of: count)
      acts[contacts] = all - right
    }
    print("palms of 3, 4 and 5 contacts that touch as fingers, of \(count) each: \(acts.sorted { $0.key < $1.key })")
    // Three contacts in a row may be fingers as well.
    #expect(acts[3] ?? 0 <= count * 12 / 100)
    #expect(acts[4] ?? 0 <= count * 6 / 100)
    #expect(acts[5] ?? 0 <= count * 2 / 100)
  }

  @Test("98 of 100 hands of three to five fingers that rest touch", arguments: [true, false])
  func hands(withThumb: Bool) {
    let kind = UncleanKind(name: "a hand rests, \(withThumb ? "with" : "without") the thumb") { number, _, random in
      let fingers = 3 + number % (withThumb ? 3 : 2)
      let poise = Poise(fingers, spacing: 12...(fingers == 5 ? 28 : 35), withThumb: withThumb, &random)
      let motion = poise.motion(until: poise.lastLanding + random.within(400...1500), &random)
      return UncleanHand(
        scene: Scene(motion), triggers: (3...5).map { Trigger(.touch, fingers: $0...$0) },
        acts: [.init(.touch, fingers)], margin: 8)
    }
    let (right, count) = kind.countRight(of: trials(75, thorough: 1500))
    print("\(kind.name): \(right) of \(count) touch")
    #expect(Double(right) >= 0.98 * Double(count))
  }

  @Test("the failure of a palm has the amount and the limit")
  func sign() throws {
    func sign(_ places: [(Double, Double)], waiting skew: Int = 0) throws -> PalmSign? {
      var hand = Hand()
      for (index, place) in places.enumerated() {
        hand.land(at: Point(x: 100 + place.0, y: 90 + place.1), closing: skew > 0 || index == places.count - 1)
        if index < places.count - 1 { hand.wait(skew) }
      }
      hand.wait(400)
      hand.lift()
      var recognition = Recognition([Trigger(.touch, fingers: 3...3)], unasked: true)
      var reported: [Gesture] = []
      for event in hand.events { recognition.handle(event, into: &reported) }
      guard !reported.contains(where: { $0.trigger != nil }) else { return nil }
      let failure = try #require(recognition.failures(on: hand.device.id).last { $0.trigger == 0 }).failure
      guard case .palm(let sign) = failure else {
        Issue.record("\(failure)")
        return nil
      }
      return sign
    }
    #expect(try sign([(0, 0), (16, -5), (32, 0)]) == nil)
    #expect(try sign([(0, 0), (7, 0), (21, 0)]) == .near(7, least: 9))
    guard case .uneven(let wide, let widest)? = try sign([(0, 0), (10, 0), (31, 0)]) else {
      Issue.record("no uneven row")
      return
    }
    #expect(abs(wide.value - 21) < 0.01 && abs(widest.value - 18) < 0.01)
    guard case .offRow(let depth, let limit)? = try sign([(0, 0), (13, 16), (26, 0)]) else {
      Issue.record("no place off the row")
      return
    }
    #expect(depth > limit)
    #expect(try sign([(0, 0), (16, -5), (32, 0)], waiting: 85) == .slow(.milliseconds(170), limit: .milliseconds(160)))
    // Four contacts of which two are one finger, for longer than a sensor splits one.
    guard case .near(let part, let least)? = try sign([(0, 0), (4, 0), (20, 0), (40, 0)]) else {
      Issue.record("no part")
      return
    }
    #expect(abs(part.value - 4) < 0.01 && least == 8)
  }
}

extension Scene {
  /// Adds the parts of a palm, which land one after another, settle by up to a millimetre, and roll while they rest.
  mutating func addPalm(
    of count: Int, at place: Vector, from start: Double = 0, until lifts: Double, within radius: ClosedRange<Double>,
    _ random: inout SplitMix
  ) {
    for index in 0..<count {
      let home = place + random.anyWay(radius)
      let lands = start + (index == 0 ? 0 : random.within(0...90))
      let (settling, roll) = (random.anyWay(0...1), random.anyWay(0...1.2))
      contacts.append(
        Contact(
          lands: lands, lifts: lifts + random.within(0...60),
          position: {
            home + settling * leastJerk(($0 - lands) / 60) + roll * leastJerk(($0 - lands) / (lifts - lands))
          },
          isStray: true))
    }
  }
}

extension UncleanKind {
  /// Strokes of letters, in mm.
  private static let letters: [[Vector]] = [
    [(0, 0), (0, 30), (18, 30)], [(0, 0), (10, 25), (20, 0)], [(0, 0), (22, 0), (0, 28), (22, 28)],
    [(0, 30), (0, 0), (20, 30), (20, 0)], [(0, 0), (6, 30), (12, 8), (18, 30), (24, 0)],
    [(0, 0), (0, 22), (8, 30), (18, 26), (20, 0)], [(20, 3), (8, 0), (0, 15), (8, 30), (20, 26)],
    [(18, 2), (4, 4), (4, 13), (16, 17), (16, 27), (0, 29)],
  ].map { corners in corners.map { Vector(dx: $0.0, dy: $0.1) } }

  /// One finger that draws beside the parts of a palm, which land up to 90 ms before or after it.
  static let drawings: [UncleanKind] = ["a line", "a circle", "a letter"].flatMap { shape in
    (1...4).map { contacts in
      UncleanKind(name: "one finger draws \(shape) beside a palm of \(contacts) contacts") { _, _, random in
        let motion: Motion
        switch shape {
        case "a line":
          motion = .straight(
            random.within(0...(2 * .pi)), Poise(1, &random), rest: random.within(0...200),
            length: random.within(12...70), duration: random.within(150...1500), stay: random.within(0...300), &random)
        case "a circle":
          motion = .circle(fingers: 1, radius: 6...22, turns: 0.6...2.5, &random)
        default: motion = .drawing(letters.randomElement(using: &random) ?? letters[0], fingers: 1, &random)
        }
        let isFirst = random.chance(0.6)
        var scene = isFirst ? Scene(motion, from: random.within(0...90)) : Scene(motion)
        scene.addPalm(
          of: contacts, at: random.anyWay(45...120), from: isFirst ? 0 : random.within(0...90),
          until: scene.end + random.within(0...500), within: 4...28, &random)
        return UncleanHand(
          scene: scene, triggers: (3...5).flatMap { [Trigger.pinch(.any, $0), .rotate(.any, $0)] }, acts: [], margin: 8)
      }
    }
  }
}
