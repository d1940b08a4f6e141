import Glibc
import Touch

/// Movements of hands that are no gestures.
extension Motion {
  enum Other: String, CaseIterable {
    case circle
    case toAndFro = "to and fro"
    case scratching
    case slowDrag = "slow drag"
    case brush
    case palm
    case lateFinger = "late finger"
    case typing
    case thumbs = "two thumbs"
    case scroll
  }

  /// A movement that is no gesture, by `fingers` fingers unless it has a number of its own.
  static func other(_ other: Other, fingers: Int, reach: Double, _ random: inout SplitMix) -> Motion {
    let heading = random.within(0...(2 * .pi))
    switch other {
    // The first 12 mm of a circle wider than 14 mm are hardly different from a swipe.
    case .circle: return circle(fingers: fingers, radius: 3...6, reach: reach, &random)
    case .toAndFro:
      // Shorter than a swipe.
      let strokes = Int.random(in: 2...7, using: &random)
      return toAndFro(heading, fingers: fingers, strokes: strokes, length: 4.5...10.5, reach: reach, &random)
    case .scratching:
      let strokes = Int.random(in: 8...20, using: &random)
      return toAndFro(heading, fingers: fingers, strokes: strokes, length: 4...6, reach: reach, &random)
    case .slowDrag: return slowDrag(heading, fingers: fingers, reach: reach, &random)
    case .brush: return brush(heading, fingers: fingers, reach: reach, &random)
    case .palm: return palm(fingers: fingers, &random)
    case .lateFinger: return lateFinger(heading, fingers: fingers, &random)
    case .typing: return typing(&random)
    case .thumbs: return thumbs(reach: max(1, reach), &random)
    case .scroll: return swipe(random.side() * .pi / 2, fingers: 2, &random)
    }
  }

  /// A drag so slow that 9 mm take more than 800 ms, and so quick that it is no rest.
  private static func slowDrag(
    _ heading: Double, fingers: Int, reach: Double, _ random: inout SplitMix
  ) -> Motion {
    let poise = Poise(fingers, &random)
    let speed = Vector.heading(heading) * (random.within(0.0085...0.0098) * reach)
    let start = poise.lastLanding
    var motion = poise.motion(until: start + random.within(1500...3500), &random)
    motion.pose = { Pose(shift: speed * max(0, $0 - start)) }
    return motion
  }

  /// A touch as quick as a tap whose fingers move too far for a tap and not far enough for a swipe.
  private static func brush(_ heading: Double, fingers: Int, reach: Double, _ random: inout SplitMix) -> Motion {
    let poise = Poise(fingers, &random)
    let start = poise.lastLanding
    let way = Vector.heading(heading) * (random.within(5...9) * reach)
    let duration = random.within(50...150)
    var motion = poise.motion(until: start + duration, lifting: 60, &random)
    motion.pose = { Pose(shift: way * poise.style.progress(($0 - start) / duration)) }
    return motion
  }

  /// One to three parts of a palm, with or without fingers that write beside it; the device detects it some time later.
  private static func palm(fingers: Int, _ random: inout SplitMix) -> Motion {
    var motion = tap(fingers: fingers, &random)
    let found = random.within(20...350)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let home = Vector(dx: random.within(30...60), dy: random.within(30...60))
      motion.contacts.append(Contact(home: home, lands: random.within(0...20), lifts: max(found, 80), isPalm: true))
    }
    for index in motion.contacts.indices where !motion.contacts[index].isPalm {
      motion.contacts[index].lifts += random.within(0...500)
    }
    let slide = random.anyWay(0...6)
    motion.pose = { Pose(shift: slide * leastJerk($0 / 300)) }
    return motion
  }

  /// One more finger joins a swipe that has begun, or a rest, too late to belong to it.
  private static func lateFinger(_ heading: Double, fingers: Int, _ random: inout SplitMix) -> Motion {
    let poise = Poise(fingers, &random)
    // The second finger may land later than others.
    let late = 40 + random.within((fingers == 2 ? 180 : 130)...380)
    let way = Vector.heading(heading) * random.within(0...30)
    let start = random.within(late - 80...late + 40)
    var motion = poise.motion(until: start + random.within(200...400), &random)
    for index in motion.contacts.indices { motion.contacts[index].lands = random.within(0...40) }
    motion.contacts[0].lands = 0
    motion.contacts[fingers - 1].lands = late
    motion.pose = { time in Pose(shift: way * leastJerk((time - start) / 300)) }
    return motion
  }

  /// Keys 19 mm apart, some struck before the last one is released.
  private static func typing(_ random: inout SplitMix) -> Motion {
    var time = 0.0
    var contacts: [Contact] = []
    for _ in 0..<Int.random(in: 4...12, using: &random) {
      let key = Vector(dx: 19 * Double(Int.random(in: -4...5, using: &random)), dy: 19 * random.within(-1...1))
      contacts.append(Contact(home: key, lands: time, lifts: time + random.within(40...150)))
      time += random.within(60...260)
    }
    return Motion(contacts: contacts)
  }

  /// Two hands hold the device: one thumb scrolls, the other rests at its edge meanwhile.
  private static func thumbs(reach: Double, _ random: inout SplitMix) -> Motion {
    let apart = random.within(100...250) * reach
    let way = Vector.heading((90 + random.within(-20...20)) * .pi / 180) * (random.side() * random.within(10...50))
    let lands = HandStyle(&random).landings(2, &random)
    let start = (lands.max() ?? 0) + random.within(0...80)
    let duration = random.within(120...500)
    let end = start + duration
    var motion = Motion(contacts: [
      Contact(
        home: Vector(dx: -apart / 2, dy: random.within(-10...10)), lands: lands[0],
        lifts: end + random.within(-0.4...0.3) * duration, gain: 0),
      Contact(home: Vector(dx: apart / 2, dy: random.within(-10...10)), lands: lands[1], lifts: end),
    ])
    motion.pose = { Pose(shift: way * leastJerk(($0 - start) / duration)) }
    return motion
  }
}
