import Gestures
import Glibc
@testable import Hands
import Touch

/// Manners of hands: quick and small ones, slow and stiff ones, and those that do not keep to a line.
extension UncleanKind {
  static let manners: [UncleanKind] = [
    UncleanKind(name: "fingers land sliding, up to 40 ms apart, and leave in full movement") { _, screen, random in
      screen.interval = min(screen.interval, 12)
      let (fingers, direction) = (Int.random(in: 1...4, using: &random), direction(&random))
      let poise = Poise(fingers, &random)
      let heading = direction.heading + random.bell(5, limit: 12) * .pi / 180
      let (speed, lands) = (random.within(0.12...0.4), poise.lands.map { min($0, 40) })
      let end = (lands.max() ?? 0) + random.within(25...40) / speed
      var motion = poise.motion(until: end, lifting: 30, &random)
      for index in lands.indices { motion.contacts[index].lands = lands[index] }
      motion.pose = { Motion.Pose(shift: Vector.heading(heading) * (speed * $0)) }
      return among(Scene(motion), .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "a child's hand, fingers 8 to 13 mm apart, swipes by 16 to 25 mm in 60 to 140 ms") {
      _, screen, random in
      (screen.interval, screen.framesPerScan) = (min(screen.interval, 12), 1)
      let (fingers, direction) = (Int.random(in: 1...3, using: &random), direction(&random))
      let motion = Motion.straight(
        direction.heading + random.bell(6, limit: 15) * .pi / 180,
        Poise(fingers, spacing: 8...13, withThumb: false, &random), rest: random.within(0...30),
        length: random.within(16...25), duration: random.within(60...140), stay: random.within(0...30), &random)
      return among(Scene(motion), .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "a child's fingers, 8 to 13 mm apart, tap for 30 to 80 ms") { number, _, random in
      let fingers = 1 + number % 3
      let poise = Poise(fingers, spacing: 8...13, withThumb: false, &random)
      return among(
        Scene(poise.motion(until: poise.lastLanding + random.within(30...80), lifting: 40, &random)),
        .init(.tap, fingers))
    },
    // Another finger that rests is no part of the hand after so long: nothing is right as well.
    UncleanKind(name: "stiff fingers land 200 to 400 ms after one another, then swipe: never fewer fingers") {
      _, _, random in
      let (fingers, direction) = (Int.random(in: 2...3, using: &random), direction(&random))
      let poise = Poise(fingers, &random)
      var lands = [0.0]
      while lands.count < fingers { lands.append(lands[lands.count - 1] + random.within(200...400)) }
      let (start, duration) = (lands[fingers - 1] + random.within(50...200), random.within(200...500))
      let (heading, length) = (direction.heading + random.bell(5, limit: 12) * .pi / 180, random.within(25...50))
      var motion = poise.motion(until: start + duration + random.within(20...100), &random)
      for index in lands.indices { motion.contacts[index].lands = lands[index] }
      motion.pose = { Motion.Pose(shift: Vector.heading(heading) * (length * leastJerk(($0 - start) / duration))) }
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(1...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)],
        mayDoNothing: true, margin: 8)
    },
    UncleanKind(name: "a swipe bends by 25 to 40 degrees after 15 to 25 mm") { _, _, random in
      let (fingers, direction) = (Int.random(in: 1...4, using: &random), direction(&random))
      let poise = Poise(fingers, &random)
      let heading = direction.heading + random.bell(3, limit: 8) * .pi / 180
      let bend = random.side() * random.within(25...40) * .pi / 180
      let (first, length) = (random.within(15...25), random.within(32...55))
      let (start, duration) = (poise.lastLanding + random.within(0...60), random.within(120...400))
      var motion = poise.motion(until: start + duration + random.within(0...60), lifting: 60, &random)
      motion.pose = { time in
        let way = length * leastJerk((time - start) / duration)
        return Motion.Pose(
          shift: Vector.heading(heading) * min(way, first) + Vector.heading(heading + bend) * max(0, way - first))
      }
      return among(Scene(motion), .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "the fingers of a swipe of 3 or 4 fan out by 10 to 25 %, beside pinches") { _, _, random in
      let (fingers, direction) = (Int.random(in: 3...4, using: &random), direction(&random))
      let poise = Poise(fingers, &random)
      let heading = direction.heading + random.bell(4, limit: 12) * .pi / 180
      let (start, duration) = (poise.lastLanding + random.within(0...60), random.within(120...350))
      let (length, growth) = (random.within(30...55), random.within(0.1...0.25))
      var motion = poise.motion(until: start + duration + random.within(0...60), lifting: 60, &random)
      motion.pose = { time in
        let done = leastJerk((time - start) / duration)
        return Motion.Pose(shift: Vector.heading(heading) * (length * done), scale: 1 + growth * done)
      }
      let turns = (2...4).flatMap { [Trigger.pinch(.any, $0), .rotate(.any, $0)] }
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(2...5) + taps(2...5) + turns, acts: [.init(.swipe, fingers, direction)],
        margin: 8)
    },
    UncleanKind(name: "all fingers of a swipe leave the screen for 10 to 20 ms after its distance") {
      _, screen, random in
      screen.interval = min(screen.interval, 10)
      let (motion, fingers, direction) = swipe(1...4, &random)
      guard let far = motion.time(ofDistance: 16) else { return nil }
      var scene = Scene(motion)
      guard let together = scene.together, far + 20 < together.upperBound - 40 else { return nil }
      let (at, lasting) = (random.within(far + 20...together.upperBound - 40), random.within(10...20))
      for index in scene.contacts.indices { scene.contacts[index].losses = [.init(at: at, lasting: lasting)] }
      return among(scene, .init(.swipe, fingers, direction))
    },
    // Two places may be meant as well, so that no press is right, too; a tap of the one that brushes is not.
    UncleanKind(name: "another finger brushes the screen for 40 to 120 ms during a long press of 1") { _, _, random in
      var scene = Scene(.longPress(fingers: 1, &random))
      let (lands, lasting) = (random.within(130...400), random.within(40...120))
      let (place, way) = (random.anyWay(25...90), random.anyWay(5...12))
      scene.contacts.append(
        .init(lands: lands, lifts: lands + lasting, position: { place + way * (($0 - lands) / lasting) }))
      return UncleanHand(
        scene: scene, triggers: (1...3).map { .longPress($0) } + swipes(1...3) + taps(1...3),
        acts: [.init(.longPress, 1)], mayDoNothing: true, margin: 8)
    },
    UncleanKind(name: "one contact lost for one frame of a tap of 2 to 4 returns 1 to 2 mm aside") {
      number, screen, random in
      let fingers = 2 + number % 3
      var scene = Scene(.tap(fingers: fingers, &random))
      guard scene.lose(screen.interval, isRenumbered: random.chance(0.3), room: 12, &random),
        let index = scene.contacts.firstIndex(where: { !$0.losses.isEmpty })
      else { return nil }
      scene.contacts[index].losses[0].aside = random.anyWay(1...2)
      return among(scene, .init(.tap, fingers))
    },
    UncleanKind(name: "the thumb lands 90 to 180 ms before the finger that pinches or turns around it") {
      number, screen, random in
      screen.interval = min(screen.interval, 16.7)
      let isPinch = number.isMultiple(of: 2)
      let (radius, angle) = (random.within(35...60), random.within(0...(2 * .pi)))
      let (turn, growth) = (random.side() * random.within(35...90) * .pi / 180, random.chance(0.5) ? 0.55 : 1.7)
      let lands = random.within(90...180)
      let (start, duration) = (lands + random.within(10...80), random.within(200...700))
      let end = start + duration + random.within(0...80)
      let place = { (time: Double) -> Vector in
        let done = leastJerk((time - start) / duration)
        return isPinch
          ? Vector.heading(angle) * (radius * (1 + (growth - 1) * done)) : Vector.heading(angle + turn * done) * radius
      }
      return UncleanHand(
        scene: Scene([
          .init(lands: 0, lifts: end + random.within(0...40), position: { _ in .zero }),
          .init(lands: lands, lifts: end, position: place),
        ]), triggers: [.pinch(.any, 2), .rotate(.any, 2)] + taps(1...2),
        acts: [.init(isPinch ? .pinch : .rotate, 2)], margin: 8)
    },
  ]
}
