import Gestures
@testable import Hands
import Touch

/// Rules and hands that the kinds of disturbance share.
extension UncleanKind {
  static let four: [Direction] = [.right, .down, .left, .up]
  static let fourSet: Directions = [.right, .down, .left, .up]

  /// A rule for each of the four directions and each number of fingers.
  static func swipes(_ fingers: ClosedRange<Int>) -> [Trigger] {
    fingers.flatMap { count in four.map { .swipe($0.set, count) } }
  }
  static func taps(_ fingers: ClosedRange<Int>) -> [Trigger] { fingers.map { .tap($0) } }
  /// Rules for two fingers that move.
  static func moves(_ fingers: ClosedRange<Int>) -> [Trigger] {
    fingers.flatMap { count -> [Trigger] in [.pan(.any, count), .pinch(.any, count), .rotate(.any, count)] }
  }
  /// A scene among rules for swipes and taps of one to five fingers.
  static func among(_ scene: Scene, _ act: UncleanHand.Act) -> UncleanHand {
    UncleanHand(scene: scene, triggers: swipes(1...5) + taps(1...5), acts: [act], margin: 8)
  }
  static func direction(_ random: inout SplitMix) -> Direction { four.randomElement(using: &random) ?? .right }

  /// A swipe without a disturbance.
  static func swipe(
    _ fingers: ClosedRange<Int>, _ random: inout SplitMix
  ) -> (motion: Motion, fingers: Int, direction: Direction) {
    let fingers = Int.random(in: fingers, using: &random)
    let direction = direction(&random)
    return (.swipe(direction.heading, fingers: fingers, &random), fingers, direction)
  }

  /// In turn a pinch, and a rotation by at least `degrees`, without a disturbance.
  static func pinchOrRotation(
    _ number: Int, fingers: Int, degrees: Double = 30, _ random: inout SplitMix
  ) -> (motion: Motion, kind: Gesture.Kind) {
    number.isMultiple(of: 2)
      ? (.pinch(inwards: random.chance(0.5), fingers: fingers, &random), .pinch)
      : (.rotation(clockwise: random.chance(0.5), degrees: degrees...120, fingers: fingers, &random), .rotate)
  }

  /// A swipe of which a finger that starts up to 60 ms late still moves along before it lifts.
  static func swipeWithLateFinger(
    _ fingers: ClosedRange<Int>, _ random: inout SplitMix
  ) -> (motion: Motion, fingers: Int, direction: Direction) {
    let fingers = Int.random(in: fingers, using: &random)
    let direction = direction(&random)
    let motion = Motion.straight(
      direction.heading + random.bell(4, limit: 12) * .pi / 180, Poise(fingers, &random), rest: random.within(0...60),
      length: random.within(25...50), duration: random.within(120...350), stay: random.within(70...150), &random)
    return (motion, fingers, direction)
  }
}

/// Contacts that are lost, renumbered or doubled.
extension UncleanKind {
  static let losses: [UncleanKind] = [
    // libinput-gestures#167. libinput merges a touch that ends and one that begins within a frame.
    UncleanKind(name: "one contact of 3 or 4 lost for 6 to 28 ms in a swipe") { _, _, random in
      let (motion, fingers, direction) = swipe(3...4, &random)
      var scene = Scene(motion)
      // Later than the swipe is recognised, a loss changes little.
      let before = random.chance(0.7) ? motion.time(ofDistance: 12) : nil
      guard scene.lose(random.within(6...28), before: before, isRenumbered: random.chance(0.3), &random) else {
        return nil
      }
      return UncleanHand(
        scene: scene, triggers: swipes(2...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)], margin: 8)
    },
    UncleanKind(name: "a contact renumbered within one frame of a swipe") { number, _, random in
      let (motion, fingers, direction) = swipe(3...4, &random)
      var scene = Scene(motion)
      let before = random.chance(0.7) ? motion.time(ofDistance: 12) : nil
      guard scene.lose(0, before: before, isRenumbered: number % 3 > 0, landsFirst: number % 3 == 2, &random) else {
        return nil
      }
      return UncleanHand(
        scene: scene, triggers: swipes(2...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)], margin: 8)
    },
    UncleanKind(name: "a contact renumbered within one frame of a tap") { number, _, random in
      let fingers = 1 + number % 4
      var scene = Scene(.tap(fingers: fingers, &random))
      let kind = Int.random(in: 0...2, using: &random)
      guard scene.lose(0, isRenumbered: kind > 0, landsFirst: kind == 2, room: 8, &random) else { return nil }
      return UncleanHand(scene: scene, triggers: swipes(1...5) + taps(1...5), acts: [.init(.tap, fingers)])
    },
    // ThreeFingerDragOnWindows#19: a contact is lost in the middle of a drag.
    UncleanKind(name: "one contact of a 3-finger drag lost for 10 to 25 ms") { _, _, random in
      let length = random.within(20...50)
      let motion = Motion.straight(
        Direction.up.heading, Poise(3, &random), rest: random.within(0...80), length: length,
        duration: random.within(250...1200), stay: random.within(20...100), &random)
      guard let begins = motion.time(ofDistance: 1) else { return nil }
      var scene = Scene(motion)
      guard scene.lose(random.within(10...25), after: begins, isRenumbered: random.chance(0.3), &random) else {
        return nil
      }
      // Steps count from the beginning, which is 3 to 5 mm on the way; noise may add a millimetre.
      let steps = Int((length - 6) / 6)...Int((length + 1.5) / 6)
      return UncleanHand(
        scene: scene, triggers: [.pan(.up, 3, step: 6)] + swipes(4...4) + taps(2...4),
        acts: [.init(.pan, 3, .up, steps: steps)], margin: 8)
    },
    UncleanKind(name: "the only contact of a drag lost for up to 15 ms") { _, screen, random in
      screen.interval = min(screen.interval, 15)
      let motion = Motion.straight(
        random.within(0...(2 * .pi)), Poise(1, &random), rest: random.within(0...80), length: random.within(25...60),
        duration: random.within(300...1500), stay: random.within(20...100), &random)
      guard let begins = motion.time(ofDistance: 7) else { return nil }
      var scene = Scene(motion)
      guard scene.lose(random.within(6...15), after: begins + 30, isRenumbered: random.chance(0.3), room: 60, &random)
      else { return nil }
      return UncleanHand(scene: scene, triggers: [.pan(.any, 1)] + taps(1...2), acts: [.init(.pan, 1)])
    },
    UncleanKind(name: "the only contact of a swipe lost for up to 15 ms, before the distance") { _, screen, random in
      screen.interval = min(screen.interval, 15)
      let direction = direction(&random)
      let motion = Motion.straight(
        direction.heading + random.bell(4, limit: 12) * .pi / 180, Poise(1, &random), rest: random.within(0...60),
        length: random.within(25...50), duration: random.within(120...350), stay: random.within(20...80), &random)
      guard let begins = motion.time(ofDistance: 5) else { return nil }
      var scene = Scene(motion)
      guard
        scene.lose(
          random.within(6...15), after: begins, before: motion.time(ofDistance: 10), isRenumbered: random.chance(0.3),
          &random)
      else { return nil }
      return UncleanHand(scene: scene, triggers: swipes(1...2) + taps(1...2), acts: [.init(.swipe, 1, direction)])
    },
    // libinput counts a touch by its size in such cases; screens split a broad finger in two.
    UncleanKind(name: "a finger of 1 to 3 seen as two for 10 to 40 ms in a swipe") { _, _, random in
      let (motion, fingers, direction) = swipe(1...3, &random)
      guard let scene = Scene(motion).split(lasting: random.within(10...40), &random) else { return nil }
      return UncleanHand(scene: scene, triggers: swipes(1...4) + taps(1...4), acts: [.init(.swipe, fingers, direction)])
    },
    UncleanKind(name: "a finger of 1 to 3 seen as two for 10 to 40 ms in a tap") { number, _, random in
      let fingers = 1 + number % 3
      guard let scene = Scene(.tap(fingers: fingers, &random)).split(lasting: random.within(10...40), &random) else {
        return nil
      }
      return UncleanHand(scene: scene, triggers: swipes(1...4) + taps(1...4), acts: [.init(.tap, fingers)])
    },
    UncleanKind(name: "one contact lost for one frame in a tap of 2 to 5") { number, screen, random in
      let fingers = 2 + number % 4
      var scene = Scene(.tap(fingers: fingers, &random))
      guard scene.lose(screen.interval, isRenumbered: random.chance(0.3), room: 12, &random) else { return nil }
      return among(scene, .init(.tap, fingers))
    },
    UncleanKind(name: "one contact lost for one frame in a double tap of 2 or 3") { number, screen, random in
      let fingers = 2 + number % 2
      var scene = Scene(.tap(fingers: fingers, taps: 2, &random))
      let second = Scene(Array(scene.contacts.suffix(fingers)))
      guard let index = scene.contacts.indices.suffix(fingers).randomElement(using: &random),
        let together = second.together, together.upperBound - together.lowerBound > screen.interval + 26
      else { return nil }
      scene.contacts[index].losses = [
        Scene.Loss(
          at: random.within(together.lowerBound + 12...together.upperBound - screen.interval - 12),
          lasting: screen.interval, isRenumbered: random.chance(0.3))
      ]
      return UncleanHand(
        scene: scene, triggers: (2...4).map { .tap($0, 2) } + taps(2...4),
        acts: [.init(.tap, fingers, trigger: fingers - 2)],
        margin: 8)
    },
    UncleanKind(name: "a contact lost for one or two frames in a long press of 1 to 3") { number, screen, random in
      let fingers = 1 + number % 3
      let motion = Motion.longPress(fingers: fingers, &random)
      var scene = Scene(motion)
      // The only finger may be lost for one frame of at most 15 ms.
      if fingers == 1 { screen.interval = min(screen.interval, 15) }
      let frames = fingers == 1 ? 1.0 : Double(Int.random(in: 1...2, using: &random))
      guard scene.lose(frames * screen.interval, isRenumbered: random.chance(0.3), room: 60, &random) else {
        return nil
      }
      let due = motion.lastLanding + 500
      return UncleanHand(
        scene: scene, triggers: (1...4).map { .longPress($0) } + swipes(1...4),
        acts: [.init(.longPress, fingers, begins: due - 1...due + 45)], margin: 8)
    },
    UncleanKind(name: "one contact of a pinch or a rotation lost for 6 to 20 ms") { number, _, random in
      let fingers = Int.random(in: 2...3, using: &random)
      let (motion, kind) = pinchOrRotation(number, fingers: fingers, &random)
      var scene = Scene(motion)
      guard scene.lose(random.within(6...20), isRenumbered: random.chance(0.3), &random) else { return nil }
      return UncleanHand(
        scene: scene, triggers: [.pinch(.any, fingers), .rotate(.any, fingers)] + swipes(2...4),
        acts: [.init(kind, fingers)], margin: 8)
    },
    // A finger that bounces when it lands; debouncing of libinput's buttons knows 25 ms.
    UncleanKind(name: "a finger of 2 to 4 lands twice within 20 ms, then swipes") { _, screen, random in
      screen.interval = min(screen.interval, 10)
      let (motion, fingers, direction) = swipe(2...4, &random)
      var scene = Scene(motion)
      guard let last = scene.contacts.indices.max(by: { scene.contacts[$0].lands < scene.contacts[$1].lands }) else {
        return nil
      }
      scene.contacts[last].losses = [
        Scene.Loss(at: scene.contacts[last].lands + random.within(10...18), lasting: random.within(6...20))
      ]
      guard let together = scene.together, together.upperBound - together.lowerBound > 70 else { return nil }
      return UncleanHand(
        scene: scene, triggers: swipes(2...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)], margin: 8)
    },
    UncleanKind(name: "the screen reports nothing for 30 to 50 ms of a swipe") { _, _, random in
      let (motion, fingers, direction) = swipe(1...4, &random)
      var scene = Scene(motion)
      guard let together = scene.together, let begins = motion.time(ofDistance: 2),
        max(begins, together.lowerBound) < together.upperBound - 60
      else { return nil }
      let at = random.within(max(begins, together.lowerBound)...together.upperBound - 55)
      scene.stalls = [at...at + random.within(30...50)]
      return among(scene, .init(.swipe, fingers, direction))
    },
  ]
}
