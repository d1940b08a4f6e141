import Gestures
@testable import Hands
import Touch

/// Contacts that are merged or exchanged, hands that tremble, and several disturbances at once.
extension UncleanKind {
  static let compounds: [UncleanKind] = [
    UncleanKind(name: "two neighbouring contacts seen as one for 10 to 100 ms of a swipe") { _, screen, random in
      screen.framesPerScan = 1
      let (motion, fingers, direction) = swipe(2...4, &random)
      var scene = Scene(motion)
      guard scene.merge(lasting: random.within(10...100), room: 20, &random) else { return nil }
      return among(scene, .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "two neighbouring contacts seen as one for 10 to 60 ms of a tap") { number, screen, random in
      screen.framesPerScan = 1
      let fingers = 2 + number % 3
      var scene = Scene(.tap(fingers: fingers, &random))
      guard scene.merge(lasting: random.within(10...60), room: 8, &random) else { return nil }
      return among(scene, .init(.tap, fingers))
    },
    UncleanKind(name: "two neighbouring contacts land as one, for 10 to 40 ms of a swipe") { _, screen, random in
      screen.framesPerScan = 1
      let (motion, fingers, direction) = swipe(2...4, &random)
      var scene = Scene(motion)
      guard scene.landAsOne(lasting: random.within(10...40), &random) else { return nil }
      return among(scene, .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "two neighbouring contacts seen as one for 10 to 60 ms of a 3-finger drag") { _, screen, random in
      screen.framesPerScan = 1
      let length = random.within(20...50)
      let motion = Motion.straight(
        Direction.up.heading, Poise(3, &random), rest: random.within(0...80), length: length,
        duration: random.within(250...1200), stay: random.within(20...100), &random)
      var scene = Scene(motion)
      guard scene.merge(lasting: random.within(10...60), room: 20, &random) else { return nil }
      let steps = Int((length - 6) / 6)...Int((length + 1.5) / 6)
      return UncleanHand(
        scene: scene, triggers: [.pan(.up, 3, step: 6)] + swipes(4...4) + taps(2...4),
        acts: [.init(.pan, 3, .up, steps: steps)], margin: 8)
    },
    UncleanKind(name: "two neighbouring contacts seen as one for 10 to 100 ms of a long press of 2 or 3") {
      number, screen, random in
      screen.framesPerScan = 1
      let fingers = 2 + number % 2
      let motion = Motion.longPress(fingers: fingers, &random)
      var scene = Scene(motion)
      guard scene.merge(lasting: random.within(10...100), room: 60, &random) else { return nil }
      let due = motion.lastLanding + 500
      return UncleanHand(
        scene: scene, triggers: (1...4).map { .longPress($0) } + swipes(1...4),
        acts: [.init(.longPress, fingers, begins: due - 1...due + 120)], margin: 8)
    },
    UncleanKind(name: "two fingers seen as one while they are close, of a pinch inwards") { _, screen, random in
      screen.framesPerScan = 1
      let motion = Motion.pinch(inwards: true, fingers: 2, &random)
      var scene = Scene(motion)
      func distance(_ time: Double) -> Double {
        (scene.contacts[0].position(time) - scene.contacts[1].position(time)).length.value
      }
      let close = random.within(10...20)
      guard let together = scene.together, distance(together.lowerBound) > close + 8,
        let meets = stride(from: together.lowerBound, to: together.upperBound - 20, by: 1).first(where: {
          distance($0) < close
        })
      else { return nil }
      let isMerged = scene.merge(1, during: meets..<together.upperBound + 1000)
      guard isMerged else { return nil }
      return UncleanHand(
        scene: scene, triggers: [.pinch(.any, 2), .rotate(.any, 2), .pan(.any, 1)] + swipes(1...3) + taps(1...2),
        acts: [.init(.pinch, 2, .inwards)], margin: 8)
    },
    UncleanKind(name: "two contacts exchange their slots in a swipe") { _, _, random in
      let (motion, fingers, direction) = swipe(2...4, &random)
      var scene = Scene(motion)
      guard scene.exchange(&random) else { return nil }
      return among(scene, .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "two contacts exchange their slots in a tap") { number, _, random in
      let fingers = 2 + number % 3
      var scene = Scene(.tap(fingers: fingers, &random))
      guard scene.exchange(&random) else { return nil }
      return among(scene, .init(.tap, fingers))
    },
    UncleanKind(name: "two contacts of 3 or 4 lost at once for 6 to 20 ms in a swipe") { _, _, random in
      let (motion, fingers, direction) = swipe(3...4, &random)
      var scene = Scene(motion)
      guard scene.lose(random.within(6...20), before: motion.time(ofDistance: 12), &random),
        let lost = scene.contacts.firstIndex(where: { !$0.losses.isEmpty }),
        let other = scene.contacts.indices.filter({ $0 != lost }).randomElement(using: &random)
      else { return nil }
      scene.contacts[other].losses = scene.contacts[lost].losses
      return among(scene, .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "all contacts of 2 to 4 lost at once for one frame of a swipe") { _, screen, random in
      screen.interval = min(screen.interval, 15)
      let fingers = Int.random(in: 2...4, using: &random)
      let direction = direction(&random)
      let motion = Motion.straight(
        direction.heading + random.bell(4, limit: 12) * .pi / 180, Poise(fingers, &random),
        rest: random.within(100...200), length: random.within(25...50), duration: random.within(150...350),
        stay: random.within(20...80), &random)
      // A loss before any movement is a tap.
      guard let begins = motion.time(ofDistance: 6) else { return nil }
      var scene = Scene(motion)
      guard scene.lose(screen.interval, after: begins, &random),
        let lost = scene.contacts.first(where: { !$0.losses.isEmpty })
      else { return nil }
      for index in scene.contacts.indices { scene.contacts[index].losses = lost.losses }
      return among(scene, .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "all contacts lost for one or two frames of a swipe that waits for a late finger") {
      _, screen, random in
      screen.interval = min(screen.interval, 15)
      let fingers = Int.random(in: 2...4, using: &random)
      let direction = direction(&random)
      var motion = Motion.straight(
        direction.heading + random.bell(4, limit: 12) * .pi / 180, Poise(fingers, &random), rest: 0,
        length: random.within(35...60), duration: random.within(120...220), stay: random.within(20...80), &random)
      // The number of fingers is settled 100 ms after the last landing.
      guard let far = motion.time(ofDistance: 15), far + 5 < motion.lastLanding + 85 else { return nil }
      let at = random.within(far + 5...motion.lastLanding + 85)
      let frames = Double(Int.random(in: 1...2, using: &random))
      motion.contacts[0].lifts = max(motion.contacts[0].lifts, at + 60)
      var scene = Scene(motion)
      for index in scene.contacts.indices {
        scene.contacts[index].losses = [.init(at: at, lasting: frames * screen.interval)]
      }
      // Contacts may return one after another.
      if frames == 2, random.chance(0.3) {
        scene.contacts[Int.random(in: 0..<fingers, using: &random)].losses = [.init(at: at, lasting: screen.interval)]
      }
      return among(scene, .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "one contact lost twice for 6 to 20 ms in a swipe of 3 or 4") { _, _, random in
      let (motion, fingers, direction) = swipe(3...4, &random)
      var scene = Scene(motion)
      guard let together = scene.together, together.upperBound - together.lowerBound > 130,
        let index = scene.contacts.indices.randomElement(using: &random)
      else { return nil }
      let first = together.lowerBound + random.within(15...30)
      let length = random.within(6...20)
      let second = first + length + random.within(25...40)
      scene.contacts[index].losses = [
        .init(at: first, lasting: length, isRenumbered: random.chance(0.3)),
        .init(at: second, lasting: random.within(6...20), isRenumbered: random.chance(0.3)),
      ]
      return UncleanHand(
        scene: scene, triggers: swipes(2...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)], margin: 8)
    },
    UncleanKind(name: "a thumb rests, and one contact lost for 6 to 28 ms in a swipe of 3 or 4") { _, _, random in
      let (motion, fingers, direction) = swipe(3...4, &random)
      var scene = Scene(motion).beside(rest: 300...3000, stays: 100...800, &random)
      guard scene.lose(random.within(6...28), &random) else { return nil }
      return among(scene, .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "a hook of 2 to 5 mm, and one contact lost for 6 to 28 ms in a swipe of 3") { _, _, random in
      let direction = direction(&random)
      let motion = Motion.straight(
        direction.heading + random.bell(4, limit: 10) * .pi / 180, Poise(3, &random), rest: random.within(0...40),
        length: random.within(38...60), duration: random.within(180...350), stay: random.within(20...80),
        hook: random.anyWay(2...5), hookTime: random.within(40...90), &random)
      var scene = Scene(motion)
      guard scene.lose(random.within(6...28), before: motion.time(ofDistance: 12), &random) else { return nil }
      return UncleanHand(
        scene: scene, triggers: swipes(2...5) + taps(1...5), acts: [.init(.swipe, 3, direction)], margin: 8)
    },
    UncleanKind(name: "one finger starts 30 to 60 ms late, and another contact lost for 6 to 20 ms") { _, _, random in
      let (motion, fingers, direction) = swipeWithLateFinger(3...4, &random)
      var scene = Scene(motion)
      guard scene.lose(random.within(6...20), before: motion.time(ofDistance: 12), &random),
        let other = scene.contacts.firstIndex(where: \.losses.isEmpty)
      else { return nil }
      scene.delay(other, by: random.within(30...60))
      return UncleanHand(
        scene: scene, triggers: swipes(2...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)], margin: 8)
    },
    UncleanKind(name: "contacts settle by 0.5 to 1.5 mm in the first 30 ms of a tap") { number, _, random in
      let fingers = 1 + number % 4
      var scene = Scene(.tap(fingers: fingers, &random))
      for index in scene.contacts.indices { scene.settle(index, from: random.anyWay(0.5...1.5), within: 30) }
      return among(scene, .init(.tap, fingers))
    },
    UncleanKind(name: "contacts settle by 1 to 2.5 mm in the first 30 ms of a swipe") { _, _, random in
      let (motion, fingers, direction) = swipe(1...4, &random)
      var scene = Scene(motion)
      for index in scene.contacts.indices { scene.settle(index, from: random.anyWay(1...2.5), within: 30) }
      return among(scene, .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "contacts settle by 1 to 2 mm in the first 30 ms of a long press") { number, _, random in
      let fingers = 1 + number % 3
      let motion = Motion.longPress(fingers: fingers, &random)
      var scene = Scene(motion)
      for index in scene.contacts.indices { scene.settle(index, from: random.anyWay(1...2), within: 30) }
      let due = motion.lastLanding + 500
      return UncleanHand(
        scene: scene, triggers: (1...4).map { .longPress($0) } + swipes(1...4),
        acts: [.init(.longPress, fingers, begins: due - 1...due + 45)], margin: 8)
    },
    UncleanKind(name: "a hand with a tremor of 0.5 to 1 mm swipes") { _, _, random in
      var (motion, fingers, direction) = swipe(1...4, &random)
      motion.tremor = .strong(&random, 0.5...1)
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(1...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)],
        margin: 8)
    },
    UncleanKind(name: "a hand with a tremor of 3 to 5 mm, 4 to 6 times a second, swipes slowly") { _, screen, random in
      swipeWithTremor(1...3, goesRound: false, &screen, &random)
    },
    UncleanKind(name: "2 or 3 fingers with a tremor of 3 to 5 mm that goes round swipe slowly") { _, screen, random in
      swipeWithTremor(2...3, goesRound: true, &screen, &random)
    },
    UncleanKind(name: "a hand with a tremor of 0.5 to 1 mm taps") { number, _, random in
      let fingers = 1 + number % 4
      var motion = Motion.tap(fingers: fingers, &random)
      motion.tremor = .strong(&random, 0.5...1)
      return among(Scene(motion), .init(.tap, fingers))
    },
    UncleanKind(name: "a hand with a tremor of 0.5 to 1 mm presses long") { number, _, random in
      let fingers = 1 + number % 3
      var motion = Motion.longPress(fingers: fingers, &random)
      motion.tremor = .strong(&random, 0.5...1)
      let due = motion.lastLanding + 500
      return UncleanHand(
        scene: Scene(motion), triggers: (1...4).map { .longPress($0) } + swipes(1...4),
        acts: [.init(.longPress, fingers, begins: due - 1...due + 45)], margin: 8)
    },
    UncleanKind(name: "a hand with a tremor of 0.5 to 1 mm pinches or rotates") { number, _, random in
      let fingers = Int.random(in: 2...3, using: &random)
      var (motion, kind) = pinchOrRotation(number, fingers: fingers, &random)
      motion.tremor = .strong(&random, 0.5...1)
      return UncleanHand(
        scene: Scene(motion), triggers: [.pinch(.any, fingers), .rotate(.any, fingers)] + swipes(2...4),
        acts: [.init(kind, fingers)], margin: 8)
    },
    UncleanKind(name: "one contact of 3 or 4 ends for good before the distance of a swipe") { _, _, random in
      let (motion, fingers, direction) = swipe(3...4, &random)
      guard let at = motion.time(ofDistance: 7), let far = motion.time(ofDistance: 9) else { return nil }
      var scene = Scene(motion)
      guard let together = scene.together, at > together.lowerBound + 10, far < together.upperBound - 20,
        let index = scene.contacts.indices.randomElement(using: &random)
      else { return nil }
      scene.contacts[index].lifts = random.within(at...far)
      return UncleanHand(
        scene: scene, triggers: swipes(fingers...5) + taps(2...5), acts: [.init(.swipe, fingers, direction)],
        mayDoNothing: true, margin: 8)
    },
    UncleanKind(name: "a finger hesitates for 40 to 80 ms on the way of a swipe") { _, _, random in
      let (motion, fingers, direction) = swipe(1...4, &random)
      guard let at = motion.time(ofDistance: random.within(3...10)) else { return nil }
      var paused = motion
      let pause = random.within(40...80)
      let pose = motion.pose
      paused.pose = { pose($0 < at ? $0 : max(at, $0 - pause)) }
      for index in paused.contacts.indices { paused.contacts[index].lifts += pause }
      guard paused.lastLanding < at else { return nil }
      return UncleanHand(
        scene: Scene(paused), triggers: swipes(1...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)],
        margin: 8)
    },
    UncleanKind(name: "a screen of 30 Hz: swipes of 1 to 4") { _, screen, random in
      let (motion, fingers, direction) = swipe(1...4, &random)
      (screen.interval, screen.framesPerScan) = (33, 1)
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(1...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)],
        margin: 8)
    },
    UncleanKind(name: "a screen of 240 Hz with noise of 0.5 mm: swipes of 1 to 4") { _, screen, random in
      let (motion, fingers, direction) = swipe(1...4, &random)
      (screen.interval, screen.noise) = (4, 0.5)
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(1...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)],
        margin: 8)
    },
    UncleanKind(name: "a pinch or a rotation that also shifts by 5 to 10 mm") { number, _, random in
      let fingers = Int.random(in: 2...3, using: &random)
      var (motion, kind) = pinchOrRotation(number, fingers: fingers, degrees: 45, &random)
      let (pose, way, end, start) = (motion.pose, random.anyWay(5...10), motion.end, motion.lastLanding)
      motion.pose = { time in
        var pose = pose(time)
        pose.shift += way * leastJerk((time - start) / (end - start))
        return pose
      }
      return UncleanHand(
        scene: Scene(motion), triggers: [.pinch(.any, fingers), .rotate(.any, fingers)],
        acts: [.init(kind, fingers)], margin: 8)
    },
  ]

  /// A swipe of a hand that trembles by 3 to 5 mm, to and fro or round.
  private static func swipeWithTremor(
    _ fingers: ClosedRange<Int>, goesRound: Bool, _ screen: inout Touchscreen, _ random: inout SplitMix
  ) -> UncleanHand {
    screen.interval = random.within(4...16.7)
    let (fingers, direction) = (Int.random(in: fingers, using: &random), direction(&random))
    var motion = Motion.straight(
      direction.heading + random.bell(4, limit: 10) * .pi / 180, Poise(fingers, &random), rest: random.within(0...80),
      length: random.within(50...100), duration: random.within(600...1300), stay: random.within(20...200), &random)
    let size = random.anyWay(3...5)
    motion.tremor = Tremor(
      size: size, across: goesRound ? size.turned(by: .pi / 2) * random.within(0.2...0.5) : .zero,
      pace: random.within(4...6) * 2 * .pi / 1000)
    return UncleanHand(
      scene: Scene(motion), triggers: swipes(1...4) + taps(1...4), acts: [.init(.swipe, fingers, direction)],
      margin: 8)
  }
}
