import Gestures
import Glibc
@testable import Hands
import Touch

/// Fingers that are wet, part or leave for a moment, hands that turn, and screens that are slow or follow few fingers.
extension UncleanKind {
  /// Rules for pinches and rotations.
  private static func turns(_ fingers: ClosedRange<Int>) -> [Trigger] {
    fingers.flatMap { [Trigger.pinch(.any, $0), .rotate(.any, $0)] }
  }

  static let bodies: [UncleanKind] = [
    UncleanKind(name: "the fingers of a swipe of 2 to 4 part in a V, each by 5 to 12 degrees, beside pinches") {
      _, _, random in
      let (fingers, direction) = (Int.random(in: 2...4, using: &random), direction(&random))
      let motion = Motion.straight(
        direction.heading + random.bell(3, limit: 8) * .pi / 180,
        Poise(fingers, spacing: 14...22, withThumb: false, &random),
        rest: random.within(0...60), length: random.within(25...50), duration: random.within(120...350),
        stay: random.within(0...60), &random)
      var scene = Scene(motion)
      let across = Vector.heading(direction.heading + .pi / 2)
      let part = random.within(5...12) * .pi / 180 * 2 / Double(max(fingers - 1, 1))
      let order = motion.contacts.indices.sorted {
        motion.contacts[$0].home.dot(across) < motion.contacts[$1].home.dot(across)
      }
      for (place, index) in order.enumerated() {
        let aside = tan(part * (Double(place) - Double(fingers - 1) / 2))
        let position = scene.contacts[index].position
        scene.contacts[index].position = { time in
          position(time) + across * (motion.pose(time).shift.length.value * aside)
        }
      }
      return UncleanHand(
        scene: scene, triggers: swipes(1...5) + taps(2...5) + turns(2...4), acts: [.init(.swipe, fingers, direction)],
        margin: 8)
    },
    UncleanKind(name: "a swipe of 2 to 4 begins with a finger on the edge of the screen") { _, _, random in
      let (motion, fingers, direction) = swipe(2...4, &random)
      var hand = among(Scene(motion), .init(.swipe, fingers, direction))
      hand.margin = 0.5
      hand.triggers += [.swipe(direction.set, 1).starting(.edge([.left, .right, .top, .bottom]))]
      return hand
    },
    UncleanKind(name: "a hand of 2 to 4 fingers turns by 8 to 20 degrees while it swipes, beside rotations") {
      _, _, random in
      let (fingers, direction) = (Int.random(in: 2...4, using: &random), direction(&random))
      let poise = Poise(fingers, &random)
      let heading = direction.heading + random.bell(4, limit: 12) * .pi / 180
      let (start, duration) = (poise.lastLanding + random.within(0...60), random.within(120...350))
      let (length, turn) = (random.within(30...55), random.side() * random.within(8...20) * .pi / 180)
      var motion = poise.motion(until: start + duration + random.within(0...60), lifting: 60, &random)
      motion.pose = { time in
        let done = leastJerk((time - start) / duration)
        return Motion.Pose(shift: Vector.heading(heading) * (length * done), turn: turn * done)
      }
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(1...5) + taps(2...5) + turns(2...4),
        acts: [.init(.swipe, fingers, direction)], margin: 8)
    },
    UncleanKind(name: "one of 2 or 3 fingers leaves for 40 to 80 ms after the distance of a swipe") { _, _, random in
      let (fingers, direction) = (Int.random(in: 2...3, using: &random), direction(&random))
      let motion = Motion.straight(
        direction.heading + random.bell(4, limit: 12) * .pi / 180, Poise(fingers, &random), rest: random.within(0...60),
        length: random.within(40...60), duration: random.within(250...450), stay: random.within(20...80), &random)
      var scene = Scene(motion)
      guard let far = motion.time(ofDistance: 16), scene.lose(random.within(40...80), after: far, room: 10, &random)
      else { return nil }
      return among(scene, .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "one of 2 or 3 fingers leaves for 40 to 80 ms in the middle of a drag: it goes on") {
      _, _, random in
      let fingers = Int.random(in: 2...3, using: &random)
      let motion = Motion.straight(
        direction(&random).heading, Poise(fingers, &random), rest: random.within(0...60),
        length: random.within(40...60),
        duration: random.within(500...1200), stay: random.within(20...80), &random)
      var scene = Scene(motion)
      guard let begun = motion.time(ofDistance: 10), scene.lose(random.within(40...80), after: begun, room: 20, &random)
      else { return nil }
      return UncleanHand(
        scene: scene, triggers: moves(2...3) + taps(1...3), acts: [.init(.pan, fingers)], margin: 8)
    },
    UncleanKind(name: "wet fingers, noise of 0.7 to 1.5 mm: a swipe of 1 to 4") { _, screen, random in
      screen.noise = random.within(0.7...1.5)
      let (motion, fingers, direction) = swipe(1...4, &random)
      guard motion.way.length.value > 22 else { return nil }
      return among(Scene(motion), .init(.swipe, fingers, direction))
    },
    // With the usual 2.5 mm, 139 of 200 are taps.
    UncleanKind(name: "wet fingers, noise of 0.7 to 1.5 mm: a tap of 1 to 4, with rules that permit 7 mm") {
      number, screen, random in
      screen.noise = random.within(0.7...1.5)
      let fingers = 1 + number % 4
      let taps = (1...5).map { Trigger(.tap(TapPattern(movement: 7)), fingers: $0...$0) }
      return UncleanHand(
        scene: Scene(.tap(fingers: fingers, &random)), triggers: swipes(1...5) + taps, acts: [.init(.tap, fingers)],
        margin: 8)
    },
    UncleanKind(name: "long nails: each contact moves by 2 to 5 mm within 60 ms as the finger comes down, then swipes")
    {
      _, _, random in
      let (fingers, direction) = (Int.random(in: 1...3, using: &random), direction(&random))
      let motion = Motion.straight(
        direction.heading + random.bell(4, limit: 12) * .pi / 180, Poise(fingers, &random),
        rest: random.within(40...100),
        length: random.within(25...50), duration: random.within(120...350), stay: random.within(0...60), &random)
      var scene = Scene(motion)
      let way = random.within(0...(2 * .pi))
      for index in scene.contacts.indices {
        let offset = Vector.heading(way + random.bell(0.3, limit: 0.8)) * random.within(2...5)
        scene.settle(index, from: offset, within: random.within(30...60))
      }
      return among(scene, .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "a board of 60 Hz that smooths over 40 ms: a swipe or a tap of 1 to 3") {
      number, screen, random in
      (screen.interval, screen.framesPerScan) = (16.7, 1)
      let isTap = number % 3 == 0
      let (fingers, direction) = (Int.random(in: 1...3, using: &random), direction(&random))
      let motion =
        isTap
        ? Motion.tap(fingers: fingers, &random)
        : Motion.straight(
          direction.heading + random.bell(4, limit: 12) * .pi / 180, Poise(fingers, &random),
          rest: random.within(0...60), length: random.within(30...80), duration: random.within(120...350),
          stay: random.within(20...80), &random)
      var scene = Scene(motion)
      for index in scene.contacts.indices {
        let (position, lands) = (scene.contacts[index].position, scene.contacts[index].lands)
        // The mean of what an exponential filter of 40 ms has seen since the landing.
        scene.contacts[index].position = { time in
          var (sum, weight) = (Vector.zero, 0.0)
          for back in stride(from: 0.0, through: 160, by: 8) {
            let share = exp(-back / 40)
            sum += position(max(time - back, lands)) * share
            weight += share
          }
          return sum * (1 / weight)
        }
      }
      return among(scene, isTap ? .init(.tap, fingers) : .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "a screen that follows two fingers: three swipe as two or do nothing") { _, _, random in
      let (motion, _, direction) = swipe(3...3, &random)
      var scene = Scene(motion)
      let last = scene.contacts.indices.max { scene.contacts[$0].lands < scene.contacts[$1].lands } ?? 0
      scene.contacts.remove(at: last)
      var hand = among(scene, .init(.swipe, 2, direction))
      hand.mayDoNothing = true
      return hand
    },
    UncleanKind(name: "a thumb comes to rest beside a swipe of 3 after its distance") { _, _, random in
      let direction = direction(&random)
      let motion = Motion.straight(
        direction.heading + random.bell(4, limit: 12) * .pi / 180, Poise(3, &random), rest: random.within(0...60),
        length: random.within(30...55), duration: random.within(150...400), stay: random.within(0...100), &random)
      guard let far = motion.time(ofDistance: 15), far + 20 < motion.end - 30 else { return nil }
      var scene = Scene(motion)
      let lands = random.within(far + 15...motion.end - 20)
      let (place, roll) = (random.anyWay(40...70) + motion.pose(lands).shift, random.anyWay(0...1.5))
      let lifts = motion.end + random.within(0...60)
      scene.contacts.append(
        .init(lands: lands, lifts: lifts, position: { place + roll * leastJerk(($0 - lands) / (lifts - lands)) }))
      return among(scene, .init(.swipe, 3, direction))
    },
    UncleanKind(name: "a hand goes back by 8 to 20 mm after a swipe of 25 to 45 mm, before it lifts") { _, _, random in
      let (fingers, direction) = (Int.random(in: 1...4, using: &random), direction(&random))
      let poise = Poise(fingers, &random)
      let heading = direction.heading + random.bell(4, limit: 12) * .pi / 180
      let (start, duration) = (poise.lastLanding + random.within(0...60), random.within(120...350))
      let (length, back) = (random.within(25...45), random.within(8...20))
      let turn = start + duration + random.within(0...60)
      let home = random.within(100...250)
      var motion = poise.motion(until: turn + home + random.within(0...40), lifting: 60, &random)
      motion.pose = { time in
        Motion.Pose(
          shift: Vector.heading(heading)
            * (length * leastJerk((time - start) / duration) - back * leastJerk((time - turn) / home)))
      }
      return among(Scene(motion), .init(.swipe, fingers, direction))
    },
    UncleanKind(name: "a broad finger of a tap is seen as two for its last 10 to 25 ms") { number, _, random in
      let fingers = 1 + number % 3
      var scene = Scene(.tap(fingers: fingers, &random))
      guard let index = scene.contacts.indices.randomElement(using: &random) else { return nil }
      let finger = scene.contacts[index]
      let lands = finger.lifts - random.within(10...25)
      guard lands > finger.lands + 12 else { return nil }
      let offset = random.anyWay(1...4)
      scene.contacts.append(
        .init(lands: lands, lifts: finger.lifts, position: { finger.position($0) + offset }, isStray: true))
      return among(scene, .init(.tap, fingers))
    },
  ]
}
