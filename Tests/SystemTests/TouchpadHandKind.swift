@testable internal import Hands
internal import Touch

/// A kind of hand on a touchpad, smooth or with a disturbance: its contacts, and the rules that should act.
struct TouchpadHandKind: Sendable {
  var name: String
  /// Draws a hand; nil for one that does not fit the disturbance.
  var draw: @Sendable (_ number: Int, inout SplitMix) -> Drawn?

  /// The contacts of a hand, and the names of the rules that should act.
  typealias Drawn = (scene: Scene, acts: [String])

  /// Rules for everything that three and four fingers do, and for pinches and rotations of two.
  static let rules: [Rule] = (2...4).flatMap { fingers in fingers == 2 ? turns(2) : moves(fingers) + turns(fingers) }

  private static func moves(_ fingers: Int) -> [Rule] {
    ways.map { Rule(trigger: ["swipe: \($0.name)", "fingers: \(fingers)"], name: "\(fingers) \($0.name)") }
      + [
        Rule(trigger: ["tap: single", "fingers: \(fingers)"], name: "\(fingers) tap"),
        Rule(trigger: ["long-press: 500ms", "fingers: \(fingers)"], name: "\(fingers) long"),
      ]
  }

  private static func turns(_ fingers: Int) -> [Rule] {
    ["in", "out"].map { Rule(trigger: ["pinch: \($0)", "fingers: \(fingers)"], name: "\(fingers) \($0)") }
      + ["clockwise", "counterclockwise"].map {
        Rule(trigger: ["rotate: \($0)", "fingers: \(fingers)"], name: "\(fingers) \($0)")
      }
  }

  static let all = smooth + losses + late + others + strangers

  // MARK: Hands

  private typealias Way = (name: String, heading: Double)

  private static let ways: [Way] = [("right", 0), ("down", .pi / 2), ("left", .pi), ("up", -.pi / 2)]

  private static func way(_ random: inout SplitMix) -> Way { ways.randomElement(using: &random) ?? ways[0] }

  /// A flick or a slower swipe of three or four fingers.
  private static func swipe(_ number: Int, _ random: inout SplitMix) -> (motion: Motion, act: String) {
    let (fingers, way) = (3 + number % 2, way(&random))
    return (
      .swipe(way.heading, fingers: fingers, reach: 1.2, quickest: 90, &random), "\(fingers) \(way.name)"
    )
  }

  /// A straight swipe of three or four fingers, as long as most touchpads have room for.
  private static func straight(
    _ number: Int, rest: ClosedRange<Double> = 0...60, length: ClosedRange<Double> = 25...45,
    stay: ClosedRange<Double> = 20...100, hook: Vector = .zero, hookTime: Double = 0, _ random: inout SplitMix
  ) -> (motion: Motion, act: String) {
    let (fingers, way) = (3 + number % 2, way(&random))
    let motion = Motion.straight(
      way.heading, Poise(fingers, &random), rest: random.within(rest), length: random.within(length),
      duration: random.within(hook == .zero ? 120...350 : 180...350), stay: random.within(stay), hook: hook,
      hookTime: hookTime, &random)
    return (motion, "\(fingers) \(way.name)")
  }

  private static func pinch(_ fingers: Int, _ random: inout SplitMix) -> (motion: Motion, act: String) {
    let isInwards = random.chance(0.5)
    return (
      .pinch(inwards: isInwards, fingers: fingers, isWide: true, &random), "\(fingers) \(isInwards ? "in" : "out")"
    )
  }

  private static func rotation(_ fingers: Int, _ random: inout SplitMix) -> (motion: Motion, act: String) {
    let isClockwise = random.chance(0.5)
    return (
      .rotation(clockwise: isClockwise, degrees: 35...80, fingers: fingers, isWide: true, &random),
      "\(fingers) \(isClockwise ? "clockwise" : "counterclockwise")"
    )
  }

  /// Two fingers that scroll.
  private static func scroll(_ random: inout SplitMix) -> Scene {
    Scene(
      .straight(
        way(&random).heading, Poise(2, &random), rest: random.within(0...200), length: random.within(20...35),
        duration: random.within(150...600), stay: random.within(20...100), &random))
  }

  /// The place of a thumb below a hand.
  private static func thumb(below scene: Scene, _ random: inout SplitMix) -> Vector {
    let lowest = scene.contacts.map { $0.position($0.lands).dy }.max() ?? 0
    return Vector(dx: random.within(-20...10), dy: lowest + random.within(20...32))
  }

  /// A hand that comes `delay` ms after its thumb, which rests below it to the end.
  private static func beside(thumbBefore delay: Double, _ hand: Scene, _ random: inout SplitMix) -> Scene {
    var scene = hand.delayed(by: delay)
    scene.addStray(at: thumb(below: hand, &random), from: 0, until: scene.end + random.within(0...400))
    return scene
  }

  // MARK: Kinds

  private static let smooth: [TouchpadHandKind] = [
    .init(name: "swipes") { number, random in
      let (motion, act) = swipe(number, &random)
      return (Scene(motion), [act])
    },
    .init(name: "taps") { number, random in
      (Scene(.tap(fingers: 3 + number % 2, &random)), ["\(3 + number % 2) tap"])
    },
    .init(name: "pinches of 2 to 4") { number, random in
      let (motion, act) = pinch(2 + number % 3, &random)
      return (Scene(motion), [act])
    },
    .init(name: "rotations of 2 to 4") { number, random in
      let (motion, act) = rotation(2 + number % 3, &random)
      return (Scene(motion), [act])
    },
    .init(name: "long presses") { number, random in
      (Scene(.longPress(fingers: 3 + number % 2, &random)), ["\(3 + number % 2) long"])
    },
    .init(name: "swipes there and back, without a lift: one") { _, random in
      var (motion, act) = straight(0, length: 18...24, stay: 500...600, &random)
      let (pose, back) = (motion.pose, motion.end - 400)
      let way = pose(back).shift
      motion.pose = { $0 < back ? pose($0) : Motion.Pose(shift: way * (1 - leastJerk(($0 - back) / 200))) }
      return (Scene(motion), [act])
    },
  ]

  private static let losses: [TouchpadHandKind] = [
    .init(name: "one contact lost for 6 to 28 ms of a swipe") { number, random in
      let (motion, act) = swipe(number, &random)
      var scene = Scene(motion)
      let before = random.chance(0.7) ? motion.time(ofDistance: 12) : nil
      guard scene.lose(random.within(6...28), before: before, isRenumbered: random.chance(0.3), &random) else {
        return nil
      }
      return (scene, [act])
    },
    .init(name: "a contact renumbered within one frame of a swipe") { number, random in
      let (motion, act) = swipe(number, &random)
      var scene = Scene(motion)
      guard scene.lose(0, isRenumbered: number % 3 > 0, landsFirst: number % 3 == 2, &random) else { return nil }
      return (scene, [act])
    },
    .init(name: "one contact lost for one frame of a tap") { number, random in
      var scene = Scene(.tap(fingers: 3 + number % 2, &random))
      guard scene.lose(9, isRenumbered: random.chance(0.3), room: 12, &random) else { return nil }
      return (scene, ["\(3 + number % 2) tap"])
    },
    .init(name: "all contacts lost for one frame of a swipe") { number, random in
      let (motion, act) = straight(number, rest: 100...200, &random)
      guard let begins = motion.time(ofDistance: 6) else { return nil }
      var scene = Scene(motion)
      guard scene.lose(9, after: begins, &random), let lost = scene.contacts.first(where: { !$0.losses.isEmpty })
      else { return nil }
      for index in scene.contacts.indices { scene.contacts[index].losses = lost.losses }
      return (scene, [act])
    },
    .init(name: "one contact lost for 6 to 28 ms of a pinch of 3 or 4") { number, random in
      let (motion, act) = pinch(3 + number % 2, &random)
      var scene = Scene(motion)
      guard scene.lose(random.within(6...28), isRenumbered: random.chance(0.3), &random) else { return nil }
      return (scene, [act])
    },
    .init(name: "one contact lost for 6 to 28 ms of a pinch of 2") { _, random in
      let (motion, act) = pinch(2, &random)
      var scene = Scene(motion)
      guard scene.lose(random.within(6...28), isRenumbered: random.chance(0.3), &random) else { return nil }
      return (scene, [act])
    },
    .init(name: "one contact lost for 6 to 28 ms of a rotation of 2") { _, random in
      let (motion, act) = rotation(2, &random)
      var scene = Scene(motion)
      guard scene.lose(random.within(6...28), isRenumbered: random.chance(0.3), &random) else { return nil }
      return (scene, [act])
    },
    .init(name: "one contact lost for 6 to 28 ms of a long press") { number, random in
      var scene = Scene(.longPress(fingers: 3 + number % 2, &random))
      guard scene.lose(random.within(6...28), isRenumbered: random.chance(0.3), room: 60, &random) else { return nil }
      return (scene, ["\(3 + number % 2) long"])
    },
    .init(name: "two neighbouring contacts seen as one for 10 to 60 ms of a swipe") { number, random in
      let (motion, act) = straight(number, &random)
      var scene = Scene(motion)
      guard scene.merge(lasting: random.within(10...60), room: 20, &random) else { return nil }
      return (scene, [act])
    },
    .init(name: "two contacts exchange their slots in a swipe") { number, random in
      let (motion, act) = straight(number, &random)
      var scene = Scene(motion)
      guard scene.exchange(&random) else { return nil }
      return (scene, [act])
    },
    .init(name: "one contact jumps and back in a swipe") { number, random in
      let (motion, act) = straight(number, length: 20...30, &random)
      var scene = Scene(motion)
      guard let together = scene.together, together.upperBound - together.lowerBound > 60,
        let index = scene.contacts.indices.randomElement(using: &random)
      else { return nil }
      let at = random.within(together.lowerBound + 20...together.upperBound - 39)
      scene.displace(index, by: random.anyWay(25...40), during: at..<at + random.within(8...18))
      return (scene, [act])
    },
  ]

  private static let late: [TouchpadHandKind] = [
    .init(name: "the last finger lands 95 to 150 ms late, the hand rests, then swipes") { number, random in
      let (fingers, way) = (3 + number % 2, way(&random))
      let motion = Motion.late(fingers, by: random.within(95...150), heading: way.heading, &random)
      return (Scene(motion), ["\(fingers) \(way.name)"])
    },
    .init(name: "one finger of a swipe starts 30 to 60 ms late") { number, random in
      let (motion, act) = straight(number, stay: 70...150, &random)
      var scene = Scene(motion)
      guard let index = scene.contacts.indices.randomElement(using: &random) else { return nil }
      scene.delay(index, by: random.within(30...60))
      return (scene, [act])
    },
    .init(name: "one finger of a swipe lifts early, after the distance") { number, random in
      var (motion, act) = straight(number, length: 32...45, stay: 60...150, &random)
      guard let far = motion.time(ofDistance: 20), let index = motion.contacts.indices.randomElement(using: &random)
      else { return nil }
      motion.contacts[index].lifts = random.within(far + 20...max(far + 21, motion.end - 60))
      return (Scene(motion), [act])
    },
    .init(name: "the last finger of a swipe lifts 100 to 160 ms after the others") { number, random in
      var (motion, act) = straight(number, &random)
      guard let index = motion.contacts.indices.randomElement(using: &random) else { return nil }
      motion.contacts[index].lifts = motion.end + random.within(100...160)
      return (Scene(motion), [act])
    },
  ]

  private static let others: [TouchpadHandKind] = [
    .init(name: "a hook of 2 to 5 mm before a swipe of 38 to 45 mm") { number, random in
      let (motion, act) = straight(
        number, rest: 0...40, length: 38...45, hook: random.anyWay(2...5), hookTime: random.within(40...90), &random)
      return (Scene(motion), [act])
    },
    .init(name: "a tremor of 0.5 to 1 mm in a swipe") { number, random in
      var (motion, act) = swipe(number, &random)
      motion.tremor = .strong(&random, 0.5...1)
      return (Scene(motion), [act])
    },
    .init(name: "a tremor of 0.5 to 1 mm in a tap") { number, random in
      var motion = Motion.tap(fingers: 3 + number % 2, &random)
      motion.tremor = .strong(&random, 0.5...1)
      return (Scene(motion), ["\(3 + number % 2) tap"])
    },
  ]

  /// Thumbs, palms and doubled contacts, beside gestures and beside what is none.
  private static let strangers: [TouchpadHandKind] = [
    .init(name: "a thumb rests for long below a swipe of 3") { _, random in
      let (motion, act) = straight(0, length: 22...35, &random)
      return (beside(thumbBefore: random.within(300...1500), Scene(motion), &random), [act])
    },
    .init(name: "a thumb lands 0 to 300 ms before a swipe of 3, and rests below it") { _, random in
      let (motion, act) = straight(0, length: 22...35, &random)
      return (beside(thumbBefore: random.within(0...300), Scene(motion), &random), [act])
    },
    .init(name: "a thumb rests below two fingers that scroll") { _, random in
      (beside(thumbBefore: random.within(0...300), scroll(&random), &random), [])
    },
    .init(name: "a thumb touches for 30 to 150 ms while two fingers scroll") { _, random in
      var scene = scroll(&random)
      let at = random.within(0...scene.end)
      scene.addStray(at: thumb(below: scene, &random), from: at, until: at + random.within(30...150))
      return (scene, [])
    },
    .init(name: "a finger seen as two for 10 to 40 ms while two fingers scroll") { _, random in
      scroll(&random).split(lasting: random.within(10...40), &random).map { ($0, []) }
    },
    .init(name: "a finger seen as two for 10 to 40 ms of a tap of two") { _, random in
      Scene(.tap(fingers: 2, &random)).split(lasting: random.within(10...40), &random).map { ($0, []) }
    },
    .init(name: "a thumb and a palm touch while one finger points") { _, random in
      var scene = Scene(
        .straight(
          random.within(0...(2 * .pi)), Poise(1, &random), rest: random.within(0...60), length: random.within(10...35),
          duration: random.within(200...900), stay: random.within(20...100), &random))
      let end = scene.end
      for _ in 0..<2 {
        let at = random.within(0...end)
        scene.addStray(
          at: Vector(dx: random.within(-30...30), dy: random.within(22...35)), from: at,
          until: at + random.within(20...300))
      }
      return (scene, [])
    },
  ]
}
