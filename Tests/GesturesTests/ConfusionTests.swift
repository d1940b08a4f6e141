import Gestures
@testable import Hands
import Testing
import Touch

/// What thousands of hands that move as hands do are taken for, with a rule for everything loaded at once.
@Suite("Confusion")
struct ConfusionTests {
  /// What a hand means to do.
  struct Intention {
    var kind: Gesture.Kind
    var direction: Direction?
    var fingers: Int
  }

  /// What became of the hands of one kind.
  struct Tally {
    var name: String
    var right = 0
    var missed = 0
    var wrong = 0
    var twice = 0
    var unasked = 0

    var all: Int { right + missed + wrong + twice + unasked }
    var share: Double { Double(right) / Double(max(all, 1)) }

    mutating func count(_ told: [Gesture], for intention: Intention?) {
      let acts = told.filter { $0.phase == .recognized || $0.phase == .began }
      guard let intention else {
        if acts.isEmpty { right += 1 } else { unasked += 1 }
        return
      }
      guard let act = acts.first else {
        missed += 1
        return
      }
      if acts.count > 1 {
        twice += 1
      } else if act.kind == intention.kind, act.direction == intention.direction, act.fingers == intention.fingers {
        right += 1
      } else {
        wrong += 1
      }
    }

    static let heading = Self.row(["", "right", "missed", "wrong", "twice", "unasked"])
    var row: String { Self.row([name] + [right, missed, wrong, twice, unasked].map(String.init)) }

    private static func row(_ cells: [String]) -> String {
      let first = cells[0] + String(repeating: " ", count: max(0, 26 - cells[0].count))
      return first + cells.dropFirst().map { String(repeating: " ", count: 8 - $0.count) + $0 }.joined()
    }
  }

  static let triggers: [Trigger] =
    (1...5).flatMap { fingers in SwipeTests.eight.map { Trigger.swipe($0.0, fingers) } }
    + (2...5).flatMap { [Trigger.pinch(.inwards, $0), .pinch(.outwards, $0)] }
    + (1...5).map { Trigger.longPress($0) }

  /// One after another, `count` hands do what `make` draws for them; each has a device of its own and starts when the
  /// last has lifted.
  static func tally(
    _ name: String, _ count: Int, on kind: Device.Kind, seed: UInt64,
    _ make: (Int, _ reach: Double, inout SplitMix) -> (Intention?, Motion)
  ) -> Tally {
    var tally = Tally(name: "\(kind.rawValue) \(name)")
    var recognition = Recognition(triggers)
    var now: Int64 = 1_000_000
    for number in 0..<count {
      var random = SplitMix(state: seed << 32 + UInt64(number))
      let intention: Intention?
      let events: [TouchEvent]
      let device: Device
      switch kind {
      case .touchscreen:
        let screen = Touchscreen(&random)
        let drawn = make(number, screen.reach, &random)
        (intention, device) = (drawn.0, screen.device)
        events = drawn.1.events(on: screen, from: now, &random)
      case .touchpad:
        let drawn = make(number, 1, &random)
        (intention, device) = (drawn.0, LibinputTouchpad.device)
        events = LibinputTouchpad(drawn.1, from: now, &random).events
      }
      var told: [Gesture] = []
      recognition.handle(
        TouchEvent(time: Timestamp(microseconds: now), device: device.id, kind: .deviceAdded(device)), into: &told)
      for event in events { recognition.handle(event, into: &told) }
      now = (events.last?.time.microseconds ?? now) + 700_000
      recognition.advance(to: Timestamp(microseconds: now), into: &told)
      tally.count(told, for: intention)
    }
    return tally
  }

  /// A row of the matrix for each gesture and number of fingers that `kind` of device has.
  static func gestures(on kind: Device.Kind) -> [Tally] {
    let isPad = kind == .touchpad
    var tallies: [Tally] = []
    for fingers in isPad ? 3...4 : 1...5 {
      tallies.append(
        tally("swipe \(fingers)", 160, on: kind, seed: UInt64(fingers)) { number, reach, random in
          let heading = Double(number % 8) * .pi / 4
          return (
            Intention(kind: .swipe, direction: SwipeTests.eight[number % 8].1, fingers: fingers),
            .swipe(
              heading, fingers: fingers, reach: isPad ? LibinputTouchpad.reach : max(1, reach),
              quickest: isPad ? LibinputTouchpad.quickestFlick : 60, &random)
          )
        })
    }
    for fingers in isPad ? 2...4 : 2...5 {
      for direction in [Direction.inwards, .outwards] {
        tallies.append(
          tally("pinch \(direction.rawValue) \(fingers)", 80, on: kind, seed: UInt64(fingers + 10)) { _, _, random in
            (
              Intention(kind: .pinch, direction: direction, fingers: fingers),
              .pinch(inwards: direction == .inwards, fingers: fingers, &random)
            )
          })
      }
    }
    for fingers in isPad ? 1...4 : 1...5 {
      tallies.append(
        tally("long press \(fingers)", 60, on: kind, seed: UInt64(fingers + 20)) { _, _, random in
          (Intention(kind: .longPress, fingers: fingers), .longPress(fingers: fingers, &random))
        })
    }
    return tallies
  }

  /// A row for each of the things that are no gesture.
  static func others(on kind: Device.Kind) -> [Tally] {
    Motion.Other.allCases.compactMap { other in
      let fingers: ClosedRange<Int>
      switch (other, kind) {
      case (.tap, .touchscreen), (.doubleTap, .touchscreen), (.circle, .touchscreen), (.toAndFro, .touchscreen),
        (.slowDrag, .touchscreen):
        fingers = 1...5
      case (.tap, .touchpad), (.doubleTap, .touchpad): fingers = 1...4
      case (.circle, .touchpad), (.toAndFro, .touchpad), (.slowDrag, .touchpad): fingers = 3...4
      case (.rotation, .touchscreen): fingers = 2...5
      case (.rotation, .touchpad): fingers = 2...4
      case (.palm, .touchscreen): fingers = 1...2
      case (.lateFinger, .touchscreen): fingers = 2...5
      case (.typing, .touchscreen), (.thumbs, .touchscreen): fingers = 2...2
      case (.scroll, .touchpad): fingers = 2...2
      // libinput settles the number of fingers by itself, and finds palms before it tells of them.
      case (.palm, .touchpad), (.lateFinger, .touchpad), (.typing, .touchpad), (.thumbs, .touchpad),
        (.scroll, .touchscreen):
        return nil
      }
      return tally(other.rawValue, 100, on: kind, seed: 40) { number, reach, random in
        (nil, .other(other, fingers: fingers.lowerBound + number % fingers.count, reach: reach, &random))
      }
    }
  }

  @Test(
    "hands get what they meant: 99 of 100 over all, 98 of each kind, nothing twice, nothing that was not meant",
    arguments: Device.Kind.allCases)
  func matrix(kind: Device.Kind) {
    let gestures = Self.gestures(on: kind)
    let others = Self.others(on: kind)
    print(([Tally.heading] + (gestures + others).map(\.row)).joined(separator: "\n"))
    let all = (gestures + others).reduce(0) { $0 + $1.all }
    let right = (gestures + others).reduce(0) { $0 + $1.right }
    #expect(Double(right) >= 0.99 * Double(all))
    for tally in gestures { #expect(tally.share >= 0.98 && tally.twice == 0, "\(tally.row)") }
    for tally in others { #expect(tally.unasked == 0, "\(tally.row)") }
  }
}
