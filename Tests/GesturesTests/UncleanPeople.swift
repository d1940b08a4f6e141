import Gestures
@testable import Hands
import Touch

/// Two people at one surface, as at a board: each has hands of their own from the first moment.
extension UncleanKind {
  static let people: [UncleanKind] = [
    // OpenBoard#860, #963, #1510.
    UncleanKind(name: "two people at a board swipe, 0 to 95 ms after one another") { _, screen, random in
      screen = .board(&random)
      var (scene, acts) = (Scene(), [UncleanHand.Act]())
      for person in pair(&random) {
        let (motion, fingers, direction) = swipe(1...3, &random)
        scene.contacts += Scene(motion, from: person.delay, offset: person.place).contacts
        acts.append(.init(.swipe, fingers, direction))
      }
      return UncleanHand(scene: scene, triggers: swipes(1...4) + taps(1...4), acts: acts)
    },
    UncleanKind(name: "two people at a board tap, 0 to 95 ms after one another") { _, screen, random in
      screen = .board(&random)
      var (scene, acts) = (Scene(), [UncleanHand.Act]())
      for person in pair(&random) {
        let fingers = Int.random(in: 1...3, using: &random)
        scene.contacts += Scene(.tap(fingers: fingers, &random), from: person.delay, offset: person.place).contacts
        acts.append(.init(.tap, fingers))
      }
      return UncleanHand(scene: scene, triggers: swipes(1...4) + taps(1...4), acts: acts)
    },
    UncleanKind(name: "two people at a board tap twice, 0 to 200 ms after one another") { _, screen, random in
      screen = .board(&random)
      var scene = Scene()
      for person in pair(within: 0...200, &random) {
        scene.contacts += Scene(.tap(fingers: 1, taps: 2, &random), from: person.delay, offset: person.place).contacts
      }
      return UncleanHand(
        scene: scene, triggers: [.tap(1, 2)] + taps(1...2),
        acts: [.init(.tap, 1, trigger: 0), .init(.tap, 1, trigger: 0)])
    },
    UncleanKind(name: "one person at a board swipes, and another one taps, presses or drags meanwhile") {
      number, screen, random in
      screen = .board(&random)
      let both = pair(within: 0...250, &random)
      let (motion, fingers, direction) = swipe(1...3, &random)
      var scene = Scene(motion, from: both[0].delay, offset: both[0].place)
      let other: Motion
      let kind: Gesture.Kind
      switch number % 3 {
      case 0: (other, kind) = (.tap(fingers: 1, &random), .tap)
      case 1: (other, kind) = (.longPress(fingers: 1, &random), .longPress)
      default:
        other = .straight(
          random.within(0...(2 * .pi)), Poise(4, &random), rest: random.within(0...80), length: random.within(20...50),
          duration: random.within(300...900), stay: random.within(20...100), &random)
        kind = .pan
      }
      scene.contacts += Scene(other, from: both[1].delay, offset: both[1].place).contacts
      return UncleanHand(
        scene: scene, triggers: swipes(1...3) + taps(1...2) + [.longPress(1), .pan(.any, 4)],
        acts: [.init(.swipe, fingers, direction), .init(kind, kind == .pan ? 4 : 1)])
    },
  ]

  /// Two people: the time at which each begins, and the place, farther from the other than a hand spans.
  private static func pair(
    within gap: ClosedRange<Double> = 0...95, _ random: inout SplitMix
  ) -> [(delay: Double, place: Vector)] {
    let apart = Vector(dx: random.side() * random.within(350...900), dy: random.within(-120...120))
    return [(0, .zero), (random.within(gap), apart)].shuffled(using: &random)
  }
}

extension Touchscreen {
  /// A board on a wall, of 60 to 250 Hz.
  static func board(_ random: inout SplitMix) -> Touchscreen {
    let sizes: [(Double, Double, tells: Bool)] = [(1210, 680, true), (1430, 805, true), (1650, 930, true)]
    var screen = Touchscreen(of: sizes, &random)
    screen.interval = random.within(4...16.7)
    return screen
  }
}
