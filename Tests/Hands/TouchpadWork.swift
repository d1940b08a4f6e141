import Glibc
import Touch

/// Work on a touchpad that is no gesture: pointing, scrolling, clicks, taps, typing beside it.
struct TouchpadWork {
  enum Kind: String, CaseIterable {
    case pointing
    case scrolling
    case click
    case thumbClick = "thumb click"
    case restingThumb = "resting thumb"
    case palm
    case twoPalms = "two palms"
    case twoHands = "two hands"
    case drag
    case tap
    case tapDrag = "tap and drag"
    case typing
  }

  var motion: Motion
  /// The times during which the button is pressed.
  var clicks: [ClosedRange<Double>] = []
  /// The position of the landing, as a share of the touchpad; nil for anywhere.
  var position: (x: ClosedRange<Double>, y: ClosedRange<Double>)?

  init(_ kind: Kind, onWidth width: Double, _ random: inout SplitMix) {
    switch kind {
    case .pointing:
      motion = Self.pointing(from: 0, &random)
      if random.chance(0.3) { position = (random.chance(0.5) ? 0...0.08 : 0.92...1, 0...1) }
      if random.chance(0.1) { position = (0...1, random.chance(0.5) ? 0...0.06 : 0.94...1) }
    case .scrolling:
      motion = .swipe(random.side() * .pi / 2 + random.bell(10, limit: 30) * .pi / 180, fingers: 2, &random)
      if random.chance(0.3) {
        motion = .toAndFro(
          random.side() * .pi / 2, fingers: 2, strokes: Int.random(in: 2...4, using: &random), length: 8...25, &random)
      }
    case .click:
      let fingers = random.chance(0.7) ? 1 : 2
      motion = .longPress(fingers: fingers, &random)
      let start = motion.lastLanding + random.within(20...300)
      clicks = [start...min(start + random.within(60...300), motion.end - 5)]
    case .thumbClick:
      // The pointing finger stays, the thumb clicks below it. In a palm zone it would not point before that.
      position = (0.1...0.9, 0.06...1)
      motion = Self.pointing(from: 0, &random)
      let lands = motion.end * random.within(0.2...0.6)
      let start = lands + random.within(0...80)
      let lifts = start + random.within(80...300)
      motion.contacts.append(
        Motion.Contact(
          home: Vector(dx: random.within(-35 ... -5) * random.side(), dy: random.within(22...40)), lands: lands,
          lifts: lifts, gain: 0))
      clicks = [start...lifts - 10]
    case .restingThumb:
      motion = Self.pointing(from: random.within(50...600), &random)
      motion.contacts.append(
        Motion.Contact(
          home: Vector(dx: random.within(-35 ... -5) * random.side(), dy: random.within(20...40)), lands: 0,
          lifts: motion.end + random.within(-100...400), gain: 0, roll: random.anyWay(0...1.5)))
    case .palm, .twoPalms:
      motion = Motion(contacts: [Self.palm(&random)])
      position = (random.chance(0.5) ? 0...0.06 : 0.94...1, 0...1)
      if kind == .twoPalms {
        var other = Self.palm(&random)
        other.home = Vector(dx: width * random.within(0.85...0.97), dy: random.within(-15...15))
        motion.contacts.append(other)
        position = (0.01...0.03, 0.3...0.7)
      }
    case .twoHands:
      // One finger rests or clicks, another hand's moves.
      motion = Self.pointing(from: random.within(0...400), &random)
      motion.contacts.append(
        Motion.Contact(
          home: Vector(dx: random.side() * random.within(30...60), dy: random.within(-12...12)),
          lands: random.within(0...200), lifts: motion.end * random.within(0.7...1.3) + 210, gain: 0))
    case .drag:
      // A finger or thumb holds the button, another one drags.
      motion = Self.pointing(from: random.within(150...400), &random)
      motion.contacts.append(
        Motion.Contact(
          home: Vector(dx: random.side() * random.within(15...40), dy: random.within(5...30)), lands: 0,
          lifts: motion.end + 60, gain: 0))
      clicks = [random.within(50...140)...motion.end - 20]
    case .tap:
      motion = .tap(
        fingers: Int.random(in: 1...3, using: &random), taps: Int.random(in: 1...2, using: &random), &random)
    case .tapDrag:
      motion = .tap(fingers: 1, &random)
      let start = motion.end + random.within(60...180)
      let drag = Self.pointing(from: start, &random)
      motion = Motion(contacts: motion.contacts + drag.contacts, tremor: drag.tremor, pose: drag.pose)
    case .typing:
      // The palms brush the touchpad while the hands type.
      motion = Motion(contacts: [])
      var time = 0.0
      for _ in 0..<Int.random(in: 2...6, using: &random) {
        let lasting = random.within(20...250)
        var touch = Self.palm(lasting: lasting, &random)
        touch.home = Vector(dx: random.within(-3...3), dy: random.within(-20...20))
        touch.lands = time
        touch.lifts = time + lasting
        motion.contacts.append(touch)
        time += lasting + random.within(30...500)
      }
      position = (random.chance(0.5) ? 0...0.05 : 0.95...1, 0...1)
    }
  }

  /// One finger that moves to a few positions and sometimes rests.
  private static func pointing(from start: Double, _ random: inout SplitMix) -> Motion {
    var legs: [(start: Double, duration: Double, way: Vector)] = []
    var time = start + random.within(0...120)
    var reached = Vector.zero
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      // A hand that does not move taps.
      let aim = random.anyWay((legs.isEmpty ? 5 : 1)...35)
      let duration = random.within(80...500)
      // The hand comes back rather than leaving the surface.
      let way = (reached + aim).length > 40 ? aim * -1 : aim
      legs.append((time, duration, way))
      reached += way
      time += duration + (random.chance(0.4) ? random.within(50...600) : random.within(0...40))
    }
    var motion = Motion(contacts: [Motion.Contact(home: .zero, lands: start, lifts: time + random.within(0...200))])
    motion.tremor = HandStyle(&random).tremor(&random)
    let plan = legs
    motion.pose = { now in
      var shift = Vector.zero
      for leg in plan { shift += leg.way * leastJerk((now - leg.start) / leg.duration) }
      return Motion.Pose(shift: shift)
    }
    return motion
  }

  /// A part of a palm that rests: it settles by some millimetres, and wanders while the fingers type.
  private static func palm(_ random: inout SplitMix) -> Motion.Contact {
    palm(lasting: random.within(100...3000), &random)
  }

  /// A part of a palm that touches for `lasting` ms: the longer, the farther it wanders.
  private static func palm(lasting: Double, _ random: inout SplitMix) -> Motion.Contact {
    Motion.Contact(
      home: .zero, lands: random.within(0...100), lifts: 100 + lasting,
      roll: random.anyWay(0...min(6, 1.5 + lasting / 400)))
  }
}
