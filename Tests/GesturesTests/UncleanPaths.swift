import Gestures
import Glibc
@testable import Hands
import Touch

/// Paths with hooks and jumps, directions between two, and speeds.
extension UncleanKind {
  static let paths: [UncleanKind] = [
    // libinput discards such jumps: 'Touch jump detected and discarded'. Case pad-contact-teleports.
    UncleanKind(name: "one contact jumps 60 to 140 mm between two frames") { _, _, random in
      let end = random.within(120...400)
      let roll = random.anyWay(0...2)
      var scene = Scene([Scene.Contact(lands: 0, lifts: end, position: { roll * leastJerk($0 / end) })])
      scene.displace(0, by: random.anyWay(60...140), during: random.within(30...end - 40)..<Double.infinity)
      let edges = [(Edges.left, Direction.right), (.right, .left), (.top, .down), (.bottom, .up)].map {
        Trigger(.swipe(SwipePattern($0.1.set, distance: 15)), fingers: 1...1, start: .edge($0.0))
      }
      return UncleanHand(
        scene: scene, triggers: edges + swipes(1...1), acts: [], margin: random.chance(0.5) ? 0.5 : 14)
    },
    UncleanKind(name: "one of three swiping fingers jumps, and back") { _, screen, random in
      let (motion, _, direction) = swipe(3...3, &random)
      var scene = Scene(motion)
      let lasting = screen.interval * Double(Int.random(in: 1...2, using: &random))
      guard let together = scene.together, together.upperBound - together.lowerBound > lasting + 40 else { return nil }
      let at = random.within(together.lowerBound + 20...together.upperBound - lasting - 20)
      scene.displace(Int.random(in: 0...2, using: &random), by: random.anyWay(60...140), during: at..<at + lasting)
      return UncleanHand(
        scene: scene, triggers: swipes(2...4) + taps(2...4), acts: [.init(.swipe, 3, direction)], margin: 8)
    },
    // Case screen-hook-four-directions.
    UncleanKind(name: "a hook of 2 to 5 mm before a swipe of 38 to 60 mm, four directions") { _, _, random in
      let fingers = Int.random(in: 1...4, using: &random)
      let direction = direction(&random)
      let motion = Motion.hooked(fingers, direction.heading + random.within(-12...12) * .pi / 180, &random)
      return UncleanHand(
        scene: Scene(motion), triggers: [.swipe(fourSet, fingers)], acts: [.init(.swipe, fingers, direction)], margin: 8
      )
    },
    // Case screen-hook-any.
    UncleanKind(name: "a hook of 2 to 5 mm before a swipe of 38 to 60 mm, eight directions") { _, _, random in
      let fingers = Int.random(in: 1...4, using: &random)
      let direction = Direction.eight.randomElement(using: &random) ?? .right
      let motion = Motion.hooked(fingers, direction.heading + random.within(-8...8) * .pi / 180, &random)
      return UncleanHand(
        scene: Scene(motion), triggers: [.swipe(.any, fingers)], acts: [.init(.swipe, fingers, direction)], margin: 8)
    },
    UncleanKind(name: "a hook of 4 to 10 mm at the end of a swipe") { _, _, random in
      let fingers = Int.random(in: 1...4, using: &random)
      let direction = direction(&random)
      let poise = Poise(fingers, &random)
      let heading = direction.heading + random.bell(4, limit: 12) * .pi / 180
      let (length, duration, hookTime) = (random.within(25...45), random.within(120...350), random.within(40...100))
      let start = poise.lastLanding + random.within(0...60)
      let hook = random.anyWay(4...10)
      var motion = poise.motion(until: start + duration + hookTime, lifting: 60, &random)
      motion.pose = { time in
        Motion.Pose(
          shift: Vector.heading(heading) * (length * leastJerk((time - start) / duration))
            + hook * leastJerk((time - start - duration) / hookTime))
      }
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(1...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)],
        margin: 8)
    },
    // Case screen-between-two-directions.
    UncleanKind(name: "a straight flick at any angle, four directions: the nearest") { _, screen, random in
      let fingers = Int.random(in: 1...4, using: &random)
      let angle = random.within(0...360)
      // Noise of the screen must not decide.
      guard abs(angle.truncatingRemainder(dividingBy: 90) - 45) > 3 + 8 * screen.noise else { return nil }
      let direction = four[Int((angle / 90).rounded()) % 4]
      let motion = Motion.straight(
        angle * .pi / 180, Poise(fingers, &random), rest: random.within(0...60), length: random.within(25...50),
        duration: random.within(80...250), stay: random.within(0...40), &random)
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(fingers...fingers), acts: [.init(.swipe, fingers, direction)], margin: 8)
    },
    // A screen of 60 Hz sees four frames of a flick.
    UncleanKind(name: "a flick of 60 to 150 ms on a screen of 60 Hz") { _, screen, random in
      screen.interval = 16.7
      screen.framesPerScan = 1
      let (motion, fingers, direction) = swipe(1...4, &random)
      guard motion.end - motion.lastLanding < 170 else { return nil }
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(1...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)],
        margin: 8)
    },
    UncleanKind(name: "fingers rest for 200 to 700 ms before they swipe") { _, _, random in
      let fingers = Int.random(in: 1...4, using: &random)
      let direction = direction(&random)
      let motion = Motion.straight(
        direction.heading + random.bell(4, limit: 12) * .pi / 180, Poise(fingers, &random),
        rest: random.within(200...700), length: random.within(20...50), duration: random.within(100...400),
        stay: random.within(0...80), &random)
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(1...5) + taps(1...5), acts: [.init(.swipe, fingers, direction)],
        margin: 8)
    },
    // Cases screen-speed-after-rest and screen-speed-no-noise.
    UncleanKind(name: "a fast and a slow rule for one swipe (fast hand)") { number, screen, random in
      speed(isFast: true, &screen, &random)
    },
    UncleanKind(name: "a fast and a slow rule for one swipe (slow hand)") { number, screen, random in
      speed(isFast: false, &screen, &random)
    },
  ]

  /// A swipe that is by 25 % faster or slower than 300 mm/s from 12 mm on, for two frames.
  private static func speed(isFast: Bool, _ screen: inout Touchscreen, _ random: inout SplitMix) -> UncleanHand? {
    if random.chance(0.5) { screen.noise = 0 }
    screen.interval = min(screen.interval, 12)
    screen.framesPerScan = 1
    let fingers = Int.random(in: 1...4, using: &random)
    let direction = direction(&random)
    let motion = Motion.straight(
      direction.heading + random.bell(4, limit: 10) * .pi / 180, Poise(fingers, &random), rest: random.within(55...200),
      length: random.within(25...55), duration: isFast ? random.within(90...250) : random.within(150...900),
      stay: random.within(0...60), &random)
    guard let far = motion.time(ofDistance: 12) else { return nil }
    for time in stride(from: far, through: far + 24, by: 2) {
      let speed = motion.speed(at: time)
      guard isFast ? speed >= 375 : speed <= 225 else { return nil }
    }
    let triggers = [300...Double.infinity, 0...300].map {
      Trigger(.swipe(SwipePattern(fourSet, speed: $0)), fingers: fingers...fingers)
    }
    return UncleanHand(
      scene: Scene(motion), triggers: triggers, acts: [.init(.swipe, fingers, direction, trigger: isFast ? 0 : 1)],
      margin: 8)
  }
}

extension Motion {
  /// A swipe that begins with a hook of 2 to 5 mm in any direction.
  static func hooked(_ fingers: Int, _ heading: Double, _ random: inout SplitMix) -> Motion {
    .straight(
      heading, Poise(fingers, &random), rest: random.within(0...60), length: random.within(38...60),
      duration: random.within(140...400), stay: random.within(0...60), hook: random.anyWay(2...5),
      hookTime: random.within(25...60), &random)
  }
}
