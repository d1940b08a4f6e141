import Gestures
import Time
@testable import Hands
import Rules
import RulesFile
import Testing
import Touch
import Trials

@testable import Explaining

/// The lessons of realistic hands.
@Suite("Learning a gesture from what a hand shows")
struct LearnTests {
  /// The meaning of a hand, in the words of a rule.
  struct Meaning: CustomStringConvertible {
    var gesture: String
    var value: String
    var fingers: Int
    var draw: (Double, inout SplitMix) -> Motion

    var description: String { "\(gesture) \(value), \(fingers)" }

    /// True if a rule for it acts. libinput does not report the gesture that some hands make.
    func isRecognized(in showings: [Showing]) throws -> Bool {
      let fingers = WordedKey(.fingers, ["\(fingers)"])
      let words = GestureWords(gesture, value, [fingers])
      let gesture = ShownGesture(words: words, trigger: try words.trigger(strokesOf: RuleSet()))
      return showings.contains { $0.shows(gesture, in: LearnTests.context) }
    }
  }

  static let directions: [(String, Double)] = [("right", 0), ("down", 0.5), ("left", 1), ("up", 1.5)]

  /// The gestures that hands mean on a kind of device.
  static func meanings(on kind: Device.Kind) -> [Meaning] {
    let isPad = kind == .touchpad
    var meanings: [Meaning] = []
    for fingers in isPad ? 3...4 : 1...5 {
      for (name, angle) in directions {
        meanings.append(
          Meaning(gesture: "swipe", value: name, fingers: fingers) {
            .swipe(angle * .pi, fingers: fingers, reach: $0, &$1)
          })
      }
    }
    for fingers in isPad ? 1...3 : 1...5 {
      for (taps, name) in [(1, "single"), (2, "double"), (3, "triple"), (5, "5")] {
        meanings.append(
          Meaning(gesture: "tap", value: name, fingers: fingers) { .tap(fingers: fingers, taps: taps, &$1) })
      }
    }
    for fingers in isPad ? 2...4 : 1...5 {
      meanings.append(
        Meaning(gesture: "long-press", value: "500ms", fingers: fingers) { .longPress(fingers: fingers, &$1) })
    }
    for fingers in isPad ? 2...4 : 2...5 {
      for (name, isInwards) in [("in", true), ("out", false)] {
        meanings.append(
          Meaning(gesture: "pinch", value: name, fingers: fingers) {
            .pinch(inwards: isInwards, fingers: fingers, isWide: isPad, &$1)
          })
      }
      for (name, isClockwise) in [("clockwise", true), ("counterclockwise", false)] {
        meanings.append(
          Meaning(gesture: "rotate", value: name, fingers: fingers) {
            .rotation(clockwise: isClockwise, degrees: 30...90, fingers: fingers, isWide: isPad, &$1)
          })
      }
    }
    return meanings
  }

  /// The gestures that one hand shows on one device; nil for a hand that does not fit on it.
  static func showings(
    _ meaning: Meaning, on kind: Device.Kind, screen: Touchscreen, _ random: inout SplitMix
  ) -> [Showing]? {
    let device: Device
    let events: [TouchEvent]
    switch kind {
    case .touchpad:
      device = LibinputTouchpad.device
      events = LibinputTouchpad(meaning.draw(1, &random), from: 1_000_000, &random).events
    case .touchscreen:
      device = screen.device
      let motion = meaning.draw(max(1, screen.reach.most), &random)
      guard let centroid = screen.centroid(of: motion, at: .inside, &random) else { return nil }
      events = screen.events(of: motion, at: centroid, from: 1_000_000, &random)
    }
    var reader = ShowingReader(settling: Recognition.settling)
    var showings: [Showing] = []
    let start = TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device))
    for event in [start] + events { reader.handle(event, into: &showings) }
    reader.finish(into: &showings)
    return showings
  }

  static let context = LearnedRule.Context(
    RulesFile.check(text: "rules: []\n", name: "rules.yml"), keyNames: nil, files: .none)

  @Test(
    "of 100 hands that a rule recognises, 95 show its gesture first, and the same one twice",
    arguments: Device.Kind.allCases)
  func hands(kind: Device.Kind) throws {
    var random = SplitMix(state: 7)
    var all = 0
    var wrong: [String] = []
    for _ in 0..<trials(1, thorough: 25) {
      for meaning in Self.meanings(on: kind) {
        let screen = Touchscreen(&random)
        guard let first = Self.showings(meaning, on: kind, screen: screen, &random),
          let second = Self.showings(meaning, on: kind, screen: screen, &random)
        else { continue }
        guard try [first, second].allSatisfy(meaning.isRecognized) else { continue }
        all += 1
        let gestures = first.map { $0.gestures(in: Self.context) }.filter { !$0.isEmpty }
        let gesture = gestures.first?.first
        let words = gesture.map { "\($0.words.gesture) \($0.words.value ?? ""), \($0.trigger.fingers.lowerBound)" }
        guard let gesture, gestures.count == 1, words == meaning.description else {
          wrong.append("\(meaning): \(gestures.count) gestures, \(words ?? "nothing")")
          continue
        }
        if !second.contains(where: { $0.shows(gesture, in: Self.context) }) { wrong.append("\(meaning), again") }
      }
    }
    print("\(kind.rawValue): \(all - wrong.count) of \(all) right")
    #expect(all > 30)
    #expect(Double(wrong.count) <= 0.05 * Double(all), "\(wrong.joined(separator: "\n"))")
  }

  /// Swipes of a person with this reach, in mm, three fingers to the left.
  private static func swipe(_ reach: ClosedRange<Double>, _ random: inout SplitMix) throws -> Showing {
    let meaning = Meaning(gesture: "swipe", value: "left", fingers: 3) { _, random in
      let (length, duration) = (random.within(reach), random.within(120...300))
      let end = 40 + duration + random.within(20...60)
      var motion = Motion(
        contacts: (0..<3).map { finger in
          Motion.Contact(
            home: Vector(dx: Double(finger) * 19 + random.bell(1.5, limit: 3), dy: random.bell(3, limit: 6)),
            lands: Double(finger) * random.within(5...20), lifts: end + random.within(0...30))
        })
      motion.tremor = Tremor(&random)
      let way = Vector.heading(.pi + random.bell(0.1, limit: 0.25)) * length
      motion.pose = { Motion.Pose(shift: way * leastJerk(($0 - 40) / duration)) }
      return motion
    }
    while true {
      let screen = Touchscreen(&random)
      guard screen.device.size != nil, screen.width > 200 else { continue }
      if let showing = showings(meaning, on: .touchscreen, screen: screen, &random)?.first { return showing }
    }
  }

  @Test("three showings give a rule the distance that the hand needs, and none to a hand that the usual one suits")
  func distances() throws {
    var random = SplitMix(state: 11)
    for (reach, isShort) in [(9.5...15, true), (30.0...60, false)] {
      var (usual, learned) = (0, 0)
      for _ in 0..<10 {
        let first = try Self.swipe(reach, &random)
        var gesture = try #require(first.gestures(in: Self.context).first { $0.words.gesture == "swipe" })
        let all = try [first] + (0..<2).map { _ in try Self.swipe(reach, &random) }
        gesture = try #require(gesture.fitted(to: all, in: Self.context))
        #expect((gesture.words[.distance] != nil) == isShort, "\(gesture.words)")
        let plain = ShownGesture.plain(gesture)
        for _ in 0..<10 {
          let unseen = try Self.swipe(reach, &random)
          if unseen.shows(plain, in: Self.context) { usual += 1 }
          if unseen.shows(gesture, in: Self.context) { learned += 1 }
        }
      }
      print(
        "figure: swipes of \(reach) mm: \(usual) of 100 right with the usual distance, \(learned) with the learned one")
      #expect(learned >= 98)
      if isShort { #expect(usual < 90) }
    }
  }

  @Test("positions in a recording that no device has are shown as numbers", arguments: [1e300, -1e300, 1e19, 1e15])
  func absurdPositions(x: Double) throws {
    let screen = Device(id: DeviceID(0), name: "Screen", kind: .touchscreen, size: Size(width: 300, height: 200))
    var reader = ShowingReader(settling: Recognition.settling)
    var showings: [Showing] = []
    func play(_ milliseconds: Int64, _ kinds: TouchEvent.Kind...) {
      for kind in kinds {
        reader.handle(
          TouchEvent(time: Timestamp(microseconds: milliseconds * 1000), device: screen.id, kind: kind), into: &showings
        )
      }
    }
    play(0, .deviceAdded(screen), .touchDown(slot: 0, Point(x: 50, y: 50)), .touchFrame)
    play(400, .touchDown(slot: 1, Point(x: 80, y: 50)), .touchFrame)
    for step in 1...20 {
      play(400 + 10 * Int64(step), .touchMotion(slot: 1, Point(x: 80 + 2 * Double(step), y: 50)), .touchFrame)
    }
    play(610, .touchMotion(slot: 1, Point(x: x, y: 50)), .touchFrame)
    play(620, .touchUp(slot: 1), .touchFrame)
    play(900, .touchUp(slot: 0), .touchFrame)
    reader.finish(into: &showings)
    let slides = showings.flatMap { showing in
      showing.gestures(in: Self.context).filter(\.trigger.pattern.isAnchored).map { $0.text(in: showing) }
    }
    #expect(!slides.isEmpty)
  }
}

extension ShownGesture {
  /// The gesture with the usual limits.
  fileprivate static func plain(_ gesture: ShownGesture) -> ShownGesture {
    var trigger = gesture.trigger
    trigger.pattern = .swipe(SwipePattern(.left))
    return ShownGesture(words: gesture.words, trigger: trigger)
  }
}
