import Gestures
@testable import Hands
import Touch

/// Contacts that are no part of the hand, and second hands.
extension UncleanKind {
  static let strangers: [UncleanKind] = [
    // A hand that holds the tablet; elementary/os-patches#142.
    UncleanKind(name: "a thumb or palm rests, landed 300 ms to 3 s before, during a swipe") { _, _, random in
      let (motion, fingers, direction) = swipe(1...4, &random)
      let scene = Scene(motion).beside(rest: 300...3000, stays: 100...800, &random)
      return UncleanHand(scene: scene, triggers: swipes(1...5), acts: [.init(.swipe, fingers, direction)], margin: 8)
    },
    UncleanKind(name: "a thumb or palm rests, landed 300 ms to 3 s before, during a tap") { number, _, random in
      let fingers = 1 + number % 4
      let scene = Scene(.tap(fingers: fingers, &random)).beside(rest: 300...3000, stays: 300...800, &random)
      return among(scene, .init(.tap, fingers))
    },
    UncleanKind(name: "a thumb or palm rests, landed 300 ms to 3 s before, during a drag of 1 to 3") {
      number, _, random in
      let fingers = 1 + number % 3
      let motion = Motion.straight(
        random.within(0...(2 * .pi)), Poise(fingers, &random), rest: random.within(0...80),
        length: random.within(15...50), duration: random.within(200...1200), stay: random.within(20...100), &random)
      let scene = Scene(motion).beside(rest: 300...3000, stays: 100...800, &random)
      return UncleanHand(
        scene: scene, triggers: (1...4).map { .pan(.any, $0) } + taps(1...4), acts: [.init(.pan, fingers)], margin: 8)
    },
    UncleanKind(name: "a thumb or palm rests, landed 300 to 450 ms before, during a long press of 2 or 3") {
      number, _, random in
      let fingers = 2 + number % 2
      let motion = Motion.longPress(fingers: fingers, &random)
      // A palm of several contacts that rests alone for longer makes a long press of its own.
      let scene = Scene(motion).beside(rest: 300...450, stays: 100...800, &random)
      // The hand has landed when all of it has, after the rest.
      let due = (scene.contacts.prefix(fingers).map(\.lands).max() ?? 0) + 500
      return UncleanHand(
        scene: scene, triggers: (2...4).map { .longPress($0) } + swipes(1...4),
        acts: [.init(.longPress, fingers, begins: due - 1...due + 30)], margin: 8)
    },
    UncleanKind(name: "a palm lands during a swipe and is cancelled alone") { _, _, random in
      let (motion, fingers, direction) = swipe(2...4, &random)
      guard let begins = motion.time(ofDistance: 4) else { return nil }
      let lands = max(begins, motion.lastLanding) + random.within(0...80)
      guard lands < motion.end - 20 else { return nil }
      var scene = Scene(motion)
      scene.addStray(
        at: random.anyWay(60...110), from: lands, until: lands + random.within(15...150), isCancelled: true)
      return UncleanHand(
        scene: scene, triggers: swipes(2...4) + taps(2...4), acts: [.init(.swipe, fingers, direction)], margin: 8)
    },
    UncleanKind(name: "a palm lands among the fingers, before they move, and is cancelled 10 to 60 ms later") {
      _, screen, random in
      screen.interval = random.within(4...16.7)
      let (motion, fingers, direction) = swipe(1...4, &random)
      let lands = random.within(0...motion.lastLanding + 40)
      guard lands < motion.end - 20 else { return nil }
      var scene = Scene(motion)
      scene.addStray(
        at: random.anyWay(25...110), from: lands, until: lands + random.within(10...60), isCancelled: true)
      return UncleanHand(
        scene: scene, triggers: swipes(1...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)], margin: 8)
    },
    UncleanKind(name: "a palm of 2 or 3 contacts lands after a 3-finger swipe has begun, and stays") { _, _, random in
      let (motion, _, direction) = swipe(3...3, &random)
      guard let begins = motion.time(ofDistance: 4) else { return nil }
      let lands = max(begins, motion.lastLanding) + random.within(0...150)
      guard lands < motion.end - 20 else { return nil }
      var scene = Scene(motion)
      let place = random.anyWay(70...110)
      for _ in 0..<Int.random(in: 2...3, using: &random) {
        scene.addStray(at: place + random.anyWay(5...20), from: lands, until: motion.end + random.within(100...600))
      }
      return UncleanHand(
        scene: scene, triggers: swipes(3...5) + taps(2...5), acts: [.init(.swipe, 3, direction)], margin: 8)
    },
    // Interference of chargers: contacts that exist for a frame or two.
    UncleanKind(name: "a ghost contact flashes for one or two frames of a swipe") { _, screen, random in
      let (motion, fingers, direction) = swipe(1...4, &random)
      guard let begins = motion.time(ofDistance: 4) else { return nil }
      let lands = max(begins, motion.lastLanding) + random.within(0...100)
      guard lands < motion.end - 20 else { return nil }
      var scene = Scene(motion)
      let frames = Double(Int.random(in: 1...2, using: &random))
      scene.addStray(at: random.anyWay(50...100), from: lands, until: lands + frames * screen.interval)
      return among(scene, .init(.swipe, fingers, direction))
    },
    // Case screen-stuck-ghost.
    UncleanKind(name: "a stuck contact that never lifts, and a swipe of 1 to 3 seconds later") { _, _, random in
      let (motion, fingers, direction) = swipe(1...3, &random)
      let start = random.within(2000...20_000)
      var scene = Scene(motion, from: start)
      scene.addStray(at: random.anyWay(50...100), from: 0, until: .infinity)
      return UncleanHand(
        scene: scene, triggers: swipes(1...4) + taps(1...4), acts: [.init(.swipe, fingers, direction)], margin: 8)
    },
    UncleanKind(name: "a stuck contact that never lifts, and a tap of 1 to 3 seconds later") { number, _, random in
      let fingers = 1 + number % 3
      let start = random.within(2000...20_000)
      var scene = Scene(.tap(fingers: fingers, &random), from: start)
      scene.addStray(at: random.anyWay(50...100), from: 0, until: .infinity)
      return UncleanHand(scene: scene, triggers: swipes(1...4) + taps(1...4), acts: [.init(.tap, fingers)], margin: 8)
    },
    UncleanKind(name: "a stuck contact that never lifts, and a pinch or a rotation seconds later") {
      number, _, random in
      let (motion, kind) = pinchOrRotation(number, fingers: 2, &random)
      var scene = Scene(motion, from: random.within(2000...20_000))
      scene.addStray(at: random.anyWay(60...110), from: 0, until: .infinity)
      return UncleanHand(
        scene: scene, triggers: [.pinch(.any, 2), .rotate(.any, 2), .pinch(.any, 3), .rotate(.any, 3)] + swipes(2...3),
        acts: [.init(kind, 2)], margin: 8)
    },
    // Case screen-two-hands. In UIKit, each has a view of its own.
    UncleanKind(name: "a second hand's 3-finger swipe begins before the first hand has lifted") { _, _, random in
      let directions = [direction(&random), direction(&random)]
      func hand(_ direction: Direction, stay: ClosedRange<Double>) -> Motion {
        let heading = direction.heading + random.bell(4, limit: 10) * .pi / 180
        return .straight(
          heading, Poise(3, spacing: 14...20, withThumb: false, &random), rest: random.within(0...60),
          length: random.within(20...40), duration: random.within(150...350), stay: random.within(stay), &random)
      }
      let first = hand(directions[0], stay: 250...600)
      let second = hand(directions[1], stay: 20...300)
      let lands = random.within(first.lastLanding + 140...first.end - 100)
      var scene = Scene(first)
      let apart = Vector(dx: random.side() * random.within(110...150), dy: random.within(-20...20))
      scene.contacts += Scene(second, from: lands, offset: apart).contacts
      return UncleanHand(
        scene: scene, triggers: swipes(3...3) + taps(3...3), acts: directions.map { .init(.swipe, 3, $0) }, margin: 8)
    },
    // Case screen-thumb-typing.
    UncleanKind(name: "two thumbs type in turn, overlapping by 5 to 25 ms") { _, _, random in
      let apart = random.within(45...160)
      var scene = Scene()
      var time = 0.0
      for index in 0..<Int.random(in: 3...12, using: &random) {
        let place = Vector(dx: index.isMultiple(of: 2) ? 0 : apart, dy: 0) + random.anyWay(0...18)
        let lifts = time + random.within(60...120)
        scene.contacts.append(Scene.Contact(lands: time, lifts: lifts, position: { _ in place }))
        time = lifts - random.within(5...25)
      }
      return UncleanHand(scene: scene, triggers: taps(2...3) + swipes(2...3), acts: [], margin: 4)
    },
    UncleanKind(name: "two thumbs take hold of a tablet, 225 to 300 mm apart, and put it down") { _, screen, random in
      let apart = random.within(225...300)
      guard let width = screen.device.size?.width, apart < width - 12 else { return nil }
      var scene = Scene()
      for x in [0, apart] {
        let (lands, roll) = (random.within(0...90), random.anyWay(0...1.5))
        let lifts = lands + random.within(60...1500)
        scene.contacts.append(
          Scene.Contact(
            lands: lands, lifts: lifts, position: { Vector(dx: x, dy: 0) + roll * (($0 - lands) / (lifts - lands)) }))
      }
      let presses = [Trigger.longPress(2), .pinch(.any, 2), .rotate(.any, 2)]
      return UncleanHand(scene: scene, triggers: taps(2...3) + swipes(2...3) + presses, acts: [], margin: 4)
    },
  ]
}

/// Fingers that land, start or lift late.
extension UncleanKind {
  static let lateFingers: [UncleanKind] = [
    // The fourth finger has been seen 111 ms after the first.
    UncleanKind(name: "the last of 3 or 4 fingers lands 95 to 150 ms late, the hand rests, then swipes") {
      number, _, random in
      let fingers = 3 + number % 2
      let direction = direction(&random)
      let motion = Motion.late(
        fingers, by: random.within(95...150), heading: direction.heading + random.bell(4, limit: 12) * .pi / 180,
        &random)
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(2...5) + taps(2...5), acts: [.init(.swipe, fingers, direction)],
        margin: 8)
    },
    // Case screen-second-finger-lags.
    UncleanKind(name: "the second finger of a two-finger pan starts 30 to 70 ms late") { _, _, random in
      let motion = Motion.straight(
        random.within(0...(2 * .pi)), Poise(2, spacing: 15...35, withThumb: false, &random),
        rest: random.within(0...60), length: random.within(20...50), duration: random.within(150...400),
        stay: random.within(80...160), &random)
      var scene = Scene(motion)
      scene.delay(Int.random(in: 0...1, using: &random), by: random.within(30...70))
      return UncleanHand(scene: scene, triggers: moves(2...2), acts: [.init(.pan, 2)], margin: 8)
    },
    UncleanKind(name: "the second finger of a two-finger pan lands 160 to 185 ms late, before the first moves") {
      _, screen, random in
      screen.interval = random.within(4...16.7)
      let motion = Motion.late(
        2, by: random.within(160...185), heading: random.within(0...(2 * .pi)), &random)
      return UncleanHand(
        scene: Scene(motion), triggers: moves(2...2) + [.pan(.any, 1)] + taps(1...2), acts: [.init(.pan, 2)], margin: 8)
    },
    UncleanKind(name: "one finger of a swipe of 3 or 4 starts 30 to 60 ms late") { _, _, random in
      let (motion, fingers, direction) = swipeWithLateFinger(3...4, &random)
      var scene = Scene(motion)
      scene.delay(Int.random(in: 0..<fingers, using: &random), by: random.within(30...60))
      return UncleanHand(
        scene: scene, triggers: swipes(2...5) + taps(2...5), acts: [.init(.swipe, fingers, direction)], margin: 8)
    },
    UncleanKind(name: "one finger of a swipe of 3 or 4 starts 30 to 60 ms late, beside pinches") { _, _, random in
      let (motion, fingers, direction) = swipeWithLateFinger(3...4, &random)
      var scene = Scene(motion)
      scene.delay(Int.random(in: 0..<fingers, using: &random), by: random.within(30...60))
      let turns = (2...4).flatMap { [Trigger.pinch(.any, $0), .rotate(.any, $0)] }
      return UncleanHand(
        scene: scene, triggers: swipes(2...5) + taps(2...5) + turns, acts: [.init(.swipe, fingers, direction)],
        margin: 8)
    },
    UncleanKind(name: "3 or 4 fingers pinch or turn, also about one of them, beside swipes") { number, _, random in
      let fingers = Int.random(in: 3...4, using: &random)
      let (motion, kind) = pinchOrRotation(number, fingers: fingers, degrees: 40, &random)
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(2...5) + [.pinch(.any, fingers), .rotate(.any, fingers)],
        acts: [.init(kind, fingers)], margin: 8)
    },
    // Case pad-one-of-four-lifts, on a touchscreen.
    UncleanKind(name: "one finger of a 4-finger swipe lifts early, after the distance") { _, _, random in
      let direction = direction(&random)
      var motion = Motion.straight(
        direction.heading + random.bell(4, limit: 12) * .pi / 180, Poise(4, &random), rest: random.within(0...60),
        length: random.within(30...55), duration: random.within(150...400), stay: random.within(0...100), &random)
      guard let far = motion.time(ofDistance: 16) else { return nil }
      motion.contacts[Int.random(in: 0...3, using: &random)].lifts =
        random.within(far + 20...max(far + 21, motion.end - 60))
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(2...5) + taps(1...5), acts: [.init(.swipe, 4, direction)], margin: 8)
    },
    UncleanKind(name: "one finger of a 4-finger swipe lifts early, before the distance: never one of 3") {
      _, _, random in
      let direction = direction(&random)
      var motion = Motion.straight(
        direction.heading + random.bell(4, limit: 12) * .pi / 180, Poise(4, &random), rest: random.within(40...100),
        length: random.within(30...55), duration: random.within(200...500), stay: random.within(0...100), &random)
      guard let far = motion.time(ofDistance: random.within(4...9)) else { return nil }
      motion.contacts[Int.random(in: 0...3, using: &random)].lifts = far
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(2...5) + taps(1...5), acts: [.init(.swipe, 4, direction)],
        mayDoNothing: true, margin: 8)
    },
    UncleanKind(name: "the last finger of a swipe lifts 100 to 160 ms after the others") { _, _, random in
      var (motion, fingers, direction) = swipe(2...4, &random)
      motion.contacts[Int.random(in: 0..<fingers, using: &random)].lifts = motion.end + random.within(100...160)
      motion = motion.resting(after: motion.contacts.map(\.lifts).sorted()[fingers - 2])
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(1...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)],
        margin: 8)
    },
  ]
}
