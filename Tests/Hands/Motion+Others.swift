import Glibc
import Touch

/// What hands do on a surface that is none of the gestures.
extension Motion {
  enum Other: String, CaseIterable {
    case tap
    case doubleTap = "double tap"
    case rotation
    case circle
    case toAndFro = "to and fro"
    case slowDrag = "slow drag"
    case palm
    case lateFinger = "late finger"
    case typing
    case thumbs = "two thumbs"
    case scroll
  }

  /// Of the others, one made by so many fingers; those that have their own number take no notice.
  static func other(_ other: Other, fingers: Int, reach: Double, _ random: inout SplitMix) -> Motion {
    switch other {
    case .tap: tap(fingers: fingers, &random)
    case .doubleTap: doubleTap(fingers: fingers, &random)
    case .rotation: rotation(fingers: fingers, &random)
    case .circle: circle(fingers: fingers, reach: reach, &random)
    case .toAndFro: toAndFro(fingers: fingers, reach: reach, &random)
    case .slowDrag: slowDrag(fingers: fingers, reach: reach, &random)
    case .palm: palm(fingers: fingers, &random)
    case .lateFinger: lateFinger(fingers: fingers, &random)
    case .typing: typing(&random)
    case .thumbs: thumbs(&random)
    case .scroll: swipe(random.side() * .pi / 2, fingers: 2, &random)
    }
  }

  /// Taps of real hands last 24 to 124 ms; the pads of the fingers roll by a millimetre.
  private static func tap(fingers: Int, _ random: inout SplitMix) -> Motion {
    let homes = homes(fingers, spacing: random.within(12...35), withThumb: fingers == 5, &random)
    let lands = landings(fingers, &random)
    let lifts = lands.map { $0 + random.within(24...124) }
    var motion = Motion(contacts: contacts(homes, lands: lands, lifts: lifts))
    let roll = Vector.heading(random.within(0...(2 * .pi))) * random.within(0...1.2)
    motion.pose = { Pose(shift: roll * leastJerk($0 / 120)) }
    return motion
  }

  private static func doubleTap(fingers: Int, _ random: inout SplitMix) -> Motion {
    var motion = tap(fingers: fingers, &random)
    let gap = motion.end + random.within(40...250)
    let stray = Vector(dx: random.within(-8...8), dy: random.within(-8...8))
    motion.contacts += motion.contacts.map {
      Contact(home: $0.home + stray, lands: $0.lands + gap, lifts: $0.lifts + gap)
    }
    return motion
  }

  /// About the hand's middle or about one finger that stays; the hand opens or closes by some percent meanwhile.
  private static func rotation(fingers: Int, _ random: inout SplitMix) -> Motion {
    let homes = homes(fingers, spacing: random.within(15...30), withThumb: true, &random)
    let lands = landings(fingers, &random)
    let start = (lands.max() ?? 0) + random.within(0...60)
    let duration = random.within(250...900)
    let turn = random.side() * random.within(25...90) * .pi / 180
    let growth = random.bell(0.06, limit: 0.15)
    var motion = Motion(
      contacts: contacts(
        homes, lands: lands, lifts: lifts(fingers, from: start + duration + 20, within: 100, &random)))
    if random.chance(0.4) { motion.pivot = homes[0] }
    motion.pose = { time in
      let done = leastJerk((time - start) / duration)
      return Pose(scale: 1 + growth * done, turn: turn * done)
    }
    return motion
  }

  /// Small circles. The first 12 mm of one that is wider than 14 mm can hardly be told from a swipe.
  private static func circle(fingers: Int, reach: Double, _ random: inout SplitMix) -> Motion {
    let homes = homes(fingers, spacing: random.within(12...30), withThumb: fingers == 5, &random)
    let lands = landings(fingers, &random)
    let start = (lands.max() ?? 0) + random.within(0...60)
    let turns = random.within(1.2...3)
    let duration = turns * random.within(350...900)
    let radius = random.within(3...7) * reach
    let sense = random.side()
    let first = random.within(0...(2 * .pi))
    var motion = Motion(
      contacts: contacts(homes, lands: lands, lifts: lifts(fingers, from: start + duration, within: 100, &random)))
    motion.pose = { time in
      let angle = sense * turns * 2 * .pi * min(max((time - start) / duration, 0), 1)
      return Pose(shift: (Vector.heading(first + angle) - Vector.heading(first)) * radius)
    }
    return motion
  }

  /// Strokes shorter than a swipe.
  private static func toAndFro(fingers: Int, reach: Double, _ random: inout SplitMix) -> Motion {
    let homes = homes(fingers, spacing: random.within(12...30), withThumb: fingers == 5, &random)
    let lands = landings(fingers, &random)
    let start = (lands.max() ?? 0) + random.within(0...60)
    let stroke = random.within(90...300)
    let strokes = Double(Int.random(in: 3...7, using: &random))
    let way = Vector.heading(random.within(0...(2 * .pi))) * (random.within(4.5...10.5) * reach)
    var motion = Motion(
      contacts: contacts(
        homes, lands: lands, lifts: lifts(fingers, from: start + stroke * strokes, within: 100, &random)))
    motion.pose = { time in
      let time = min(max(time - start, 0), stroke * strokes)
      return Pose(shift: way * ((1 - cos(.pi * time / stroke)) / 2))
    }
    return motion
  }

  /// So slow that 9 mm take more than 800 ms, so quick that it is no rest.
  private static func slowDrag(fingers: Int, reach: Double, _ random: inout SplitMix) -> Motion {
    let homes = homes(fingers, spacing: random.within(12...30), withThumb: fingers == 5, &random)
    let lands = landings(fingers, &random)
    let last = lands.max() ?? 0
    let speed = Vector.heading(random.within(0...(2 * .pi))) * (random.within(0.0085...0.0100) * reach)
    let end = last + random.within(1500...3500)
    var motion = Motion(contacts: contacts(homes, lands: lands, lifts: lifts(fingers, from: end, within: 100, &random)))
    motion.pose = { Pose(shift: speed * max(0, $0 - last)) }
    return motion
  }

  /// One to three parts of a palm, with or without fingers that write beside it; the device finds out some time after.
  private static func palm(fingers: Int, _ random: inout SplitMix) -> Motion {
    var motion = tap(fingers: fingers, &random)
    let found = random.within(20...350)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let home = Vector(dx: random.within(30...60), dy: random.within(30...60))
      motion.contacts.append(Contact(home: home, lands: random.within(0...60), lifts: max(found, 80), isPalm: true))
    }
    for index in motion.contacts.indices where !motion.contacts[index].isPalm {
      motion.contacts[index].lifts += random.within(0...500)
    }
    let slide = Vector.heading(random.within(0...(2 * .pi))) * random.within(0...6)
    motion.pose = { Pose(shift: slide * leastJerk($0 / 300)) }
    return motion
  }

  /// One more finger joins a swipe that has begun, or a rest, too late to belong to it.
  private static func lateFinger(fingers: Int, _ random: inout SplitMix) -> Motion {
    let homes = homes(fingers, spacing: random.within(12...30), withThumb: fingers == 5, &random)
    var lands = [Double](repeating: 0, count: fingers)
    for index in lands.indices { lands[index] = random.within(0...40) }
    lands[0] = 0
    let late = 40 + random.within(130...380)
    lands[fingers - 1] = late
    let way = Vector.heading(random.within(0...(2 * .pi))) * random.within(0...30)
    let start = random.within(late - 80...late + 40)
    let end = start + random.within(200...400)
    var motion = Motion(contacts: contacts(homes, lands: lands, lifts: lifts(fingers, from: end, within: 100, &random)))
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
  private static func thumbs(_ random: inout SplitMix) -> Motion {
    let apart = random.within(100...250)
    let way = Vector.heading((90 + random.within(-20...20)) * .pi / 180) * (random.side() * random.within(10...50))
    let lands = landings(2, &random)
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
