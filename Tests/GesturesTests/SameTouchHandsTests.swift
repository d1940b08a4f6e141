import Gestures
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Counts what generated hands, every other one unclean, do with rules for two gestures and for both as one of the same
/// touch.
@Suite("Chains of one touch, generated hands")
struct SameTouchHandsTests {
  /// What a hand makes.
  enum Course: CaseIterable { case both, firstAlone, secondAlone }

  /// Two gestures that one touch makes, and the motions that make them.
  struct Kind: Sendable {
    var name: String
    var first: Trigger
    var second: Trigger
    /// True if the first gesture begins with a tap, which `motion` is without.
    var hasTap = false
    var motion: @Sendable (Course, _ reach: Double, inout SplitMix) -> Motion
  }

  static let kinds = [
    Kind(name: "swipe, hold", first: .swipe(.left, 3), second: .longPress(3, 300)) { course, reach, random in
      switch course {
      case .both: .legs([.pi], fingers: 3, rest: random.within(480...900), &random)
      case .firstAlone: .swipe(.pi, fingers: 3, reach: reach, quickest: 120, &random)
      case .secondAlone: .longPress(fingers: 3, &random)
      }
    },
    Kind(
      name: "tap and hold, swipe",
      first: Trigger(.longPress(LongPressPattern(.milliseconds(300), taps: 1)), fingers: 2...2),
      second: .swipe(.up, 2), hasTap: true
    ) { course, reach, random in
      let swipe = Motion.swipe(-.pi / 2, fingers: 2, reach: reach, quickest: 120, &random)
      return switch course {
      case .both: swipe.rested(for: random.within(450...900), &random)
      case .firstAlone: .longPress(fingers: 2, &random)
      case .secondAlone: swipe
      }
    },
    Kind(name: "press, pinch", first: .longPress(2), second: .pinch(.any, 2)) { course, _, random in
      let pinch = Motion.pinch(inwards: random.chance(0.5), fingers: 2, &random)
      return switch course {
      case .both: pinch.rested(for: random.within(650...1100), &random)
      case .firstAlone: .longPress(fingers: 2, &random)
      case .secondAlone: pinch
      }
    },
    Kind(name: "press, rotation", first: .longPress(3), second: .rotate(.any, 3)) { course, _, random in
      let turn = Motion.rotation(clockwise: random.chance(0.5), degrees: 30...90, fingers: 3, &random)
      return switch course {
      case .both: turn.rested(for: random.within(650...1100), &random)
      case .firstAlone: .longPress(fingers: 3, &random)
      case .secondAlone: turn
      }
    },
    Kind(name: "swipe, pinch", first: .swipe(.up, 3), second: .pinch(.inwards, 3)) { course, reach, random in
      // All fingers swipe, also a thumb that would rest in a pinch.
      let pinch = Motion.pinch(inwards: true, fingers: 3, isWide: true, &random)
      return switch course {
      case .both: pinch.swiped(before: -.pi / 2, &random)
      case .firstAlone: .swipe(-.pi / 2, fingers: 3, reach: reach, quickest: 120, &random)
      case .secondAlone: pinch
      }
    },
    Kind(name: "pinch, rotation", first: .pinch(.outwards, 3), second: .rotate(.any, 3)) { course, _, random in
      let pinch = Motion.pinch(inwards: false, fingers: 3, &random)
      let isClockwise = random.chance(0.5)
      return switch course {
      case .both: pinch.followed(by: .init(turn: isClockwise ? 1 : -1), &random)
      case .firstAlone: pinch
      case .secondAlone: .rotation(clockwise: isClockwise, degrees: 30...90, fingers: 3, &random)
      }
    },
    Kind(name: "rotation, pinch", first: .rotate(.any, 3), second: .pinch(.inwards, 3)) { course, _, random in
      let turn = Motion.rotation(clockwise: random.chance(0.5), degrees: 30...90, fingers: 3, &random)
      return switch course {
      case .both: turn.followed(by: .init(scale: random.within(0.3...0.5)), &random)
      case .firstAlone: turn
      case .secondAlone: .pinch(inwards: true, fingers: 3, isWide: true, &random)
      }
    },
    Kind(name: "pinch out, pinch in", first: .pinch(.outwards, 2), second: .pinch(.inwards, 2)) { course, _, random in
      let pinch = Motion.pinch(inwards: course == .secondAlone, fingers: 2, &random)
      return course == .both ? pinch.followed(by: .init(scale: random.within(0.3...0.5)), &random) : pinch
    },
  ]

  @Test("985 of 1,000 hands make the chain, or what each gesture does alone, and none does both", arguments: kinds)
  func hands(_ kind: Kind) {
    var chain = kind.second
    chain.before = [ChainStep([kind.first], then: .sameTouch(within: nil))]
    chain.joinSteps()
    let rules = [kind.first, kind.second, chain]
    var (right, twice, unclean) = (0, 0, 0)
    let count = trials(84, thorough: 2_000)
    var wrong: [String] = []
    for number in 0..<count {
      var random = SplitMix(state: 53 << 32 + UInt64(number))
      let course = Course.allCases[number % Course.allCases.count]
      let (device, events, isUnclean) = Self.events(kind, course, isUnclean: number / 3 % 2 == 1, &random)
      let acts = rules.acts(on: events, of: device)
      let meant =
        switch course {
        case .both: [2]
        case .firstAlone: [0]
        case .secondAlone: [1]
        }
      if isUnclean { unclean += 1 }
      if acts == meant { right += 1 } else { wrong.append("\(number) \(course), \(isUnclean): \(acts)") }
      if acts.count > 1 { twice += 1 }
    }
    print(
      "\(kind.name), same touch: \(right) of \(count) right, \(unclean) of them unclean, \(twice) twice; "
        + wrong.prefix(6).joined(separator: "; "))
    #expect(unclean > count / 4)
    #expect(Double(right) >= 0.985 * Double(count))
    #expect(twice == 0)
  }

  /// The events of a hand on a screen on which it fits, with a contact that is lost for a moment if it is unclean and
  /// has room for that.
  private static func events(
    _ kind: Kind, _ course: Course, isUnclean: Bool, _ random: inout SplitMix
  ) -> (Device, [TouchEvent], Bool) {
    while true {
      let screen = Touchscreen(&random)
      guard screen.device.size != nil else { continue }
      let motion = kind.motion(course, max(1, screen.reach.most), &random)
      var scene = Scene(motion)
      let isLost =
        isUnclean && scene.lose(random.within(6...24), isRenumbered: random.chance(0.5), &random)
      if kind.hasTap, course != .secondAlone { scene = scene.tapped(before: motion, &random) }
      guard let origin = screen.origin(of: scene, margin: 14, &random) else { continue }
      return (screen.device, screen.events(of: scene, at: origin, from: 1_000_000, &random), isLost)
    }
  }
}

extension Motion {
  /// The same movement after all fingers have rested for a time where they landed, in ms. Resting fingers drift.
  func rested(for rest: Double, _ random: inout SplitMix) -> Motion {
    let drift = random.anyWay(0.2...1) * (rest / 1000)
    let landed = lastLanding
    return delayed(by: rest) { drift * leastJerk(($0 - landed) / rest) }
  }

  /// The same movement after one of all fingers towards `heading`, in radians clockwise from right.
  fileprivate func swiped(before heading: Double, _ random: inout SplitMix) -> Motion {
    let way = Vector.heading(heading + random.bell(5, limit: 12) * .pi / 180) * random.within(22...45)
    let duration = random.within(120...300)
    let start = lastLanding + random.within(0...60)
    return delayed(by: start - lastLanding + duration + random.within(30...150)) {
      way * leastJerk(($0 - start) / duration)
    }
  }

  /// The same movement, and then one to another pose.
  fileprivate func followed(by next: Pose, _ random: inout SplitMix) -> Motion {
    var motion = self
    let (end, moved) = (contacts.map(\.lifts).min() ?? 0, pose)
    let (pause, duration) = (random.within(30...150), random.within(250...700))
    for index in motion.contacts.indices { motion.contacts[index].lifts += pause + duration + random.within(0...60) }
    motion.pose = { time in
      var pose = moved(min(time, end))
      let share = leastJerk((time - end - pause) / duration)
      pose.turn += next.turn * share
      pose.scale *= 1 + (next.scale - 1) * share
      return pose
    }
    return motion
  }

  /// The same movement by fingers that have landed, `delay` ms later; meanwhile they all move by `shift`, a function of
  /// the time.
  private func delayed(by delay: Double, shift: @escaping @Sendable (Double) -> Vector) -> Motion {
    var motion = self
    let (landed, moved) = (lastLanding, pose)
    for index in motion.contacts.indices { motion.contacts[index].lifts += delay }
    motion.pose = { time in
      var pose = moved(max(time - delay, min(time, landed)))
      pose.shift += shift(time)
      return pose
    }
    return motion
  }
}

extension Scene {
  /// The same scene after a tap of the fingers of `motion`, as near as a hand finds its place again.
  fileprivate func tapped(before motion: Motion, _ random: inout SplitMix) -> Scene {
    var tap = Motion.tap(fingers: motion.contacts.count, &random)
    let stray = random.anyWay(0...3)
    for index in tap.contacts.indices { tap.contacts[index].home = motion.contacts[index].home + stray }
    return Scene(Scene(tap).contacts + delayed(by: tap.end + random.within(40...200)).contacts)
  }
}
