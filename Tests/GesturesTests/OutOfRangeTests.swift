import Gestures
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Contacts that a device reports outside of its axes for some frames, as a negative number that is taken for a large
/// one.
@Suite("Positions outside of the surface")
struct OutOfRangeTests {
  @Test(
    "97 of 100 hands are recognised whose contacts land, move or lift outside for one frame or more",
    arguments: UncleanKind.outside)
  func hands(kind: UncleanKind) {
    for moment in DisplacedMoment.allCases {
      var (right, count) = (0, 0)
      for number in 0..<trials(60, thorough: 1200) {
        var random = SplitMix(state: kind.seed &+ UInt64(number) &* 7919)
        guard var trial = UncleanTrial(kind, number, &random) else { break }
        count += 1
        if trial.device.kind == .touchpad { trial.device.contacts = TouchpadContactTests.pad.contacts }
        trial.displace(at: moment, &random)
        let reported = trial.gestures()
        if let reason = trial.hand.mistake(in: reported) { trial.print(reason, reported) } else { right += 1 }
      }
      print("\(kind.name), \(moment.rawValue) outside: \(right) of \(count) right")
      #expect(Double(right) >= 0.97 * Double(count), "\(kind.name), \(moment.rawValue): \(right) of \(count)")
    }
  }

  @Test("a finger that lands outside lands in the region of its first position")
  func region() {
    let rules = [Edges.left, .right, .top, .bottom].map { Trigger.swipe(.any, 1).starting(.edge($0)) }
    for (wild, first, rule) in [
      (Point(x: 3, y: 4083), Point(x: 60, y: 2), 2), (Point(x: -4083, y: 90), Point(x: 338, y: 90), 1),
      (Point(x: 4083, y: 65_523), Point(x: 2, y: 90), 0), (Point(x: 100, y: -60), Point(x: 60, y: 188), 3),
    ] {
      var hand = Hand()
      hand.land(at: wild)
      hand.shift { _ in first - wild }
      let way = [Vector(dx: 30, dy: 0), Vector(dx: -30, dy: 0), Vector(dx: 0, dy: 30), Vector(dx: 0, dy: -30)][rule]
      hand.move(way.dx, way.dy, frames: 15)
      hand.lift()
      let swipes = gestures(rules, hand.events)
      #expect(swipes.map(\.trigger) == [rule])
    }
  }

  @Test("a device whose range is too short by a third loses nothing of a finger that moves beyond it")
  func shortRange() {
    var hand = Hand()
    hand.land(at: Point(x: 410, y: 90))
    hand.move(40, 0)
    hand.move(-60, 0)
    hand.lift()
    let steps = gestures([.pan(.any, 1, step: 6, goesBack: true)], hand.events).map(\.translation.dx)
    #expect(steps.max() ?? 0 > 39)
    #expect(abs((steps.last ?? 0) + 20) < 1)
  }

  @Test("two fingers that flick as soon as they are on the surface, and lift one after the other, have not jumped")
  func flickAndLift() {
    // A real hand, on a touchpad of 107 mm by 68 mm.
    var hand = Hand(on: Device(id: DeviceID(0), name: "Pad", kind: .touchscreen, size: Size(width: 106.67, height: 68)))
    func frame(_ milliseconds: Int, _ kinds: TouchEvent.Kind...) {
      hand.wait(milliseconds)
      for kind in kinds + [.touchFrame] { hand.say(kind) }
    }
    frame(0, .touchDown(slot: 0, Point(x: 36.667, y: 408.3)))
    frame(14, .touchMotion(slot: 0, Point(x: 37.583, y: 0.8)), .touchDown(slot: 1, Point(x: 56.667, y: 409.3)))
    frame(12, .touchMotion(slot: 0, Point(x: 40.75, y: 20.5)), .touchMotion(slot: 1, Point(x: 56.5, y: 17.1)))
    frame(9, .touchUp(slot: 0), .touchMotion(slot: 1, Point(x: 58.667, y: 34.2)))
    frame(8, .touchUp(slot: 1))
    let rules = (1...3).map { Trigger.pan(.any, $0) } + [.pinch(.any, 2), .rotate(.any, 2)] + (1...3).map { .tap($0) }
    let reported = gestures(rules, hand.events)
    #expect(reported.map(\.phase) == [.began, .ended])
    #expect(reported.allSatisfy { $0.trigger == 1 && $0.direction == .down })
  }

  @Test("two fingers that flick as soon as they are on the surface have not jumped")
  func flick() {
    var hand = Hand()
    hand.frame = 12
    hand.land(at: Point(x: 100, y: 4083), closing: false)
    hand.land(at: Point(x: 120, y: 4090))
    hand.shift { Point(x: 100 + 20 * Double($0), y: 1) - Point(x: 100 + 20 * Double($0), y: 4083 + 7 * Double($0)) }
    for _ in 0..<2 { hand.shift { _ in Vector(dx: 1, dy: 25) } }
    hand.lift()
    let pans = gestures([.pan(.any, 2), .tap(2)], hand.events).filter { $0.phase == .began }
    #expect(pans.map(\.direction) == [.down])
  }

  @Test("a contact that stays outside is a finger, as near as it can be told")
  func never() {
    var hand = Hand()
    hand.land(at: Point(x: 100, y: 4083))
    hand.wait(50)
    hand.lift()
    #expect(story([.tap(1)], hand.events).count == 1)
  }
}

extension UncleanKind {
  /// Hands without a disturbance, on screens of 60 to 250 Hz and on touchpads whose contacts are read.
  static let outside: [UncleanKind] = [
    UncleanKind(name: "a swipe of 1 to 5") { _, screen, random in
      screen.interval = random.within(4...16.7)
      let (motion, fingers, direction) = swipe(1...5, &random)
      return among(Scene(motion), .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "a tap of 1 to 5") { number, screen, random in
      screen.interval = random.within(4...16.7)
      let fingers = 1 + number % 5
      return among(Scene(.tap(fingers: fingers, &random)), .init(.tap, fingers))
    },
    UncleanKind(name: "a double tap of 1 to 3") { number, screen, random in
      screen.interval = random.within(4...16.7)
      let fingers = 1 + number % 3
      return UncleanHand(
        scene: Scene(.tap(fingers: fingers, taps: 2, &random)), triggers: (1...4).map { .tap($0, 2) } + taps(1...4),
        acts: [.init(.tap, fingers, trigger: fingers - 1)], margin: 8)
    },
    UncleanKind(name: "a long press of 1 to 3") { number, screen, random in
      screen.interval = random.within(4...16.7)
      let fingers = 1 + number % 3
      return UncleanHand(
        scene: Scene(.longPress(fingers: fingers, &random)), triggers: (1...4).map { .longPress($0) } + swipes(1...4),
        acts: [.init(.longPress, fingers)], margin: 8)
    },
    UncleanKind(name: "a drag of 1 to 3") { number, screen, random in
      screen.interval = random.within(4...16.7)
      let fingers = 1 + number % 3
      let length = random.within(20...50)
      let motion = Motion.straight(
        Direction.up.heading, Poise(fingers, &random), rest: random.within(0...80), length: length,
        duration: random.within(250...1200), stay: random.within(20...100), &random)
      let steps = Int((length - 6) / 6)...Int((length + 1.5) / 6)
      return UncleanHand(
        scene: Scene(motion), triggers: [.pan(.up, fingers, step: 6)] + taps(1...4),
        acts: [.init(.pan, fingers, .up, steps: steps)], margin: 8)
    },
    UncleanKind(name: "a pinch or a rotation of 2 to 5") { number, screen, random in
      screen.interval = random.within(4...16.7)
      let fingers = 2 + number / 2 % 4
      let (motion, kind) = pinchOrRotation(number, fingers: fingers, &random)
      return UncleanHand(
        scene: Scene(motion), triggers: [.pinch(.any, fingers), .rotate(.any, fingers)] + swipes(2...4),
        acts: [.init(kind, fingers)], margin: 8)
    },
    UncleanKind(name: "a tap or a swipe on a touchpad") { number, screen, random in
      guard let size = Size(width: 160, height: 100) else { return nil }
      screen = Touchscreen(touchpadOf: size, &random)
      let fingers = 4 + number % 2
      if number.isMultiple(of: 3) {
        let direction = direction(&random)
        return UncleanHand(
          scene: Scene(.swipe(direction.heading, fingers: 5, reach: 0.8, &random)), triggers: swipes(5...5),
          acts: [.init(.swipe, 5, direction)], margin: 8)
      }
      return UncleanHand(
        scene: Scene(.tap(fingers: fingers, &random)), triggers: taps(4...5), acts: [.init(.tap, fingers)], margin: 8)
    },
  ]
}

/// The part of a touch in which a contact is outside.
private enum DisplacedMoment: String, CaseIterable {
  case landing, moving, lifting
}

extension UncleanTrial {
  /// Moves one to three positions of one contact so far that they are outside: those from its landing on, later ones,
  /// or the last ones.
  fileprivate mutating func displace(at moment: DisplacedMoment, _ random: inout SplitMix) {
    guard let size = device.size else { return }
    var landings: [Int] = []
    for index in events.indices { if case .touchDown = events[index].kind { landings.append(index) } }
    guard let landing = landings.randomElement(using: &random), case .touchDown(let slot, _) = events[landing].kind
    else { return }
    // A tap has few frames: its last one is right.
    var frames: [Int] = []
    for index in events.indices.dropFirst(landing) {
      switch events[index].kind {
      case .touchDown(slot, _), .touchMotion(slot, _): frames.append(index)
      default: break
      }
      if case .touchUp(slot) = events[index].kind { break }
    }
    let first = moment == .landing ? 0 : Int.random(in: 1...6, using: &random)
    let wrap = random.side() * random.within(1.2...100)
    let axes = Int.random(in: 0...2, using: &random)
    let count = Int.random(in: 1...3, using: &random)
    let displaced =
      moment == .lifting ? frames.dropFirst().suffix(count) : frames.dropLast().dropFirst(first).prefix(count)
    for index in displaced {
      func outside(_ point: Point) -> Point {
        Point(x: axes == 1 ? point.x : size.width * wrap, y: axes == 0 ? point.y : size.height * wrap)
      }
      switch events[index].kind {
      case .touchDown(_, let point): events[index].kind = .touchDown(slot: slot, outside(point))
      case .touchMotion(_, let point): events[index].kind = .touchMotion(slot: slot, outside(point))
      default: break
      }
    }
  }
}
