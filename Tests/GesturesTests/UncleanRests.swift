import Gestures
import Glibc
@testable import Hands
import Touch

/// Taps, presses, and fingers that move against each other.
extension UncleanKind {
  static let chains: [UncleanKind] = [
    // Case screen-lifts-one-by-one.
    UncleanKind(name: "the fingers of a tap lift one by one, 28 to 45 ms apart") { number, _, random in
      let fingers = 3 + number % 3
      let scene = tap(fingers, landing: random.chance(0.5) ? 10...40 : 0...0, lifting: 28...45, down: 24...90, &random)
      return among(scene, .init(.tap, fingers))
    },
    // Case screen-two-fingers-drum; debouncing of keyboards and libinput's buttons: 5 to 25 ms.
    UncleanKind(name: "one finger of a two-finger tap bounces: up for 10 to 25 ms, down again") { _, _, random in
      var scene = tap(2, landing: 0...30, lifting: 0...30, down: 70...130, &random)
      guard scene.lose(random.within(10...25), isRenumbered: random.chance(0.3), room: 15, &random) else { return nil }
      return UncleanHand(
        scene: scene, triggers: taps(2...5) + swipes(2...4), acts: [.init(.tap, 2)], mayDoNothing: true, margin: 8)
    },
    UncleanKind(name: "two fingers drum: one lifts for 25 to 40 ms and lands again") { _, _, random in
      var scene = tap(2, landing: 10...40, lifting: 0...20, down: 90...150, &random)
      scene.contacts[0].losses = [
        Scene.Loss(at: scene.contacts[1].lands + random.within(10...40), lasting: random.within(25...40))
      ]
      return UncleanHand(
        scene: scene, triggers: taps(2...5) + swipes(2...4), acts: [.init(.tap, 2)], mayDoNothing: true, margin: 8)
    },
    // Real double taps are at least 40 ms apart (Android).
    UncleanKind(name: "a finger bounces in a tap, with rules for one tap and for two") { _, screen, random in
      screen.interval = min(screen.interval, 12)
      var scene = tap(1, landing: 0...0, lifting: 0...0, down: 60...130, &random)
      guard scene.lose(random.within(6...18), room: 15, &random) else { return nil }
      return UncleanHand(scene: scene, triggers: [.tap(1, 1), .tap(1, 2)], acts: [.init(.tap, 1, trigger: 0)])
    },
  ]

  /// Fingers that land and lift one after another; between, all are down.
  private static func tap(
    _ fingers: Int, landing: ClosedRange<Double>, lifting: ClosedRange<Double>, down: ClosedRange<Double>,
    _ random: inout SplitMix
  ) -> Scene {
    let poise = Poise(fingers, &random)
    let roll = random.anyWay(0...1)
    var motion = Motion(contacts: [])
    var time = 0.0
    for home in poise.homes {
      motion.contacts.append(Motion.Contact(home: home, lands: time, lifts: 0, roll: roll))
      time += random.within(landing)
    }
    time = motion.lastLanding + random.within(down)
    for index in motion.contacts.indices.shuffled(using: &random) {
      motion.contacts[index].lifts = time
      time += random.within(lifting)
    }
    return Scene(motion)
  }

  static let rests: [UncleanKind] = [
    // Case screen-press-of-350ms. Android's long press begins after 400 ms.
    UncleanKind(name: "a press of 260 to 390 ms without a rule for long presses") { number, _, random in
      let fingers = 1 + number % 3
      let poise = Poise(fingers, &random)
      let end = random.within(260...390)
      let roll = random.anyWay(0...1.5)
      let lands = poise.lands.map { min($0, 60) }
      let lifts = poise.style.lifts(fingers, from: end - 40, within: 40, &random)
      let motion = Motion(
        contacts: poise.homes.indices.map {
          Motion.Contact(home: poise.homes[$0], lands: lands[$0], lifts: lifts[$0], roll: roll)
        })
      return UncleanHand(
        scene: Scene(motion), triggers: swipes(1...4) + taps(1...4), acts: [.init(.tap, fingers)], margin: 8)
    }
  ]

  static let turns: [UncleanKind] = [
    // A thumb that rests while the other finger moves is the beginning of a late pan, too.
    UncleanKind(name: "a pinch around a thumb that rests") { number, _, random in
      let isInwards = number.isMultiple(of: 2)
      let before = random.within(isInwards ? 45...70 : 15...28)
      let after = isInwards ? before * random.within(0.4...0.65) : before + random.within(20...40)
      let angle = random.within(0...(2 * .pi))
      let scene = aroundThumb(duration: 200...700, &random) { share in
        Vector.heading(angle + 0.1 * share) * (before + (after - before) * share)
      }
      return UncleanHand(
        scene: scene, triggers: moves(2...2), acts: [.init(.pinch, 2, isInwards ? .inwards : .outwards)], margin: 8)
    },
    UncleanKind(name: "a rotation around a thumb that rests") { number, _, random in
      let isClockwise = number.isMultiple(of: 2)
      let radius = random.within(30...60)
      let angle = random.within(0...(2 * .pi))
      let turn = (isClockwise ? 1 : -1) * random.within(35...90) * .pi / 180
      let scene = aroundThumb(duration: 250...900, &random) { share in
        Vector.heading(angle + turn * share) * (radius * (1 + 0.05 * share))
      }
      return UncleanHand(
        scene: scene, triggers: moves(2...2),
        acts: [.init(.rotate, 2, isClockwise ? .clockwise : .counterclockwise)], margin: 8)
    },
  ]

  /// A thumb that rests, and a finger at `place`, as a share of the movement, from the thumb.
  private static func aroundThumb(
    duration: ClosedRange<Double>, _ random: inout SplitMix, _ place: @escaping (Double) -> Vector
  ) -> Scene {
    let style = HandStyle(&random)
    let lands = style.landings(2, &random).map { min($0, 85) }
    let start = (lands.max() ?? 0) + random.within(0...80)
    let duration = random.within(duration)
    let lifts = style.lifts(2, from: start + duration + random.within(0...80), within: 60, &random)
    let drift = random.anyWay(0...0.8)
    let end = start + duration
    return Scene([
      Scene.Contact(lands: lands[0], lifts: lifts[0], position: { drift * leastJerk($0 / end) }),
      Scene.Contact(lands: lands[1], lifts: lifts[1], position: { place(leastJerk(($0 - start) / duration)) }),
    ])
  }
}
